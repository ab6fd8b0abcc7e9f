/* The record of a single drink. */
#include "examples.h"

static void the_example_record(size_t number) {
  const uint8_t *example_record = example_records[number];
  caffeine_drink drink = example_drink(number);
  for (size_t offset = 0; offset < 8; offset++) {
    uint8_t *place = out.bytes + offset;
    clean_up();
    DO((int32_t)CAFFEINE_RECORD_SIZE,
       caffeine_record_encode(&drink, place, CAFFEINE_RECORD_SIZE));
    IS(memcmp(place, example_record, CAFFEINE_RECORD_SIZE), 0);
    for (size_t i = 0; i < offset; i++) IS(out.bytes[i], 0x5A);
    IS(place[CAFFEINE_RECORD_SIZE], 0x5A);
    DO(CAFFEINE_OK, caffeine_record_decode(place, CAFFEINE_RECORD_SIZE, &out.drink));
    IS(memcmp(&out.drink, &drink, sizeof drink), 0);
    DO(CAFFEINE_OK, caffeine_record_decode(place, sizeof out.bytes - 8, &out.drink));
  }
  drink.struct_size = UINT32_MAX; /* is not written down */
  DO((int32_t)CAFFEINE_RECORD_SIZE, caffeine_record_encode(&drink, out.bytes, UINT32_MAX));
  IS(memcmp(out.bytes, example_record, CAFFEINE_RECORD_SIZE), 0);
}

static void the_example_records(void) {
  for (size_t number = 0; number < 3; number++) the_example_record(number);
}

/* A saved ledger's own record of a drink, which has a stamp in place of struct_size. */
static void records_of_ledgers(void) {
  static uint8_t record[CAFFEINE_RECORD_SIZE];
  for (size_t number = 0; number < 3; number++) {
    caffeine_drink drink = example_drink(number);
    clean_up();
    memcpy(record, example_records[number], sizeof record);
    for (size_t i = 4; i < 8; i++) record[i] = 0xEE;
    mend(record, sizeof record);
    DO(CAFFEINE_OK, caffeine_record_decode(record, sizeof record, &out.drink));
    IS(memcmp(&out.drink, &drink, sizeof drink), 0);
    DO((int32_t)CAFFEINE_RECORD_SIZE,
       caffeine_record_encode(&out.drink, out.bytes, CAFFEINE_RECORD_SIZE));
    IS(memcmp(out.bytes, example_records[number], sizeof record), 0);
  }
}

static void records_refused(void) {
  static uint8_t record[64];
  const uint8_t *example_record = example_records[0];
  caffeine_drink drink = example_drink(0);
  uint32_t size = CAFFEINE_RECORD_SIZE;
  DO(CAFFEINE_E_ARGUMENT, caffeine_record_encode(0, out.bytes, size));
  DO(CAFFEINE_E_ARGUMENT, caffeine_record_encode(&drink, 0, size));
  DO(CAFFEINE_E_ARGUMENT, caffeine_record_encode(0, 0, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_record_decode(0, size, &out.drink));
  DO(CAFFEINE_E_ARGUMENT, caffeine_record_decode(example_record, size, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_record_decode(0, 0, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_record_decode(example_record, UINT32_MAX, &out.drink));
  DO(CAFFEINE_E_ARGUMENT, caffeine_record_decode(example_record, 0x80000000u, &out.drink));
  for (uint32_t less = 0; less < size; less++) {
    DO(CAFFEINE_E_MEMORY, caffeine_record_encode(&drink, out.bytes, less));
    DO(CAFFEINE_E_CORRUPT, caffeine_record_decode(example_record, less, &out.drink));
  }
  for (uint32_t bit = 0; bit < 8 * size; bit++) {
    memcpy(record, example_record, size);
    record[bit / 8] = (uint8_t)(record[bit / 8] ^ 1u << bit % 8);
    DO(CAFFEINE_E_CORRUPT, caffeine_record_decode(record, size, &out.drink));
  }
}

/* Changes a byte of an example, mends its checksum and reads it. */
static void decode_with(size_t number, size_t index, uint8_t value, int32_t expected) {
  static uint8_t record[CAFFEINE_RECORD_SIZE];
  memcpy(record, example_records[number], sizeof record);
  record[index] = value;
  mend(record, sizeof record);
  DO(expected, caffeine_record_decode(record, sizeof record, &out.drink));
}

static void records_of_others(void) {
  static uint8_t longer[CAFFEINE_RECORD_SIZE + 4];
  caffeine_drink drink = example_drink(0);
  decode_with(0, 0, 5, CAFFEINE_E_CORRUPT); /* a removal */
  decode_with(0, 0, 0, CAFFEINE_E_CORRUPT);
  decode_with(0, 2, 2, CAFFEINE_E_VERSION);
  decode_with(0, 2, 0, CAFFEINE_E_CORRUPT);
  decode_with(0, 3, 1, CAFFEINE_OK);
  decode_with(0, 39, 1, CAFFEINE_E_CORRUPT); /* 16 g */
  decode_with(0, 43, 1, CAFFEINE_E_CORRUPT); /* half a year long */
  decode_with(0, 44, 0x1B, CAFFEINE_E_CORRUPT); /* planned, and without a date */
  decode_with(0, 44, 0x38, CAFFEINE_OK); /* entries of pages: removed, */
  decode_with(0, 44, 0x58, CAFFEINE_OK); /* known */
  decode_with(0, 44, 0x98, CAFFEINE_E_CORRUPT); /* an unknown flag */
  decode_with(0, 35, 0x80, CAFFEINE_E_CORRUPT); /* before 1970 */
  decode_with(2, 31, 0x7F, CAFFEINE_OK);
  decode_with(2, 31, 0x80, CAFFEINE_E_CORRUPT); /* up for 68 years */
  decode_with(0, 49, 0x7F, CAFFEINE_E_CORRUPT); /* offset */
  memcpy(longer, example_records[0], 52);
  longer[1] = sizeof longer;
  mend(longer, sizeof longer);
  DO(CAFFEINE_E_CORRUPT, caffeine_record_decode(longer, sizeof longer, &out.drink));
  longer[3] = 1;
  mend(longer, sizeof longer);
  DO(CAFFEINE_OK, caffeine_record_decode(longer, sizeof longer, &out.drink));
  IS(memcmp(&out.drink, &drink, sizeof drink), 0);
}

void test_records(void) {
  run("a drink's record is the example's, at any address", the_example_records);
  run("a saved ledger's record of a drink is read too", records_of_ledgers);
  run("a cut or damaged record is CORRUPT, too little room MEMORY", records_refused);
  run("records of other kinds, versions and drinks", records_of_others);
}
