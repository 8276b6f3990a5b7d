/*
 * All packets of a port of an RDMA adapter: a raw packet queue pair with a sniffer rule, whose
 * receives are the slots of a ring that the caller brings.
 *
 * One thread calls everything but sniffer_wake. Nothing here knows of Java.
 */
#ifndef RDMADUMP_SNIFFER_H
#define RDMADUMP_SNIFFER_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#include "steps.h"

enum { SNIFFER_LAYOUT = 1, SNIFFER_TEXT_SIZE = 192 };

/* A packet in the ring. */
struct sniffer_record {
  int32_t slot;
  /* Bytes in the slot, and on the wire. */
  int32_t captured;
  int32_t original;
  int32_t reserved;
  /* Nanoseconds since 1970. */
  int64_t time;
};

enum sniffer_clock { CLOCK_SYSTEM, CLOCK_ADAPTER };

/*
 * What the caller reads, org.rdmadump.live.hca.Control: the same layout on every machine, numbers
 * in its byte order. The packets of a batch stand behind it.
 */
struct sniffer_control {
  /* Of the call that failed last: an enum step, an errno or 0, and in text a symbol or words. */
  int32_t step;
  int32_t error;
  /* Of the port, from sniffer_open on: IBV_LINK_LAYER_, MTUs in bytes. */
  int32_t link_layer;
  int32_t active_mtu;
  int32_t max_mtu;
  /* Most slots the device can have. */
  int32_t most_slots;
  /* An enum sniffer_clock: where the times of the last batch came from. */
  int32_t clock;
  /* How often the queues were made anew; what went by meanwhile nobody counted. */
  int32_t gaps;
  /* Receives that failed, flushed ones apart; those among them for which a slot is too short. */
  int64_t failed;
  int64_t too_long;
  char text[SNIFFER_TEXT_SIZE];
  struct sniffer_record records[];
};

static_assert(sizeof(struct sniffer_record) == 24, "layout of a record");
static_assert(offsetof(struct sniffer_record, time) == 16, "layout of a record");
static_assert(offsetof(struct sniffer_control, failed) == 32, "layout of the control block");
static_assert(offsetof(struct sniffer_control, text) == 48, "layout of the control block");
static_assert(offsetof(struct sniffer_control, records) == 240, "layout of the control block");

enum sniffer_option {
  /* Spin instead of waiting for an event. */
  SNIFFER_BUSY_POLL = 1,
  /* Try every step, but receive nothing. */
  SNIFFER_CHECK_ONLY = 2,
  /* The system's time even where the adapter has its own. */
  SNIFFER_SYSTEM_CLOCK = 4
};

struct sniffer;

/*
 * Opens a device and looks at its port. The library is the one at path, or the system's where path
 * is empty. NULL after a failure, which control describes; nothing is left open then.
 */
struct sniffer *sniffer_open(const char *path, const char *device, int port,
                             struct sniffer_control *control);

/*
 * Starts to receive into the ring: slots of slot_length bytes each, at most control->most_slots.
 * The ring stays until sniffer_close. 0, or -1 after a failure: then all is undone but
 * sniffer_open.
 */
int sniffer_start(struct sniffer *sniffer, uint8_t *ring, uint32_t slots, uint32_t slot_length,
                  int options);

/*
 * Takes up to max packets into control->records; if there are none, waits for timeout_ms at most.
 * Their slots are the caller's until sniffer_release. -1 if no more will come.
 */
int sniffer_poll(struct sniffer *sniffer, int max, int timeout_ms);

/* Gives the slots of the last batch back. */
void sniffer_release(struct sniffer *sniffer);

/* Ends a wait of sniffer_poll, and every later one at once; for any thread, a signal handler too. */
void sniffer_wake(struct sniffer *sniffer);

/* Undoes everything, in the order that hardware needs; does nothing with NULL. */
void sniffer_close(struct sniffer *sniffer);

#endif
