#!/usr/bin/env python3
"""Judges a program's answers to table directories by the allowances of SEMANTICS.md.

    check_tables.py --program "CMD..." DIR...

Runs `CMD evaluate DIR`, and the same with --forecasts, --bedtimes and --areas, for every DIR that
has the table. Exact answers come from the table's own columns, else from the exact model. An
error is printed as a share of its allowance: at most 1 passes.

    amounts         1 µg + 1e-9 of the total dose so far
    times           2 s, or an amount at that second as near the truth as this comparison may err:
    comparisons     0.01 µg + 1e-9 of the total dose
    largest dose    20 µg + 1e-6 of itself, or its amount at bedtime within that of a comparison
    never           must agree, unless the exact amount is that near the threshold
    areas           1e-9 of itself + 1 µg times the length

The second alternative for a time is judged by its meaning. Below from s: no amount from s on may
pass the threshold by more than a comparison may err, and one second before s the amount must be
above it, or below by no more than that. Latest time: likewise with the second after.
"""

import argparse
import shlex
import subprocess
import sys
from dataclasses import dataclass
from decimal import Decimal
from typing import Callable, Dict, List, NamedTuple, Optional, Tuple

import tables
from exact_model import LARGEST_DOSE_UG, ExactModel
from tables import Case, Kind, Row

AMOUNT_UG = Decimal(1)
COMPARISON_UG = Decimal("0.01")
SHARE_OF_TOTAL = Decimal("1e-9")
TIME_S = 2
LARGEST_UG = Decimal(20)
SHARE_OF_LARGEST = Decimal("1e-6")
SHARE_OF_AREA = Decimal("1e-9")
AREA_UG = Decimal(1)

FAILED = Decimal("Infinity")
SHOWN_FAILURES = 5

Answers = List[Optional[Decimal]]
Shares = Dict[str, Decimal]


def share(error: Decimal, allowance: Decimal) -> Decimal:
    """The error as a share of its allowance."""
    if not error:
        return Decimal(0)
    return abs(error) / allowance if allowance else FAILED


def amount_allowance(model: ExactModel, time_s: int) -> Decimal:
    return AMOUNT_UG + SHARE_OF_TOTAL * model.total_dose_ug(time_s)


def comparison_allowance(total_dose_ug: int) -> Decimal:
    return COMPARISON_UG + SHARE_OF_TOTAL * total_dose_ug


# MARK: one judge per kind: the model, what was asked, the exact and the given answers


def judge_levels(model: ExactModel, asked: List[int], exact: Answers, given: Answers) -> Shares:
    allowance_ug = amount_allowance(model, asked[0])
    return {
        "gut": share(given[0] - exact[0], allowance_ug),
        "body": share(given[1] - exact[1], allowance_ug),
    }


def judge_forecasts(model: ExactModel, asked: List[int], exact: Answers, given: Answers) -> Shares:
    start_s, threshold_ug = asked
    peak_s, peak_ug, below_s = exact
    total_ug = model.total_dose_ug(int(max(peak_s, given[0])))
    return {
        "peak time": judge_peak_time(model, start_s, exact, given),
        "peak amount": share(given[1] - peak_ug, AMOUNT_UG + SHARE_OF_TOTAL * total_ug),
        "below from": judge_below_from(model, start_s, threshold_ug, below_s, given[2]),
    }


def judge_peak_time(model: ExactModel, start_s: int, exact: Answers, given: Answers) -> Decimal:
    off_s = abs(given[0] - exact[0])
    if given[0] < start_s:
        return FAILED
    if not off_s:
        return Decimal(0)
    lower_ug = exact[1] - model.amounts(int(given[0])).body_ug
    allowance_ug = comparison_allowance(model.total_dose_ug(int(max(exact[0], given[0]))))
    return min(off_s / TIME_S, share(lower_ug, allowance_ug))


def judge_below_from(
    model: ExactModel,
    start_s: int,
    threshold_ug: int,
    exact_s: Optional[Decimal],
    given_s: Optional[Decimal],
) -> Decimal:
    if given_s == exact_s:
        return Decimal(0)
    if given_s is None or exact_s is None or given_s < start_s:
        return FAILED
    second = int(given_s)
    over_ug = model.highest(second).body_ug - threshold_ug
    early_ug = Decimal(0)
    if second > start_s:
        early_ug = threshold_ug - model.amounts(second - 1).body_ug
    allowance_ug = comparison_allowance(model.total_dose_ug(int(max(exact_s, given_s))))
    worst_ug = max(over_ug, early_ug, Decimal(0))
    return min(abs(given_s - exact_s) / TIME_S, share(worst_ug, allowance_ug))


def judge_bedtimes(model: ExactModel, asked: List[int], exact: Answers, given: Answers) -> Shares:
    return {
        "largest dose": judge_largest(model, asked, exact[0], given[0]),
        "latest time": judge_latest(model, asked, exact[1], given[1]),
    }


def judge_largest(
    model: ExactModel, asked: List[int], exact_ug: Optional[Decimal], given_ug: Optional[Decimal]
) -> Decimal:
    now_s, bedtime_s, threshold_ug, _ = asked
    if given_ug == exact_ug:
        return Decimal(0)
    over_ug = model.amounts(bedtime_s).total_ug - threshold_ug
    ledger_ug = model.total_dose_ug(bedtime_s)
    if given_ug is None:
        return share(max(-over_ug, Decimal(0)), comparison_allowance(ledger_ug))
    if not 0 <= given_ug <= LARGEST_DOSE_UG:
        return FAILED
    left = model.share_left(now_s, bedtime_s)
    short_ug = Decimal(0)
    if given_ug < LARGEST_DOSE_UG:
        short_ug = -(over_ug + (given_ug + 1) * left)
    worst_ug = max(over_ug + given_ug * left, short_ug, Decimal(0))
    by_amount = share(worst_ug, comparison_allowance(ledger_ug + int(given_ug)))
    if exact_ug is None:
        return by_amount
    by_dose = share(given_ug - exact_ug, LARGEST_UG + SHARE_OF_LARGEST * exact_ug)
    return min(by_dose, by_amount)


def judge_latest(
    model: ExactModel, asked: List[int], exact_s: Optional[Decimal], given_s: Optional[Decimal]
) -> Decimal:
    now_s, bedtime_s, threshold_ug, dose_ug = asked
    if given_s == exact_s:
        return Decimal(0)
    room_ug = threshold_ug - model.amounts(bedtime_s).total_ug
    allowance_ug = comparison_allowance(model.total_dose_ug(bedtime_s) + dose_ug)

    def over_ug(second: int) -> Decimal:
        return dose_ug * model.share_left(second, bedtime_s) - room_ug

    if given_s is None:
        return share(max(-over_ug(now_s), Decimal(0)), allowance_ug)
    if not now_s <= given_s <= bedtime_s:
        return FAILED
    second = int(given_s)
    short_ug = -over_ug(second + 1) if second < bedtime_s else Decimal(0)
    by_amount = share(max(over_ug(second), short_ug, Decimal(0)), allowance_ug)
    if exact_s is None:
        return by_amount
    return min(abs(given_s - exact_s) / TIME_S, by_amount)


def judge_areas(model: ExactModel, asked: List[int], exact: Answers, given: Answers) -> Shares:
    allowance = SHARE_OF_AREA * exact[0] + AREA_UG * (asked[1] - asked[0])
    return {"area": share(given[0] - exact[0], allowance)}


JUDGES: Dict[str, Callable[[ExactModel, List[int], Answers, Answers], Shares]] = {
    "levels": judge_levels,
    "forecasts": judge_forecasts,
    "bedtimes": judge_bedtimes,
    "areas": judge_areas,
}


# MARK: running the program and counting


class Worst(NamedTuple):
    """The largest share of an allowance, and the answer that has it."""

    share: Decimal
    where: str


@dataclass
class Score:
    """Rows passed and failed, the first failures in words, the worst share per quantity."""

    passed: int
    failures: List[str]
    worst: Dict[str, Worst]

    @property
    def failed(self) -> int:
        return len(self.failures)

    def note(self, quantity: str, value: Decimal, where: str) -> None:
        if quantity not in self.worst or value > self.worst[quantity].share:
            self.worst[quantity] = Worst(value, where)


def run_program(program: List[str], directory: str, kind: Kind) -> Tuple[List[str], str]:
    """The program's lines, and what is wrong with the run as a whole (empty: nothing)."""
    command = program + ["evaluate", directory] + kind.option()
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    except OSError as error:
        return [], f"cannot run {shlex.join(command)}: {error}"
    lines = done.stdout.decode("utf-8", "replace").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()[-400:]
        return lines, f"{shlex.join(command)} ended with {done.returncode}: {said}"
    if not lines or lines[0] != ",".join(kind.header):
        return lines, f"first line is not the header {','.join(kind.header)}: {lines[:1]}"
    return lines, ""


def parse_line(line: str, row: Row, kind: Kind) -> Tuple[Optional[Answers], str]:
    """The answers of one line, or what is wrong with it."""
    cells = line.split(",")
    if len(cells) != len(kind.header):
        return None, f"{len(cells)} columns instead of {len(kind.header)}"
    expected = [row[column] for column in kind.asks]
    if cells[: len(expected)] != expected:
        return None, f"answers another row; asked {','.join(expected)}"
    answers: Answers = []
    for cell in cells[len(expected) :]:
        digits = cell[1:] if cell.startswith("-") else cell
        if not (digits.isascii() and digits.isdigit()):
            return None, f"not a whole number: {cell!r}"
        answers.append(tables.parse_answer(cell))
    for column, answer in zip(kind.answers, answers):
        if answer is None and not column.startswith(("largest", "latest", "below")):
            return None, f"{column} has no never"
    return answers, ""


def exact_answers(row: Row, kind: Kind, model: ExactModel) -> Answers:
    """From the table where it has them, else from the model."""
    if all(row.get(column) for column in kind.answers):
        return [tables.parse_answer(row[column]) for column in kind.answers]
    computed = kind.answer(model, *kind.asked(row))
    return [None if value is None else Decimal(value) for value in computed]


def check_row(line: str, row: Row, kind: Kind, case: Case, score: Score) -> None:
    """Judges one line and notes it in the score."""
    given, wrong = parse_line(line, row, kind)
    if given is None:
        score.failures.append(f"{wrong}: {line}")
        return
    exact = exact_answers(row, kind, case.model)
    shares = JUDGES[kind.name](case.model, kind.asked(row), exact, given)
    for quantity, value in shares.items():
        score.note(quantity, value, line)
    over = [f"{name} {value:.3g}" for name, value in shares.items() if value > 1]
    if over:
        wanted = ",".join(tables.exact_text(value) for value in exact)
        score.failures.append(f"{', '.join(over)} of the allowance: {line}; exact {wanted}")
    else:
        score.passed += 1


def check_table(program: List[str], directory: str, kind: Kind, cases: Dict[str, Case]) -> Score:
    """Runs one kind of one directory. A row without an answer has failed."""
    rows = tables.read_rows(directory, kind.name)
    lines, wrong = run_program(program, directory, kind)
    score = Score(0, [], {})
    if wrong:
        score.failures = [wrong] + ["not judged"] * (max(len(rows), 1) - 1)
        return score
    for line, row in zip(lines[1:], rows):
        check_row(line, row, kind, cases[row["case"]], score)
    for row in rows[len(lines) - 1 :]:
        score.failures.append("no line for " + ",".join(row[column] for column in kind.asks))
    for line in lines[len(rows) + 1 :]:
        score.failures.append(f"one line too many: {line}")
    return score


def print_score(directory: str, kind: Kind, score: Score) -> None:
    print(f"{directory} {kind.name}: {score.passed + score.failed} rows, {score.failed} failed")
    for quantity, worst in score.worst.items():
        print(f"    {quantity}: worst {worst.share:.3f} of the allowance: {worst.where}")
    for failure in score.failures[:SHOWN_FAILURES]:
        print(f"    FAILED {failure}")
    if score.failed > SHOWN_FAILURES:
        print(f"    and {score.failed - SHOWN_FAILURES} more")


def check_directory(program: List[str], directory: str) -> Tuple[int, int]:
    """Rows passed and failed in all tables of a directory."""
    cases = tables.read_cases(directory)
    passed = failed = 0
    for kind in tables.KINDS.values():
        if not tables.has_table(directory, kind.name):
            print(f"{directory} {kind.name}: no such table, skipped")
            continue
        score = check_table(program, directory, kind, cases)
        print_score(directory, kind, score)
        passed, failed = passed + score.passed, failed + score.failed
    return passed, failed


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--program", required=True, help='command before "evaluate DIR"')
    parser.add_argument("directories", metavar="DIR", nargs="+")
    options = parser.parse_args(arguments)
    counts = [check_directory(shlex.split(options.program), d) for d in options.directories]
    passed, failed = (sum(column) for column in zip(*counts))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
