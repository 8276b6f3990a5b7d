/*
 * A stand-in for libibverbs: one adapter that receives the packets of a capture file, and demands of
 * its user what hardware and drivers demand.
 *
 * What it is like, and what goes wrong, is in a file beside it, with .scenario behind its name, a
 * line for each setting: see read_setting. What its user left behind, and every rule that was
 * broken, is in a file with .report behind the name, written when a device is closed and a list of
 * devices is freed.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <infiniband/verbs.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#undef ibv_reg_mr
#undef ibv_query_port

enum {
  MOST_FAULTS = 8,
  MOST_EVENTS = 8,
  MOST_COMPLETIONS = 1 << 20,
  NAME_SIZE = 64,
  PATH_SIZE = 1024,
  PCAP_HEADER = 24,
  RECORD_HEADER = 16,
  LOCAL_KEY = 0x1234,
  /* Polls until a queue pair in error gives back what is posted. */
  FLUSH_DELAY = 3,
  /* Between two looks while an event is waited for. */
  EVENT_MILLIS = 1
};

/* The n-th call of a function fails. */
struct fault {
  char call[NAME_SIZE];
  int nth;
  int error;
  int seen;
};

struct scenario {
  char pcap[PATH_SIZE];
  char counter[PATH_SIZE];
  char device[NAME_SIZE];
  int link_layer;
  int mtu;
  int most;
  /* Whether packets come that are written to the file meanwhile; fresh: only those behind the rule. */
  bool follow;
  bool fresh;
  /* The device goes away once something is in that file. */
  char vanish_file[PATH_SIZE];
  /* Another device, which has no raw packet queue pairs. */
  char soft[NAME_SIZE];
  /* Bytes at the end of each packet that are zeros, and at its beginning that are not delivered. */
  uint32_t zeros;
  uint32_t shift;
  /* Times the file is played, bytes of its packets that are (0: all). */
  long repeat;
  uint32_t length;
  /* Packets that come between two looks at the queue, whether there is a receive or not; 0: waits. */
  uint32_t burst;
  /* Packets that come right before a flow rule goes. */
  uint32_t late;
  /* Milliseconds from the first look in which queue pairs are in error as soon as they receive. */
  long sick;
  /* Numbers of packets, from 1: completed with a status, after which the queue pair is in error. */
  long bad;
  int bad_status;
  long fatal_bad;
  /* Told of as an event, behind a packet that is complete. */
  long fatal_event;
  long overrun;
  long vanish;
  /* Old: no extended calls at all; no_flow: no flow rules. */
  bool old;
  bool no_flow;
  bool no_copy;
  /* The clock: kHz (0: none), bits, how wrong it is in ppm, how old a stamp is, its reading at 1970. */
  long khz;
  int bits;
  long ppm;
  long age;
  uint64_t offset;
  struct fault faults[MOST_FAULTS];
  int fault_count;
};

struct frame {
  uint32_t at;
  uint32_t length;
};

struct completion {
  uint64_t wr_id;
  enum ibv_wc_status status;
  uint32_t length;
  uint64_t stamp;
};

struct receive {
  uint64_t wr_id;
  uint8_t *to;
  uint32_t length;
};

struct resources {
  int devices;
  int pds;
  int mrs;
  int channels;
  int cqs;
  int qps;
  int flows;
};

static struct scenario scenario;
static struct resources left;
static char own_path[PATH_SIZE];
static char violations[4096];

static uint8_t *file;
static struct frame *frames;
static long frame_count, frame_capacity;
/* Bytes that were read of the file, and where its next packet is. */
static long file_size;
static long next_frame = PCAP_HEADER;
/* Packets that came, of frame_count * repeat. */
static long sent;
static long dropped;
static long counter_start;

static struct ibv_device device;
static struct ibv_device soft_device;
static struct ibv_device *device_list[3];
static struct verbs_context *context;
static struct ibv_pd pd;
static struct ibv_mr mr;
static struct ibv_comp_channel channel;
static struct ibv_cq_ex cq;
static struct ibv_qp qp;
static struct ibv_flow flow;

static enum ibv_qp_state state;
static struct receive *receives;
static uint32_t receive_capacity, receive_head, receive_count;
static struct completion *completions;
static uint32_t completion_capacity, completion_head, completion_count;
static bool armed;
static bool cq_dead;
static bool gone;
static int polls_in_error;
static int64_t first_look;
static bool armed_late;
static unsigned int cq_events;
static struct ibv_async_event events[MOST_EVENTS];
static int event_head, event_count, events_taken;
static bool polling;

static void violated(const char *rule, ...) {
  size_t used = strlen(violations);
  va_list arguments;
  va_start(arguments, rule);
  vsnprintf(violations + used, sizeof violations - used, rule, arguments);
  va_end(arguments);
  strncat(violations, "\n", sizeof violations - strlen(violations) - 1);
}

static void report(void) {
  char path[PATH_SIZE + 8];
  snprintf(path, sizeof path, "%s.report", own_path);
  FILE *out = fopen(path, "w");
  if (!out) {
    return;
  }
  fprintf(out, "left devices=%d pds=%d mrs=%d channels=%d cqs=%d qps=%d flows=%d\n", left.devices,
          left.pds, left.mrs, left.channels, left.cqs, left.qps, left.flows);
  fprintf(out, "sent %ld dropped %ld\n%s", sent, dropped, violations);
  fclose(out);
}

static bool read_setting(const char *name, const char *value) {
  struct scenario *s = &scenario;
  if (strcmp(name, "pcap") == 0) {
    snprintf(s->pcap, sizeof s->pcap, "%s", value);
  } else if (strcmp(name, "follow") == 0) {
    s->follow = true;
  } else if (strcmp(name, "zeros") == 0) {
    s->zeros = (uint32_t)atoi(value);
  } else if (strcmp(name, "shift") == 0) {
    s->shift = (uint32_t)atoi(value);
  } else if (strcmp(name, "fresh") == 0) {
    s->fresh = true;
  } else if (strcmp(name, "vanish-file") == 0) {
    snprintf(s->vanish_file, sizeof s->vanish_file, "%s", value);
  } else if (strcmp(name, "soft") == 0) {
    snprintf(s->soft, sizeof s->soft, "%s", value);
  } else if (strcmp(name, "counter") == 0) {
    snprintf(s->counter, sizeof s->counter, "%s", value);
  } else if (strcmp(name, "device") == 0) {
    snprintf(s->device, sizeof s->device, "%s", value);
  } else if (strcmp(name, "link") == 0) {
    s->link_layer = strcmp(value, "ethernet") == 0 ? IBV_LINK_LAYER_ETHERNET : IBV_LINK_LAYER_INFINIBAND;
  } else if (strcmp(name, "mtu") == 0) {
    s->mtu = atoi(value);
  } else if (strcmp(name, "most") == 0) {
    s->most = atoi(value);
  } else if (strcmp(name, "repeat") == 0) {
    s->repeat = atol(value);
  } else if (strcmp(name, "length") == 0) {
    s->length = (uint32_t)atoi(value);
  } else if (strcmp(name, "burst") == 0) {
    s->burst = (uint32_t)atoi(value);
  } else if (strcmp(name, "bad") == 0) {
    sscanf(value, "%ld %d", &s->bad, &s->bad_status);
  } else if (strcmp(name, "fatal-bad") == 0) {
    s->fatal_bad = atol(value);
  } else if (strcmp(name, "fatal-event") == 0) {
    s->fatal_event = atol(value);
  } else if (strcmp(name, "late") == 0) {
    s->late = (uint32_t)atoi(value);
  } else if (strcmp(name, "sick") == 0) {
    s->sick = atol(value);
  } else if (strcmp(name, "overrun") == 0) {
    s->overrun = atol(value);
  } else if (strcmp(name, "vanish") == 0) {
    s->vanish = atol(value);
  } else if (strcmp(name, "old") == 0) {
    s->old = true;
  } else if (strcmp(name, "no-flow") == 0) {
    s->no_flow = true;
  } else if (strcmp(name, "no-copy") == 0) {
    s->no_copy = true;
  } else if (strcmp(name, "clock") == 0) {
    sscanf(value, "%ld %d %ld %ld %lu", &s->khz, &s->bits, &s->ppm, &s->age, &s->offset);
  } else if (strcmp(name, "fail") == 0 && s->fault_count < MOST_FAULTS) {
    struct fault *fault = &s->faults[s->fault_count++];
    sscanf(value, "%63s %d %d", fault->call, &fault->nth, &fault->error);
  } else {
    return false;
  }
  return true;
}

static void read_scenario(void) {
  char path[PATH_SIZE + 16];
  char line[PATH_SIZE + NAME_SIZE];
  snprintf(path, sizeof path, "%s.scenario", own_path);
  scenario = (struct scenario){
      .device = "mlx5_0",
      .link_layer = IBV_LINK_LAYER_INFINIBAND,
      .mtu = 4096,
      .most = 32768,
      .repeat = 1,
  };
  FILE *in = fopen(path, "r");
  if (!in) {
    return;
  }
  while (fgets(line, sizeof line, in)) {
    line[strcspn(line, "\n")] = 0;
    char *value = strchr(line, ' ');
    if (value) {
      *value++ = 0;
    }
    if (!read_setting(line, value ? value : "")) {
      violated("no setting %s", line);
    }
  }
  fclose(in);
}

static uint32_t word(const uint8_t *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return value;
}

static void read_file(void) {
  FILE *in = fopen(scenario.pcap, "rb");
  if (!in) {
    return;
  }
  fseek(in, 0, SEEK_END);
  long size = ftell(in);
  if (size > file_size) {
    file = realloc(file, (size_t)size);
    fseek(in, file_size, SEEK_SET);
    file_size += (long)fread(file + file_size, 1, (size_t)(size - file_size), in);
  }
  fclose(in);
}

/* What is new of a pcap file in this machine's byte order. */
static void read_frames(void) {
  if (!*scenario.pcap || (file && !scenario.follow)) {
    return;
  }
  read_file();
  while (next_frame + RECORD_HEADER <= file_size) {
    uint32_t length = word(file + next_frame + 8);
    if (next_frame + RECORD_HEADER + (long)length > file_size) {
      return;
    }
    if (frame_count == frame_capacity) {
      frame_capacity = frame_capacity ? 2 * frame_capacity : 1024;
      frames = realloc(frames, (size_t)frame_capacity * sizeof *frames);
    }
    frames[frame_count++] =
        (struct frame){.at = (uint32_t)(next_frame + RECORD_HEADER), .length = length};
    next_frame += RECORD_HEADER + (long)length;
  }
}

/* Once for every time it is loaded. */
__attribute__((constructor)) static void load(void) {
  Dl_info info;
  if (dladdr(&scenario, &info)) {
    snprintf(own_path, sizeof own_path, "%s", info.dli_fname);
  }
  read_scenario();
  FILE *in = *scenario.counter ? fopen(scenario.counter, "r") : NULL;
  if (in) {
    if (fscanf(in, "%ld", &counter_start) != 1) {
      violated("no number in %s", scenario.counter);
    }
    fclose(in);
  }
}

__attribute__((destructor)) static void unload(void) {
  free(file);
  free(frames);
}

/* The errno that this call of a function is to fail with; 0: none. */
static int fault_of(const char *call) {
  int error = 0;
  for (int i = 0; i < scenario.fault_count; i++) {
    struct fault *fault = &scenario.faults[i];
    if (strcmp(fault->call, call) == 0 && ++fault->seen == fault->nth) {
      error = fault->error;
    }
  }
  if (error) {
    errno = error;
  }
  return error;
}

static int64_t wall(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

static uint64_t mask(void) {
  return scenario.bits == 64 ? UINT64_MAX : (UINT64_C(1) << scenario.bits) - 1;
}

/* The adapter's clock at a time of the system. */
static uint64_t ticks_at(int64_t time) {
  __extension__ typedef unsigned __int128 wide;
  uint64_t hertz = (uint64_t)scenario.khz * 1000 / 1000000 * (uint64_t)(1000000 + scenario.ppm) +
                   (uint64_t)scenario.khz * 1000 % 1000000;
  return ((uint64_t)((wide)time * hertz / 1000000000) + scenario.offset) & mask();
}

static void tell(struct ibv_async_event event) {
  if (event_count == MOST_EVENTS) {
    violated("events not taken");
    return;
  }
  events[(event_head + event_count++) % MOST_EVENTS] = event;
  uint64_t one = 1;
  if (write(context->context.async_fd, &one, sizeof one) != sizeof one) {
    violated("no event");
  }
}

static void overrun(void) {
  cq_dead = true;
  tell((struct ibv_async_event){.element.cq = (struct ibv_cq *)&cq, .event_type = IBV_EVENT_CQ_ERR});
}

static void complete(uint64_t wr_id, enum ibv_wc_status status, uint32_t length) {
  if (cq_dead) {
    return;
  }
  if (completion_count == completion_capacity) {
    overrun();
    return;
  }
  completions[(completion_head + completion_count++) % completion_capacity] = (struct completion){
      .wr_id = wr_id,
      .status = status,
      .length = length,
      .stamp = scenario.khz ? ticks_at(wall() - scenario.age) : 0,
  };
  if (armed) {
    armed = false;
    uint64_t one = 1;
    if (cq.channel && write(channel.fd, &one, sizeof one) != sizeof one) {
      violated("no completion event");
    }
  }
}

static struct receive next_receive(void) {
  struct receive receive = receives[receive_head];
  receive_head = (receive_head + 1) % receive_capacity;
  receive_count--;
  return receive;
}

/* A counter of the port, as the kernel shows it: it goes on from what is in the file. */
static void count_drops(void) {
  FILE *out = *scenario.counter ? fopen(scenario.counter, "r+") : NULL;
  if (out) {
    fprintf(out, "%ld\n", counter_start + dropped);
    fclose(out);
  }
}

static void receive_packet(void) {
  const struct frame *frame = &frames[sent % frame_count];
  uint32_t whole = frame->length - scenario.shift;
  uint32_t length = scenario.length && scenario.length < whole ? scenario.length : whole;
  sent++;
  if (!receive_count) {
    dropped++;
    return;
  }
  struct receive receive = next_receive();
  enum ibv_wc_status status = IBV_WC_SUCCESS;
  if (length > receive.length) {
    status = IBV_WC_LOC_LEN_ERR;
  } else if (sent == scenario.bad) {
    status = (enum ibv_wc_status)scenario.bad_status;
  } else if (sent == scenario.fatal_bad) {
    status = IBV_WC_LOC_PROT_ERR;
  }
  if (status == IBV_WC_SUCCESS && !scenario.no_copy) {
    uint8_t *start = mr.addr;
    if (!left.mrs || receive.to < start || receive.to + length > start + mr.length) {
      violated("a receive outside of registered memory");
      return;
    }
    memcpy(receive.to, file + frame->at + scenario.shift, length);
    if (scenario.zeros && scenario.zeros <= length) {
      memset(receive.to + length - scenario.zeros, 0, scenario.zeros);
    }
  }
  complete(receive.wr_id, status, length);
  if (sent == scenario.fatal_bad) {
    state = IBV_QPS_ERR;
    polls_in_error = FLUSH_DELAY;
  }
  if (sent == scenario.fatal_event) {
    state = IBV_QPS_ERR;
    polls_in_error = FLUSH_DELAY;
    tell((struct ibv_async_event){.element.qp = &qp, .event_type = IBV_EVENT_QP_FATAL});
  }
  if (sent == scenario.overrun) {
    overrun();
  }
  if (sent == scenario.vanish) {
    gone = true;
    tell((struct ibv_async_event){.event_type = IBV_EVENT_DEVICE_FATAL});
  }
}

static void receive_packets(uint32_t most) {
  long all = frame_count * scenario.repeat;
  long before = dropped;
  for (uint32_t i = 0; i < most && sent < all && state == IBV_QPS_RTR && !gone; i++) {
    receive_packet();
  }
  if (dropped > before) {
    count_drops();
  }
}

static bool is_sick(void) {
  if (!first_look) {
    first_look = wall();
  }
  return scenario.sick && wall() - first_look < scenario.sick * 1000000L;
}

static void vanish(void) {
  gone = true;
  tell((struct ibv_async_event){.event_type = IBV_EVENT_DEVICE_FATAL});
}

/* What happened since the last look: packets came, or receives are flushed. */
static void pass_time(void) {
  if (!left.qps || gone) {
    return;
  }
  struct stat about;
  if (*scenario.vanish_file && stat(scenario.vanish_file, &about) == 0 && about.st_size) {
    vanish();
    return;
  }
  if (state == IBV_QPS_RTR && is_sick()) {
    state = IBV_QPS_ERR;
    polls_in_error = 0;
  }
  if (state == IBV_QPS_ERR) {
    if (polls_in_error > 0) {
      polls_in_error--;
      return;
    }
    while (receive_count) {
      complete(next_receive().wr_id, IBV_WC_WR_FLUSH_ERR, 0);
    }
    return;
  }
  if (scenario.follow) {
    read_frames();
  }
  if (state != IBV_QPS_RTR || !left.flows || !frame_count) {
    return;
  }
  receive_packets(scenario.burst ? scenario.burst : receive_count);
}

/* The tables of an open device. */

static bool take_completion(struct completion *completion) {
  if (!completion_count || cq_dead) {
    return false;
  }
  *completion = completions[completion_head];
  completion_head = (completion_head + 1) % completion_capacity;
  completion_count--;
  return true;
}

static int poll_cq(struct ibv_cq *queue, int most, struct ibv_wc *out) {
  if (queue != (struct ibv_cq *)&cq || !left.cqs) {
    violated("poll of a completion queue that is not there");
    return -1;
  }
  if (fault_of("poll_cq")) {
    return -1;
  }
  pass_time();
  int count = 0;
  struct completion completion;
  while (count < most && take_completion(&completion)) {
    out[count++] = (struct ibv_wc){
        .wr_id = completion.wr_id, .status = completion.status, .byte_len = completion.length};
  }
  return count;
}

static int req_notify_cq(struct ibv_cq *queue, int solicited) {
  (void)queue;
  (void)solicited;
  int error = fault_of("req_notify_cq");
  if (error) {
    return error;
  }
  /* Every other time packets come right before: only who looks once more sees them. */
  armed_late = !armed_late;
  /* Nothing here happens while its user sleeps. */
  polls_in_error = 0;
  if (armed_late) {
    pass_time();
    armed = true;
  } else {
    armed = true;
    pass_time();
  }
  return 0;
}

static struct completion current;

static int start_poll(struct ibv_cq_ex *queue, struct ibv_poll_cq_attr *attributes) {
  (void)attributes;
  if (polling) {
    violated("start_poll twice");
  }
  if (fault_of("start_poll")) {
    return EIO;
  }
  pass_time();
  if (!take_completion(&current)) {
    return ENOENT;
  }
  polling = true;
  queue->wr_id = current.wr_id;
  queue->status = current.status;
  return 0;
}

static int next_poll(struct ibv_cq_ex *queue) {
  if (!polling) {
    violated("next_poll without start_poll");
  }
  if (!take_completion(&current)) {
    return ENOENT;
  }
  queue->wr_id = current.wr_id;
  queue->status = current.status;
  return 0;
}

static void end_poll(struct ibv_cq_ex *queue) {
  (void)queue;
  if (!polling) {
    violated("end_poll without start_poll");
  }
  polling = false;
}

static uint32_t read_byte_len(struct ibv_cq_ex *queue) {
  (void)queue;
  return current.length;
}

static uint64_t read_completion_ts(struct ibv_cq_ex *queue) {
  (void)queue;
  return current.stamp;
}

static int post_recv(struct ibv_qp *pair, struct ibv_recv_wr *request, struct ibv_recv_wr **bad) {
  (void)pair;
  int error = fault_of("post_recv");
  for (; request; request = request->next) {
    const struct ibv_sge *piece = request->sg_list;
    const uint8_t *start = mr.addr;
    if (!left.mrs || request->num_sge != 1 || piece->lkey != mr.lkey ||
        (uint8_t *)(uintptr_t)piece->addr < start ||
        (uint8_t *)(uintptr_t)piece->addr + piece->length > start + mr.length) {
      violated("a receive into memory that is not registered");
      error = EINVAL;
    } else if (state == IBV_QPS_RESET) {
      violated("a receive posted in RESET");
      error = EINVAL;
    } else if (receive_count == receive_capacity) {
      violated("more receives than the queue pair has");
      error = ENOMEM;
    }
    if (error) {
      *bad = request;
      return error;
    }
    receives[(receive_head + receive_count++) % receive_capacity] = (struct receive){
        .wr_id = request->wr_id, .to = (uint8_t *)(uintptr_t)piece->addr, .length = piece->length};
  }
  return 0;
}

static struct ibv_flow *create_flow(struct ibv_qp *pair, struct ibv_flow_attr *attributes) {
  if (fault_of("create_flow")) {
    return NULL;
  }
  if (attributes->type != IBV_FLOW_ATTR_SNIFFER || attributes->size != sizeof *attributes ||
      attributes->num_of_specs || attributes->port != 1) {
    violated("not a sniffer rule of port 1");
    errno = EINVAL;
    return NULL;
  }
  flow = (struct ibv_flow){.context = pair->context};
  if (scenario.fresh) {
    read_frames();
    sent = frame_count;
  }
  left.flows++;
  return &flow;
}

static int destroy_flow(struct ibv_flow *rule) {
  (void)rule;
  if (frame_count && state == IBV_QPS_RTR) {
    receive_packets(scenario.late);
  }
  left.flows--;
  return 0;
}

static int query_port_ex(struct ibv_context *opened, uint8_t port, struct ibv_port_attr *attributes,
                         size_t size) {
  (void)opened;
  int error = fault_of("query_port");
  if (error || port != 1) {
    return error ? error : EINVAL;
  }
  struct ibv_port_attr all;
  memset(&all, 0, sizeof all);
  all.state = IBV_PORT_ACTIVE;
  all.link_layer = (uint8_t)scenario.link_layer;
  all.max_mtu = all.active_mtu = (enum ibv_mtu)(scenario.mtu == 4096   ? IBV_MTU_4096
                                                : scenario.mtu == 2048 ? IBV_MTU_2048
                                                                       : IBV_MTU_1024);
  memcpy(attributes, &all, size < sizeof all ? size : sizeof all);
  return 0;
}

static void describe_device(struct ibv_device_attr *attributes) {
  memset(attributes, 0, sizeof *attributes);
  attributes->max_qp_wr = scenario.most;
  attributes->max_cqe = 1 << 20;
}

static int query_device_ex(struct ibv_context *opened, const struct ibv_query_device_ex_input *input,
                           struct ibv_device_attr_ex *attributes, size_t size) {
  (void)opened;
  (void)input;
  int error = fault_of("query_device");
  if (error) {
    return error;
  }
  memset(attributes, 0, size);
  describe_device(&attributes->orig_attr);
  attributes->hca_core_clock = (uint64_t)scenario.khz;
  attributes->completion_timestamp_mask = scenario.khz ? mask() : 0;
  return 0;
}

static int query_rt_values(struct ibv_context *opened, struct ibv_values_ex *values) {
  (void)opened;
  int error = fault_of("query_rt_values");
  if (error) {
    return error;
  }
  values->raw_clock.tv_sec = 0;
  values->raw_clock.tv_nsec = (long)ticks_at(wall());
  values->comp_mask = IBV_VALUES_MASK_RAW_CLOCK;
  return 0;
}

static struct ibv_cq *new_cq(struct ibv_context *opened, struct ibv_comp_channel *events_to, uint32_t size) {
  if (left.cqs) {
    violated("a second completion queue");
  }
  memset(&cq, 0, sizeof cq);
  cq.context = opened;
  cq.channel = events_to;
  cq.start_poll = start_poll;
  cq.next_poll = next_poll;
  cq.end_poll = end_poll;
  cq.read_byte_len = read_byte_len;
  cq.read_completion_ts = read_completion_ts;
  completion_capacity = size;
  completion_head = completion_count = 0;
  completions = calloc(size, sizeof *completions);
  armed = cq_dead = false;
  cq_events = 0;
  left.cqs++;
  return (struct ibv_cq *)&cq;
}

static struct ibv_cq_ex *create_cq_ex(struct ibv_context *opened, struct ibv_cq_init_attr_ex *attributes) {
  if (fault_of("create_cq_ex")) {
    return NULL;
  }
  if (!scenario.khz && attributes->wc_flags & IBV_WC_EX_WITH_COMPLETION_TIMESTAMP) {
    errno = EOPNOTSUPP;
    return NULL;
  }
  return (struct ibv_cq_ex *)new_cq(opened, attributes->channel, attributes->cqe);
}

/* What is exported. */

struct ibv_device **ibv_get_device_list(int *count) {
  if (fault_of("get_device_list")) {
    report();
    return NULL;
  }
  snprintf(device.name, sizeof device.name, "%s", scenario.device);
  snprintf(soft_device.name, sizeof soft_device.name, "%s", scenario.soft);
  int found = 0;
  if (*scenario.device) {
    device_list[found++] = &device;
  }
  if (*scenario.soft) {
    device_list[found++] = &soft_device;
  }
  device_list[found] = NULL;
  if (count) {
    *count = found;
  }
  return device_list;
}

void ibv_free_device_list(struct ibv_device **list) {
  (void)list;
  report();
}

const char *ibv_get_device_name(struct ibv_device *which) { return which->name; }

struct ibv_context *ibv_open_device(struct ibv_device *which) {
  if (fault_of("open_device")) {
    return NULL;
  }
  read_frames();
  context = calloc(1, sizeof *context);
  context->sz = sizeof *context;
  context->query_port = query_port_ex;
  context->query_device_ex = query_device_ex;
  context->query_rt_values = query_rt_values;
  context->create_cq_ex = create_cq_ex;
  context->ibv_create_flow = scenario.no_flow ? NULL : create_flow;
  context->ibv_destroy_flow = destroy_flow;
  struct ibv_context *opened = &context->context;
  opened->device = which;
  opened->abi_compat = scenario.old ? NULL : __VERBS_ABI_IS_EXTENDED;
  opened->ops.poll_cq = poll_cq;
  opened->ops.req_notify_cq = req_notify_cq;
  opened->ops.post_recv = post_recv;
  opened->cmd_fd = -1;
  opened->async_fd = eventfd(0, EFD_SEMAPHORE);
  left.devices++;
  return opened;
}

int ibv_close_device(struct ibv_context *opened) {
  if (left.pds || left.mrs || left.channels || left.cqs || left.qps || left.flows) {
    violated("a device closed with resources");
  }
  if (events_taken) {
    violated("%d events of the device not acknowledged", events_taken);
  }
  close(opened->async_fd);
  free(context);
  left.devices--;
  report();
  return 0;
}

int ibv_query_device(struct ibv_context *opened, struct ibv_device_attr *attributes) {
  (void)opened;
  int error = fault_of("query_device");
  if (!error) {
    describe_device(attributes);
  }
  return error;
}

int ibv_query_port(struct ibv_context *opened, uint8_t port, struct _compat_ibv_port_attr *attributes) {
  return query_port_ex(opened, port, (struct ibv_port_attr *)attributes,
                       offsetof(struct ibv_port_attr, port_cap_flags2));
}

struct ibv_pd *ibv_alloc_pd(struct ibv_context *opened) {
  if (fault_of("alloc_pd")) {
    return NULL;
  }
  pd = (struct ibv_pd){.context = opened};
  left.pds++;
  return &pd;
}

int ibv_dealloc_pd(struct ibv_pd *domain) {
  (void)domain;
  if (left.mrs || left.qps) {
    violated("a protection domain freed with memory or queue pairs in it");
    return EBUSY;
  }
  left.pds--;
  return 0;
}

#ifndef WITHOUT_REG_MR
struct ibv_mr *ibv_reg_mr(struct ibv_pd *domain, void *address, size_t length, int access) {
  if (fault_of("reg_mr")) {
    return NULL;
  }
  if (!(access & IBV_ACCESS_LOCAL_WRITE)) {
    violated("memory registered that may not be written to");
  }
  mr = (struct ibv_mr){.context = domain->context, .pd = domain, .addr = address, .length = length, .lkey = LOCAL_KEY};
  left.mrs++;
  return &mr;
}
#endif

int ibv_dereg_mr(struct ibv_mr *memory) {
  (void)memory;
  if (receive_count && left.qps) {
    violated("memory deregistered while %u receives are posted", receive_count);
  }
  left.mrs--;
  return 0;
}

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *opened) {
  if (fault_of("create_comp_channel")) {
    return NULL;
  }
  channel = (struct ibv_comp_channel){.context = opened, .fd = eventfd(0, EFD_SEMAPHORE)};
  left.channels++;
  return &channel;
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *which) {
  if (left.cqs) {
    violated("a completion channel destroyed before its queue");
    return EBUSY;
  }
  close(which->fd);
  left.channels--;
  return 0;
}

struct ibv_cq *ibv_create_cq(struct ibv_context *opened, int size, void *user, struct ibv_comp_channel *events_to,
                             int vector) {
  (void)user;
  (void)vector;
  if (fault_of("create_cq")) {
    return NULL;
  }
  return new_cq(opened, events_to, (uint32_t)size);
}

int ibv_destroy_cq(struct ibv_cq *queue) {
  (void)queue;
  if (left.qps) {
    violated("a completion queue destroyed before its queue pair");
    return EBUSY;
  }
  if (cq_events) {
    violated("%u completion events not acknowledged: the real call would wait for ever", cq_events);
  }
  if (polling) {
    violated("a completion queue destroyed while it is polled");
  }
  free(completions);
  completions = NULL;
  left.cqs--;
  return 0;
}

int ibv_get_cq_event(struct ibv_comp_channel *from, struct ibv_cq **queue, void **user) {
  uint64_t one;
  struct pollfd event = {.fd = from->fd, .events = POLLIN};
  int ready = 1;
  /* Packets come while its user sleeps. */
  while (!(fcntl(from->fd, F_GETFL) & O_NONBLOCK) && (ready = poll(&event, 1, EVENT_MILLIS)) == 0) {
    pass_time();
  }
  if (ready < 0) {
    return -1;
  }
  if (read(from->fd, &one, sizeof one) != sizeof one) {
    return -1;
  }
  *queue = (struct ibv_cq *)&cq;
  *user = NULL;
  cq_events++;
  return 0;
}

void ibv_ack_cq_events(struct ibv_cq *queue, unsigned int count) {
  (void)queue;
  if (count > cq_events) {
    violated("more completion events acknowledged than taken");
  }
  cq_events -= count;
}

int ibv_get_async_event(struct ibv_context *opened, struct ibv_async_event *event) {
  uint64_t one;
  if (fault_of("get_async_event") || read(opened->async_fd, &one, sizeof one) != sizeof one) {
    return -1;
  }
  *event = events[event_head];
  event_head = (event_head + 1) % MOST_EVENTS;
  event_count--;
  events_taken++;
  return 0;
}

void ibv_ack_async_event(struct ibv_async_event *event) {
  (void)event;
  events_taken--;
}

struct ibv_qp *ibv_create_qp(struct ibv_pd *domain, struct ibv_qp_init_attr *attributes) {
  if (fault_of("create_qp")) {
    return NULL;
  }
  if (domain->context->device == &soft_device) {
    errno = EOPNOTSUPP;
    return NULL;
  }
  if (attributes->qp_type != IBV_QPT_RAW_PACKET || !attributes->recv_cq || !attributes->send_cq ||
      attributes->cap.max_recv_wr > (uint32_t)scenario.most) {
    violated("a queue pair that cannot be");
    errno = EINVAL;
    return NULL;
  }
  qp = (struct ibv_qp){.context = domain->context, .pd = domain, .recv_cq = attributes->recv_cq};
  state = IBV_QPS_RESET;
  receive_capacity = attributes->cap.max_recv_wr;
  receive_head = receive_count = 0;
  receives = calloc(receive_capacity, sizeof *receives);
  left.qps++;
  return &qp;
}

int ibv_modify_qp(struct ibv_qp *pair, struct ibv_qp_attr *attributes, int changed) {
  (void)pair;
  enum ibv_qp_state to = attributes->qp_state;
  const char *call = to == IBV_QPS_INIT ? "modify_qp_init" : to == IBV_QPS_RTR ? "modify_qp_rtr" : "modify_qp_err";
  int error = fault_of(call);
  if (error) {
    return error;
  }
  int wanted = to == IBV_QPS_INIT ? IBV_QP_STATE | IBV_QP_PORT : IBV_QP_STATE;
  bool in_order = to == IBV_QPS_ERR || (to == IBV_QPS_INIT && state == IBV_QPS_RESET) ||
                  (to == IBV_QPS_RTR && state == IBV_QPS_INIT);
  if (!in_order || changed != wanted) {
    violated("a queue pair from state %d to %d with attributes %d", state, to, changed);
    return EINVAL;
  }
  if (to == IBV_QPS_ERR && state != IBV_QPS_ERR) {
    polls_in_error = FLUSH_DELAY;
    if (left.flows) {
      violated("a queue pair in error while its flow rule is there");
    }
  }
  state = to;
  return 0;
}

int ibv_destroy_qp(struct ibv_qp *pair) {
  (void)pair;
  if (left.flows) {
    violated("a queue pair destroyed before its flow rule");
    return EBUSY;
  }
  if (receive_count && !gone && !cq_dead) {
    violated("a queue pair destroyed with %u receives not flushed", receive_count);
  }
  free(receives);
  receives = NULL;
  receive_count = 0;
  left.qps--;
  return 0;
}
