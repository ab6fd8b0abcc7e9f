/*
 * caffeine.h: the C interface of CaffeineEngine.
 *
 * An engine keeps a list of drinks in memory that you hand over, and tells how much caffeine is in
 * the gut and the body at any time: one compartment, first-order absorption and elimination, in
 * integers, the same bits on every machine. It allocates nothing, never reads a clock, never traps.
 *
 * Units are in the names: _s seconds (times since 1970-01-01 00:00 UTC), _ug micrograms, _min
 * minutes. Every function returns a status: 0, a count or a position on success, and on failure a
 * negative CAFFEINE_E_..., after which the engine and your variables are byte for byte as they were
 * (but for caffeine_receipt.oldest_open_s, and FULL of caffeine_apply and caffeine_replace_window).
 * A null pointer where one is needed is ARGUMENT.
 *
 * Structures begin with struct_size: set it to sizeof the structure before a call, also in answers
 * and in each element of a page, or it is ARGUMENT; so later versions may append fields. Every
 * answer ends in flags.
 * Of an answer, struct_size and what is called reserved stay as you left them.
 *
 * One engine is called from one context at a time, or give `lock` and `unlock` in the
 * configuration: they bracket every call that takes an engine, and a call whose lock is refused
 * returns CAFFEINE_E_BUSY (not said again below). Questions take a const engine and never write, so
 * two readers are fine. Else no function but caffeine_inbox_post and the two of a snapshot may be
 * called while another runs. The stack reaches about 700 bytes deep on a Cortex-M4, and
 * 910 in a journal's functions (make size), without your lock.
 *
 * The memory holds no pointer into itself, but what the configuration's lock, unlock and user point
 * to. What is to outlive a reset goes through caffeine_save and caffeine_load, or lies in memory
 * that the reset spares, for caffeine_adopt.
 *
 * What is not in this file is not API. Amounts are estimates: the same day differs by a factor of
 * three between people. Information, not medical advice.
 */
#ifndef CAFFEINE_H
#define CAFFEINE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the library and, apart from it, of the binary interface. */
#define CAFFEINE_VERSION_MAJOR 0
#define CAFFEINE_VERSION_MINOR 1
#define CAFFEINE_VERSION_PATCH 0
#define CAFFEINE_ABI 1u

/* Statuses: numbered for good. Those from DEVICE on are of journals and trackers alone. */
#define CAFFEINE_OK 0
#define CAFFEINE_E_MEMORY (-1)      /* the memory is too small */
#define CAFFEINE_E_ALIGN (-2)       /* the memory is not aligned to caffeine_align() */
#define CAFFEINE_E_ABI (-3)         /* header and library are of different binary interfaces */
#define CAFFEINE_E_ARGUMENT (-4)    /* null, unknown flag, struct_size, arguments in wrong order */
#define CAFFEINE_E_RANGE (-5)       /* a number out of range, or a sum past 2^32 - 1 ug */
#define CAFFEINE_E_TOO_OLD (-6)     /* at or before the fold time; for a question, before it */
#define CAFFEINE_E_NOT_KEPT (-7)    /* a date whose totals are no longer kept */
#define CAFFEINE_E_FULL (-8)        /* no drink has ended to be folded; no room for one more */
#define CAFFEINE_E_STALE (-9)       /* an older revision than the one kept */
#define CAFFEINE_E_UNKNOWN_ID (-10) /* no drink with this id */
#define CAFFEINE_E_FUTURE (-11)     /* more than 120 s ahead of now */
#define CAFFEINE_E_CLOCK (-12)      /* now is before clock_floor_s: the clock was not set */
#define CAFFEINE_E_SUSPICIOUS (-13) /* over 1.2 g without CAFFEINE_FLAG_MEANT */
#define CAFFEINE_E_NEVER (-14)      /* no time or dose would do */
#define CAFFEINE_E_BUSY (-15)       /* the lock was refused; in use */
#define CAFFEINE_E_WEARER (-16)     /* the data belong to another wearer */
#define CAFFEINE_E_CORRUPT (-17)    /* the data are damaged */
#define CAFFEINE_E_VERSION (-18)    /* the data were written by a newer major version */
#define CAFFEINE_E_ANCHOR (-19)     /* the anchor is too old: replace the window */
#define CAFFEINE_E_PEER (-20)       /* no such peer */
#define CAFFEINE_E_DEVICE (-21)     /* the storage device or the health store failed */
#define CAFFEINE_E_GEOMETRY (-22)   /* the journal is of flash that is divided otherwise */
#define CAFFEINE_E_UNAVAILABLE (-23) /* not there, or not on this system */
#define CAFFEINE_E_CANCELLED (-24)  /* given up: the tracker or the workers end */
#define CAFFEINE_E_DENIED (-25)     /* the person or the system does not allow it */
#define CAFFEINE_E_TIMED_OUT (-26)  /* no answer within the limit */

/*
 * Flags of drinks (low byte) and of answers: one word, numbered for good.
 *
 * A planned drink counts only in highest, below_from, largest_dose, latest_time, may_have and
 * what_if, and only from the question's from_s or now_s on; before that it is DUE until it is
 * confirmed or removed. Its time may lie ahead. A drink with TIME_UNSET has seconds of uptime for
 * its time (below 2^31), which must not begin anew while it is listed; it does not count until
 * caffeine_clock_changed dates it. Neither is ever folded: plans alone can fill an engine.
 */
#define CAFFEINE_FLAG_PLANNED 0x00000001u      /* drink: only planned */
#define CAFFEINE_FLAG_TIME_UNSET 0x00000002u   /* drink: logged before the clock was set */
#define CAFFEINE_FLAG_UNKNOWN_DOSE 0x00000004u /* drink: dose unknown (dose_ug is 0) */
#define CAFFEINE_FLAG_ESTIMATED 0x00000008u    /* drink: dose from a catalogue; answer: one bears */
#define CAFFEINE_FLAG_MEANT 0x00000010u        /* drink: over 1.2 g and meant */
#define CAFFEINE_FLAG_REMOVED 0x00000020u      /* entry of a page: the drink is gone */
#define CAFFEINE_FLAG_KNOWN 0x00000040u        /* entry of a window: the peer has it already */
#define CAFFEINE_FLAG_LOWER_BOUND 0x00000100u  /* answer: a drink of unknown dose may raise it */
#define CAFFEINE_FLAG_AT_BEST 0x00000200u      /* answer: a drink of unknown dose may lower it */
#define CAFFEINE_FLAG_DUE 0x00000400u          /* answer: a planned drink's time has passed */
#define CAFFEINE_FLAG_UNDATED 0x00000800u      /* answer: drinks without a date are not counted */

/* How a day's total stands to the daily limit. */
#define CAFFEINE_DAY_OK 0   /* below four fifths of it, or there is no limit */
#define CAFFEINE_DAY_NEAR 1 /* from four fifths of it on */
#define CAFFEINE_DAY_OVER 2 /* above it */

/* What a call changed. */
#define CAFFEINE_UNCHANGED 0 /* this very version was there already */
#define CAFFEINE_ADDED 1
#define CAFFEINE_EDITED 2
#define CAFFEINE_REMOVED 3

/* The log's levels and categories. */
#define CAFFEINE_LOG_INFO 0u    /* to be expected: a drink was folded */
#define CAFFEINE_LOG_WARNING 1u /* the host may want to mend it: a press waits */
#define CAFFEINE_LOG_ERROR 2u   /* saved data are whole, but no engine can have been so */
#define CAFFEINE_LOG_LEDGER 0u
#define CAFFEINE_LOG_KEEPING 1u
#define CAFFEINE_LOG_WRIST 2u
#define CAFFEINE_LOG_SYNC 3u

/* Times. */
#define CAFFEINE_FROM_START INT64_MIN /* set_profile: from the start, after a fold from there */
#define CAFFEINE_FOREVER INT64_MAX    /* below_from, highest, area: without end */

/* Memory for at least `drinks` drinks: constant, and not below caffeine_size(drinks). */
#define CAFFEINE_STORAGE_BYTES(drinks) (1320u + (50u * (uint32_t)(drinks) + 7u) / 8u * 8u)
#define CAFFEINE_ALIAS_BYTES 32u /* more for each of caffeine_config.aliases */
#define CAFFEINE_STORAGE(name, drinks) uint64_t name[CAFFEINE_STORAGE_BYTES(drinks) / 8u]

/* An engine; it lies in your memory. */
typedef struct caffeine_engine caffeine_engine;

/* What an engine is told once. Begin with caffeine_config_default. */
typedef struct caffeine_config {
  uint32_t struct_size;
  uint32_t absorption_half_life_s;  /* 0, or 30 to 86 400; default 420 (IOM 2001) */
  uint32_t elimination_half_life_s; /* 1 800 to 720 000; default 18 000 (IOM 2001) */
  uint32_t daily_limit_ug;          /* 0: none; default 400 000 (EFSA 2015) */
  uint32_t single_limit_ug;         /* 0: none; default 200 000 (EFSA 2015) */
  uint32_t cup_ug;                  /* not 0; default 96 000 */
  uint32_t day_start_min;           /* minute at which a local day begins, 0 to 1 439; default 0 */
  uint32_t wearer;                  /* whose drinks these are, your number; default 0 */
  uint32_t sleep_threshold_ug;      /* at bedtime, not 0; default 36 000 (Gardiner 2023) */
  uint32_t aliases;                 /* room for so many, CAFFEINE_ALIAS_BYTES each; default 0 */
  uint64_t device_id;               /* first half of ids the engine assigns; 0: none are */
  int64_t clock_floor_s;            /* a now before this is CAFFEINE_E_CLOCK: set your build time;
                                       0: no check, and no press is ever TIME_UNSET */
  int32_t (*lock)(void *user);      /* both or neither; 0: locked, else the call is BUSY */
  void (*unlock)(void *user);
  void *user; /* handed to lock, unlock and log */
  /* Told what goes on, from within a call: no function may be called from it. Default null. */
  void (*log)(void *user, uint32_t level, uint32_t category, const char *text);
} caffeine_config;

/* A drink. */
typedef struct caffeine_drink {
  uint32_t struct_size;
  uint32_t revision;      /* counts its versions; 0: the engine assigns the next */
  uint8_t id[16];         /* all zero in caffeine_record: the engine assigns one */
  int64_t time_s;         /* when it began, 0 to before 2200-01-01 */
  uint32_t dose_ug;       /* at most 10 000 000; over 1 200 000 only with CAFFEINE_FLAG_MEANT */
  uint32_t duration_s;    /* how long drinking took, 0 (at once) to 43 200 */
  uint32_t flags;         /* CAFFEINE_FLAG_... of drinks */
  int16_t utc_offset_min; /* local less UTC where it was taken, -1 080 to 1 080 */
  uint8_t kind;           /* a preset's number; 128 and up are yours */
  uint8_t source;         /* who wrote this revision, your number for a device or an app: of two
                             edits with one revision the greater source wins, not the later */
} caffeine_drink;

/* What record, edit and remove did. */
typedef struct caffeine_receipt {
  uint32_t struct_size;
  int32_t change;         /* CAFFEINE_ADDED ... */
  uint8_t id[16];         /* also where the engine assigned it */
  int64_t oldest_open_s;  /* TOO_OLD sets this, and only this: the earliest open time. A drink
                             listed at or before the fold time can no longer change at all */
  uint32_t revision;      /* as kept */
  uint32_t flags;         /* 0 so far */
} caffeine_receipt;

/* Answers. */
typedef struct caffeine_amounts_answer {
  uint32_t struct_size;
  uint32_t gut_ug;  /* swallowed, not yet absorbed */
  uint32_t body_ug; /* in the body */
  uint32_t flags;
} caffeine_amounts_answer;

typedef struct caffeine_highest_answer {
  uint32_t struct_size;
  uint32_t body_ug;
  int64_t time_s; /* the first second at which it is reached */
  uint32_t reserved;
  uint32_t flags;
} caffeine_highest_answer;

typedef struct caffeine_time_answer {
  uint32_t struct_size;
  uint32_t reserved;
  int64_t time_s;
  uint32_t reserved2;
  uint32_t flags;
} caffeine_time_answer;

typedef struct caffeine_dose_answer {
  uint32_t struct_size;
  uint32_t dose_ug;
  uint32_t flags;
} caffeine_dose_answer;

typedef struct caffeine_day_answer {
  uint32_t struct_size;
  int32_t status; /* CAFFEINE_DAY_... */
  int64_t date;   /* local date, days since 1970-01-01 */
  uint64_t cup_hundredths; /* total in hundredths of a cup */
  uint32_t total_ug;
  uint32_t drinks;         /* those of unknown dose included */
  uint32_t unknown_drinks; /* those of unknown dose */
  uint32_t flags;
} caffeine_day_answer;

typedef struct caffeine_area_answer {
  uint32_t struct_size;
  uint32_t reserved;
  uint64_t area_ug_s;
  uint32_t reserved2;
  uint32_t flags;
} caffeine_area_answer;

typedef struct caffeine_concentration_answer {
  uint32_t struct_size;
  uint32_t ng_per_ml; /* an estimate: studies of the same dose differ by 60 % */
  uint32_t flags;
} caffeine_concentration_answer;

/* ---- Life ------------------------------------------------------------------------------------ */

/* Exact bytes of an engine for so many drinks, 1 to 65 535, no aliases; 0 for other numbers. */
uint32_t caffeine_size(uint32_t drinks);

/* Alignment the memory needs (bytes). */
uint32_t caffeine_align(void);

/* Fills all fields with their defaults; struct_size too, so it need not be set before. */
int32_t caffeine_config_default(caffeine_config *config);

/*
 * Sets up an empty engine for as many drinks as the memory holds.
 *
 * memory, memory_size: yours for as long as the engine is used. abi: CAFFEINE_ABI.
 * Errors, in this order: ABI, ARGUMENT (null, struct_size, only one of lock and unlock,
 * cup_ug or sleep_threshold_ug 0), ALIGN, MEMORY (no room for one drink), RANGE (a half-life,
 * day_start_min, more than 65 535 aliases).
 * Cost: O(memory_size).
 */
int32_t caffeine_init(void *memory, uint32_t memory_size, uint32_t abi,
                      const caffeine_config *config, caffeine_engine **engine);

/* Major << 16 | minor << 8 | patch of the library. */
uint32_t caffeine_version(void);

/* The library's CAFFEINE_ABI. */
uint32_t caffeine_abi_version(void);

/* A status in words, also for numbers that are none; never null. Costs nothing unless called. */
const char *caffeine_strerror(int32_t status);

/* ---- Ledger ---------------------------------------------------------------------------------- */

/*
 * Adds a drink, or a newer version of one that is listed or was removed.
 *
 * When full, the drink that ended first is folded: its caffeine stays, it can no longer change.
 * now_s: the present time; not looked at for a drink with TIME_UNSET. receipt: may be null.
 * Errors: RANGE (dose first), ARGUMENT (a flag; no id and device_id 0), SUSPICIOUS, CLOCK, FUTURE,
 * STALE, TOO_OLD, FULL.
 * Cost: O(drinks).
 */
int32_t caffeine_record(caffeine_engine *engine, const caffeine_drink *drink, int64_t now_s,
                        caffeine_receipt *receipt);

/* Replaces a listed drink by a newer version. Errors: as record, and UNKNOWN_ID. */
int32_t caffeine_edit(caffeine_engine *engine, const caffeine_drink *drink, int64_t now_s,
                      caffeine_receipt *receipt);

/*
 * Removes a drink and remembers that for the last 16, so that an older copy does not return.
 *
 * revision: of the removal; 0: the next one. Errors: UNKNOWN_ID, STALE, TOO_OLD, RANGE.
 * Cost: O(drinks).
 */
int32_t caffeine_remove(caffeine_engine *engine, const uint8_t id[16], uint32_t revision,
                        uint8_t source, caffeine_receipt *receipt);

/* How many drinks are listed. */
int32_t caffeine_count(const caffeine_engine *engine);

/* How many drinks fit. */
int32_t caffeine_capacity(const caffeine_engine *engine);

/* The drink at a position of the list, ordered by (time, id). Errors: RANGE. */
int32_t caffeine_at(const caffeine_engine *engine, uint32_t index, caffeine_drink *drink);

/* Position of a drink by id; drink may be null. Errors: UNKNOWN_ID. Cost: O(drinks). */
int32_t caffeine_find(const caffeine_engine *engine, const uint8_t id[16], caffeine_drink *drink);

/* Position of the first drink at or after a time; the count if there is none. O(drinks). */
int32_t caffeine_first_from(const caffeine_engine *engine, int64_t time_s);

/*
 * Sets the half-lives that hold from a time on, or CAFFEINE_FROM_START: in place of the first ones,
 * after a fold of those in force at the fold time; that is never too old.
 *
 * Errors: RANGE, TOO_OLD, FULL (a ninth change that is not folded). Cost: O(drinks).
 */
int32_t caffeine_set_profile(caffeine_engine *engine, int64_t from_s,
                             uint32_t absorption_half_life_s, uint32_t elimination_half_life_s);

/* Up to and including this time the past is closed. Errors: NEVER (nothing is folded). */
int32_t caffeine_fold_time(const caffeine_engine *engine, int64_t *time_s);

/* ---- Questions: any time from the fold time on; TOO_OLD before it ---------------------------- */

/*
 * Gut and body at a time, also one to come. Cost: O(1) at or after the last event, else O(drinks).
 *
 * Errors: ARGUMENT, TOO_OLD.
 */
int32_t caffeine_amounts(const caffeine_engine *engine, int64_t time_s,
                         caffeine_amounts_answer *answer);

/*
 * Body amounts (ug) at start_s, start_s + step_s, ...: count of them, each within 1 ug of what
 * caffeine_amounts tells, and the same on every machine.
 *
 * flags: one word for all entries; may be null. Returns the count.
 * Errors: ARGUMENT (step 0), RANGE, TOO_OLD.
 * Cost: O(drinks + count).
 */
int32_t caffeine_timeline(const caffeine_engine *engine, int64_t start_s, uint32_t step_s,
                          uint32_t count, uint32_t *body_ug, uint32_t *flags);

/*
 * Largest body amount over [from_s, until_s]; from_s and 0 if there is none.
 *
 * Errors: ARGUMENT, TOO_OLD. Cost: O(drinks) searches of a few dozen steps.
 */
int32_t caffeine_highest(const caffeine_engine *engine, int64_t from_s, int64_t until_s,
                         caffeine_highest_answer *answer);

/*
 * Least second in [from_s, until_s] from which the body amount stays at or below the threshold.
 *
 * Errors: ARGUMENT, RANGE (threshold 0), TOO_OLD, NEVER (above it at until_s).
 * Cost: as highest.
 */
int32_t caffeine_below_from(const caffeine_engine *engine, int64_t from_s, int64_t until_s,
                            uint32_t threshold_ug, caffeine_time_answer *answer);

/*
 * Greatest dose that, swallowed at now_s, keeps gut + body at bedtime within the threshold.
 *
 * Looks at bedtime only and answers up to 10 g: keep to the limits for a day and for one drink too.
 * Errors: ARGUMENT (bedtime before now), RANGE (threshold 0), CLOCK, TOO_OLD,
 * NEVER (the ledger alone is above it). Cost: O(drinks).
 */
int32_t caffeine_largest_dose(const caffeine_engine *engine, int64_t now_s, int64_t bedtime_s,
                              uint32_t threshold_ug, caffeine_dose_answer *answer);

/*
 * Latest second in [now_s, bedtime_s] at which the dose keeps it. Errors: as largest_dose.
 *
 * Cost: O(drinks), and up to 27 walks over the profile changes.
 */
int32_t caffeine_latest_time(const caffeine_engine *engine, uint32_t dose_ug, int64_t now_s,
                             int64_t bedtime_s, uint32_t threshold_ug,
                             caffeine_time_answer *answer);

/*
 * Totals of a local date (days since 1970-01-01).
 *
 * Errors: NOT_KEPT (more than 14 days before the latest date of any drink), ARGUMENT.
 * Cost: O(drinks).
 */
int32_t caffeine_day(const caffeine_engine *engine, int64_t date, caffeine_day_answer *answer);

/* Totals of the day that now_s falls on under an offset. Errors: RANGE, CLOCK, NOT_KEPT. */
int32_t caffeine_today(const caffeine_engine *engine, int64_t now_s, int32_t utc_offset_min,
                       caffeine_day_answer *answer);

/* Area under the body amount over [from_s, until_s] (ug s). Errors: ARGUMENT, TOO_OLD. */
int32_t caffeine_area(const caffeine_engine *engine, int64_t from_s, int64_t until_s,
                      caffeine_area_answer *answer);

/*
 * Plasma concentration at a time, from body mass and volume of distribution (700 is usual).
 *
 * Errors: ARGUMENT (one of them is 0), RANGE, TOO_OLD.
 */
int32_t caffeine_concentration(const caffeine_engine *engine, int64_t time_s,
                               uint32_t body_mass_g, uint32_t volume_ml_per_kg,
                               caffeine_concentration_answer *answer);

/* ---- Keeping --------------------------------------------------------------------------------- */

/* What caffeine_load took over. */
typedef struct caffeine_load_report {
  uint32_t struct_size;
  uint32_t drinks;  /* listed now */
  uint32_t skipped; /* records of kinds that only a later minor version knows */
} caffeine_load_report;

/* Bytes that caffeine_save writes now. */
int32_t caffeine_save_size(const caffeine_engine *engine);

/*
 * Writes down the drinks and all that their amounts, totals and peers need, in a format that is
 * the same on every machine (Formats.md describes it byte by byte). The same state gives the same
 * bytes.
 *
 * Not written: the configuration but for the wearer, and the lock. Returns the bytes written.
 * Errors: ARGUMENT, MEMORY (less room than caffeine_save_size). Cost: O(drinks), 45 steps a byte.
 */
int32_t caffeine_save(const caffeine_engine *engine, void *bytes, uint32_t size);

/*
 * Takes over what caffeine_save wrote, also on another machine, into an engine as caffeine_init
 * left it. Everything is checked. report: may be null.
 *
 * Errors: ARGUMENT (null, or the engine is not empty), CORRUPT, VERSION (of a later major
 * version), WEARER, FULL (more drinks, or more aliases, than fit).
 * Cost: O(drinks * drinks).
 */
int32_t caffeine_load(caffeine_engine *engine, const void *bytes, uint32_t size,
                      caffeine_load_report *report);

/*
 * Takes over memory that outlived a reset with an engine in it. Every list is checked, and the
 * amounts are worked out anew; ids, totals and anchors are taken as they lie. The configuration's
 * limits, cup, day start, clock floor, device and callbacks are taken; its half-lives and its room
 * for aliases are not, the engine keeps its own.
 *
 * Errors, in this order: ABI, ARGUMENT, ALIGN, MEMORY, RANGE as caffeine_init; CORRUPT, MEMORY
 * (less than the engine takes), WEARER, CORRUPT. Cost: O(drinks).
 */
int32_t caffeine_adopt(void *memory, uint32_t memory_size, uint32_t abi,
                       const caffeine_config *config, caffeine_engine **engine);

/* Bytes of a drink's record. */
#define CAFFEINE_RECORD_SIZE 56u

/*
 * Writes a drink, or an entry of a page, down as one record, aligned in any way; returns
 * CAFFEINE_RECORD_SIZE. In place of struct_size are four bytes of 0.
 *
 * Errors: ARGUMENT, MEMORY (size is less).
 */
int32_t caffeine_record_encode(const caffeine_drink *drink, void *bytes, uint32_t size);

/*
 * Reads the record at the beginning of some bytes, also one of a saved ledger; struct_size stays.
 *
 * Errors: ARGUMENT, CORRUPT (damaged, no drink's, or a drink that no engine takes), VERSION.
 */
int32_t caffeine_record_decode(const void *bytes, uint32_t size, caffeine_drink *drink);

/* ---- Wrist ----------------------------------------------------------------------------------- */

/* Presets: numbers that never change their meaning; 128 and up are yours. Doses in mg. */
#define CAFFEINE_PRESET_COFFEE_SMALL 1     /* 96 */
#define CAFFEINE_PRESET_COFFEE_MEDIUM 2    /* 144 */
#define CAFFEINE_PRESET_COFFEE_LARGE 3     /* 192 */
#define CAFFEINE_PRESET_ESPRESSO 4         /* 64 */
#define CAFFEINE_PRESET_ESPRESSO_DOUBLE 5  /* 128 */
#define CAFFEINE_PRESET_ESPRESSO_QUAD 6    /* 256 */
#define CAFFEINE_PRESET_BLACK_TEA 7        /* 47 */
#define CAFFEINE_PRESET_GREEN_TEA 8        /* 28 */
#define CAFFEINE_PRESET_SOFT_DRINK 9       /* 22 */
#define CAFFEINE_PRESET_ENERGY_DRINK 10    /* 29 */
#define CAFFEINE_PRESET_CHOCOLATE 11       /* 18 */
#define CAFFEINE_PRESET_DECAF 12           /* 3 */
#define CAFFEINE_PRESET_COLA 13            /* 34 */
#define CAFFEINE_PRESET_ENERGY_CAN 14      /* 80 */
#define CAFFEINE_PRESET_ENERGY_CAN_LARGE 15 /* 160 */
#define CAFFEINE_PRESET_TABLET 16          /* 100 */
#define CAFFEINE_PRESET_TABLET_LARGE 17    /* 200 */

/*
 * Sets dose_ug, kind and flags of a drink, and only these: ESTIMATED but for tablets, since
 * measured cups vary 14-fold.
 *
 * Errors: ARGUMENT, RANGE (no such preset).
 */
int32_t caffeine_preset(uint8_t preset, caffeine_drink *drink);

/* A wall clock without zone tables: what a phone can send to a watch. */
typedef struct caffeine_zone {
  uint32_t struct_size;
  int32_t offset_min;       /* local less UTC until the change, -1 080 to 1 080 */
  int64_t next_change_s;    /* when the clock is next changed; INT64_MAX: never */
  int32_t offset_after_min; /* local less UTC from the change on */
  uint32_t reserved;        /* 0 */
} caffeine_zone;

/*
 * The next time, later than now_s, that the wall clock shows a minute of the day: a bedtime, say.
 *
 * Where the clock goes back and shows it twice, the first; where it goes forward over it, the
 * instant at which it does. INT64_MAX where now_s is past the year 10 600.
 * Errors: ARGUMENT, RANGE (minute_of_day over 1 439, an offset). Cost: O(1).
 */
int32_t caffeine_next_local(int64_t now_s, uint32_t minute_of_day, const caffeine_zone *zone,
                            int64_t *time_s);

/*
 * Position of the first listed drink that may be this one, logged twice: within ten minutes of it,
 * with the same dose or the same kind (not 0), and another id. Nothing is done about it.
 *
 * Errors: ARGUMENT, UNKNOWN_ID (there is none). Cost: O(drinks).
 */
int32_t caffeine_similar(const caffeine_engine *engine, const caffeine_drink *drink);

/* What a watch draws. */
typedef struct caffeine_face {
  uint32_t struct_size;
  uint32_t body_ug;
  uint32_t gut_ug;       /* still to be absorbed: the body alone reads 0 just after a drink */
  uint32_t today_ug;     /* the day's total so far */
  int64_t next_change_s; /* when any of this next looks otherwise; CAFFEINE_FOREVER: never */
  int32_t trend;         /* of the body: 1 rises, -1 falls, 0 its digits are zero and stay so */
  int32_t day_status;    /* CAFFEINE_DAY_... */
  uint32_t today_drinks; /* the day's drinks so far */
  uint32_t flags;
} caffeine_face;

/*
 * What a watch draws at now_s, and the second at which that next changes, so that it can sleep.
 *
 * digit_ug: what the last digit shown stands for: 1 000 (mg), 10 000 (tens of mg). Gut, body and
 * total are shown rounded to it, half up; next_change_s is the first later second at which such a
 * digit, the trend, the day's status or number of drinks, or a flag is another, under this offset:
 * wake at caffeine_zone.next_change_s too, and draw anew after each call that writes.
 * Errors: ARGUMENT (digit_ug 0), RANGE (the offset), CLOCK, TOO_OLD, NOT_KEPT.
 * Cost: O(drinks), and a search of a few dozen steps for each event to come.
 */
int32_t caffeine_face_at(const caffeine_engine *engine, int64_t now_s, int32_t utc_offset_min,
                         uint32_t digit_ug, caffeine_face *face);

/* What speaks against a drink: bits of caffeine_may_have_answer.reasons. */
#define CAFFEINE_REASON_SLEEP 1u        /* gut + body at bedtime would pass sleep_threshold_ug */
#define CAFFEINE_REASON_DAILY_LIMIT 2u  /* the day's total, without plans, would pass the limit */
#define CAFFEINE_REASON_SINGLE_LIMIT 4u /* it is more than single_limit_ug */

typedef struct caffeine_may_have_answer {
  uint32_t struct_size;
  uint32_t verdict;    /* 1: nothing speaks against it, 0: see reasons */
  int64_t latest_s;    /* latest second for the dose, for the sleep alone; INT64_MIN: too late */
  uint32_t largest_ug; /* greatest dose now that nothing speaks against */
  uint32_t reasons;    /* CAFFEINE_REASON_... */
  uint32_t reserved;
  uint32_t flags;
} caffeine_may_have_answer;

/*
 * Whether a dose, swallowed at once at now_s, keeps to the sleep threshold and to both limits.
 *
 * Errors: ARGUMENT (bedtime before now), RANGE (dose over 10 g, the offset), CLOCK, TOO_OLD,
 * NOT_KEPT. Cost: as latest_time.
 */
int32_t caffeine_may_have(const caffeine_engine *engine, int64_t now_s, uint32_t dose_ug,
                          int64_t bedtime_s, int32_t utc_offset_min,
                          caffeine_may_have_answer *answer);

/*
 * Gut and body at a time, now_s or later, if one more drink were taken, and with the plans from
 * now_s on. Nothing is written.
 *
 * Errors: ARGUMENT, RANGE and SUSPICIOUS as record; CLOCK, TOO_OLD. Cost: O(drinks).
 */
int32_t caffeine_what_if(const caffeine_engine *engine, const caffeine_drink *drink, int64_t now_s,
                         int64_t time_s, caffeine_amounts_answer *answer);

/*
 * Confirms a planned drink: it was drunk at time_s, and counts from then on.
 *
 * Errors: UNKNOWN_ID, ARGUMENT (no plan), and as edit. Cost: O(drinks).
 */
int32_t caffeine_confirm(caffeine_engine *engine, const uint8_t id[16], uint8_t source,
                         int64_t time_s, int64_t now_s, caffeine_receipt *receipt);

/*
 * Dates the drinks with TIME_UNSET, and those logged here under a clock that was wrong.
 *
 * old_now_s: what the clock read before, at the present time; uptime where it was not set.
 * wrong_since_s: from which time on, in the old clock's terms, drinks logged here have wrong times,
 * up to 120 s ahead of old_now_s; CAFFEINE_FOREVER: none. Plans keep theirs, and so do drinks whose
 * latest change came from a peer. A drink that cannot be dated stays as it is: its time would be
 * folded, before clock_floor_s, or more than 120 s ahead.
 * Returns how many drinks have a new time. Errors: CLOCK. Cost: as edit for each.
 */
int32_t caffeine_clock_changed(caffeine_engine *engine, int64_t old_now_s, int64_t new_now_s,
                               int64_t wrong_since_s);

/*
 * Wipes the engine's memory but for the configuration and the lock; ids and anchors go on counting,
 * so that none means two things to a peer; an anchor from before is too old. Cost: O(drinks that
 * fit).
 */
int32_t caffeine_erase_all(caffeine_engine *engine);

/* ---- Sharing: beside the engine's owner, from an interrupt or another core ------------------- */

/* A button press that waits; filled by caffeine_inbox_post. */
typedef struct caffeine_press {
  uint32_t uptime_s;   /* when it was pressed, seconds since the device started */
  uint8_t preset;      /* a preset's number; 128 and up are yours */
  uint8_t reserved[3]; /* 0 */
} caffeine_press;

/*
 * Button presses from an interrupt to the engine's owner, in memory of yours; zero bytes are an
 * empty inbox. Its fields are the library's: both counters wrap, each has one writer.
 */
typedef struct caffeine_inbox {
  uint32_t head; /* presses posted so far */
  uint32_t tail; /* presses taken so far */
  caffeine_press presses[8];
} caffeine_inbox;

/*
 * What the engine's owner publishes for readers on another core, in memory of yours; zero bytes are
 * one that was never published. Its fields are the library's.
 */
typedef struct caffeine_snapshot {
  uint32_t sequence; /* odd while the words are written */
  uint32_t words[15];
} caffeine_snapshot;

/*
 * Adds a press to an inbox; callable from an interrupt, also while any other function runs.
 *
 * One interrupt at a time posts to an inbox: those that post must not interrupt each other.
 * Errors: ARGUMENT (null, not aligned to 4), FULL (eight wait: none is lost, this is not added).
 * Cost: O(1), loads and stores alone, no lock.
 */
int32_t caffeine_inbox_post(caffeine_inbox *inbox, uint8_t preset, uint32_t uptime_s);

/*
 * Publishes up to 60 bytes of yours, an answer say; what they leave of the 60 is zero. One owner.
 *
 * Errors: ARGUMENT (null, not aligned to 4), RANGE (more than 60). Cost: O(1), no lock.
 */
int32_t caffeine_snapshot_publish(caffeine_snapshot *snapshot, const void *bytes, uint32_t size);

/*
 * Copies the first bytes of what was last published, whole or not at all; from any core.
 *
 * Errors: ARGUMENT, RANGE, NEVER (not published yet), BUSY (64 tries each met a publication).
 */
int32_t caffeine_snapshot_read(const caffeine_snapshot *snapshot, void *bytes, uint32_t size);

/*
 * Records the presses that wait in an inbox as drinks, the one that has waited longest first; by
 * the engine's owner. A number without a dose in the catalogue becomes a drink of unknown dose.
 *
 * now_s, uptime_s: the present on both clocks, so that each press has its time. A press that cannot
 * be recorded stays, with those behind it; one from before what is folded is recorded at the oldest
 * open time. Returns how many were recorded, and only if none was an error: ARGUMENT, RANGE
 * (utc_offset_min), CORRUPT (no inbox: zero its bytes), or as record. While the
 * clock is not set, a press becomes a drink with TIME_UNSET at its uptime.
 */
int32_t caffeine_inbox_drain(caffeine_engine *engine, caffeine_inbox *inbox, int64_t now_s,
                             uint32_t uptime_s, int32_t utc_offset_min);

/* ---- Sync ------------------------------------------------------------------------------------ */

/*
 * Devices that exchange changes, with repeats and losses, end with the same drinks: of each drink
 * the greatest version wins (revision, then source, a removal above a drink, then the content).
 *
 * The receiver asks with caffeine_received; the sender answers with a page of caffeine_changes, or,
 * where that is ANCHOR, with all drinks of caffeine_window. The receiver hands either on with the
 * anchor that it had asked with, so that a late, repeated or missing answer is known for what it
 * is. Save the engine before you send changes, and before you acknowledge a peer's: neither side
 * may forget what the other counts on.
 *
 * Sixteen removals are remembered. A drink that was edited elsewhere without knowing of a removal
 * that is forgotten by then comes back, on every device. An engine that lost changes it had sent
 * gives their ids to other drinks: if the last save may be older than the last send, begin anew
 * under another device_id, and take over the peer's window.
 */

/*
 * Adds a peer, 0 to 3: a phone, a cloud. Adding it again only sets its links anew.
 *
 * links: which of your other peers this one also syncs with, a bit for each by your numbers; 0 for
 * two devices alone. A watch with phone 0 and cloud 1 that sync with each other adds (0, 1u << 1)
 * and (1, 1u << 0), and the others do likewise. Links must not form a ring but where all in it are
 * linked to each other. Each device needs a device_id of its own. Errors: PEER (links over 15 too).
 */
int32_t caffeine_peer_add(caffeine_engine *engine, uint32_t peer, uint32_t links);

/*
 * The next changes that a peer has not heard of, in order, without those it sent itself. A removal
 * has CAFFEINE_FLAG_REMOVED and no content. Undated drinks are told once they have a date.
 *
 * anchor: where the page before ended, 0 at first; then where this one ends. element_size: from one
 * drink of the page to the next, at least sizeof(caffeine_drink). Returns how many; 0: no more.
 * Errors: ARGUMENT, PEER, ANCHOR (too old, or of another engine: see caffeine_window).
 * Cost: O(drinks) for each change.
 */
int32_t caffeine_changes(const caffeine_engine *engine, uint32_t peer, uint64_t *anchor,
                         caffeine_drink *page, uint32_t count, uint32_t element_size);

/* The peer has kept all changes up to an anchor. Errors: PEER, ARGUMENT (one that is to come). */
int32_t caffeine_ack(caffeine_engine *engine, uint32_t peer, uint64_t anchor);

/* What became of a page's entries. */
typedef struct caffeine_page_result {
  uint32_t struct_size;
  uint32_t added;
  uint32_t edited;
  uint32_t removed;
  uint32_t unchanged; /* here already */
  uint32_t stale;     /* older than what is here, or known and removed here */
  uint32_t too_old;   /* folded here, or before the end of what a full engine would fold */
  uint32_t flags;     /* 0 so far */
} caffeine_page_result;

/*
 * Takes in a page of a peer's changes, whole or not at all; twice is once.
 *
 * after: the anchor that the peer was asked with. anchor: where the page ends in the peer's terms;
 * kept with the page (caffeine_received). A page that ends no later than those kept does nothing.
 * Errors, every byte as it was: PEER, ARGUMENT (an entry without id, revision or date, an id twice,
 * a flag; anchor before after), RANGE, SUSPICIOUS (an entry that no engine takes), RANGE (a sum
 * could pass 2^32 - 1 ug), ANCHOR (it does not go on from caffeine_received: ask again from there).
 * FULL: no room for a plan, or plans and undated drinks alone fill the engine; entries before are
 * kept, the anchor is not: the page may come again.
 * Cost: O(count * (count + drinks)).
 */
int32_t caffeine_apply(caffeine_engine *engine, uint32_t peer, const caffeine_drink *page,
                       uint32_t count, uint32_t element_size, uint64_t after,
                       uint64_t anchor, caffeine_page_result *result);

/* Up to where a peer's pages are kept here, in its terms; 0 at first. Errors: PEER. */
int32_t caffeine_received(const caffeine_engine *engine, uint32_t peer, uint64_t *anchor);

/* A span of time of which a peer is told every drink; sent with them. */
typedef struct caffeine_window_span {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  int64_t from_s;    /* later than the sender's fold time */
  int64_t until_s;   /* the first second after it; CAFFEINE_FOREVER: the last window */
  uint64_t after;    /* the anchor that was too old */
  uint64_t anchor;   /* set by caffeine_window: where the changes after it begin */
  uint64_t known;    /* set by caffeine_window: caffeine_received of the peer */
} caffeine_window_span;

/*
 * The dated drinks of a span from a position of the list on, for a peer whose anchor was too old.
 * Those it has already, or hears of from others, bear CAFFEINE_FLAG_KNOWN.
 *
 * index: where to begin (caffeine_first_from); then where to go on. Returns how many; 0: no more.
 * The engine must not change meanwhile: if anchor is another than before, begin again.
 * Errors: ARGUMENT, PEER, TOO_OLD (from_s is at or before the fold time).
 */
int32_t caffeine_window(const caffeine_engine *engine, uint32_t peer, caffeine_window_span *span,
                        uint32_t *index, caffeine_drink *page, uint32_t count,
                        uint32_t element_size);

/*
 * Takes over a peer's window: drinks in it that the peer had and does not list were removed there;
 * known ones that are not listed here were removed here and do not rise.
 *
 * page: all of the window's drinks at once; send windows one after the other, in the order of their
 * times, for shorter pages. The last one, until CAFFEINE_FOREVER, moves caffeine_received.
 * Errors: as apply, ANCHOR (it was told for another anchor), ARGUMENT (an entry outside of it).
 */
int32_t caffeine_replace_window(caffeine_engine *engine, uint32_t peer,
                                const caffeine_window_span *span, const caffeine_drink *page,
                                uint32_t count, uint32_t element_size,
                                caffeine_page_result *result);

/*
 * Remembers another store's id for a drink: entries under it are that drink's. If it was queried
 * back before, and is listed under that id, that double is removed.
 *
 * Errors: ARGUMENT, UNKNOWN_ID, FULL (caffeine_config.aliases), and as remove. O(drinks * aliases).
 */
int32_t caffeine_alias(caffeine_engine *engine, const uint8_t id[16], const uint8_t alias[16],
                       uint8_t source);

/* ---- Journal: the engine on raw flash, safe against power cuts ------------------------------- */

/*
 * Flash, as you read and write it. Every function returns 0, or another number for a failure.
 *
 * program gets 64 bytes at a multiple of 64, all of them erased: that is a whole number of units,
 * each programmed once between erases. read gets any bytes of one block; of a torn unit that flash
 * with error correction reports, return a failure. erase may return CAFFEINE_E_BUSY: not now (a
 * radio is on, the battery is low), and is then asked again by a later call. sync returns once all
 * before outlives a power cut; until then writes may be kept in any order, or lost. None of them
 * may call a function of this file. They are called from within the functions below alone. None
 * may be null. Not seen is what flash forgets of itself at the journal's end: a block that reads as
 * erased again, or as it was long ago.
 */
typedef struct caffeine_flash {
  uint32_t struct_size;
  uint32_t program_unit; /* bytes: 1, 2, 4, 8, 16 or 32 */
  uint32_t erase_block;  /* bytes: a power of two, 256 to 131 072 */
  uint32_t block_count;  /* 2 to 65 536; half of them have to hold the engine: 64 bytes for each
                            drink and alias that fits, 43 times 64 more, and 64 in each block */
  uint32_t erased_byte;  /* what an erased byte reads: 0xFF or 0 */
  uint32_t reserved;     /* 0 */
  int32_t (*read)(void *user, uint32_t block, uint32_t offset, void *bytes, uint32_t size);
  int32_t (*program)(void *user, uint32_t block, uint32_t offset, const void *bytes,
                     uint32_t size);
  int32_t (*erase)(void *user, uint32_t block);
  int32_t (*sync)(void *user);
  void *user; /* handed to each of them */
} caffeine_flash;

/* A journal that is mounted; it lies in memory of yours. */
typedef struct caffeine_journal caffeine_journal;

/* Memory for a journal. */
#define CAFFEINE_JOURNAL_BYTES (216u + 6u * (uint32_t)sizeof(void *))
#define CAFFEINE_JOURNAL(name) uint64_t name[CAFFEINE_JOURNAL_BYTES / 8u]

/* What a journal's flash holds. */
typedef struct caffeine_journal_report {
  uint32_t struct_size;
  uint32_t slots;             /* read: of 64 bytes each, one for each drink and change */
  uint32_t damaged;           /* of these torn by a power cut, or damaged since: left out */
  uint32_t unreadable;        /* of the damaged ones those whose read failed */
  uint32_t missing;           /* of the damaged ones those that had been kept: what they said is
                                 lost, but for counts, which two slots say */
  uint32_t unknown;           /* of a later version that forbids writing: read only */
  uint32_t unreadable_blocks; /* whose header's read failed */
  uint32_t free_blocks;       /* that hold nothing needed */
  uint32_t least_erases;      /* of the least worn block, as far as headers tell */
  uint32_t most_erases;       /* of the most worn block */
  uint32_t flags;             /* 0 so far */
} caffeine_journal_report;

/*
 * Erases the flash and begins an empty journal. What was on it is lost. Mount it then.
 *
 * wearer: as in the configuration of the engine that it will keep.
 * Errors: ARGUMENT, RANGE (no such flash), MEMORY (too small for any engine), DEVICE, BUSY (an
 * erase was put off: call it again). Cost: an erase for each block, a read of all.
 */
int32_t caffeine_journal_format(const caffeine_flash *flash, uint32_t wearer);

/*
 * Reads a journal into an engine as caffeine_init left it. Nothing is written.
 *
 * memory, memory_size: yours while the journal is used, CAFFEINE_JOURNAL_BYTES, aligned as an
 * engine; flash is copied into it, and a journal that lay there is none any more. report: may be
 * null. The engine may hold more or fewer drinks than the one that was kept: those that do not fit
 * are folded, and where that cannot be, as of plans, it is FULL.
 * Errors: ARGUMENT (null, struct_size, the engine is not empty), ALIGN, MEMORY, RANGE (no such
 * flash), UNAVAILABLE (no journal is there: format), GEOMETRY (it is of another flash), VERSION (of
 * a later major version), WEARER, FULL, CORRUPT, DEVICE.
 * Cost: two reads for each block, four bytes of each slot, each slot once; O(drinks) for each.
 */
int32_t caffeine_journal_mount(void *memory, uint32_t memory_size, const caffeine_flash *flash,
                               caffeine_engine *engine, caffeine_journal **journal,
                               caffeine_journal_report *report);

/*
 * Writes down what changed in the engine since the last call. Once it returns 0 or more, that
 * outlives resets and power cuts; what it could not write, the next call writes.
 *
 * Call it after each function that changes the engine, whichever, or after several. Returns how
 * many slots were written, 0: nothing had changed.
 * engine: the one that was mounted, and no other journal on this flash meanwhile.
 * Errors: ARGUMENT (also of an engine that is seen to be another), DEVICE, BUSY (an erase was put
 * off, or the lock refused), FULL (more drinks than the flash holds: remove some), VERSION (read
 * only).
 * Cost: a slot for each change, and a sync or two. All drinks are written anew, with an erase,
 * where blocks run short, and after a change that no slot says: of a profile, an alias, a drink
 * without a date, or several drinks at once in a full engine.
 */
int32_t caffeine_journal_append(caffeine_journal *journal, caffeine_engine *engine);

/*
 * Does a piece of what caffeine_journal_append would have to do at once: an erase, or one slot.
 * Call it while there is time, until it returns 0: nothing is left to do. Returns 1 if there is
 * more.
 *
 * Errors: ARGUMENT, DEVICE, BUSY.
 */
int32_t caffeine_journal_compact_step(caffeine_journal *journal, caffeine_engine *engine);

/* Looks at a journal without an engine, and writes nothing. Errors: as mount, but for WEARER. */
int32_t caffeine_journal_inspect(const caffeine_flash *flash, caffeine_journal_report *report);

/*
 * Wipes the engine as caffeine_erase_all, and every block of the flash.
 *
 * A power cut leaves the journal as it was or empty; caffeine_journal_compact_step then goes on.
 * Errors: ARGUMENT, VERSION: nothing was done; DEVICE, BUSY, FULL (too many bad blocks): the engine
 * is wiped, call it again. Cost: an erase for each block but one.
 */
int32_t caffeine_journal_wipe(caffeine_journal *journal, caffeine_engine *engine);

/* ---- Actors: on a host with threads ---------------------------------------------------------- */

/*
 * Trackers: engines of the library's own, whose calls return at once and are answered later, from
 * threads of the host. For Linux programs; a firmware's library has nothing from here on.
 *
 *     caffeine_workers_install(CAFFEINE_ABI, 0);             first of all, once in a process
 *     pthread_create(... caffeine_run_worker(0) ...);        one or two threads, lent until stop
 *     caffeine_tracker_create(&config, &tracker);
 *     caffeine_tracker_load(tracker, 0, loaded, me);
 *     caffeine_tracker_record(tracker, &espresso, now, recorded, me);
 *     caffeine_tracker_save(tracker, saved, me);
 *     caffeine_stop();                                       then join the threads
 *
 * The library does all work on these threads, the workers; it starts no thread but one that waits
 * for files, from the first load or save on, and calls nothing from that one.
 *
 * Any thread may call these functions at any time, also from within a callback; none waits, but
 * caffeine_run_worker. Not from a signal handler. What a call points to may go when it returns.
 *
 * A call that returns 0 calls its completion exactly once, on a worker, and never before the call
 * has returned to a worker's own callback; a call that returns an error does not call it. A null
 * completion: nobody wants to know. A tracker calls everything it is given, completions, views and
 * subscribers, one at a time; a callback holds up its tracker and its worker, so it returns soon.
 *
 * What one thread asks of a tracker is done in the order asked, a call that waits for files or for
 * the health store only begun. Up to 256 calls of a tracker wait; one more is FULL.
 *
 * Errors of all that takes a tracker: ARGUMENT (null, not a tracker, destroyed), FULL, CANCELLED
 * (after stop), UNAVAILABLE (not installed); not said again below. Completions of work that waited
 * when its tracker ended have CANCELLED.
 */

/* A tracker: a number, not an address; one that is destroyed is never given again. */
typedef struct caffeine_tracker caffeine_tracker;

/* How a worker sleeps within the host's event loop; without, it sleeps on a condition. */
typedef struct caffeine_workers_config {
  uint32_t struct_size;
  uint32_t reserved; /* 0 */
  void *user;        /* handed to both */
  /* A worker has nothing to do for wait_ms or, if that is -1, until it is woken: run the loop, or
     sleep. May return early. Both or neither. */
  void (*idle)(void *user, uint32_t worker, int64_t wait_ms);
  /* Makes the idle of a worker return, or its next one if none runs; on any thread, and within any
     call of this section: calls none itself (write to an eventfd, g_main_context_wakeup). */
  void (*wake)(void *user, uint32_t worker);
} caffeine_workers_config;

/*
 * Makes the workers run every Swift task of the process. Once in a process, before its first Swift
 * task, and for good: there is one executor in a process, and this replaces it.
 *
 * config: null: no hooks. Errors: ABI, ARGUMENT (struct_size, one hook without the other), BUSY
 * (installed before, by whomever), UNAVAILABLE (another system, or another Swift than the library
 * was tested with; all of this section then is).
 */
int32_t caffeine_workers_install(uint32_t abi, const caffeine_workers_config *config);

/*
 * Lends the calling thread as worker 0 or 1 and returns after caffeine_stop, when nothing is left
 * to do. One worker alone does everything.
 *
 * Errors: RANGE (worker), UNAVAILABLE (not installed), BUSY (another thread is this worker, or this
 * thread is one).
 */
int32_t caffeine_run_worker(uint32_t worker);

/*
 * Ends all trackers as caffeine_tracker_destroy does, and then the workers: caffeine_run_worker
 * returns when the last completion has been called. Returns at once. For good.
 *
 * Without a worker that runs, completions wait: caffeine_run_worker still does what is left.
 * Errors: UNAVAILABLE (not installed), CANCELLED (stopped before).
 */
int32_t caffeine_stop(void);

/* ---- Health store of a tracker ---- */

/* What a health store is asked. */
#define CAFFEINE_HEALTH_AUTHORIZE 1u /* answered by a status alone */
#define CAFFEINE_HEALTH_SAVE 2u      /* drinks; answered by ids, or by a status if it keeps ours */
#define CAFFEINE_HEALTH_DELETE 3u    /* ids; answered by a status alone */
#define CAFFEINE_HEALTH_PAGE 4u      /* changes after anchor, at most limit, the oldest first */
#define CAFFEINE_HEALTH_WINDOW 5u    /* all drinks in [from_s, until_s), limit or so, by time */

typedef struct caffeine_health_request {
  uint32_t struct_size;
  uint32_t kind;   /* CAFFEINE_HEALTH_... */
  uint64_t number; /* to be given back with the answer; never twice the same in a tracker */
  uint64_t anchor;
  int64_t from_s;
  int64_t until_s;
  uint32_t limit;
  uint32_t count;               /* of drinks or ids */
  const caffeine_drink *drinks; /* valid during the call, as are ids */
  const uint8_t *ids;           /* 16 bytes each */
} caffeine_health_request;

typedef struct caffeine_health_answer {
  uint32_t struct_size;
  int32_t status;  /* 0; DENIED, UNAVAILABLE, ANCHOR (too old: a window is asked); else: failed */
  uint64_t number; /* of the request */
  uint32_t kind;   /* of the request */
  uint32_t drink_count;
  uint32_t id_count;
  uint32_t element_size;        /* from one drink to the next, at least sizeof(caffeine_drink) */
  const caffeine_drink *drinks; /* page, window; revision 0: the store counts none */
  const uint8_t *ids;           /* save: the store's own; page: of drinks that are gone */
  uint64_t anchor;              /* page: where it ends; window: where pages go on after it */
  int64_t until_s;              /* window: the first second not told; as asked: all is told */
  uint32_t is_last;             /* page: 1: there is no more at present */
  uint32_t reserved;            /* 0 */
} caffeine_health_answer;

/* A store that keeps drinks elsewhere: a phone over a link. */
typedef struct caffeine_health_store {
  uint32_t struct_size;
  uint32_t peer;         /* the engine's number for it, 0 to 3 */
  uint32_t assigns_ids;  /* 1: it gives ids of its own, and caffeine_config.aliases has room */
  uint32_t page_limit;   /* entries of a page; 0: 64 */
  uint32_t time_limit_s; /* for an answer; 0: 30; for caffeine_tracker_authorize 600 */
  uint32_t reserved;     /* 0 */
  void *user;
  /* Takes a request and returns without waiting. On a worker, one at a time, not one at a time with
     the tracker's other callbacks. It may answer within. */
  void (*request)(void *user, const caffeine_health_request *request);
  /* Nobody waits for an answer any more. May be null. */
  void (*cancel)(void *user, uint64_t number);
} caffeine_health_store;

/*
 * Answers a request. Of several answers the first counts; late ones and those to unknown numbers do
 * nothing. Up to 64 wait. Errors: ARGUMENT (struct_size, kind, an element, no health store), RANGE
 * (more than 65 535).
 */
int32_t caffeine_health_reply(caffeine_tracker *tracker, const caffeine_health_answer *answer);

/* ---- Life of a tracker ---- */

typedef struct caffeine_tracker_config {
  uint32_t struct_size;
  uint32_t drinks;              /* room for so many, 1 to 65 535 */
  const caffeine_config *engine; /* null: the defaults. device_id 0 becomes 1; lock and unlock are
                                    null, there is nothing to lock; log is called on workers */
  const char *path;             /* the file it is kept in, its directory must be there; null: none.
                                   One tracker and one process a file */
  const caffeine_health_store *health; /* null: none */
} caffeine_tracker_config;

/* Tells what became of a call: 0 or above, or an error. */
typedef void (*caffeine_done)(void *user, int32_t status);

/*
 * Sets up an empty tracker; the library allocates it.
 *
 * Errors: ARGUMENT (null, struct_size, and as caffeine_init), MEMORY (drinks), RANGE, PEER,
 * UNAVAILABLE (not installed), CANCELLED (after stop). Cost: O(drinks).
 */
int32_t caffeine_tracker_create(const caffeine_tracker_config *config, caffeine_tracker **tracker);

/*
 * Ends a tracker: nothing is lost that was asked before. Records, removals, loads and saves that
 * wait are done and have their own statuses; the others have CANCELLED. Its own completion is the
 * last call of all; the tracker's user pointers, path and functions are not used after it.
 *
 * The handle is gone when this returns. Errors: CANCELLED (after stop: it has ended already).
 */
int32_t caffeine_tracker_destroy(caffeine_tracker *tracker, caffeine_done done, void *user);

/* ---- Drinks of a tracker ---- */

/* Tells what record, edit or remove did; the receipt is never null, and valid during the call. */
typedef void (*caffeine_recorded)(void *user, int32_t status, const caffeine_receipt *receipt);

/* caffeine_record, with its statuses. */
int32_t caffeine_tracker_record(caffeine_tracker *tracker, const caffeine_drink *drink,
                                int64_t now_s, caffeine_recorded recorded, void *user);

/* caffeine_edit, with its statuses. */
int32_t caffeine_tracker_edit(caffeine_tracker *tracker, const caffeine_drink *drink,
                              int64_t now_s, caffeine_recorded recorded, void *user);

/* caffeine_remove of the listed revision, with its statuses. */
int32_t caffeine_tracker_remove(caffeine_tracker *tracker, const uint8_t id[16], uint8_t source,
                                caffeine_recorded recorded, void *user);

/*
 * Shows the engine, for any question above, during the call and no longer: it is const, and it is
 * not to be cast away. Status is 0: a view that waits when its tracker ends is shown it before.
 */
typedef void (*caffeine_view)(void *user, int32_t status, const caffeine_engine *engine);

/* Shows the engine once. Errors: ARGUMENT (view is null). */
int32_t caffeine_tracker_view(caffeine_tracker *tracker, caffeine_view view, void *user);

/*
 * Shows the engine now, and again whenever it has changed, at times also when not; of many changes
 * in a row the last may be the only one shown, and none is shown older than one before.
 *
 * Returns the number of the subscription, 0 to 15. Errors: ARGUMENT, FULL (sixteen, or as all).
 */
int32_t caffeine_tracker_subscribe(caffeine_tracker *tracker, caffeine_view view, void *user);

/*
 * Ends a subscription: when its completion is called, and from then on, no call is made or under
 * way. Errors: ARGUMENT (no such subscription).
 */
int32_t caffeine_tracker_cancel(caffeine_tracker *tracker, int32_t subscription,
                                caffeine_done done, void *user);

/* ---- Keeping of a tracker ---- */

#define CAFFEINE_LOAD_NOTHING 0   /* there is no file yet */
#define CAFFEINE_LOAD_LOADED 1    /* the tracker holds what the file held; if a later version knows
                                     more of it, that file too will be kept under another name */
#define CAFFEINE_LOAD_SET_ASIDE 2 /* the file is damaged, or given up, and will be kept under
                                     another name; the tracker is empty: tell the wearer */

/*
 * Fills an empty tracker from its file; what is asked after it waits. Status: CAFFEINE_LOAD_....
 *
 * anew: 1: gives up a file that is refused: it is set aside. Errors of the call: ARGUMENT (no
 * path); of the completion: ARGUMENT (not empty), DENIED, RANGE (too large), DEVICE, VERSION,
 * WEARER, FULL.
 */
int32_t caffeine_tracker_load(caffeine_tracker *tracker, uint32_t anew, caffeine_done done,
                              void *user);

/*
 * Keeps what the tracker holds by now, so that it outlasts a power cut. Status 1: written; 0: the
 * file held it already. Calls during a save share the next one.
 *
 * Errors of the call: ARGUMENT (no path); of the completion: NEVER (not loaded: what the file holds
 * would be lost), DENIED, FULL (no room on the device; too many calls), RANGE, DEVICE.
 */
int32_t caffeine_tracker_save(caffeine_tracker *tracker, caffeine_done done, void *user);

/* ---- Health of a tracker: ARGUMENT where it has no health store ---- */

/* Has the person asked. Errors of the completion: DENIED, UNAVAILABLE, TIMED_OUT, DEVICE. */
int32_t caffeine_tracker_authorize(caffeine_tracker *tracker, caffeine_done done, void *user);

/* What became of all that the store told. */
typedef struct caffeine_health_report {
  uint32_t struct_size;
  uint32_t is_replaced; /* 1: the anchor was too old, and windows replaced what was here */
  uint64_t added;
  uint64_t edited;
  uint64_t removed;
  uint64_t unchanged;
  uint64_t stale;
  uint64_t too_old;
  uint64_t skipped; /* no drinks: no id, no date, a field out of range */
  uint32_t reserved;
  uint32_t flags; /* 0 so far */
} caffeine_health_report;

/* The report is never null, all 0 on failure, and valid during the call. */
typedef void (*caffeine_refreshed)(void *user, int32_t status,
                                   const caffeine_health_report *report);

/*
 * Takes in what changed in the store; a second call joins the one under way.
 *
 * Errors of the completion: DENIED, UNAVAILABLE, TIMED_OUT, DEVICE (failed, or an answer that makes
 * no sense), FULL (the ledger did not take it; too many calls), CANCELLED.
 */
int32_t caffeine_tracker_refresh(caffeine_tracker *tracker, caffeine_refreshed refreshed,
                                 void *user);

/*
 * Tells the store what changed here, page by page; a tracker with a file saves each page first, so
 * that it does not forget what the store has. Status: how many drinks and removals the store has
 * kept. Errors of the completion: as refresh; DEVICE also if the file could not be written, or was
 * not loaded.
 */
int32_t caffeine_tracker_share(caffeine_tracker *tracker, caffeine_done done, void *user);

#ifdef __cplusplus
}
#endif
#endif
