/* The examples of Reference/records.txt, and what makes damaged ones of them. */
#ifndef EXAMPLES_H
#define EXAMPLES_H

#include "harness.h"

/* 2026-06-01 00:00 UTC, when the example's first drink was taken. */
#define EXAMPLE_START INT64_C(1780272000)

/* Drinks that the example's ledger has room for, and lists. */
#define EXAMPLE_DRINKS 4

extern const uint8_t example_records[3][CAFFEINE_RECORD_SIZE];
extern const uint8_t example_ledger[716];

/* The drink of a record. */
caffeine_drink example_drink(size_t number);

/* The configuration of the ledger, and an engine made to what it says. */
caffeine_config example_config(void);
void set_up_example(void);

/* Makes the checksums of a saved ledger or a record right, and the sizes that tell of the whole. */
void mend(uint8_t *bytes, uint32_t size);

#endif
