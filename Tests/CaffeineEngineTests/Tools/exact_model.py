#!/usr/bin/env python3
"""Exact one-compartment caffeine model in 80-digit decimal arithmetic: the judge of the engine.

Goals, in this order: right to far more digits than any table holds, readable, quick enough to
answer a few thousand rows a minute. Standard library only.

    gut' = input(t) - ka·gut        body' = ka·gut - ke·body        k = ln 2 / half-life

The closed forms are the Bateman function and its zero-order-input variant (one-compartment oral
model: Gibaldi & Perrier, Pharmacokinetics, 2nd ed., chapter 1; Blanchard & Sawers 1983,
doi 10.1007/BF00613933, for caffeine). What each number means is fixed by SEMANTICS.md, sections
2 to 4. Between two events nothing but the two decays and a constant input is at work, so that the
state is a chain of `Stretch`es, each solved in closed form.

As a program it answers tables like the engine's own, rounded to whole µg:

    exact_model.py evaluate DIR [--forecasts | --bedtimes | --areas]
"""

import sys
from bisect import bisect_right
from dataclasses import dataclass
from decimal import Context, Decimal, setcontext
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple

DIGITS = 80
LEAST_EXPONENT = -400_000_000
"""Amounts are exact down to 1e-400000000: the reference tables print some near 1e-226026."""


def decimal_context(digits: int) -> Context:
    """Decimal arithmetic with so many digits and the model's exponents, on any Python."""
    return Context(prec=digits, Emin=LEAST_EXPONENT, Emax=-LEAST_EXPONENT)


setcontext(decimal_context(DIGITS))

LN2 = Decimal(2).ln()
ZERO, ONE = Decimal(0), Decimal(1)
FOR_EVER_S = 2**63 - 1
"""An `until` of INT64_MAX means for ever."""
LARGEST_DOSE_UG = 10_000_000
VANISHED_HALF_LIVES = 1_000_000_000
"""2^-1e9 is about 1e-301029996; beyond it nothing is left."""


@dataclass(frozen=True)
class Profile:
    """Half-lives of a wearer; absorption 0 means straight into the body."""

    absorption_half_life_s: int
    elimination_half_life_s: int


@dataclass(frozen=True)
class Drink:
    """A dose swallowed at once (duration 0) or evenly over its duration."""

    time_s: int
    dose_ug: int
    duration_s: int = 0

    @property
    def end_s(self) -> int:
        return self.time_s + self.duration_s


@dataclass(frozen=True)
class Change:
    """A profile that holds from its second on."""

    time_s: int
    profile: Profile


class Amounts(NamedTuple):
    """What lies in the gut and in the body (µg)."""

    gut_ug: Decimal
    body_ug: Decimal

    @property
    def total_ug(self) -> Decimal:
        return self.gut_ug + self.body_ug


class Peak(NamedTuple):
    """The largest body amount asked for, and the earliest whole second that has it."""

    time_s: int
    body_ug: Decimal


@lru_cache(maxsize=4096)
def rate_constant(half_life_s: int) -> Decimal:
    """k = ln 2 / half-life (1/s)."""
    return LN2 / half_life_s


@lru_cache(maxsize=4096)
def _left_after_one_second(half_life_s: int) -> Decimal:
    return (-rate_constant(half_life_s)).exp()


@lru_cache(maxsize=1 << 16)
def fraction_left(elapsed_s: int, half_life_s: int) -> Decimal:
    """2^(-elapsed / half-life), at least 70 digits of it: a whole power of one second's factor."""
    if elapsed_s >= VANISHED_HALF_LIVES * half_life_s:
        return ZERO
    return _left_after_one_second(half_life_s) ** elapsed_s


class Stretch:
    """The time from one event to the next: constant half-lives and constant input.

    With A = 2^(-τ/ta), E = 2^(-τ/te), and the steady amounts Gs = r/ka, Bs = r/ke of an input r,

        G(τ) = G0·A + Gs·(1 - A)
        B(τ) = B0·E + Bs·(1 - E) + p·(A - E)       p = g·ka/(ke - ka), g = G0 - Gs
        B(τ) = B0·E + Bs·(1 - E) + g·k·τ·E         the limit for ta = te
        B(τ) = B0·E + Bs·(1 - E)                   absorption 0: the input enters the body

    In this form the smallest remnant keeps its digits beside the largest new drink. B' has one
    zero at most, so that a stretch has one interior highest or lowest point at most.
    """

    def __init__(self, start_s: int, state: Amounts, profile: Profile, input_ug_per_s: Decimal):
        self.start_s = start_s
        self.state = state
        self.input_ug_per_s = input_ug_per_s
        self.ta_s = profile.absorption_half_life_s
        self.te_s = profile.elimination_half_life_s
        self.ke = rate_constant(self.te_s)
        self.ka = rate_constant(self.ta_s) if self.ta_s else ZERO
        self.steady_body_ug = input_ug_per_s / self.ke
        self.steady_gut_ug = input_ug_per_s / self.ka if self.ta_s else ZERO
        self.gut_deviation_ug = state.gut_ug - self.steady_gut_ug
        self.p_ug = self._absorption_term()
        self._whole_peak: Optional[Tuple[Optional[int], Tuple[int, Decimal]]] = None

    def _absorption_term(self) -> Decimal:
        if self.ta_s in (0, self.te_s):
            return ZERO
        return self.gut_deviation_ug * self.ka / (self.ke - self.ka)

    @property
    def _equal(self) -> bool:
        return self.ta_s == self.te_s

    def gut_ug(self, elapsed_s: int) -> Decimal:
        """Gut amount `elapsed_s` after the start."""
        if not self.ta_s:
            return ZERO
        left = fraction_left(elapsed_s, self.ta_s)
        return self.state.gut_ug * left + self.steady_gut_ug * (ONE - left)

    def body_ug(self, elapsed_s: int) -> Decimal:
        """Body amount `elapsed_s` after the start."""
        left = fraction_left(elapsed_s, self.te_s)
        amount_ug = self.state.body_ug * left + self.steady_body_ug * (ONE - left)
        if self._equal:
            amount_ug += self.gut_deviation_ug * self.ke * elapsed_s * left
        elif self.p_ug:
            amount_ug += self.p_ug * (fraction_left(elapsed_s, self.ta_s) - left)
        return amount_ug

    def amounts(self, elapsed_s: int) -> Amounts:
        """Both amounts `elapsed_s` after the start."""
        return Amounts(self.gut_ug(elapsed_s), self.body_ug(elapsed_s))

    def area_ug_s(self, elapsed_s: int) -> Decimal:
        """Integral of `body_ug` over the first `elapsed_s`, term by term."""
        left = fraction_left(elapsed_s, self.te_s)
        gone_s = (ONE - left) / self.ke
        area = self.state.body_ug * gone_s + self.steady_body_ug * (elapsed_s - gone_s)
        if self._equal:
            area += self.gut_deviation_ug * (gone_s - elapsed_s * left)
        elif self.p_ug:
            absorbed_s = (ONE - fraction_left(elapsed_s, self.ta_s)) / self.ka
            area += self.p_ug * (absorbed_s - gone_s)
        return area

    def bound_ug(self, last_s: Optional[int]) -> Decimal:
        """An amount that the body cannot pass until `last_s`: everything that is there by then."""
        poured_ug = self.input_ug_per_s * last_s if last_s is not None else ZERO
        return self.state.total_ug + poured_ug

    def turning_s(self) -> Optional[Decimal]:
        """The time of an interior maximum, from B' = 0; None if the body falls from the start.

            τ = ln(-q·ke / (p·ka)) / (ke - ka)      q = b - p, b = B0 - Bs
            τ = (g - b)/(g·k)                       for equal half-lives
        """
        g_ug, b_ug = self.gut_deviation_ug, self.state.body_ug - self.steady_body_ug
        if self.ka * g_ug - self.ke * b_ug <= 0:
            return None
        if self._equal:
            return (g_ug - b_ug) / (g_ug * self.ke) if g_ug else None
        if not self.p_ug:
            return None
        ratio = (self.p_ug - b_ug) * self.ke / (self.p_ug * self.ka)
        return ratio.ln(_TURNING_CONTEXT) / (self.ke - self.ka) if ratio > 0 else None

    def highest(self, first_s: int, last_s: Optional[int]) -> Tuple[int, Decimal]:
        """Elapsed second and amount of the largest body amount on whole seconds of a part.

        `last_s` None is for ever; the input is zero then, so that the body ends at nothing.
        """
        if first_s:
            return self._find_highest(first_s, last_s)
        if self._whole_peak is None or self._whole_peak[0] != last_s:
            self._whole_peak = (last_s, self._find_highest(0, last_s))
        return self._whole_peak[1]

    def _find_highest(self, first_s: int, last_s: Optional[int]) -> Tuple[int, Decimal]:
        seconds = [first_s]
        turning = self.turning_s()
        if turning is not None and turning > first_s and (last_s is None or turning < last_s):
            seconds += [int(turning), int(turning) + 1]
        if last_s is not None:
            seconds.append(last_s)
        best_s, best_ug = first_s, self.body_ug(first_s)
        for second in seconds[1:]:
            amount_ug = self.body_ug(second)
            if amount_ug > best_ug:
                best_s, best_ug = second, amount_ug
        return best_s, best_ug

    def last_above(
        self, first_s: int, last_s: Optional[int], threshold_ug: Decimal
    ) -> Optional[int]:
        """The last whole elapsed second of a part at which the body is above the threshold."""
        if self.bound_ug(last_s) <= threshold_ug:
            return None
        if last_s is not None and self.body_ug(last_s) > threshold_ug:
            return last_s
        above, peak_ug = self.highest(first_s, last_s)
        if peak_ug <= threshold_ug:
            return None
        below = self._first_below(above, threshold_ug) if last_s is None else last_s
        while below - above > 1:
            middle = (above + below) // 2
            if self.body_ug(middle) > threshold_ug:
                above = middle
            else:
                below = middle
        return above

    def _first_below(self, above_s: int, threshold_ug: Decimal) -> int:
        """Some second after the peak with the body at or below the threshold."""
        step_s = 1
        while self.body_ug(above_s + step_s) > threshold_ug:
            step_s *= 2
        return above_s + step_s


_TURNING_CONTEXT = decimal_context(50)
"""A turning second needs its whole part; the amounts around it are compared in full."""


class ExactModel:
    """All answers for one wearer: an initial profile, drinks in any order, profile changes.

    A change at another's second replaces it (the later in the list counts).
    """

    def __init__(self, profile: Profile, drinks: Iterable[Drink], changes: Iterable[Change] = ()):
        self.profile = profile
        self.drinks: List[Drink] = sorted(drinks, key=lambda drink: drink.time_s)
        by_second: Dict[int, Profile] = {change.time_s: change.profile for change in changes}
        self.changes = [Change(second, by_second[second]) for second in sorted(by_second)]
        self._drink_times = [drink.time_s for drink in self.drinks]
        self._doses_so_far = list(accumulate((d.dose_ug for d in self.drinks), initial=0))
        self._stretches = list(self._walk())
        self._starts = [stretch.start_s for stretch in self._stretches]
        self._areas: Optional[List[Decimal]] = None

    # MARK: the chain over events

    def event_times(self) -> List[int]:
        """Every second at which a drink starts or ends or the profile changes."""
        seconds = {drink.time_s for drink in self.drinks} | {drink.end_s for drink in self.drinks}
        return sorted(seconds | {change.time_s for change in self.changes})

    def _walk(self) -> Iterator[Stretch]:
        """One stretch per event second. At one second: ends, profile change, starts."""
        starting = _grouped((drink.time_s, drink) for drink in self.drinks)
        ending = _grouped((drink.end_s, drink) for drink in self.drinks if drink.duration_s)
        changing = {change.time_s: change.profile for change in self.changes}
        profile, state, rate = self.profile, Amounts(ZERO, ZERO), Fraction(0)
        previous: Optional[Stretch] = None
        for second in self.event_times():
            if previous is not None:
                state = previous.amounts(second - previous.start_s)
            for drink in ending.get(second, ()):
                rate -= Fraction(drink.dose_ug, drink.duration_s)
            profile = changing.get(second, profile)
            gut_ug = state.gut_ug
            for drink in starting.get(second, ()):
                if drink.duration_s:
                    rate += Fraction(drink.dose_ug, drink.duration_s)
                else:
                    gut_ug += drink.dose_ug
            state = _settled(Amounts(gut_ug, state.body_ug), profile)
            input_ug_per_s = Decimal(rate.numerator) / Decimal(rate.denominator)
            previous = Stretch(second, state, profile, input_ug_per_s)
            yield previous

    def _index(self, time_s: int) -> int:
        """The stretch that holds `time_s`; -1 before the first event."""
        return bisect_right(self._starts, time_s) - 1

    def _parts(
        self, from_s: int, until_s: int, backward: bool = False
    ) -> Iterator[Tuple[Stretch, int, Optional[int]]]:
        """Stretches that overlap [from, until], each with its first and last elapsed second."""
        first, last = max(self._index(from_s), 0), self._index(until_s)
        indices = range(last, first - 1, -1) if backward else range(first, last + 1)
        for index in indices:
            stretch = self._stretches[index]
            end_s = self._starts[index + 1] - 1 if index + 1 < len(self._starts) else FOR_EVER_S
            end_s = min(end_s, until_s)
            elapsed_s = None if end_s == FOR_EVER_S else end_s - stretch.start_s
            yield stretch, max(from_s - stretch.start_s, 0), elapsed_s

    # MARK: questions

    def amounts(self, time_s: int) -> Amounts:
        """Gut and body at a second, drinks of that second included."""
        index = self._index(time_s)
        if index < 0:
            return Amounts(ZERO, ZERO)
        stretch = self._stretches[index]
        return stretch.amounts(time_s - stretch.start_s)

    def total_dose_ug(self, until_s: int) -> int:
        """The doses of all drinks begun at or before a second."""
        return self._doses_so_far[bisect_right(self._drink_times, until_s)]

    def area_ug_s(self, from_s: int, until_s: int) -> Decimal:
        """Area under the body curve over [from, until]."""
        return self._area_before(until_s) - self._area_before(from_s)

    def _area_before(self, time_s: int) -> Decimal:
        if self._areas is None:
            gaps = zip(self._stretches, self._starts[1:])
            pieces = (stretch.area_ug_s(end_s - stretch.start_s) for stretch, end_s in gaps)
            self._areas = list(accumulate(pieces, initial=ZERO))
        index = self._index(time_s)
        if index < 0:
            return ZERO
        stretch = self._stretches[index]
        return self._areas[index] + stretch.area_ug_s(time_s - stretch.start_s)

    def highest(self, from_s: int, until_s: int = FOR_EVER_S) -> Peak:
        """The largest body amount on whole seconds of [from, until]; ties: the earliest."""
        best = Peak(from_s, self.amounts(from_s).body_ug)
        for stretch, first_s, last_s in self._parts(from_s, until_s):
            if stretch.bound_ug(last_s) <= best.body_ug:
                continue
            elapsed_s, amount_ug = stretch.highest(first_s, last_s)
            if amount_ug > best.body_ug:
                best = Peak(stretch.start_s + elapsed_s, amount_ug)
        return best

    def below_from(
        self, from_s: int, threshold_ug: Decimal, until_s: int = FOR_EVER_S
    ) -> Optional[int]:
        """The least second from which the body stays at or below the threshold; None: never."""
        for stretch, first_s, last_s in self._parts(from_s, until_s, backward=True):
            elapsed_s = stretch.last_above(first_s, last_s, Decimal(threshold_ug))
            if elapsed_s is not None:
                above_s = stretch.start_s + elapsed_s
                return above_s + 1 if above_s < until_s else None
        return from_s

    def share_left(self, swallowed_s: int, time_s: int) -> Decimal:
        """What is left in gut and body at `time_s` of one unit swallowed at once earlier."""
        changes = {c.time_s: c.profile for c in self.changes if c.time_s <= time_s}
        past = [profile for second, profile in changes.items() if second <= swallowed_s]
        profile = past[-1] if past else self.profile
        part = Stretch(swallowed_s, _settled(Amounts(ONE, ZERO), profile), profile, ZERO)
        for second, profile in changes.items():
            if second > swallowed_s:
                state = _settled(part.amounts(second - part.start_s), profile)
                part = Stretch(second, state, profile, ZERO)
        return part.amounts(time_s - part.start_s).total_ug

    def largest_dose_ug(self, now_s: int, bedtime_s: int, threshold_ug: int) -> Optional[int]:
        """The greatest whole bolus at now that keeps gut + body at bedtime; None: never.

        Linear in the dose:  D = floor((threshold - ledger) / share left), at most 10 g.
        """
        room_ug = threshold_ug - self.amounts(bedtime_s).total_ug
        if room_ug < 0:
            return None
        share = self.share_left(now_s, bedtime_s)
        if room_ug >= LARGEST_DOSE_UG * share:
            return LARGEST_DOSE_UG
        return int(room_ug / share)

    def latest_time_s(
        self, now_s: int, bedtime_s: int, threshold_ug: int, dose_ug: int
    ) -> Optional[int]:
        """The last second in [now, bedtime] at which the dose keeps it; None: never."""
        ledger_ug = self.amounts(bedtime_s).total_ug

        def keeps(second: int) -> bool:
            return ledger_ug + dose_ug * self.share_left(second, bedtime_s) <= threshold_ug

        if not keeps(now_s):
            return None
        if keeps(bedtime_s):
            return bedtime_s
        good, bad = now_s, bedtime_s
        while bad - good > 1:
            middle = (good + bad) // 2
            if keeps(middle):
                good = middle
            else:
                bad = middle
        return good


def _settled(state: Amounts, profile: Profile) -> Amounts:
    """Absorption 0 empties the gut into the body at once."""
    if profile.absorption_half_life_s:
        return state
    return Amounts(ZERO, state.total_ug)


def _grouped(pairs: Iterable[Tuple[int, Drink]]) -> Dict[int, List[Drink]]:
    groups: Dict[int, List[Drink]] = {}
    for second, drink in pairs:
        groups.setdefault(second, []).append(drink)
    return groups


def round_half_up(amount: Decimal) -> int:
    """To the nearest whole number, half up; amounts are never negative."""
    return int(amount + Decimal("0.5")) if amount > 0 else 0


def main(arguments: Sequence[str]) -> int:
    import tables

    kinds = {(): "levels"}
    kinds.update({("--" + name,): name for name in ("forecasts", "bedtimes", "areas")})
    kind = kinds.get(tuple(arguments[2:]))
    if len(arguments) < 2 or arguments[0] != "evaluate" or kind is None:
        print(__doc__, file=sys.stderr)
        return 2
    table = tables.KINDS[kind]
    cases = tables.read_cases(arguments[1])
    print(",".join(table.header))
    for row in tables.read_rows(arguments[1], kind):
        exact = table.answer(cases[row["case"]].model, *table.asked(row))
        answers = [tables.whole(value) for value in exact]
        print(",".join([row[column] for column in table.asks] + answers))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
