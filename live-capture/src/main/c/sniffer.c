#include "sniffer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "adapter_clock.h"
#include "verbs.h"

enum {
  /* Work requests, and completions, of one call. */
  CHAIN = 64,
  /* Completion events that are acknowledged together: each acknowledgement takes a lock. */
  ACKNOWLEDGED = 64,
  /* Queues made anew without a packet in between, before the device is given up: 2.5 s. */
  MOST_RESTARTS = 8
};

static const int64_t MILLISECOND = 1000000;
static const int64_t SECOND = 1000000000;
/* How often events are looked for while packets keep coming. */
static const int64_t EVENT_INTERVAL = 10000000;
/* A device that has not flushed its receives by then will not. */
static const int64_t DRAIN_LIMIT = 250000000;
static const int64_t DRAIN_PAUSE = 100000;
/* From the first time that queues are made anew to the second; then twice as long each time. */
static const int64_t RESTART_PAUSE = 10000000;

struct sniffer {
  struct verbs verbs;
  struct sniffer_control *control;
  uint8_t port;
  int options;
  int wake;
  atomic_bool woken;

  struct ibv_context *context;
  struct ibv_device_attr_ex device;
  struct ibv_pd *pd;
  struct ibv_mr *mr;
  struct ibv_comp_channel *channel;
  /* The same queue: extended is NULL where the device has no extended ones. */
  struct ibv_cq *cq;
  struct ibv_cq_ex *extended;
  struct ibv_qp *qp;
  struct ibv_flow *flow;

  uint8_t *ring;
  uint32_t slots;
  uint32_t slot_length;
  /* A slot is posted, or handed out, or free. */
  uint32_t posted;
  uint32_t *free;
  uint32_t free_count;
  uint32_t *handed;
  uint32_t handed_count;
  /* What a batch may have. */
  uint32_t room;

  unsigned int unacknowledged;
  bool armed;
  /* What happened: the queues are of no use, their completions are lost, the device went away. */
  bool broken;
  bool overrun;
  bool gone;
  /* A receive came back unused: no packet is behind it. */
  bool flushed;
  bool draining;
  int fruitless;
  int64_t restart_due;

  struct adapter_clock clock;
  int64_t clock_due;
  int64_t events_due;
};

static int fail(struct sniffer_control *control, enum step step, int error) {
  control->step = step;
  control->error = error;
  return -1;
}

/* An errno that a call left, which some providers forget to set. */
static int reason(void) { return errno ? errno : EIO; }

static int mtu_bytes(enum ibv_mtu mtu) {
  return mtu >= IBV_MTU_256 && mtu <= IBV_MTU_4096 ? 128 << mtu : 0;
}

static int do_not_block(int fd) {
  int flags = fcntl(fd, F_GETFL);
  return flags == -1 ? -1 : fcntl(fd, F_SETFL, flags | O_NONBLOCK);
}

static int open_device(struct sniffer *sniffer, const char *name) {
  struct ibv_device **devices = sniffer->verbs.get_device_list(NULL);
  if (!devices) {
    return fail(sniffer->control, STEP_GET_DEVICE_LIST, reason());
  }
  struct ibv_device *found = NULL;
  for (int i = 0; devices[i] && !found; i++) {
    if (strcmp(sniffer->verbs.get_device_name(devices[i]), name) == 0) {
      found = devices[i];
    }
  }
  int result = 0;
  if (!found) {
    result = fail(sniffer->control, STEP_FIND_DEVICE, ENODEV);
  } else {
    errno = 0;
    sniffer->context = sniffer->verbs.open_device(found);
    if (!sniffer->context) {
      result = fail(sniffer->control, STEP_OPEN_DEVICE, reason());
    }
  }
  sniffer->verbs.free_device_list(devices);
  return result;
}

static int look_at_port(struct sniffer *sniffer) {
  struct sniffer_control *control = sniffer->control;
  int error = verbs_query_device(&sniffer->verbs, sniffer->context, &sniffer->device);
  if (error) {
    return fail(control, STEP_QUERY_DEVICE, error);
  }
  struct ibv_port_attr port;
  error = verbs_query_port(&sniffer->verbs, sniffer->context, sniffer->port, &port);
  if (error) {
    return fail(control, STEP_QUERY_PORT, error);
  }
  const struct ibv_device_attr *device = &sniffer->device.orig_attr;
  control->link_layer = port.link_layer;
  control->active_mtu = mtu_bytes(port.active_mtu);
  control->max_mtu = mtu_bytes(port.max_mtu);
  control->most_slots = device->max_qp_wr < device->max_cqe ? device->max_qp_wr : device->max_cqe;
  if (do_not_block(sniffer->context->async_fd) == -1) {
    return fail(control, STEP_OPEN_DEVICE, errno);
  }
  return 0;
}

struct sniffer *sniffer_open(const char *path, const char *device, int port,
                             struct sniffer_control *control) {
  memset(control, 0, sizeof *control);
  struct sniffer *sniffer = calloc(1, sizeof *sniffer);
  if (!sniffer) {
    fail(control, STEP_ALLOCATE, ENOMEM);
    return NULL;
  }
  sniffer->control = control;
  sniffer->port = (uint8_t)port;
  sniffer->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (sniffer->wake == -1) {
    fail(control, STEP_ALLOCATE, errno);
    free(sniffer);
    return NULL;
  }
  enum step step = verbs_load(&sniffer->verbs, path, control->text, sizeof control->text);
  if (step) {
    fail(control, step, 0);
  }
  if (step || open_device(sniffer, device) || look_at_port(sniffer)) {
    sniffer_close(sniffer);
    return NULL;
  }
  return sniffer;
}

/* The adapter's stamps if it has any, and can relate them to the time of day. */
static bool wants_stamps(const struct sniffer *sniffer) {
  return !(sniffer->options & SNIFFER_SYSTEM_CLOCK) && sniffer->clock.usable;
}

static int create_cq(struct sniffer *sniffer) {
  struct verbs_context *extended = verbs_get_ctx_op(sniffer->context, create_cq_ex);
  if (extended && wants_stamps(sniffer)) {
    struct ibv_cq_init_attr_ex attributes = {
        .cqe = sniffer->slots,
        .channel = sniffer->channel,
        .wc_flags = IBV_WC_EX_WITH_BYTE_LEN | IBV_WC_EX_WITH_COMPLETION_TIMESTAMP,
    };
    sniffer->extended = extended->create_cq_ex(sniffer->context, &attributes);
    if (sniffer->extended) {
      sniffer->cq = ibv_cq_ex_to_cq(sniffer->extended);
      return 0;
    }
  }
  errno = 0;
  sniffer->cq = sniffer->verbs.create_cq(sniffer->context, (int)sniffer->slots, NULL,
                                         sniffer->channel, 0);
  return sniffer->cq ? 0 : fail(sniffer->control, STEP_CREATE_CQ, reason());
}

static int create_qp(struct sniffer *sniffer) {
  struct ibv_qp_init_attr attributes = {
      .send_cq = sniffer->cq,
      .recv_cq = sniffer->cq,
      .cap = {.max_recv_wr = sniffer->slots, .max_recv_sge = 1},
      .qp_type = IBV_QPT_RAW_PACKET,
  };
  errno = 0;
  sniffer->qp = sniffer->verbs.create_qp(sniffer->pd, &attributes);
  return sniffer->qp ? 0 : fail(sniffer->control, STEP_CREATE_QP, reason());
}

static int modify_qp(struct sniffer *sniffer, enum ibv_qp_state state) {
  struct ibv_qp_attr attributes = {.qp_state = state, .port_num = sniffer->port};
  int mask = IBV_QP_STATE | (state == IBV_QPS_INIT ? IBV_QP_PORT : 0);
  return sniffer->verbs.modify_qp(sniffer->qp, &attributes, mask);
}

static int create_flow(struct sniffer *sniffer) {
  struct ibv_flow_attr attributes = {
      .type = IBV_FLOW_ATTR_SNIFFER,
      .size = sizeof attributes,
      .port = sniffer->port,
  };
  errno = 0;
  sniffer->flow = ibv_create_flow(sniffer->qp, &attributes);
  return sniffer->flow ? 0 : fail(sniffer->control, STEP_CREATE_FLOW, reason());
}

/* Posts all free slots. What cannot be posted stays free; 0, or an errno. */
static int post_free(struct sniffer *sniffer) {
  while (sniffer->free_count) {
    struct ibv_sge pieces[CHAIN];
    struct ibv_recv_wr requests[CHAIN];
    uint32_t count = sniffer->free_count < CHAIN ? sniffer->free_count : CHAIN;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t slot = sniffer->free[sniffer->free_count - 1 - i];
      size_t at = (size_t)slot * sniffer->slot_length;
      pieces[i] = (struct ibv_sge){
          .addr = (uintptr_t)(sniffer->ring + at),
          .length = sniffer->slot_length,
          .lkey = sniffer->mr->lkey,
      };
      requests[i] = (struct ibv_recv_wr){
          .wr_id = slot,
          .next = i + 1 < count ? &requests[i + 1] : NULL,
          .sg_list = &pieces[i],
          .num_sge = 1,
      };
    }
    struct ibv_recv_wr *refused = NULL;
    int error = ibv_post_recv(sniffer->qp, requests, &refused);
    if (error) {
      uint32_t taken = refused ? (uint32_t)(refused - requests) : 0;
      sniffer->free_count -= taken;
      sniffer->posted += taken;
      return error;
    }
    sniffer->free_count -= count;
    sniffer->posted += count;
  }
  return 0;
}

/* Every slot that is not handed out is free. */
static void free_slots(struct sniffer *sniffer) {
  sniffer->posted = 0;
  sniffer->free_count = 0;
  /* They are posted from the end. */
  for (uint32_t slot = sniffer->slots; slot-- > 0;) {
    bool handed = false;
    for (uint32_t i = 0; i < sniffer->handed_count && !handed; i++) {
      handed = sniffer->handed[i] == slot;
    }
    if (!handed) {
      sniffer->free[sniffer->free_count++] = slot;
    }
  }
}

static void acknowledge(struct sniffer *sniffer) {
  if (sniffer->unacknowledged) {
    sniffer->verbs.ack_cq_events(sniffer->cq, sniffer->unacknowledged);
    sniffer->unacknowledged = 0;
  }
}

/* Takes the events of the completion channel, none of which is waited for. */
static void take_completion_events(struct sniffer *sniffer) {
  struct ibv_cq *cq;
  void *context;
  while (sniffer->verbs.get_cq_event(sniffer->channel, &cq, &context) == 0) {
    sniffer->unacknowledged++;
    sniffer->armed = false;
  }
  if (sniffer->unacknowledged >= ACKNOWLEDGED) {
    acknowledge(sniffer);
  }
}

/* Takes a completion; true if there is a packet in it. */
static bool complete(struct sniffer *sniffer, uint64_t slot, enum ibv_wc_status status) {
  if (slot >= sniffer->slots || !sniffer->posted) {
    sniffer->broken = true;
    sniffer->flushed = true;
    sniffer->posted -= sniffer->posted > 0;
    return false;
  }
  sniffer->posted--;
  if (status == IBV_WC_SUCCESS && sniffer->handed_count < sniffer->room) {
    return true;
  }
  sniffer->free[sniffer->free_count++] = (uint32_t)slot;
  if (status == IBV_WC_WR_FLUSH_ERR) {
    sniffer->broken = true;
    sniffer->flushed = true;
  } else if (status != IBV_WC_SUCCESS) {
    sniffer->control->failed++;
    sniffer->control->too_long += status == IBV_WC_LOC_LEN_ERR;
  }
  return false;
}

static void hand_out(struct sniffer *sniffer, uint64_t slot, uint32_t length, uint64_t stamp) {
  uint32_t captured = length < sniffer->slot_length ? length : sniffer->slot_length;
  sniffer->control->records[sniffer->handed_count] = (struct sniffer_record){
      .slot = (int32_t)slot,
      .captured = (int32_t)captured,
      .original = (int32_t)length,
      .time = (int64_t)stamp,
  };
  sniffer->handed[sniffer->handed_count++] = (uint32_t)slot;
}

/* Whether another completion is wanted: of a queue that ends, all are. */
static bool wants_more(const struct sniffer *sniffer) {
  return sniffer->draining ? sniffer->posted > 0
                           : sniffer->handed_count < sniffer->room && !sniffer->flushed;
}

static int take_stamped(struct sniffer *sniffer) {
  struct ibv_cq_ex *cq = sniffer->extended;
  struct ibv_poll_cq_attr attributes = {0};
  int result = ibv_start_poll(cq, &attributes);
  if (result) {
    return result == ENOENT ? 0 : result;
  }
  do {
    if (complete(sniffer, cq->wr_id, cq->status)) {
      hand_out(sniffer, cq->wr_id, ibv_wc_read_byte_len(cq), ibv_wc_read_completion_ts(cq));
    }
  } while (wants_more(sniffer) && (result = ibv_next_poll(cq)) == 0);
  ibv_end_poll(cq);
  return result == ENOENT ? 0 : result;
}

static int take_plain(struct sniffer *sniffer) {
  struct ibv_wc completions[CHAIN];
  int count = CHAIN;
  while (wants_more(sniffer) && count == CHAIN) {
    uint32_t room = sniffer->draining ? CHAIN : sniffer->room - sniffer->handed_count;
    count = ibv_poll_cq(sniffer->cq, room < CHAIN ? (int)room : CHAIN, completions);
    for (int i = 0; i < count; i++) {
      if (complete(sniffer, completions[i].wr_id, completions[i].status)) {
        hand_out(sniffer, completions[i].wr_id, completions[i].byte_len, 0);
      }
    }
  }
  return count < 0 ? EIO : 0;
}

/* Takes what is complete. 0 or an errno; what was handed out before it counts all the same. */
static int take(struct sniffer *sniffer) {
  if (!wants_more(sniffer)) {
    return 0;
  }
  uint32_t first = sniffer->handed_count;
  int error = sniffer->extended ? take_stamped(sniffer) : take_plain(sniffer);
  if (sniffer->handed_count > first) {
    bool stamped = sniffer->extended && sniffer->clock.usable;
    int64_t now = wall_nanos();
    for (uint32_t i = first; i < sniffer->handed_count; i++) {
      struct sniffer_record *record = &sniffer->control->records[i];
      record->time =
          stamped ? adapter_clock_time(&sniffer->clock, (uint64_t)record->time, now) : now;
    }
    sniffer->control->clock = stamped ? CLOCK_ADAPTER : CLOCK_SYSTEM;
    sniffer->fruitless = 0;
  }
  return error;
}

/*
 * Waits until the device has given back what is posted to a queue pair in error. Packets that came
 * before it was in error are handed out as long as there is room.
 */
static void drain(struct sniffer *sniffer) {
  int64_t limit = monotonic_nanos() + DRAIN_LIMIT;
  struct timespec pause = {.tv_nsec = DRAIN_PAUSE};
  sniffer->draining = true;
  while (sniffer->posted && monotonic_nanos() < limit) {
    uint32_t before = sniffer->posted;
    if (take(sniffer)) {
      break;
    }
    if (sniffer->posted == before) {
      nanosleep(&pause, NULL);
    }
  }
  sniffer->draining = false;
}

/*
 * The rule first, so that nothing new comes; then the queue pair may not touch memory any more; only
 * then can what it completes to and what it writes to go.
 */
static void stop_queues(struct sniffer *sniffer) {
  if (sniffer->flow) {
    ibv_destroy_flow(sniffer->flow);
    sniffer->flow = NULL;
  }
  if (sniffer->qp) {
    if (modify_qp(sniffer, IBV_QPS_ERR) == 0 && !sniffer->gone && !sniffer->overrun) {
      drain(sniffer);
    }
    sniffer->verbs.destroy_qp(sniffer->qp);
    sniffer->qp = NULL;
  }
  if (sniffer->cq) {
    take_completion_events(sniffer);
    acknowledge(sniffer);
    sniffer->verbs.destroy_cq(sniffer->cq);
    sniffer->cq = NULL;
    sniffer->extended = NULL;
  }
  sniffer->armed = false;
  sniffer->broken = false;
  sniffer->overrun = false;
  sniffer->flushed = false;
  sniffer->posted = 0;
}

static int receive(struct sniffer *sniffer) {
  int error = post_free(sniffer);
  if (error && !sniffer->posted) {
    return fail(sniffer->control, STEP_POST_RECV, error);
  }
  error = modify_qp(sniffer, IBV_QPS_RTR);
  return error ? fail(sniffer->control, STEP_MODIFY_QP_RTR, error) : 0;
}

/*
 * Once for all queues that are made. A device that has no such queue pair has refused it by then: how
 * much memory may be locked is no matter there.
 */
static int register_ring(struct sniffer *sniffer) {
  size_t length = (size_t)sniffer->slots * sniffer->slot_length;
  if (sniffer->mr) {
    return 0;
  }
  errno = 0;
  sniffer->mr = sniffer->verbs.reg_mr(sniffer->pd, sniffer->ring, length, IBV_ACCESS_LOCAL_WRITE);
  return sniffer->mr ? 0 : fail(sniffer->control, STEP_REG_MR, reason());
}

/* Posts before the rule is there, so that no packet meets an empty queue. */
static int start_queues(struct sniffer *sniffer) {
  free_slots(sniffer);
  int result = create_cq(sniffer);
  if (result == 0) {
    result = create_qp(sniffer);
  }
  if (result == 0) {
    result = register_ring(sniffer);
  }
  if (result == 0) {
    int error = modify_qp(sniffer, IBV_QPS_INIT);
    result = error ? fail(sniffer->control, STEP_MODIFY_QP_INIT, error) : 0;
  }
  if (result == 0 && !(sniffer->options & SNIFFER_CHECK_ONLY)) {
    result = receive(sniffer);
  }
  if (result == 0) {
    result = create_flow(sniffer);
  }
  if (result) {
    stop_queues(sniffer);
  }
  return result;
}

static void release_memory(struct sniffer *sniffer) {
  if (sniffer->channel) {
    sniffer->verbs.destroy_comp_channel(sniffer->channel);
    sniffer->channel = NULL;
  }
  if (sniffer->mr) {
    sniffer->verbs.dereg_mr(sniffer->mr);
    sniffer->mr = NULL;
  }
  if (sniffer->pd) {
    sniffer->verbs.dealloc_pd(sniffer->pd);
    sniffer->pd = NULL;
  }
  free(sniffer->free);
  free(sniffer->handed);
  sniffer->free = NULL;
  sniffer->handed = NULL;
}

static int prepare(struct sniffer *sniffer) {
  struct sniffer_control *control = sniffer->control;
  sniffer->free = calloc(sniffer->slots, sizeof *sniffer->free);
  sniffer->handed = calloc(sniffer->slots, sizeof *sniffer->handed);
  if (!sniffer->free || !sniffer->handed) {
    return fail(control, STEP_ALLOCATE, ENOMEM);
  }
  errno = 0;
  sniffer->pd = sniffer->verbs.alloc_pd(sniffer->context);
  if (!sniffer->pd) {
    return fail(control, STEP_ALLOC_PD, reason());
  }
  errno = 0;
  sniffer->channel = sniffer->verbs.create_comp_channel(sniffer->context);
  if (!sniffer->channel || do_not_block(sniffer->channel->fd) == -1) {
    return fail(control, STEP_CREATE_COMP_CHANNEL, reason());
  }
  return 0;
}

int sniffer_start(struct sniffer *sniffer, uint8_t *ring, uint32_t slots, uint32_t slot_length,
                  int options) {
  sniffer->ring = ring;
  sniffer->slots = slots;
  sniffer->slot_length = slot_length;
  sniffer->options = options;
  if (!(options & (SNIFFER_SYSTEM_CLOCK | SNIFFER_CHECK_ONLY))) {
    adapter_clock_start(&sniffer->clock, sniffer->context, &sniffer->device);
    sniffer->clock_due = monotonic_nanos() + SECOND;
  }
  if (prepare(sniffer) || start_queues(sniffer)) {
    release_memory(sniffer);
    return -1;
  }
  return 0;
}

void sniffer_close(struct sniffer *sniffer) {
  if (!sniffer) {
    return;
  }
  sniffer->room = 0;
  stop_queues(sniffer);
  release_memory(sniffer);
  if (sniffer->context) {
    sniffer->verbs.close_device(sniffer->context);
  }
  verbs_unload(&sniffer->verbs);
  close(sniffer->wake);
  free(sniffer);
}

void sniffer_wake(struct sniffer *sniffer) {
  atomic_store(&sniffer->woken, true);
  uint64_t one = 1;
  /* It is there to be seen by poll(2); that it is full only says so again. */
  ssize_t written = write(sniffer->wake, &one, sizeof one);
  (void)written;
}

static void take_device_events(struct sniffer *sniffer) {
  for (;;) {
    struct ibv_async_event event;
    errno = 0;
    if (sniffer->verbs.get_async_event(sniffer->context, &event)) {
      sniffer->gone |= errno != EAGAIN && errno != EINTR;
      return;
    }
    switch (event.event_type) {
      case IBV_EVENT_DEVICE_FATAL:
        sniffer->gone = true;
        break;
      case IBV_EVENT_CQ_ERR:
        sniffer->overrun |= event.element.cq == sniffer->cq;
        sniffer->broken |= sniffer->overrun;
        sniffer->flushed |= sniffer->overrun;
        break;
      case IBV_EVENT_QP_FATAL:
      case IBV_EVENT_QP_REQ_ERR:
      case IBV_EVENT_QP_ACCESS_ERR:
        sniffer->broken |= event.element.qp == sniffer->qp;
        break;
      default:
        /* Of the port and the subnet: packets come again when the link does. */
        break;
    }
    sniffer->verbs.ack_async_event(&event);
  }
}

/* What is due now and then, however many packets come. */
static void attend(struct sniffer *sniffer, int64_t now) {
  if (now >= sniffer->events_due) {
    take_device_events(sniffer);
    sniffer->events_due = now + EVENT_INTERVAL;
  }
  if (sniffer->extended && sniffer->clock.usable && now >= sniffer->clock_due) {
    adapter_clock_read(&sniffer->clock, sniffer->context);
    sniffer->clock_due = now + SECOND;
  }
}

static int restart(struct sniffer *sniffer) {
  if (++sniffer->fruitless > MOST_RESTARTS) {
    return fail(sniffer->control, STEP_POLL_CQ, EIO);
  }
  sniffer->control->gaps++;
  int64_t pause = RESTART_PAUSE << (sniffer->fruitless - 1);
  stop_queues(sniffer);
  int result = start_queues(sniffer);
  sniffer->restart_due = monotonic_nanos() + pause;
  return result;
}

static int millis_until(int64_t limit, int64_t now) {
  return (int)((limit - now + MILLISECOND - 1) / MILLISECOND);
}

/* Waits until queues may be made anew, or until a time; -1 after a failure. */
static int wait_for_restart(struct sniffer *sniffer, int64_t now, int64_t deadline) {
  int64_t limit = sniffer->restart_due < deadline ? sniffer->restart_due : deadline;
  struct pollfd file = {.fd = sniffer->wake, .events = POLLIN};
  if (limit > now && poll(&file, 1, millis_until(limit, now)) == -1 && errno != EINTR) {
    return fail(sniffer->control, STEP_WAIT, errno);
  }
  return 0;
}

/* Waits for an event until a time; -1 after a failure. */
static int wait_until(struct sniffer *sniffer, int64_t now, int64_t deadline) {
  if (!sniffer->armed) {
    int error = ibv_req_notify_cq(sniffer->cq, 0);
    if (error) {
      return fail(sniffer->control, STEP_NOTIFY_CQ, error);
    }
    /* What was complete before makes no event: the caller looks once more before it waits. */
    sniffer->armed = true;
    return 0;
  }
  int64_t limit = now + SECOND < deadline ? now + SECOND : deadline;
  struct pollfd files[] = {
      {.fd = sniffer->channel->fd, .events = POLLIN},
      {.fd = sniffer->context->async_fd, .events = POLLIN},
      {.fd = sniffer->wake, .events = POLLIN},
  };
  int ready = poll(files, sizeof files / sizeof *files, millis_until(limit, now));
  if (ready == -1 && errno != EINTR) {
    return fail(sniffer->control, STEP_WAIT, errno);
  }
  if (ready > 0) {
    take_completion_events(sniffer);
    if (files[1].revents) {
      take_device_events(sniffer);
    }
    sniffer->gone |= ((files[0].revents | files[1].revents) & (POLLERR | POLLHUP | POLLNVAL)) != 0;
  }
  return 0;
}

int sniffer_poll(struct sniffer *sniffer, int max, int timeout_ms) {
  if (!sniffer->cq) {
    /* The failure is in the control block already. */
    return -1;
  }
  sniffer_release(sniffer);
  sniffer->room = (uint32_t)max < sniffer->slots ? (uint32_t)max : sniffer->slots;
  int64_t now = monotonic_nanos();
  int64_t deadline = now + timeout_ms * MILLISECOND;
  for (;; now = monotonic_nanos()) {
    attend(sniffer, now);
    int error = take(sniffer);
    if (sniffer->handed_count) {
      return (int)sniffer->handed_count;
    }
    if (sniffer->gone) {
      return fail(sniffer->control, STEP_DEVICE_GONE, ENODEV);
    }
    if (!sniffer->broken) {
      post_free(sniffer);
    }
    sniffer->broken |= error || !sniffer->posted;
    if (sniffer->broken && now >= sniffer->restart_due) {
      int result = restart(sniffer);
      if (sniffer->handed_count) {
        return (int)sniffer->handed_count;
      }
      if (result) {
        return -1;
      }
    }
    if (now >= deadline || atomic_load_explicit(&sniffer->woken, memory_order_relaxed)) {
      return 0;
    }
    if (sniffer->broken) {
      error = wait_for_restart(sniffer, now, deadline);
    } else if (!(sniffer->options & SNIFFER_BUSY_POLL)) {
      error = wait_until(sniffer, now, deadline);
    } else {
      error = 0;
    }
    if (error) {
      return -1;
    }
  }
}

void sniffer_release(struct sniffer *sniffer) {
  while (sniffer->handed_count) {
    sniffer->free[sniffer->free_count++] = sniffer->handed[--sniffer->handed_count];
  }
  if (sniffer->qp && !sniffer->broken) {
    /* What is refused stays free and is tried again with the next batch. */
    post_free(sniffer);
  }
}
