/* Sizes, configuration, init and texts. */
#include "harness.h"

/* A buffer for the largest engine there is. */
static uint64_t large[CAFFEINE_STORAGE_BYTES(65535) / 8];

static void sizes(void) {
  uint32_t last = 0;
  for (uint32_t drinks = 1; drinks <= 65535; drinks++) {
    uint32_t size = caffeine_size(drinks);
    if (size <= last || size > CAFFEINE_STORAGE_BYTES(drinks) || size % 8 != 0) IS(size, -1);
    last = size;
  }
  IS(caffeine_size(0), 0);
  IS(caffeine_size(65536), 0);
  IS(caffeine_size(65537), 0);
  IS(caffeine_size(UINT32_MAX), 0);
  IS(caffeine_align(), 8);
  {
    CAFFEINE_STORAGE(storage, 3);
    IS(sizeof storage, CAFFEINE_STORAGE_BYTES(3));
    IS((uintptr_t)storage % caffeine_align(), 0);
  }
}

static void versions(void) {
  IS(caffeine_version(), CAFFEINE_VERSION_MAJOR << 16 | CAFFEINE_VERSION_MINOR << 8 |
                             CAFFEINE_VERSION_PATCH);
  IS(caffeine_abi_version(), CAFFEINE_ABI);
}

static void texts(void) {
  const char *unknown = caffeine_strerror(CAFFEINE_E_TIMED_OUT - 1);
  for (int32_t status = -30; status <= CAFFEINE_OK; status++) {
    const char *text = caffeine_strerror(status);
    int is_known = status >= CAFFEINE_E_TIMED_OUT;
    IS(text != 0 && text[0] != 0, 1);
    IS(strcmp(text, unknown) != 0, is_known);
    for (int32_t other = CAFFEINE_E_TIMED_OUT; is_known && other < status; other++) {
      IS(strcmp(text, caffeine_strerror(other)) != 0, 1);
    }
  }
  IS(strcmp(caffeine_strerror(INT32_MIN), unknown), 0);
  /* A count is a success too. */
  IS(strcmp(caffeine_strerror(1), caffeine_strerror(CAFFEINE_OK)), 0);
  IS(strcmp(caffeine_strerror(INT32_MAX), caffeine_strerror(CAFFEINE_OK)), 0);
}

static void defaults(void) {
  DO(CAFFEINE_E_ARGUMENT, caffeine_config_default(0));
  for (size_t offset = 1; offset < 8; offset++) {
    static uint64_t room[sizeof(caffeine_config) / 8 + 2];
    void *misaligned = (uint8_t *)room + offset;
    DO(CAFFEINE_E_ARGUMENT, caffeine_config_default((caffeine_config *)misaligned));
  }
  DO(CAFFEINE_OK, caffeine_config_default(&out.config));
  IS(out.config.struct_size, sizeof(caffeine_config));
  IS(out.config.absorption_half_life_s, 420);
  IS(out.config.elimination_half_life_s, 18000);
  IS(out.config.daily_limit_ug, 400000);
  IS(out.config.single_limit_ug, 200000);
  IS(out.config.cup_ug, 96000);
  IS(out.config.day_start_min, 0);
  IS(out.config.wearer, 0);
  IS(out.config.device_id, 0);
  IS(out.config.clock_floor_s, 0);
  IS(out.config.lock == 0 && out.config.unlock == 0 && out.config.user == 0, 1);
}

/* Tries to set up an engine with a configuration. */
static void init_with(int32_t expected, const caffeine_config *config) {
  clean_up();
  DO(expected,
     caffeine_init(memory.engine, caffeine_size(4), CAFFEINE_ABI, config, &out.engine));
  IS(out.engine == (caffeine_engine *)(void *)memory.engine, expected == CAFFEINE_OK);
}

static void null_pointers(void) {
  caffeine_config config = ordinary_config();
  uint32_t size = caffeine_size(4);
  DO(CAFFEINE_E_ARGUMENT, caffeine_init(0, size, CAFFEINE_ABI, &config, &out.engine));
  DO(CAFFEINE_E_ARGUMENT, caffeine_init(memory.engine, size, CAFFEINE_ABI, 0, &out.engine));
  DO(CAFFEINE_E_ARGUMENT, caffeine_init(memory.engine, size, CAFFEINE_ABI, &config, 0));
  DO(CAFFEINE_E_ARGUMENT, caffeine_init(0, 0, CAFFEINE_ABI, 0, 0));
}

static void abi_numbers(void) {
  static const uint32_t wrong[] = {0, CAFFEINE_ABI + 1, CAFFEINE_ABI + 256, UINT32_MAX};
  caffeine_config config = ordinary_config();
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    DO(CAFFEINE_E_ABI,
       caffeine_init(memory.engine, caffeine_size(4), wrong[i], &config, &out.engine));
    /* Nothing else is looked at: another interface may have other arguments. */
    DO(CAFFEINE_E_ABI, caffeine_init(0, 0, wrong[i], 0, 0));
  }
}

static void misaligned_memory(void) {
  caffeine_config config = ordinary_config();
  for (size_t offset = 1; offset < 8; offset++) {
    void *misaligned = (uint8_t *)memory.engine + offset;
    DO(CAFFEINE_E_ALIGN,
       caffeine_init(misaligned, caffeine_size(4), CAFFEINE_ABI, &config, &out.engine));
  }
}

static void every_memory_size(void) {
  caffeine_config config = ordinary_config();
  for (uint32_t bytes = 0; bytes < caffeine_size(1); bytes++) {
    DO(CAFFEINE_E_MEMORY, caffeine_init(memory.engine, bytes, CAFFEINE_ABI, &config, &out.engine));
  }
  for (uint32_t bytes = caffeine_size(1); bytes <= caffeine_size(4); bytes++) {
    uint32_t drinks = bytes < caffeine_size(2)   ? 1
                      : bytes < caffeine_size(3) ? 2
                      : bytes < caffeine_size(4) ? 3
                                                 : 4;
    uint8_t *past;
    clean_up();
    DO(CAFFEINE_OK, caffeine_init(memory.engine, bytes, CAFFEINE_ABI, &config, &out.engine));
    ASK((int32_t)drinks, caffeine_capacity(out.engine));
    for (uint32_t i = 0; i <= drinks; i++) {
      caffeine_drink drink = nameless(START + i, 96000);
      must_record(&drink);
    }
    ASK((int32_t)drinks, caffeine_count(out.engine));
    past = (uint8_t *)memory.engine;
    for (uint32_t i = bytes; i < bytes + 64; i++) IS(past[i], 0xA5);
  }
}

static void more_memory_than_any_engine_needs(void) {
  caffeine_config config = ordinary_config();
  caffeine_drink drink = nameless(START, 96000);
  uint32_t most = caffeine_size(65535);
  memset(large, 0xA5, sizeof large);
  DO(CAFFEINE_OK, caffeine_init(large, UINT32_MAX, CAFFEINE_ABI, &config, &out.engine));
  ASK(65535, caffeine_capacity(out.engine));
  must_record(&drink);
  for (size_t i = most; i < sizeof large; i++) {
    if (((uint8_t *)large)[i] != 0xA5) IS(i, -1);
  }
}

static void sizes_of_the_configuration(void) {
  caffeine_config config = ordinary_config();
  static const uint32_t short_sizes[] = {0, 4, sizeof(caffeine_config) - 1};
  for (size_t i = 0; i < sizeof short_sizes / sizeof short_sizes[0]; i++) {
    config.struct_size = short_sizes[i];
    init_with(CAFFEINE_E_ARGUMENT, &config);
  }
  config.struct_size = sizeof config + 8;
  init_with(CAFFEINE_OK, &config);
  config.struct_size = UINT32_MAX;
  init_with(CAFFEINE_OK, &config);
}

static void misaligned_configuration(void) {
  static uint64_t room[sizeof(caffeine_config) / 8 + 2];
  caffeine_config config = ordinary_config();
  for (size_t offset = 1; offset < 8; offset++) {
    void *misaligned = (uint8_t *)room + offset;
    memcpy(misaligned, &config, sizeof config);
    init_with(CAFFEINE_E_ARGUMENT, (const caffeine_config *)misaligned);
  }
}

static void misaligned_handle_variable(void) {
  static uint64_t room[3];
  caffeine_config config = ordinary_config();
  for (size_t offset = 1; offset < sizeof(void *); offset++) {
    void *misaligned = (uint8_t *)room + offset;
    DO(CAFFEINE_E_ARGUMENT, caffeine_init(memory.engine, caffeine_size(4), CAFFEINE_ABI, &config,
                                          (caffeine_engine **)misaligned));
  }
}

static int32_t no_lock(void *user) { return user != 0; }
static void no_unlock(void *user) { (void)user; }

static void configurations(void) {
  static const uint32_t good_absorption[] = {0, 30, 420, 86400};
  static const uint32_t bad_absorption[] = {1, 29, 86401, UINT32_MAX};
  static const uint32_t good_elimination[] = {1800, 18000, 720000};
  static const uint32_t bad_elimination[] = {0, 1, 1799, 720001, UINT32_MAX};
  caffeine_config config = ordinary_config();
  for (size_t i = 0; i < 4; i++) {
    config.absorption_half_life_s = good_absorption[i];
    init_with(CAFFEINE_OK, &config);
    config.absorption_half_life_s = bad_absorption[i];
    init_with(CAFFEINE_E_RANGE, &config);
  }
  config = ordinary_config();
  for (size_t i = 0; i < 3; i++) {
    config.elimination_half_life_s = good_elimination[i];
    init_with(CAFFEINE_OK, &config);
  }
  for (size_t i = 0; i < 5; i++) {
    config.elimination_half_life_s = bad_elimination[i];
    init_with(CAFFEINE_E_RANGE, &config);
  }
  config = ordinary_config();
  config.day_start_min = 1439;
  init_with(CAFFEINE_OK, &config);
  config.day_start_min = 1440;
  init_with(CAFFEINE_E_RANGE, &config);
  config.day_start_min = UINT32_MAX;
  init_with(CAFFEINE_E_RANGE, &config);
  config = ordinary_config();
  config.daily_limit_ug = config.single_limit_ug = 0;
  config.device_id = UINT64_MAX;
  config.cup_ug = 1;
  init_with(CAFFEINE_OK, &config);
  config.cup_ug = 0;
  init_with(CAFFEINE_E_ARGUMENT, &config);
  config = ordinary_config();
  config.wearer = UINT32_MAX;
  init_with(CAFFEINE_OK, &config);
  config = ordinary_config();
  config.lock = no_lock;
  init_with(CAFFEINE_E_ARGUMENT, &config);
  config.unlock = no_unlock;
  init_with(CAFFEINE_OK, &config);
  config.lock = 0;
  init_with(CAFFEINE_E_ARGUMENT, &config);
}

static void equal_engines(void) {
  static uint8_t first[sizeof memory.engine];
  caffeine_config config = ordinary_config();
  set_up(4, &config);
  memcpy(first, memory.engine, sizeof first);
  memset(memory.engine, 0, caffeine_size(4));
  DO(CAFFEINE_OK,
     caffeine_init(memory.engine, caffeine_size(4), CAFFEINE_ABI, &config, &out.engine));
  IS(memcmp(first, memory.engine, caffeine_size(4)), 0);
}

static int messages;
static uint32_t message_level, message_category;
static const char *message;
static void *message_user;

static void log_message(void *user, uint32_t level, uint32_t category, const char *text) {
  messages++;
  message_user = user;
  message_level = level;
  message_category = category;
  message = text;
}

/* What a call told, and that it told no more. */
static void told(uint32_t level, uint32_t category, const char *text) {
  IS(messages, 1);
  messages = 0;
  if (message == 0) return;
  IS(message_user == &messages, 1);
  IS(message_level, level);
  IS(message_category, category);
  IS(strcmp(message, text), 0);
}

static void messages_to_the_host(void) {
  caffeine_config config = ordinary_config();
  caffeine_drink drink = named(1, START, 1000);
  int i;
  config.log = log_message;
  config.user = &messages;
  messages = 0;
  set_up(1, &config);
  must_record(&drink);
  IS(messages, 0);
  drink = named(2, START + 1, 1000);
  must_record(&drink);
  told(CAFFEINE_LOG_INFO, CAFFEINE_LOG_LEDGER, "folded a drink");
  for (i = 0; i < 17; i++) {
    drink = named((uint8_t)(2 + i), START + 1, 1000);
    if (i != 0) must_record(&drink);
    DO(CAFFEINE_OK, caffeine_remove(out.engine, drink.id, 0, 0, 0));
  }
  told(CAFFEINE_LOG_INFO, CAFFEINE_LOG_SYNC, "forgot a removal");
  /* A refusal is told by its status alone. */
  drink = named(90, START, 1000);
  DO(CAFFEINE_E_TOO_OLD, caffeine_record(out.engine, &drink, START, &out.receipt));
  IS(messages, 0);
}

void test_life(void) {
  run("sizes grow with the drinks and fit CAFFEINE_STORAGE", sizes);
  run("versions are those of the header", versions);
  run("every status has a text of its own, every other number one in common", texts);
  run("config_default fills every field", defaults);
  run("init refuses null in every place", null_pointers);
  run("init refuses other ABI numbers before anything else", abi_numbers);
  run("init refuses misaligned memory", misaligned_memory);
  run("init takes exactly the memory that size names, and writes no byte more", every_memory_size);
  run("init takes more memory than any engine needs", more_memory_than_any_engine_needs);
  run("init refuses a short struct_size and takes a longer one", sizes_of_the_configuration);
  run("init refuses a misaligned configuration", misaligned_configuration);
  run("init refuses a misaligned handle variable", misaligned_handle_variable);
  run("init judges every field of the configuration", configurations);
  run("what was in the memory before init does not matter", equal_engines);
  run("the log is told what goes on", messages_to_the_host);
}
