#!/usr/bin/env python3
"""Writes a long run of drinks with exact amounts on the way, for the engine's test of folding.

    fold_reference.py --seed S --drinks N OUT.csv

Columns: time_s, dose_ug, duration_s, ask_time_s, gut_ug, body_ug. Drinks are in time order. Where
the last three are set, they hold after this row's drink is recorded: the ask is at or after its
start and before the next row's, in mid-sip or not, so that a ledger of any capacity can answer.

At most `--open` drinks (8) end at or after the start of the next one, so that a ledger of more
than that capacity always has a drink to fold that ended before it: no FULL, no TOO_OLD. Doses stay
below the toxic range, so that none needs the flag MEANT.
"""

import argparse
import csv
import sys
from typing import Iterable, List, Optional, TextIO, Tuple

from exact_model import Drink, ExactModel, Profile
from generate_cases import BASE_S, COMMON_DOSES_UG, LONGEST_DRINK_S, Chance

COLUMNS = ("time_s", "dose_ug", "duration_s", "ask_time_s", "gut_ug", "body_ug")
MOST_APART_S = 4_500
"""Ten thousand drinks take about nine months."""
LARGEST_PLAIN_UG = 1_200_000
ASK_EVERY = 100
ASK_WITHIN_S = 7_200


def draw_drinks(chance: Chance, count: int, most_open: int) -> List[Drink]:
    """Boluses and sips; now and then two at one second, or one that begins at another's end."""
    drinks: List[Drink] = []
    time_s = BASE_S
    open_ends: List[int] = []
    for _ in range(count):
        while len(open_ends := [end for end in open_ends if end >= time_s]) >= most_open:
            time_s += chance.between(1, MOST_APART_S)
        drinks.append(Drink(time_s, _draw_dose(chance), _draw_duration(chance)))
        open_ends.append(drinks[-1].end_s)
        time_s = _next_start(chance, drinks[-1])
    return drinks


def _draw_dose(chance: Chance) -> int:
    if chance.percent(80):
        return chance.one_of(COMMON_DOSES_UG)
    return chance.octave(1, LARGEST_PLAIN_UG)


def _draw_duration(chance: Chance) -> int:
    if chance.percent(50):
        return 0
    if chance.percent(15):
        return chance.between(LONGEST_DRINK_S // 2, LONGEST_DRINK_S)
    return chance.octave(1, 7_200)


def _next_start(chance: Chance, drink: Drink) -> int:
    if chance.percent(3):
        return drink.time_s
    if chance.percent(3) and drink.duration_s <= MOST_APART_S:
        return drink.end_s
    return drink.time_s + chance.between(1, MOST_APART_S)


def rows(
    chance: Chance, drinks: List[Drink], profile: Profile, ask_every: int
) -> Iterable[Tuple[str, ...]]:
    """One row per drink; about every `ask_every`-th that has room before the next is asked."""
    model = ExactModel(profile, drinks)
    since_asked = 0
    for index, drink in enumerate(drinks):
        since_asked += 1
        is_last = index + 1 == len(drinks)
        limit_s = drink.time_s + ASK_WITHIN_S if is_last else drinks[index + 1].time_s - 1
        asked = ("", "", "")
        if limit_s >= drink.time_s and (since_asked >= ask_every or is_last):
            since_asked = 0
            ask_s = chance.between(drink.time_s, min(limit_s, drink.time_s + ASK_WITHIN_S))
            amounts = model.amounts(ask_s)
            asked = (str(ask_s), f"{amounts.gut_ug:.12f}", f"{amounts.body_ug:.12f}")
        yield (str(drink.time_s), str(drink.dose_ug), str(drink.duration_s)) + asked


def write(file: TextIO, table: Iterable[Tuple[str, ...]]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(table)


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--drinks", type=int, default=10_000)
    parser.add_argument("--open", type=int, default=8, help="most drinks not ended at once")
    parser.add_argument("--ask-every", type=int, default=ASK_EVERY)
    parser.add_argument("--absorption", type=int, default=420, help="half-life, s")
    parser.add_argument("--elimination", type=int, default=18_000, help="half-life, s")
    parser.add_argument("output", metavar="OUT.csv")
    options = parser.parse_args(arguments)
    chance = Chance(f"caffeine fold {options.seed}")
    drinks = draw_drinks(chance, options.drinks, options.open)
    profile = Profile(options.absorption, options.elimination)
    with open(options.output, "w", newline="", encoding="utf-8") as file:
        write(file, rows(chance, drinks, profile, options.ask_every))
    return 0


if __name__ == "__main__":
    sys.exit(main())
