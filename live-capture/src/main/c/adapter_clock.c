#include "adapter_clock.h"

#include <errno.h>
#include <string.h>
#include <time.h>

enum { READINGS = 5, MOST_ODD = 3 };

static const int64_t SECOND = 1000000000;
static const int64_t START_UP = 2000000;
/* Later than now by less than this is the wall clock being set, not an impossible stamp. */
static const int64_t LEEWAY = 1000000;
/* Crystals are within 100 ppm; both clocks have one. */
static const double MOST_DRIFT = 500e-6;
/* What a first reading over 2 ms must keep to. */
static const double MOST_DRIFT_AT_START = 0.01;
/* Below this the width of the readings would be in the rate. */
static const int64_t LEAST_INTERVAL = 100000000;

static int64_t nanos(clockid_t id) {
  struct timespec time;
  clock_gettime(id, &time);
  return time.tv_sec * SECOND + time.tv_nsec;
}

int64_t wall_nanos(void) { return nanos(CLOCK_REALTIME); }

int64_t monotonic_nanos(void) { return nanos(CLOCK_MONOTONIC); }

/* Ticks from one stamp to another, on a circle of the mask's bits; less than 0 is back. */
static int64_t ticks_between(uint64_t mask, uint64_t from, uint64_t to) {
  uint64_t distance = (to - from) & mask;
  bool back = distance > mask >> 1;
  return (int64_t)(back ? distance | ~mask : distance);
}

/* Reads both clocks as close together as a few tries bring them. */
static bool read_both(struct adapter_clock *clock, struct ibv_context *context) {
  struct verbs_context *extended = verbs_get_ctx_op(context, query_rt_values);
  if (!extended) {
    return false;
  }
  clock->width = INT64_MAX;
  for (int i = 0; i < READINGS; i++) {
    struct ibv_values_ex values;
    memset(&values, 0, sizeof values);
    values.comp_mask = IBV_VALUES_MASK_RAW_CLOCK;
    int64_t before = wall_nanos();
    int error = extended->query_rt_values(context, &values);
    int64_t after = wall_nanos();
    if (error || !(values.comp_mask & IBV_VALUES_MASK_RAW_CLOCK)) {
      return false;
    }
    int64_t width = after - before;
    if (width >= 0 && width < clock->width) {
      clock->width = width;
      clock->wall = before + width / 2;
      /* Drivers put ticks, not nanoseconds, into tv_nsec, and more of them than make a second. */
      clock->ticks = ((uint64_t)values.raw_clock.tv_sec * (uint64_t)SECOND +
                      (uint64_t)values.raw_clock.tv_nsec) &
                     clock->mask;
    }
  }
  return clock->width != INT64_MAX;
}

/* Whether as much time went by on both clocks, the widths of their readings apart. */
static bool fits(const struct adapter_clock *clock, const struct adapter_clock *before,
                 double drift) {
  double ticks = (double)ticks_between(clock->mask, before->ticks, clock->ticks);
  double expected = ticks * clock->nominal;
  double off = (double)(clock->wall - before->wall) - expected;
  double allowed = expected * drift + (double)(clock->width + before->width);
  return ticks > 0 && off <= allowed && -off <= allowed;
}

void adapter_clock_start(struct adapter_clock *clock, struct ibv_context *context,
                         const struct ibv_device_attr_ex *attributes) {
  memset(clock, 0, sizeof *clock);
  clock->mask = attributes->completion_timestamp_mask;
  bool bits_in_a_row = (clock->mask & (clock->mask + 1)) == 0;
  if (!clock->mask || !bits_in_a_row || !attributes->hca_core_clock) {
    return;
  }
  /* The core clock is in kHz. */
  clock->nominal = 1e6 / (double)attributes->hca_core_clock;
  clock->rate = clock->nominal;
  if (!read_both(clock, context)) {
    return;
  }
  struct adapter_clock before = *clock;
  struct timespec pause = {.tv_nsec = START_UP};
  while (nanosleep(&pause, &pause) == -1 && errno == EINTR) {
  }
  clock->usable = read_both(clock, context) && fits(clock, &before, MOST_DRIFT_AT_START);
  clock->first = before.ticks;
}

/* Half a turn behind the start every stamp would look earlier than it. */
static void move_first(struct adapter_clock *clock) {
  uint64_t quarter = clock->mask >> 2;
  if (((clock->ticks - clock->first) & clock->mask) > quarter) {
    clock->first = (clock->ticks - quarter) & clock->mask;
  }
}

void adapter_clock_read(struct adapter_clock *clock, struct ibv_context *context) {
  struct adapter_clock before = *clock;
  if (!read_both(clock, context)) {
    clock->usable = false;
    return;
  }
  move_first(clock);
  if (!fits(clock, &before, MOST_DRIFT)) {
    /* Once, the system's clock was set; again and again, the adapter's is wrong. */
    clock->rate = clock->nominal;
    clock->usable = ++clock->odd < MOST_ODD;
    return;
  }
  clock->odd = 0;
  int64_t elapsed = clock->wall - before.wall;
  if (elapsed >= LEAST_INTERVAL) {
    clock->rate = (double)elapsed / (double)ticks_between(clock->mask, before.ticks, clock->ticks);
  }
}

int64_t adapter_clock_time(const struct adapter_clock *clock, uint64_t stamp, int64_t now) {
  int64_t since_start = ticks_between(clock->mask, clock->first, stamp);
  int64_t ticks = ticks_between(clock->mask, clock->ticks, stamp);
  int64_t time = clock->wall + (int64_t)((double)ticks * clock->rate);
  bool before_start = (double)since_start * clock->nominal < -(double)LEEWAY;
  return before_start || time > now + LEEWAY ? now : time;
}
