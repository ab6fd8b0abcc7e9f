#!/usr/bin/env python3
"""Writes a random table directory with exact answers, in the formats of the reference tables.

    generate_cases.py --seed S --cases N OUT_DIR

Every case comes from one recipe, named in the case, and is drawn from its own generator (seed and
case number), so that a case stays itself whatever N is. Only whole-number draws are used: the
same seed gives the same bytes on any Python from 3.9 on.
"""

import argparse
import os
import random
import sys
from typing import Callable, Dict, List, Optional, Sequence, Tuple, TypeVar

import tables
from exact_model import FOR_EVER_S, LARGEST_DOSE_UG, Change, Drink, ExactModel, Profile
from tables import Case

T = TypeVar("T")

BASE_S = 1_780_300_800
END_OF_RECORDS_S = 7_258_118_400
"""2200-01-01: drinks and changes lie before it."""
DAY_S = 86_400
YEAR_S = 31_557_600
LONGEST_DRINK_S = 43_200
MOST_SIPS_AT_ONCE = 64
MOST_CHANGES = 8
"""The engine's ninth unfolded profile change is FULL."""
MOST_TOTAL_UG = 4_200_000_000
"""Below 2^32 - 1, else the engine answers RANGE."""
BIG_CASE_EVERY = 50
LEVELS_A_CASE, OTHERS_A_CASE = 16, 4

ABSORPTION_S = (30, 86_400)
ELIMINATION_S = (1_800, 720_000)
COMMON_DOSES_UG = (1_000, 28_000, 47_000, 64_000, 80_000, 96_000, 128_000, 200_000)
COMMON_THRESHOLDS_UG = (1, 36_000, 77_000, 2**32 - 1)


class Chance:
    """Random draws from whole numbers only."""

    def __init__(self, seed: str):
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def percent(self, percent: int) -> bool:
        return self.below(100) < percent

    def one_of(self, choices: Sequence[T]) -> T:
        return choices[self.below(len(choices))]

    def octave(self, low: int, high: int) -> int:
        """About log-uniform in [low, high]: a bit length first, then a number of that length."""
        bits = self.between(low.bit_length(), high.bit_length())
        return self.between(max(low, 1 << (bits - 1)), min(high, (1 << bits) - 1))

    def shuffled(self, items: Sequence[T]) -> List[T]:
        """A copy in random order (Fisher-Yates)."""
        cards = list(items)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


# MARK: what a wearer is like


def draw_profile(chance: Chance) -> Profile:
    """Half-lives that meet every branch: at once, ordinary, equal or nearly, flip-flop."""
    draw = chance.below(100)
    if draw < 15:
        return Profile(0, _elimination(chance))
    if draw < 45:
        return Profile(chance.one_of((30, 60, 420, 600, 3_600)), _elimination(chance))
    if draw < 70:
        absorption_s = chance.octave(ELIMINATION_S[0], ABSORPTION_S[1])
        near_s = absorption_s + chance.between(-2, 2)
        return Profile(absorption_s, max(near_s, ELIMINATION_S[0]))
    if draw < 85:
        absorption_s = chance.between(ELIMINATION_S[0] + 1, ABSORPTION_S[1])
        return Profile(absorption_s, chance.octave(ELIMINATION_S[0], absorption_s))
    return Profile(chance.octave(*ABSORPTION_S), _elimination(chance))


def _elimination(chance: Chance) -> int:
    if chance.percent(60):
        return chance.one_of((1_800, 9_000, 12_420, 18_000, 18_000, 64_800, 720_000))
    return chance.octave(*ELIMINATION_S)


def draw_dose(chance: Chance) -> int:
    draw = chance.below(100)
    if draw < 60:
        return chance.one_of(COMMON_DOSES_UG)
    if draw < 70:
        return chance.one_of((1, LARGEST_DOSE_UG))
    return chance.octave(1, LARGEST_DOSE_UG)


def draw_duration(chance: Chance) -> int:
    draw = chance.below(100)
    if draw < 45:
        return 0
    if draw < 55:
        return chance.one_of((1, 60, 1_800, LONGEST_DRINK_S))
    return chance.octave(1, LONGEST_DRINK_S)


def draw_drink(chance: Chance, time_s: int) -> Drink:
    return Drink(time_s, draw_dose(chance), draw_duration(chance))


def draw_start(chance: Chance) -> int:
    """Mostly these years; now and then the two ends of the calendar."""
    draw = chance.below(100)
    if draw < 5:
        return chance.below(3)
    if draw < 8:
        return END_OF_RECORDS_S - 4 * DAY_S
    return BASE_S + chance.below(10**8)


# MARK: recipes


def single(chance: Chance) -> List[Drink]:
    return [draw_drink(chance, draw_start(chance))]


def one_day(chance: Chance) -> List[Drink]:
    start_s = draw_start(chance)
    count = chance.between(2, 12)
    return [draw_drink(chance, start_s + chance.below(DAY_S)) for _ in range(count)]


def overlapping(chance: Chance) -> List[Drink]:
    """Sips that all pour at one second, up to 64 of them."""
    middle_s = draw_start(chance) + LONGEST_DRINK_S
    drinks = []
    for _ in range(chance.octave(2, MOST_SIPS_AT_ONCE)):
        duration_s = chance.octave(1, LONGEST_DRINK_S)
        drinks.append(Drink(middle_s - chance.below(duration_s), draw_dose(chance), duration_s))
    return drinks


def one_second(chance: Chance) -> List[Drink]:
    """Several drinks at one second, and some that end or begin just there."""
    second = draw_start(chance) + LONGEST_DRINK_S
    drinks = [draw_drink(chance, second) for _ in range(chance.between(2, 10))]
    for _ in range(chance.below(4)):
        duration_s = chance.octave(1, LONGEST_DRINK_S)
        drinks.append(Drink(second - duration_s, draw_dose(chance), duration_s))
    drinks += [draw_drink(chance, second + chance.between(-1, 1)) for _ in range(chance.below(3))]
    return drinks


def years_apart(chance: Chance) -> List[Drink]:
    """A few drinks, then ten years or so, then again."""
    time_s = chance.below(5) * YEAR_S
    drinks = []
    for _ in range(chance.between(2, 4)):
        for _ in range(chance.between(1, 3)):
            drinks.append(draw_drink(chance, time_s + chance.below(DAY_S)))
        time_s += chance.one_of((10 * YEAR_S, 10 * YEAR_S, chance.octave(DAY_S, 40 * YEAR_S)))
    return drinks


def large_and_small(chance: Chance) -> List[Drink]:
    """10 g beside 1 µg."""
    start_s = draw_start(chance)
    doses = [LARGEST_DOSE_UG] * chance.between(1, 20) + [1] * chance.between(1, 20)
    return [Drink(start_s + chance.below(DAY_S), d, draw_duration(chance)) for d in doses]


def seconds_apart(chance: Chance) -> List[Drink]:
    """Drinks in a row, a second or a few after each other: the densest chain of events."""
    time_s = draw_start(chance)
    drinks = []
    for _ in range(chance.between(5, 60)):
        drinks.append(Drink(time_s, draw_dose(chance), chance.one_of((0, 1, 2, 5, 30))))
        time_s += chance.one_of((0, 1, 1, 2, 7))
    return drinks


def thousands(chance: Chance) -> List[Drink]:
    """A long ledger: months or years of drinks, never more than 64 sips at once."""
    time_s = BASE_S - chance.below(10**9)
    most_apart_s = chance.one_of((7_200, 28_800))
    drinks: List[Drink] = []
    pouring: List[int] = []
    for _ in range(chance.between(1_000, 4_000)):
        pouring = [end_s for end_s in pouring if end_s > time_s]
        free = len(pouring) < MOST_SIPS_AT_ONCE
        drinks.append(Drink(time_s, draw_dose(chance), draw_duration(chance) if free else 0))
        pouring.append(drinks[-1].end_s)
        time_s += chance.octave(1, most_apart_s) if chance.percent(95) else 0
    return drinks


RECIPES: Tuple[Callable[[Chance], List[Drink]], ...] = (
    one_day,
    overlapping,
    one_second,
    single,
    years_apart,
    large_and_small,
    seconds_apart,
    one_day,
)
ALWAYS_CHANGING = 7
"""The last recipe, the ordinary day once more, always has profile changes."""


def keep_total(drinks: List[Drink]) -> List[Drink]:
    """Drops what would take the total past 32 bits."""
    kept, total_ug = [], 0
    for drink in drinks:
        if total_ug + drink.dose_ug <= MOST_TOTAL_UG:
            kept.append(drink)
            total_ug += drink.dose_ug
    return kept


def draw_changes(chance: Chance, drinks: List[Drink]) -> List[Change]:
    """Changes at a drink's second, in mid-sip, at an end, anywhere; to and from absorption 0."""
    first_s = min(drink.time_s for drink in drinks)
    last_s = max(drink.end_s for drink in drinks)
    seconds: List[int] = []
    for _ in range(chance.between(1, MOST_CHANGES)):
        drink = chance.one_of(drinks)
        inside_s = drink.time_s + (chance.below(drink.duration_s) if drink.duration_s else 0)
        anywhere_s = chance.between(first_s, last_s + DAY_S)
        second = chance.one_of(
            (drink.time_s, drink.end_s, inside_s, inside_s, inside_s + 600, anywhere_s)
        )
        seconds.append(max(0, min(second + chance.one_of((0, 0, 0, -1, 1)), END_OF_RECORDS_S - 1)))
    changes: List[Change] = []
    for second in seconds:
        profile = draw_profile(chance)
        at_once_before = bool(changes) and changes[-1].profile.absorption_half_life_s == 0
        if not at_once_before and chance.percent(20):
            profile = Profile(0, profile.elimination_half_life_s)
        changes.append(Change(second, profile))
    return changes


def draw_case(seed: int, index: int) -> Tuple[Case, Chance]:
    chance = Chance(f"caffeine {seed} {index}")
    position = index % len(RECIPES)
    recipe = thousands if index % BIG_CASE_EVERY == BIG_CASE_EVERY - 1 else RECIPES[position]
    drinks = keep_total(recipe(chance))
    always = recipe is not thousands and position == ALWAYS_CHANGING
    changes = draw_changes(chance, drinks) if always or chance.percent(35) else []
    name = recipe.__name__.replace("_", "-") + ("-changing" if changes else "")
    if chance.percent(30):
        drinks = chance.shuffled(drinks)
    return Case(f"{name}-{index:04d}", draw_profile(chance), drinks, changes), chance


# MARK: what is asked


def draw_time(chance: Chance, events: List[int]) -> int:
    """A second worth asking for: around an event, in between, before all or long after."""
    draw = chance.below(100)
    if draw < 45:
        return chance.one_of(events) + chance.between(-1, 1)
    if draw < 70:
        index = chance.below(len(events))
        until_s = events[index + 1] if index + 1 < len(events) else events[index] + DAY_S
        return chance.between(events[index], until_s)
    if draw < 75:
        return events[0] - chance.octave(1, 10 * YEAR_S)
    if draw < 80:
        return events[-1] + chance.octave(1, 10 * YEAR_S)
    if draw < 81:
        return chance.one_of((FOR_EVER_S, FOR_EVER_S - 1, -(2**63), -1, 0))
    return events[-1] + chance.octave(1, 3 * DAY_S)


def draw_threshold(chance: Chance, amounts_ug: List[int]) -> int:
    """A usual threshold, any, or one on the edge of an amount that the case really has."""
    draw = chance.below(100)
    if draw < 20:
        return chance.one_of(COMMON_THRESHOLDS_UG)
    if draw < 40:
        return chance.octave(1, LARGEST_DOSE_UG)
    amount_ug = chance.one_of(amounts_ug)
    if draw < 70:
        amount_ug = amount_ug * chance.between(1, 120) // 100
    return max(1, min(amount_ug + chance.between(-1, 2), 2**32 - 1))


def draw_levels(chance: Chance, model: ExactModel) -> List[Tuple[int, ...]]:
    events = model.event_times()
    edges = [events[0] - 1, events[0], events[-1], events[-1] + 1]
    count = LEVELS_A_CASE - len(edges)
    return [(t,) for t in edges] + [(draw_time(chance, events),) for _ in range(count)]


def draw_forecasts(chance: Chance, model: ExactModel) -> List[Tuple[int, ...]]:
    rows = []
    for _ in range(OTHERS_A_CASE):
        start_s = draw_time(chance, model.event_times())
        amounts_ug = [
            int(model.highest(start_s).body_ug),
            int(model.amounts(draw_time(chance, model.event_times())).body_ug),
        ]
        rows.append((start_s, draw_threshold(chance, amounts_ug)))
    return rows


def draw_bedtimes(chance: Chance, model: ExactModel) -> List[Tuple[int, ...]]:
    rows = []
    for _ in range(OTHERS_A_CASE):
        now_s = draw_time(chance, model.event_times())
        length_s = chance.octave(1, 2 * DAY_S) - 1 if chance.percent(90) else 3 * YEAR_S
        bedtime_s = min(now_s + length_s, FOR_EVER_S)
        ledger_ug = int(model.amounts(bedtime_s).total_ug)
        dose_ug = draw_dose(chance) if chance.percent(95) else 0
        amounts_ug = [ledger_ug, ledger_ug + dose_ug, ledger_ug + dose_ug // 2]
        rows.append((now_s, bedtime_s, draw_threshold(chance, amounts_ug), dose_ug))
    return rows


def draw_areas(chance: Chance, model: ExactModel) -> List[Tuple[int, ...]]:
    rows = []
    for _ in range(OTHERS_A_CASE):
        from_s = draw_time(chance, model.event_times())
        other_s = draw_time(chance, model.event_times())
        if chance.percent(30):
            other_s = min(from_s + chance.between(0, 120), FOR_EVER_S)
        rows.append((min(from_s, other_s), max(from_s, other_s)))
    return rows


DRAWS: Dict[str, Callable[[Chance, ExactModel], List[Tuple[int, ...]]]] = {
    "levels": draw_levels,
    "forecasts": draw_forecasts,
    "bedtimes": draw_bedtimes,
    "areas": draw_areas,
}


def write_directory(seed: int, cases: int, directory: str) -> None:
    """Draws all cases, asks, answers exactly and writes the seven tables."""
    os.makedirs(directory, exist_ok=True)
    profiles: List[tuple] = []
    doses: List[tuple] = []
    changes: List[tuple] = []
    answers: Dict[str, List[tuple]] = {name: [] for name in DRAWS}
    for index in range(cases):
        case, chance = draw_case(seed, index)
        profiles.append((case.name,) + _half_lives(case.profile))
        doses += [(case.name, d.time_s, d.dose_ug, d.duration_s) for d in case.drinks]
        changes += [(case.name, c.time_s) + _half_lives(c.profile) for c in case.changes]
        for name, draw in DRAWS.items():
            for asked in draw(chance, case.model):
                exact = tables.KINDS[name].answer(case.model, *asked)
                texts = tuple(tables.exact_text(value) for value in exact)
                answers[name].append((case.name,) + asked + texts)
    tables.write_table(directory, "profiles", tables.PROFILE_COLUMNS, profiles)
    tables.write_table(directory, "doses", tables.DOSE_COLUMNS, doses)
    tables.write_table(directory, "changes", tables.CHANGE_COLUMNS, changes)
    for name, rows in answers.items():
        tables.write_table(directory, name, tables.KINDS[name].header, rows)


def _half_lives(profile: Profile) -> Tuple[int, int]:
    return (profile.absorption_half_life_s, profile.elimination_half_life_s)


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("directory", metavar="OUT_DIR")
    options = parser.parse_args(arguments)
    write_directory(options.seed, options.cases, options.directory)
    return 0


if __name__ == "__main__":
    sys.exit(main())
