#!/usr/bin/env python3
"""Tests of the exact model: the reference tables, other formulas, other methods, invariants.

    python3 test_exact_model.py [REFERENCE_DIR]        default: ../Reference beside this folder
"""

import os
import random
import sys
import unittest
from decimal import Decimal
from typing import Callable, Iterator, List, Tuple

import tables
from exact_model import (
    LN2,
    Change,
    Drink,
    ExactModel,
    Profile,
    rate_constant,
)

REFERENCE_DIRECTORY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Reference")
TABLE_TOLERANCE = Decimal("1e-12")
"""Relative; the tables print 18 to 20 digits."""
IDENTITY_TOLERANCE = Decimal("1e-55")
"""Relative to the dose: identities hold but for the rounding of 80 digits."""

START_S = 1_780_300_800


def relative_error(value: Decimal, expected: Decimal) -> Decimal:
    return abs(value - expected) / abs(expected) if expected else abs(value)


class ReferenceTables(unittest.TestCase):
    """Every row of every table, amounts to 1e-12 of themselves, times and doses exactly."""

    def check(self, name: str) -> None:
        kind = tables.KINDS[name]
        cases = tables.read_cases(REFERENCE_DIRECTORY)
        rows = tables.read_rows(REFERENCE_DIRECTORY, name)
        self.assertGreater(len(rows), 0)
        for row in rows:
            exact = kind.answer(cases[row["case"]].model, *kind.asked(row))
            for column, value in zip(kind.answers, exact):
                expected = tables.parse_answer(row[column])
                if isinstance(value, Decimal):
                    error = relative_error(value, expected)
                    self.assertLess(error, TABLE_TOLERANCE, f"{name} {column}: {row}")
                else:
                    self.assertEqual(value, expected, f"{name} {column}: {row}")

    def test_levels(self) -> None:
        self.check("levels")

    def test_forecasts(self) -> None:
        self.check("forecasts")

    def test_bedtimes(self) -> None:
        self.check("bedtimes")

    def test_areas(self) -> None:
        self.check("areas")


def crowded_model() -> ExactModel:
    """Sips that overlap, boluses at one second, changes in mid-sip, at a drink and to 0."""
    drinks = [
        Drink(START_S, 100_000, 0),
        Drink(START_S + 300, 160_000, 3_600),
        Drink(START_S + 900, 96_000, 1_800),
        Drink(START_S + 2_000, 50_000, 0),
        Drink(START_S + 2_000, 50_000, 1),
        Drink(START_S + 5_000, 80_000, 2_500),
        Drink(START_S + 9_000, 1, 0),
    ]
    changes = [
        Change(START_S + 1_500, Profile(3_600, 9_000)),
        Change(START_S + 2_000, Profile(1_800, 1_800)),
        Change(START_S + 5_600, Profile(0, 18_000)),
        Change(START_S + 6_400, Profile(20_000, 4_000)),
    ]
    return ExactModel(Profile(600, 18_000), drinks, changes)


def runge_kutta(model: ExactModel, until_s: int) -> Iterator[Tuple[int, float, float, float]]:
    """(time, gut, body, area) second by second: Runge-Kutta of order 4 on the equations.

    Knows nothing of the closed forms; every event lies on a step's end.
    """
    changes = {change.time_s: change.profile for change in model.changes}
    first_s = min(drink.time_s for drink in model.drinks)
    gut = body = area = 0.0
    profile = model.profile
    for second in range(first_s, until_s + 1):
        profile = changes.get(second, profile)
        gut += sum(d.dose_ug for d in model.drinks if d.time_s == second and not d.duration_s)
        if not profile.absorption_half_life_s:
            gut, body = 0.0, body + gut
        yield second, gut, body, area
        pouring = [d for d in model.drinks if d.time_s <= second < d.end_s]
        rate = sum(d.dose_ug / d.duration_s for d in pouring)
        slope = _slope(profile, rate)
        k1 = slope(gut, body)
        k2 = slope(gut + k1[0] / 2, body + k1[1] / 2)
        k3 = slope(gut + k2[0] / 2, body + k2[1] / 2)
        k4 = slope(gut + k3[0], body + k3[1])
        area += body + (k1[1] + k2[1] + k3[1]) / 6
        gut += (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0]) / 6
        body += (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1]) / 6


def _slope(profile: Profile, rate: float) -> Callable[[float, float], Tuple[float, float]]:
    ke = float(LN2) / profile.elimination_half_life_s
    if not profile.absorption_half_life_s:
        return lambda gut, body: (0.0, rate - ke * body)
    ka = float(LN2) / profile.absorption_half_life_s
    return lambda gut, body: (rate - ka * gut, ka * gut - ke * body)


class AgainstRungeKutta(unittest.TestCase):
    """A numerical solution of the equations, and searches by brute force over it."""

    UNTIL_S = START_S + 20_000

    @classmethod
    def setUpClass(cls) -> None:
        cls.model = crowded_model()
        cls.trace = list(runge_kutta(cls.model, cls.UNTIL_S))

    def test_amounts(self) -> None:
        for second, gut, body, _ in self.trace[::37]:
            exact = self.model.amounts(second)
            self.assertAlmostEqual(float(exact.gut_ug), gut, delta=1e-4, msg=str(second))
            self.assertAlmostEqual(float(exact.body_ug), body, delta=1e-4, msg=str(second))

    def test_areas(self) -> None:
        for second, _, _, area in self.trace[1::997]:
            exact = float(self.model.area_ug_s(START_S - 500, second))
            self.assertAlmostEqual(exact, area, delta=1e-9 * area + 1e-3, msg=str(second))

    def test_highest(self) -> None:
        for from_s, until_s in ((0, 20_000), (3_000, 6_000), (7_000, 7_700), (12_000, 20_000)):
            part = self.trace[from_s : until_s + 1]
            brute_s, _, brute_ug, _ = max(part, key=lambda point: point[2])
            peak = self.model.highest(START_S + from_s, START_S + until_s)
            self.assertEqual(peak.time_s, brute_s)
            self.assertAlmostEqual(float(peak.body_ug), brute_ug, delta=1e-4)

    def test_below_from(self) -> None:
        for threshold_ug in range(5_000, 400_000, 4_999):
            above = [point[0] for point in self.trace if point[2] > threshold_ug]
            answer = self.model.below_from(START_S - 5, Decimal(threshold_ug), self.UNTIL_S)
            if above and above[-1] == self.UNTIL_S:
                self.assertIsNone(answer)
            else:
                self.assertEqual(answer, above[-1] + 1 if above else START_S - 5)


class BruteForce(unittest.TestCase):
    """Bedtime answers against the definition: put the drink into the ledger and look."""

    BEDTIME_S = START_S + 7_000

    def total_with(self, swallowed_s: int, dose_ug: int) -> Decimal:
        model = crowded_model()
        drinks = model.drinks + [Drink(swallowed_s, dose_ug)]
        return ExactModel(model.profile, drinks, model.changes).amounts(self.BEDTIME_S).total_ug

    def test_largest_dose(self) -> None:
        for now_s in (START_S - 900, START_S + 1_500, START_S + 2_000, START_S + 5_700):
            largest = crowded_model().largest_dose_ug(now_s, self.BEDTIME_S, 400_000)
            self.assertIsNotNone(largest)
            self.assertLessEqual(self.total_with(now_s, largest), 400_000)
            self.assertGreater(self.total_with(now_s, largest + 1), 400_000)

    def test_latest_time(self) -> None:
        ledger_ug = int(crowded_model().amounts(self.BEDTIME_S).total_ug)
        for dose_ug in (1_000, 100_000, 10_000_000):
            for percent in (75, 85, 90, 99):
                threshold_ug = ledger_ug + dose_ug * percent // 100
                latest = crowded_model().latest_time_s(
                    START_S, self.BEDTIME_S, threshold_ug, dose_ug
                )
                self.assertIsNotNone(latest)
                self.assertLessEqual(self.total_with(latest, dose_ug), threshold_ug)
                self.assertGreater(self.total_with(latest + 1, dose_ug), threshold_ug)

    def test_never_and_always(self) -> None:
        model = crowded_model()
        ledger_ug = int(model.amounts(self.BEDTIME_S).total_ug)
        self.assertIsNone(model.largest_dose_ug(START_S, self.BEDTIME_S, ledger_ug))
        self.assertEqual(model.largest_dose_ug(self.BEDTIME_S, self.BEDTIME_S, ledger_ug + 1), 0)
        self.assertIsNone(model.latest_time_s(START_S, self.BEDTIME_S, ledger_ug, 0))
        always = model.latest_time_s(START_S, self.BEDTIME_S, ledger_ug + 1, 0)
        self.assertEqual(always, self.BEDTIME_S)


def bateman(dose_ug: int, elapsed_s: int, profile: Profile) -> Decimal:
    """B(t) = D·ka/(ka - ke)·(e^(-ke·t) - e^(-ka·t)), straight from the textbook."""
    ka = rate_constant(profile.absorption_half_life_s)
    ke = rate_constant(profile.elimination_half_life_s)
    return dose_ug * ka / (ka - ke) * ((-ke * elapsed_s).exp() - (-ka * elapsed_s).exp())


def bateman_sip(drink: Drink, elapsed_s: int, profile: Profile) -> Decimal:
    """The Bateman function integrated over the part swallowed, its kernel's two terms apart."""
    ka = rate_constant(profile.absorption_half_life_s)
    ke = rate_constant(profile.elimination_half_life_s)
    oldest_s, youngest_s = elapsed_s, max(elapsed_s - drink.duration_s, 0)

    def integral(k: Decimal) -> Decimal:
        return ((-k * youngest_s).exp() - (-k * oldest_s).exp()) / k

    rate = Decimal(drink.dose_ug) / drink.duration_s
    return rate * ka / (ka - ke) * (integral(ke) - integral(ka))


def random_model(seed: int) -> ExactModel:
    chance = random.Random(seed)
    times = [START_S + chance.randrange(40_000) for _ in range(12)]
    drinks = [
        Drink(t, 1 + chance.randrange(400_000), chance.choice((0, 1, 600, 43_200))) for t in times
    ]
    profile = Profile(chance.choice((30, 420, 86_400)), chance.choice((1_800, 18_000, 86_399)))
    return ExactModel(profile, drinks)


class Invariants(unittest.TestCase):
    """What must hold whatever the numbers are."""

    SEEDS = range(20)

    def test_is_the_sum_of_textbook_bateman_curves(self) -> None:
        for seed in self.SEEDS:
            model = random_model(seed)
            for time_s in range(START_S, START_S + 200_000, 19_997):
                expected = Decimal(0)
                for drink in model.drinks:
                    elapsed_s = time_s - drink.time_s
                    if elapsed_s >= 0 and drink.duration_s:
                        expected += bateman_sip(drink, elapsed_s, model.profile)
                    elif elapsed_s >= 0:
                        expected += bateman(drink.dose_ug, elapsed_s, model.profile)
                error = abs(model.amounts(time_s).body_ug - expected)
                scale = model.total_dose_ug(time_s) + 1
                self.assertLess(error / scale, IDENTITY_TOLERANCE, f"seed {seed} at {time_s}")

    def test_mass_balance(self) -> None:
        """What was swallowed and is gone was eliminated: ∫ ke·body = input - remaining."""
        for seed in self.SEEDS:
            model = random_model(seed)
            ke = rate_constant(model.profile.elimination_half_life_s)
            end_s = max(drink.end_s for drink in model.drinks)
            for time_s in (end_s, end_s + 1, end_s + 3_600, end_s + 10**6, end_s + 10**9):
                dose_ug = model.total_dose_ug(time_s)
                eliminated_ug = ke * model.area_ug_s(START_S - 1, time_s)
                remaining_ug = model.amounts(time_s).total_ug
                error = abs(eliminated_ug + remaining_ug - dose_ug) / dose_ug
                self.assertLess(error, IDENTITY_TOLERANCE, f"seed {seed} at {time_s}")

    def test_mass_balance_across_changes(self) -> None:
        model = crowded_model()
        profiles = [(START_S - 1, model.profile)] + [(c.time_s, c.profile) for c in model.changes]
        ends = [second for second, _ in profiles[1:]] + [START_S + 100_000]
        eliminated_ug = sum(
            rate_constant(profile.elimination_half_life_s) * model.area_ug_s(from_s, until_s)
            for (from_s, profile), until_s in zip(profiles, ends)
        )
        dose_ug = model.total_dose_ug(ends[-1])
        error = abs(eliminated_ug + model.amounts(ends[-1]).total_ug - dose_ug) / dose_ug
        self.assertLess(error, IDENTITY_TOLERANCE)

    def test_linear_in_dose(self) -> None:
        model = crowded_model()
        tripled = [Drink(d.time_s, 3 * d.dose_ug, d.duration_s) for d in model.drinks]
        triple = ExactModel(model.profile, tripled, model.changes)
        for time_s in range(START_S - 1, START_S + 20_000, 333):
            once, thrice = model.amounts(time_s), triple.amounts(time_s)
            for one, three in zip(once, thrice):
                self.assertLess(abs(three - 3 * one), IDENTITY_TOLERANCE * 10**7)

    def test_order_of_drinks_does_not_matter(self) -> None:
        model = crowded_model()
        turned = ExactModel(model.profile, reversed(model.drinks), reversed(model.changes))
        for time_s in range(START_S, START_S + 20_000, 333):
            for one, other in zip(model.amounts(time_s), turned.amounts(time_s)):
                self.assertLess(abs(one - other), IDENTITY_TOLERANCE * 10**7)

    def test_equal_half_lives_lie_between_their_neighbours(self) -> None:
        """The mean over one second more and less is the limit but for the second order in 1/t."""
        for half_life_s in (1_800, 18_000, 86_399):
            drinks = [Drink(START_S, 200_000), Drink(START_S + 100, 100_000, 5_000)]
            models = [
                ExactModel(Profile(half_life_s + step, half_life_s), drinks) for step in (-1, 0, 1)
            ]
            for time_s in range(START_S + 500, START_S + 10 * half_life_s, half_life_s):
                less, equal, more = (model.amounts(time_s).body_ug for model in models)
                self.assertAlmostEqual(float((less + more) / 2 / equal), 1, delta=1e-5)
                areas = [model.area_ug_s(START_S, time_s) for model in models]
                self.assertAlmostEqual(float((areas[0] + areas[2]) / 2 / areas[1]), 1, delta=1e-5)
                self.assertTrue(min(less, more) < equal < max(less, more) or abs(less - more) < 1)

    def test_nothing_before_the_first_drink(self) -> None:
        model = crowded_model()
        self.assertEqual(tuple(model.amounts(START_S - 1)), (0, 0))
        self.assertEqual(model.highest(-5, START_S - 1), (-5, 0))
        self.assertEqual(model.below_from(-5, Decimal(1), START_S - 1), -5)
        self.assertEqual(model.area_ug_s(-(2**63), START_S), 0)

    def test_a_change_to_absorption_zero_empties_the_gut(self) -> None:
        drinks = [Drink(START_S, 100_000)]
        change_s = START_S + 600
        model = ExactModel(Profile(600, 18_000), drinks, [Change(change_s, Profile(0, 18_000))])
        before = ExactModel(Profile(600, 18_000), drinks).amounts(change_s)
        after = model.amounts(change_s)
        self.assertEqual(tuple(after), (0, before.total_ug))


if __name__ == "__main__":
    arguments: List[str] = sys.argv
    if len(arguments) > 1 and not arguments[1].startswith("-") and os.path.isdir(arguments[1]):
        REFERENCE_DIRECTORY = arguments.pop(1)
    unittest.main(argv=arguments)
