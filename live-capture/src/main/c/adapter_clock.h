/*
 * From the adapter's free-running clock to the system's wall-clock time.
 *
 * Both clocks are read together at the start and then once a second: the line through the last two
 * readings tells the time of a stamp. An adapter whose clock cannot be read, or does not run as its
 * driver says, is not believed.
 */
#ifndef RDMADUMP_ADAPTER_CLOCK_H
#define RDMADUMP_ADAPTER_CLOCK_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdint.h>

struct adapter_clock {
  bool usable;
  /* The bits of a stamp that count. */
  uint64_t mask;
  /* Nanoseconds of a tick: what the driver says, and what was measured. */
  double nominal;
  double rate;
  /* The last reading of both clocks, and how far apart they were read. */
  uint64_t ticks;
  int64_t wall;
  int64_t width;
  /*
   * No stamp is earlier: the reading at the start, later a quarter turn before the last one, which
   * is longer than a packet waits.
   */
  uint64_t first;
  /* Readings in a row that did not fit the one before. */
  int odd;
};

/* Takes 2 ms, in which the clock must run as attributes say; usable tells whether it did. */
void adapter_clock_start(struct adapter_clock *clock, struct ibv_context *context,
                         const struct ibv_device_attr_ex *attributes);

/* Reads both clocks again; a jump of the system's clock is taken over. */
void adapter_clock_read(struct adapter_clock *clock, struct ibv_context *context);

/*
 * Nanoseconds since 1970 of a stamp; now, the present time, if the stamp cannot be true: later than
 * now, or before the start as far as the bits of a stamp tell.
 */
int64_t adapter_clock_time(const struct adapter_clock *clock, uint64_t stamp, int64_t now);

/* Nanoseconds since 1970, and since some fixed time. */
int64_t wall_nanos(void);
int64_t monotonic_nanos(void);

#endif
