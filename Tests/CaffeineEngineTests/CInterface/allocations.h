/* Counts the allocations of the whole program: it stands in for the C library's allocator. */
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Calls of malloc and its relatives, free included, since the program started. */
long allocations(void);

/* Whether one allocation counts, as it must. */
int allocations_are_counted(void);

#ifdef __cplusplus
}
#endif
#endif
