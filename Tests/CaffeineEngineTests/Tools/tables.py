"""The CSV tables of a reference directory: cases, asking rows, and the exact answers to them."""

import csv
import os
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from typing import Callable, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from exact_model import Change, Drink, ExactModel, Profile, decimal_context, round_half_up

Answer = Union[int, Decimal, None]
Row = Dict[str, str]

PROFILE_COLUMNS = ("case", "absorption_half_life_s", "elimination_half_life_s")
DOSE_COLUMNS = ("case", "time_s", "dose_ug", "duration_s")
CHANGE_COLUMNS = ("case", "time_s", "absorption_half_life_s", "elimination_half_life_s")
NEVER = "-1"


@dataclass
class Case:
    """One wearer: what a reference directory says under one case name."""

    name: str
    profile: Profile
    drinks: List[Drink] = field(default_factory=list)
    changes: List[Change] = field(default_factory=list)

    @cached_property
    def model(self) -> ExactModel:
        return ExactModel(self.profile, self.drinks, self.changes)


@dataclass(frozen=True)
class Kind:
    """A kind of question: its columns and how the exact model answers it."""

    name: str
    asks: Tuple[str, ...]
    answers: Tuple[str, ...]
    answer: Callable[..., Tuple[Answer, ...]]

    @property
    def header(self) -> Tuple[str, ...]:
        return self.asks + self.answers

    def asked(self, row: Row) -> List[int]:
        """The numbers of an asking row, without the case."""
        return [int(row[column]) for column in self.asks[1:]]

    def option(self) -> List[str]:
        """The program's option for this kind; levels is what it does without one."""
        return [] if self.name == "levels" else ["--" + self.name]


def _levels(model: ExactModel, time_s: int) -> Tuple[Answer, ...]:
    return tuple(model.amounts(time_s))


def _forecasts(model: ExactModel, start_s: int, threshold_ug: int) -> Tuple[Answer, ...]:
    return tuple(model.highest(start_s)) + (model.below_from(start_s, Decimal(threshold_ug)),)


def _bedtimes(
    model: ExactModel, now_s: int, bedtime_s: int, threshold_ug: int, dose_ug: int
) -> Tuple[Answer, ...]:
    return (
        model.largest_dose_ug(now_s, bedtime_s, threshold_ug),
        model.latest_time_s(now_s, bedtime_s, threshold_ug, dose_ug),
    )


def _areas(model: ExactModel, from_s: int, until_s: int) -> Tuple[Answer, ...]:
    return (model.area_ug_s(from_s, until_s),)


KINDS: Dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("levels", ("case", "time_s"), ("gut_ug", "body_ug"), _levels),
        Kind(
            "forecasts",
            ("case", "start_s", "threshold_ug"),
            ("peak_time_s", "peak_ug", "below_from_s"),
            _forecasts,
        ),
        Kind(
            "bedtimes",
            ("case", "now_s", "bedtime_s", "threshold_ug", "dose_ug"),
            ("largest_dose_ug", "latest_time_s"),
            _bedtimes,
        ),
        Kind("areas", ("case", "from_s", "until_s"), ("area_ug_s",), _areas),
    )
}


def read_rows(directory: str, name: str) -> List[Row]:
    """The rows of `name`.csv as texts."""
    with open(os.path.join(directory, name + ".csv"), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def has_table(directory: str, name: str) -> bool:
    return os.path.exists(os.path.join(directory, name + ".csv"))


def read_cases(directory: str) -> Dict[str, Case]:
    """The cases of a directory; changes.csv may be absent."""
    profiles = read_rows(directory, "profiles")
    cases = {row["case"]: Case(row["case"], _profile(row)) for row in profiles}
    for row in read_rows(directory, "doses"):
        drink = Drink(int(row["time_s"]), int(row["dose_ug"]), int(row["duration_s"]))
        cases[row["case"]].drinks.append(drink)
    if has_table(directory, "changes"):
        for row in read_rows(directory, "changes"):
            cases[row["case"]].changes.append(Change(int(row["time_s"]), _profile(row)))
    return cases


def _profile(row: Row) -> Profile:
    return Profile(int(row["absorption_half_life_s"]), int(row["elimination_half_life_s"]))


def write_table(
    directory: str, name: str, header: Sequence[str], rows: Iterable[Sequence[object]]
) -> None:
    """Writes `name`.csv with LF line ends."""
    path = os.path.join(directory, name + ".csv")
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


_PRINTED = decimal_context(20)
_SMALLEST_PRINTED = Decimal("1e-40")


def exact_text(value: Answer) -> str:
    """An exact answer for a table: whole numbers as they are, amounts with 20 digits."""
    if value is None:
        return NEVER
    if isinstance(value, int):
        return str(value)
    if abs(value) < _SMALLEST_PRINTED:
        return "0.0"
    return format(_PRINTED.plus(value), "f")


def whole(value: Answer) -> str:
    """An exact answer as the program prints it: amounts rounded to whole units."""
    if isinstance(value, Decimal):
        return str(round_half_up(value))
    return exact_text(value)


def parse_answer(text: str) -> Optional[Decimal]:
    """A printed answer; None is never."""
    return None if text == NEVER else Decimal(text)
