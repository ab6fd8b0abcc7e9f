/*
 * Calls every function of caffeine.h with good and bad arguments, from C and from C++.
 *
 * Run by run.sh with several compilers and language standards. Prints TAP and a closing line
 * "N passed, N failed"; exits 1 if any failed.
 */
#include <stdio.h>

#include "allocations.h"
#include "harness.h"

int main(void) {
  puts("TAP version 13"); /* the stream's buffer is allocated here, outside of any call */
  if (!allocations_are_counted()) {
    puts("Bail out! allocations are not counted");
    return 1;
  }
  test_life();
  test_ledger();
  test_folding();
  test_questions();
  test_refusals();
  test_numbers();
  test_records();
  test_keeping();
  test_adopting();
  test_sharing();
  test_wrist();
  test_plans();
  test_sync();
  test_journal();
  return finish();
}
