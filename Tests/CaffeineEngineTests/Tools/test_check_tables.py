#!/usr/bin/env python3
"""Tests of the judge and of the generators: right answers pass, wrong ones do not.

    python3 test_check_tables.py
"""

import contextlib
import csv
import io
import os
import sys
import tempfile
import unittest
from decimal import Decimal
from typing import Callable, List

import check_tables
import exact_model
import fold_reference
import generate_cases
import tables
from exact_model import Drink, ExactModel, Profile

SEED, CASES = 7, 24
EXACT_PROGRAM = [sys.executable, os.path.abspath(exact_model.__file__)]


def written(seed: int, cases: int, directory: str) -> None:
    generate_cases.write_directory(seed, cases, directory)


def contents(directory: str) -> List[str]:
    texts = []
    for name in sorted(os.listdir(directory)):
        with open(os.path.join(directory, name), encoding="utf-8") as file:
            texts.append(file.read())
    return texts


class Generator(unittest.TestCase):
    def test_same_seed_same_bytes_and_cases_do_not_depend_on_their_number(self) -> None:
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            written(SEED, 8, one)
            written(SEED, 8, two)
            self.assertEqual(contents(one), contents(two))
            written(SEED, 9, two)
            for less, more in zip(contents(one), contents(two)):
                self.assertTrue(more.startswith(less))

    def test_keeps_the_accepted_ranges(self) -> None:
        for index in range(400):
            case, _ = generate_cases.draw_case(SEED, index)
            self.assertLess(sum(drink.dose_ug for drink in case.drinks), 2**32)
            self.assertLessEqual(len({change.time_s for change in case.changes}), 8)
            for drink in case.drinks:
                self.assertTrue(0 <= drink.time_s and drink.end_s < 7_258_118_400, case.name)
                self.assertTrue(1 <= drink.dose_ug <= 10_000_000, case.name)
                self.assertTrue(0 <= drink.duration_s <= 43_200, case.name)
            for profile in [case.profile] + [change.profile for change in case.changes]:
                absorption_s = profile.absorption_half_life_s
                self.assertTrue(absorption_s == 0 or 30 <= absorption_s <= 86_400, case.name)
                self.assertTrue(1_800 <= profile.elimination_half_life_s <= 720_000, case.name)


class FoldReference(unittest.TestCase):
    def test_any_ledger_of_more_than_the_open_drinks_can_fold(self) -> None:
        chance = generate_cases.Chance("test")
        drinks = fold_reference.draw_drinks(chance, 2_000, most_open=5)
        listed: List[int] = []
        for drink in drinks:
            if len(listed) == 6:
                listed.remove(min(listed))
            listed.append(drink.end_s)
            self.assertLess(min(listed) if len(listed) == 6 else -1, drink.time_s + 1)
        self.assertEqual(drinks, sorted(drinks, key=lambda drink: drink.time_s))

    def test_asks_lie_between_their_drink_and_the_next(self) -> None:
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "fold.csv")
            fold_reference.main(["--seed", "1", "--drinks", "500", "--ask-every", "10", path])
            with open(path, newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 500)
        self.assertGreater(sum(1 for row in rows if row["ask_time_s"]), 40)
        for row, following in zip(rows, rows[1:]):
            if row["ask_time_s"]:
                self.assertLessEqual(int(row["time_s"]), int(row["ask_time_s"]))
                self.assertLess(int(row["ask_time_s"]), int(following["time_s"]))


class Checker(unittest.TestCase):
    """A program that answers right but for one line that the test bends."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.directory = os.path.join(cls.folder.name, "tables")
        written(SEED, CASES, cls.directory)
        cls.cases = tables.read_cases(cls.directory)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.folder.cleanup()

    def score(self, name: str, bend: Callable[[List[str]], object]) -> check_tables.Score:
        kind = tables.KINDS[name]
        lines, wrong = check_tables.run_program(EXACT_PROGRAM, self.directory, kind)
        self.assertEqual(wrong, "")
        bend(lines)
        answers = os.path.join(self.folder.name, "answers.csv")
        with open(answers, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        program = [sys.executable, "-c", f"print(open({answers!r}).read(), end='')"]
        return check_tables.check_table(program, self.directory, kind, self.cases)

    def test_exact_answers_pass_with_and_without_answer_columns(self) -> None:
        for name, kind in tables.KINDS.items():
            rows = tables.read_rows(self.directory, name)
            score = self.score(name, lambda lines: None)
            self.assertEqual((score.passed, score.failures), (len(rows), []))
            for row in rows[:20]:
                bare = {column: row[column] for column in kind.asks}
                model = self.cases[row["case"]].model
                computed = check_tables.exact_answers(bare, kind, model)
                for one, other in zip(computed, check_tables.exact_answers(row, kind, model)):
                    self.assertEqual(one is None, other is None)
                    if one is not None:
                        self.assertLessEqual(abs(one - other), abs(one) * Decimal("1e-18"))

    def test_wrong_rows_fail(self) -> None:
        def swap(lines: List[str]) -> None:
            lines[1], lines[2] = lines[2], lines[1]

        self.assertEqual(self.score("levels", swap).failed, 2)
        self.assertEqual(self.score("levels", lambda lines: lines.pop()).failed, 1)
        self.assertEqual(self.score("levels", lambda lines: lines.append(lines[-1])).failed, 1)
        headless = self.score("levels", lambda lines: lines.pop(0))
        self.assertEqual((headless.passed, headless.failed), (0, CASES * 16))

        def garble(lines: List[str]) -> None:
            lines[3] = lines[3] + ".5"

        self.assertEqual(self.score("areas", garble).failed, 1)

    def test_a_program_that_fails_fails_every_row(self) -> None:
        kind = tables.KINDS["areas"]
        for program in ([sys.executable, "-c", "raise SystemExit(3)"], ["/no/such/program"]):
            score = check_tables.check_table(program, self.directory, kind, self.cases)
            self.assertEqual((score.passed, score.failed), (0, CASES * 4))

    def test_last_line_and_exit_status(self) -> None:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status = check_tables.main(
                ["--program", f"{sys.executable} {EXACT_PROGRAM[1]}", self.directory]
            )
        last = said.getvalue().rstrip("\n").rsplit("\n", 1)[-1]
        self.assertEqual((status, last), (0, f"{CASES * 28} passed, 0 failed"))


class Judges(unittest.TestCase):
    """Single answers just inside and just outside of their allowances."""

    START_S = 1_780_300_800
    MODEL = ExactModel(Profile(600, 18_000), [Drink(START_S, 100_000)])

    def test_amounts(self) -> None:
        exact = [Decimal("10.2"), Decimal("20.2")]
        for given, passes in ((11, True), (12, False), (10, True), (9, False)):
            shares = check_tables.judge_levels(
                self.MODEL, [self.START_S], exact, [Decimal(given), Decimal(20)]
            )
            self.assertEqual(shares["gut"] <= 1, passes, str(given))

    def test_peak_time_may_be_off_where_the_curve_is_flat(self) -> None:
        peak = self.MODEL.highest(self.START_S)
        exact = [Decimal(peak.time_s), peak.body_ug]
        for off_s, passes in ((0, True), (2, True), (-2, True), (3, False), (-300, False)):
            given = [Decimal(peak.time_s + off_s), exact[1]]
            value = check_tables.judge_peak_time(self.MODEL, self.START_S, exact, given)
            self.assertEqual(value <= 1, passes, str(off_s))
        slow = ExactModel(Profile(86_400, 720_000), [Drink(self.START_S, 1_000)])
        peak = slow.highest(self.START_S)
        exact = [Decimal(peak.time_s), peak.body_ug]
        given = [exact[0] + 300, exact[1]]
        self.assertLess(check_tables.judge_peak_time(slow, self.START_S, exact, given), 1)

    def judge_below(self, threshold_ug: int, off_s: int) -> bool:
        exact_s = Decimal(self.MODEL.below_from(self.START_S, Decimal(threshold_ug)))
        value = check_tables.judge_below_from(
            self.MODEL, self.START_S, threshold_ug, exact_s, exact_s + off_s
        )
        return value <= 1

    def test_below_from(self) -> None:
        self.assertTrue(self.judge_below(36_000, 2) and self.judge_below(36_000, -2))
        self.assertFalse(self.judge_below(36_000, 3) or self.judge_below(36_000, -3))
        self.assertTrue(self.judge_below(1, 100) and self.judge_below(1, -100))
        self.assertFalse(self.judge_below(1, 700) or self.judge_below(1, -700))

    def test_below_from_on_the_edge_of_the_peak(self) -> None:
        """A threshold just under the peak may be taken for one just over it, but not by much."""
        peak = self.MODEL.highest(self.START_S)
        for gap, passes in (("0.005", True), ("0.5", False)):
            threshold = peak.body_ug - Decimal(gap)
            exact_s = Decimal(self.MODEL.below_from(self.START_S, threshold))
            value = check_tables.judge_below_from(
                self.MODEL, self.START_S, threshold, exact_s, Decimal(self.START_S)
            )
            self.assertEqual(value <= 1, passes, gap)

    def test_largest_dose(self) -> None:
        asked = [self.START_S, self.START_S + 36_000, 77_000, 0]
        exact = Decimal(self.MODEL.largest_dose_ug(*asked[:3]))
        for off_ug, passes in ((0, True), (20, True), (-20, True), (25, False), (-25, False)):
            value = check_tables.judge_largest(self.MODEL, asked, exact, exact + off_ug)
            self.assertEqual(value <= 1, passes, str(off_ug))
        self.assertGreater(check_tables.judge_largest(self.MODEL, asked, exact, None), 1)
        asked[2] = int(self.MODEL.amounts(asked[1]).total_ug)
        self.assertGreater(check_tables.judge_largest(self.MODEL, asked, None, Decimal(0)), 1)

    def test_latest_time(self) -> None:
        asked = [self.START_S, self.START_S + 36_000, 77_000, 100_000]
        exact = Decimal(self.MODEL.latest_time_s(*asked))
        self.assertTrue(asked[0] < exact < asked[1])
        for off_s, passes in ((0, True), (2, True), (-2, True), (3, False), (-3, False)):
            value = check_tables.judge_latest(self.MODEL, asked, exact, exact + off_s)
            self.assertEqual(value <= 1, passes, str(off_s))
        self.assertGreater(check_tables.judge_latest(self.MODEL, asked, exact, None), 1)

    def test_area(self) -> None:
        asked = [self.START_S, self.START_S + 10]
        for off, passes in ((10, True), (11, False)):
            exact = Decimal(1_000_000)
            value = check_tables.judge_areas(self.MODEL, asked, [exact], [exact + off])
            self.assertEqual(value["area"] <= 1, passes, str(off))


if __name__ == "__main__":
    unittest.main()
