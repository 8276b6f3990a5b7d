/* The stand-in's identifiers, and the events that they send each other. */
#include "fakecm.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <infiniband/ib.h>
#include <infiniband/sa.h>
#include <netdb.h>
#include <poll.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { PATH_SIZE = 1024, FIRST_PORT = 40000, CONSUMER_REJECT = 28, INVALID_SERVICE = 8 };

/* Behind the structures of the library, as in the real one. */
struct fake_event {
  struct rdma_cm_event event;
  struct fake_event *next;
  uint8_t data[PRIVATE_DATA];
};

struct fake_event_channel {
  struct rdma_event_channel channel;
  struct fake_event *first;
};

/* A group that is joined, whose join failed later, or is under way. */
struct fake_group {
  struct fake_group *next;
  struct sockaddr_storage address;
};

struct fake_id {
  struct rdma_cm_id id;
  struct fake_id *next;
  struct fake_id *peer;
  bool is_synchronous;
  bool listens;
  bool is_endpoint;
  /* The other side disconnected first: this one answers, without an event. */
  bool was_left;
  int unacknowledged;
  struct fake_group *groups;
  uint16_t port;
};

/* Of rdma_verbs.h, whose inline functions are not wanted here. */
int rdma_create_srq(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_srq_init_attr *attributes);
void rdma_destroy_srq(struct rdma_cm_id *id);

struct live live;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct fake_id *ids;
static uint16_t next_port = FIRST_PORT;
static char own_path[PATH_SIZE];
static char violations[4096];

void violated(const char *rule, ...) {
  size_t used = strlen(violations);
  va_list arguments;
  va_start(arguments, rule);
  vsnprintf(violations + used, sizeof violations - used, rule, arguments);
  va_end(arguments);
  strncat(violations, "\n", sizeof violations - strlen(violations) - 1);
}

__attribute__((constructor)) static void load(void) {
  Dl_info info;
  if (dladdr(&live, &info)) {
    snprintf(own_path, sizeof own_path, "%s", info.dli_fname);
  }
  /* Open as long as the library is loaded. */
  fake_context();
}

static void report(void) {
  char path[PATH_SIZE + 8];
  snprintf(path, sizeof path, "%s.report", own_path);
  FILE *out = fopen(path, "w");
  if (!out) {
    return;
  }
  fprintf(out,
          "channels=%d ids=%d events=%d qps=%d cqs=%d cq_channels=%d srqs=%d mrs=%d pds=%d ahs=%d "
          "mws=%d addresses=%d devices=%d groups=%d\n%s",
          live.channels, live.ids, live.events, live.qps, live.cqs, live.cq_channels, live.srqs,
          live.mrs, live.pds, live.ahs, live.mws, live.addresses, live.devices, live.groups,
          violations);
  fclose(out);
}

/* What the file says of a call: "fail", with an errno; "block", with 1. */
int scenario_of(const char *what, const char *call) {
  char path[PATH_SIZE + 16];
  char line[256];
  int error = 0;
  snprintf(path, sizeof path, "%s.scenario", own_path);
  FILE *in = fopen(path, "re");
  if (!in) {
    return 0;
  }
  while (fgets(line, sizeof line, in)) {
    char verb[8];
    char name[64];
    int number;
    if (sscanf(line, "%7s %63s %d", verb, name, &number) == 3 && strcmp(verb, what) == 0 &&
        strcmp(name, call) == 0) {
      error = number;
    }
  }
  fclose(in);
  return error;
}

/* A call that takes its time; whether a signal ended it. */
static bool is_cut(const char *call) {
  while (scenario_of("block", call)) {
    if (usleep(5000) && errno == EINTR) {
      return true;
    }
  }
  return false;
}

/* A call that takes its time, deaf to all. */
static void block(const char *call) {
  while (scenario_of("block", call)) {
    usleep(5000);
  }
}

int fault_of(const char *call) {
  int error = scenario_of("fail", call);
  if (error) {
    errno = error;
  }
  return error;
}

int eventfd_new(void) { return eventfd(0, EFD_SEMAPHORE | EFD_CLOEXEC); }

void eventfd_tell(int fd) {
  uint64_t one = 1;
  if (write(fd, &one, sizeof one) != sizeof one) {
    violated("an event could not be told");
  }
}

static struct fake_id *fake(struct rdma_cm_id *id) { return (struct fake_id *)id; }

static struct rdma_event_channel *new_channel(void) {
  struct fake_event_channel *channel = calloc(1, sizeof *channel);
  channel->channel.fd = eventfd_new();
  live.channels++;
  return &channel->channel;
}

static void free_channel(struct rdma_event_channel *from) {
  struct fake_event_channel *channel = (struct fake_event_channel *)from;
  while (channel->first) {
    struct fake_event *event = channel->first;
    channel->first = event->next;
    free(event);
  }
  close(channel->channel.fd);
  free(channel);
  live.channels--;
}

static struct fake_id *new_id(struct rdma_event_channel *channel, enum rdma_port_space space) {
  struct fake_id *made = calloc(1, sizeof *made);
  made->id.channel = channel ? channel : new_channel();
  made->is_synchronous = !channel;
  made->id.ps = space;
  made->id.qp_type = space == RDMA_PS_UDP ? IBV_QPT_UD : IBV_QPT_RC;
  made->next = ids;
  ids = made;
  live.ids++;
  return made;
}

static void bind_device(struct fake_id *id) {
  id->id.verbs = scenario_of("be", "elsewhere") ? fake_other_context() : fake_context();
  id->id.verbs->device->transport_type =
      scenario_of("be", "iwarp") ? IBV_TRANSPORT_IWARP : IBV_TRANSPORT_IB;
  if (!id->id.pd) {
    id->id.pd = fake_pd();
  }
  id->id.port_num = 1;
}

/* Has an event told to who waits for it; its listener's channel for a request. */
static void tell(struct fake_id *about, struct fake_id *listener, enum rdma_cm_event_type type,
                 int status, const void *data, uint8_t length) {
  struct fake_event *made = calloc(1, sizeof *made);
  struct fake_event_channel *channel =
      (struct fake_event_channel *)(listener ? listener : about)->id.channel;
  made->event = (struct rdma_cm_event){
      .id = &about->id,
      .listen_id = listener ? &listener->id : NULL,
      .event = type,
      .status = status,
  };
  bool is_group =
      type == RDMA_CM_EVENT_MULTICAST_JOIN || type == RDMA_CM_EVENT_MULTICAST_ERROR;
  if (data && !is_group) {
    memcpy(made->data, data, length);
  }
  if (about->id.qp_type == IBV_QPT_UD) {
    struct rdma_ud_param *ud = &made->event.param.ud;
    ud->private_data = is_group ? *(void *const *)data : made->data;
    ud->private_data_len = is_group ? 0 : length;
    ud->qp_num = about->peer && about->peer->id.qp ? about->peer->id.qp->qp_num : 0xffffff;
    ud->qkey = RDMA_UDP_QKEY;
  } else {
    made->event.param.conn.private_data = made->data;
    made->event.param.conn.private_data_len = length;
    made->event.param.conn.responder_resources = 1;
  }
  struct fake_event **at = &channel->first;
  while (*at) {
    at = &(*at)->next;
  }
  *at = made;
  eventfd_tell(channel->channel.fd);
}

static int failing(const char *call) { return fault_of(call) ? -1 : 0; }

static int refuse(int error) {
  errno = error;
  return -1;
}

/*
 * The real call works with the queue pair for two system calls or more: it is brought to the state that
 * these events mean, or attached to a group.
 */
static bool works_with_queue_pair(enum rdma_cm_event_type type) {
  return type == RDMA_CM_EVENT_ESTABLISHED || type == RDMA_CM_EVENT_REJECTED ||
         type == RDMA_CM_EVENT_MULTICAST_JOIN;
}

static void work_with_queue_pair(struct rdma_cm_id *id) {
  struct ibv_qp *volatile qp = id->qp;
  if (!qp) {
    return;
  }
  sched_yield();
  block("event_of_queue_pair");
  if (id->qp == qp) {
    qp->state = IBV_QPS_RTS;
  } else {
    violated("a queue pair destroyed while an event was taken that works with it");
  }
}

static int get_event(struct rdma_event_channel *from, struct rdma_cm_event **out) {
  struct fake_event_channel *channel = (struct fake_event_channel *)from;
  /* An event goes together with its telling: who destroys an identifier may take both away. */
  pthread_mutex_lock(&lock);
  while (!channel->first) {
    pthread_mutex_unlock(&lock);
    if (fcntl(channel->channel.fd, F_GETFL) & O_NONBLOCK) {
      return refuse(EAGAIN);
    }
    struct pollfd telling = {.fd = channel->channel.fd, .events = POLLIN};
    if (poll(&telling, 1, -1) < 0) {
      return -1;
    }
    pthread_mutex_lock(&lock);
  }
  uint64_t one;
  if (read(channel->channel.fd, &one, sizeof one) != sizeof one) {
    violated("an event without its telling");
  }
  struct fake_event *event = channel->first;
  channel->first = event->next;
  fake(event->event.listen_id ? event->event.listen_id : event->event.id)->unacknowledged++;
  live.events++;
  *out = &event->event;
  if (event->event.event == RDMA_CM_EVENT_CONNECT_REQUEST &&
      fake(event->event.listen_id)->is_synchronous) {
    /* Who was asked has a channel of his own from then on. */
    event->event.id->channel = new_channel();
    fake(event->event.id)->is_synchronous = true;
  }
  pthread_mutex_unlock(&lock);
  if (works_with_queue_pair(event->event.event)) {
    work_with_queue_pair(event->event.id);
  }
  return 0;
}

/* What every call that is synchronous ends with. */
static int complete(struct rdma_cm_id *id) {
  if (!fake(id)->is_synchronous) {
    return 0;
  }
  if (id->event) {
    rdma_ack_cm_event(id->event);
    id->event = NULL;
  }
  if (get_event(id->channel, &id->event)) {
    return -1;
  }
  int status = id->event->status;
  return status == 0 ? 0
         : id->event->event == RDMA_CM_EVENT_REJECTED
             ? refuse(ECONNREFUSED)
             : refuse(abs(status));
}

const char *rdma_event_str(enum rdma_cm_event_type type) {
  pthread_mutex_lock(&lock);
  report();
  pthread_mutex_unlock(&lock);
  return type == RDMA_CM_EVENT_ESTABLISHED ? "RDMA_CM_EVENT_ESTABLISHED" : "UNKNOWN EVENT";
}

struct rdma_event_channel *rdma_create_event_channel(void) {
  return failing("rdma_create_event_channel") ? NULL : new_channel();
}

void rdma_destroy_event_channel(struct rdma_event_channel *channel) {
  for (struct fake_id *each = ids; each; each = each->next) {
    if (each->id.channel == channel) {
      violated("a channel destroyed with an identifier on it");
    }
  }
  free_channel(channel);
}

int rdma_create_id(struct rdma_event_channel *channel, struct rdma_cm_id **id, void *context,
                   enum rdma_port_space space) {
  (void)context;
  if (failing("rdma_create_id")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  *id = &new_id(channel, space)->id;
  pthread_mutex_unlock(&lock);
  return 0;
}

static void forget(struct fake_id *gone) {
  struct fake_id **at = &ids;
  while (*at != gone) {
    at = &(*at)->next;
  }
  *at = gone->next;
  if (gone->peer) {
    gone->peer->peer = NULL;
  }
  live.ids--;
}

static void leave_first(struct fake_group **at) {
  struct fake_group *left = *at;
  *at = left->next;
  free(left);
  live.groups--;
}

int rdma_destroy_id(struct rdma_cm_id *id) {
  struct fake_id *gone = fake(id);
  if (failing("rdma_destroy_id")) {
    return -1;
  }
  if (id->event) {
    rdma_ack_cm_event(id->event);
  }
  pthread_mutex_lock(&lock);
  if (id->qp || id->srq) {
    violated("an identifier destroyed with its queues");
  }
  if (gone->groups) {
    violated("an identifier destroyed in a group");
  }
  while (gone->groups) {
    leave_first(&gone->groups);
  }
  if (gone->peer) {
    tell(gone->peer, NULL, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0);
  }
  forget(gone);
  /* Events about it that nobody took. */
  struct fake_event **event = &((struct fake_event_channel *)id->channel)->first;
  while (*event) {
    struct fake_event *each = *event;
    if (each->event.id == id || each->event.listen_id == id) {
      *event = each->next;
      uint64_t one;
      if (read(id->channel->fd, &one, sizeof one) != sizeof one) {
        violated("an event without its telling");
      }
      if (each->event.listen_id == id) {
        /* Nobody took the request. */
        forget(fake(each->event.id));
        free(each->event.id);
      }
      free(each);
    } else {
      event = &each->next;
    }
  }
  /* Another thread may have taken one just before. */
  for (int waited = 0; gone->unacknowledged && waited < PATIENCE_MILLIS; waited++) {
    pthread_mutex_unlock(&lock);
    usleep(1000);
    pthread_mutex_lock(&lock);
  }
  if (gone->unacknowledged) {
    violated("%d events not acknowledged: the real call would wait for ever", gone->unacknowledged);
  }
  if (gone->is_synchronous) {
    free_channel(id->channel);
  }
  free(gone);
  pthread_mutex_unlock(&lock);
  return 0;
}

int rdma_migrate_id(struct rdma_cm_id *id, struct rdma_event_channel *channel) {
  if (failing("rdma_migrate_id")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  if (fake(id)->unacknowledged) {
    violated("events not acknowledged: the real call would wait for ever");
  }
  if (fake(id)->is_synchronous) {
    free_channel(id->channel);
  }
  fake(id)->is_synchronous = !channel;
  id->channel = channel ? channel : new_channel();
  pthread_mutex_unlock(&lock);
  return 0;
}

int rdma_set_option(struct rdma_cm_id *id, int level, int name, void *value, size_t length) {
  (void)id;
  (void)value;
  if (failing("rdma_set_option")) {
    return -1;
  }
  if (level == RDMA_OPTION_IB) {
    return name == RDMA_OPTION_IB_PATH && length % sizeof(struct ibv_path_data) == 0 ? 0
                                                                                    : refuse(EINVAL);
  }
  return (name == RDMA_OPTION_ID_TOS || name == RDMA_OPTION_ID_ACK_TIMEOUT ? 1 : sizeof(int)) ==
                 length
             ? 0
             : refuse(EINVAL);
}

static size_t size_of(const struct sockaddr *address) {
  return address->sa_family == AF_INET    ? sizeof(struct sockaddr_in)
         : address->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                          : sizeof(struct sockaddr_ib);
}

static void set_address(struct sockaddr_storage *to, const struct sockaddr *from) {
  memcpy(to, from, size_of(from));
}

/* A service ID takes the place of a port. */
static bool is_of_ib(const struct sockaddr *address) { return address->sa_family == AF_IB; }

static uint16_t port_of(const struct sockaddr *address) {
  return is_of_ib(address) ? 0 : ntohs(((const struct sockaddr_in *)address)->sin_port);
}

static void set_source_port(struct rdma_cm_id *id, uint16_t port) {
  fake(id)->port = port;
  if (!is_of_ib(&id->route.addr.src_addr)) {
    id->route.addr.src_sin.sin_port = htons(port);
  }
}

int rdma_bind_addr(struct rdma_cm_id *id, struct sockaddr *address) {
  if (failing("rdma_bind_addr")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  set_address(&id->route.addr.src_storage, address);
  set_source_port(id, port_of(address) ? port_of(address) : next_port++);
  bind_device(fake(id));
  pthread_mutex_unlock(&lock);
  return 0;
}

int rdma_resolve_addr(struct rdma_cm_id *id, struct sockaddr *source, struct sockaddr *destination,
                      int timeout_millis) {
  (void)timeout_millis;
  if (failing("rdma_resolve_addr")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  set_address(&id->route.addr.dst_storage, destination);
  set_address(&id->route.addr.src_storage, source ? source : destination);
  set_source_port(id, next_port++);
  bind_device(fake(id));
  tell(fake(id), NULL, RDMA_CM_EVENT_ADDR_RESOLVED, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return complete(id);
}

int rdma_resolve_route(struct rdma_cm_id *id, int timeout_millis) {
  (void)timeout_millis;
  if (failing("rdma_resolve_route")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  tell(fake(id), NULL, RDMA_CM_EVENT_ROUTE_RESOLVED, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return complete(id);
}

int rdma_listen(struct rdma_cm_id *id, int backlog) {
  (void)backlog;
  if (failing("rdma_listen")) {
    return -1;
  }
  fake(id)->listens = true;
  return 0;
}

static struct fake_id *listener_at(uint16_t port) {
  struct fake_id *each = ids;
  while (each && !(each->listens && each->port == port)) {
    each = each->next;
  }
  return each;
}

int rdma_connect(struct rdma_cm_id *id, struct rdma_conn_param *parameters) {
  if (failing("rdma_connect")) {
    return -1;
  }
  if (is_cut("rdma_connect")) {
    return refuse(EINTR);
  }
  const void *data = parameters ? parameters->private_data : NULL;
  uint8_t length = data ? parameters->private_data_len : 0;
  pthread_mutex_lock(&lock);
  struct fake_id *listener = listener_at(port_of(&id->route.addr.dst_addr));
  if (listener) {
    /* A channel for now: who takes the event decides. */
    struct fake_id *request = new_id(listener->id.channel, id->ps);
    request->id.qp_type = listener->id.qp_type;
    bind_device(request);
    request->port = listener->port;
    request->id.route.addr.src_storage = id->route.addr.dst_storage;
    request->id.route.addr.dst_storage = id->route.addr.src_storage;
    request->peer = fake(id);
    fake(id)->peer = request;
    if (id->qp && id->qp_type == IBV_QPT_RC) {
      struct wire_end *end = &((struct fake_qp *)id->qp)->wire;
      end->own_address = id->route.addr.src_sin.sin_addr.s_addr;
      end->peer_address = id->route.addr.dst_sin.sin_addr.s_addr;
      wire_request(own_path, end, fake(id)->port, listener->port, data, length);
    }
    tell(request, listener, RDMA_CM_EVENT_CONNECT_REQUEST, 0, data, length);
  } else {
    tell(fake(id), NULL, RDMA_CM_EVENT_REJECTED, INVALID_SERVICE, NULL, 0);
  }
  pthread_mutex_unlock(&lock);
  return complete(id);
}

int rdma_establish(struct rdma_cm_id *id) {
  (void)id;
  return failing("rdma_establish");
}

int rdma_get_request(struct rdma_cm_id *listen, struct rdma_cm_id **id) {
  struct rdma_cm_event *event;
  if (!fake(listen)->is_synchronous) {
    return refuse(EINVAL);
  }
  if (listen->event) {
    rdma_ack_cm_event(listen->event);
    listen->event = NULL;
  }
  if (get_event(listen->channel, &event)) {
    return -1;
  }
  int result = failing("rdma_get_request");
  if (result) {
    listen->event = event;
    return result;
  }
  *id = event->id;
  (*id)->event = event;
  return 0;
}

int rdma_accept(struct rdma_cm_id *id, struct rdma_conn_param *parameters) {
  if (failing("rdma_accept")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  struct fake_id *peer = fake(id)->peer;
  if (!peer) {
    pthread_mutex_unlock(&lock);
    return refuse(ECONNRESET);
  }
  if (id->qp && peer->id.qp && id->qp_type != IBV_QPT_UD) {
    struct fake_qp *client = (struct fake_qp *)peer->id.qp;
    struct fake_qp *server = (struct fake_qp *)id->qp;
    fake_connect(server, client);
    if (id->qp_type == IBV_QPT_RC) {
      wire_accept(&client->wire, &server->wire, parameters ? parameters->private_data : NULL,
                  parameters && parameters->private_data ? parameters->private_data_len : 0);
    }
  }
  tell(peer, NULL, RDMA_CM_EVENT_ESTABLISHED, 0, parameters ? parameters->private_data : NULL,
       parameters && parameters->private_data ? parameters->private_data_len : 0);
  bool is_datagram = id->qp_type == IBV_QPT_UD;
  if (!is_datagram) {
    tell(fake(id), NULL, RDMA_CM_EVENT_ESTABLISHED, 0, NULL, 0);
  }
  pthread_mutex_unlock(&lock);
  return is_datagram ? 0 : complete(id);
}

int rdma_reject(struct rdma_cm_id *id, const void *data, uint8_t length) {
  if (failing("rdma_reject")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  struct fake_id *peer = fake(id)->peer;
  if (peer) {
    peer->peer = NULL;
    fake(id)->peer = NULL;
    if (peer->id.qp && id->qp_type == IBV_QPT_RC) {
      wire_reject(&((struct fake_qp *)peer->id.qp)->wire, data, length);
    }
    tell(peer, NULL, RDMA_CM_EVENT_REJECTED, CONSUMER_REJECT, data, length);
  }
  pthread_mutex_unlock(&lock);
  return 0;
}

#ifndef WITHOUT_NOTIFY
int rdma_notify(struct rdma_cm_id *id, enum ibv_event_type event) {
  (void)id;
  if (failing("rdma_notify")) {
    return -1;
  }
  return event == IBV_EVENT_COMM_EST ? 0 : refuse(EINVAL);
}
#endif

int rdma_disconnect(struct rdma_cm_id *id) {
  if (failing("rdma_disconnect")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  struct fake_id *peer = fake(id)->peer;
  if (!peer) {
    bool answers = fake(id)->was_left;
    fake(id)->was_left = false;
    pthread_mutex_unlock(&lock);
    return answers ? complete(id) : refuse(EINVAL);
  }
  peer->was_left = true;
  if (id->qp && peer->id.qp && id->qp_type == IBV_QPT_RC) {
    wire_disconnect(&((struct fake_qp *)id->qp)->wire, &((struct fake_qp *)peer->id.qp)->wire);
  }
  if (id->qp) {
    fake_disconnect((struct fake_qp *)id->qp);
  }
  if (peer->id.qp) {
    fake_disconnect((struct fake_qp *)peer->id.qp);
  }
  peer->peer = NULL;
  fake(id)->peer = NULL;
  tell(fake(id), NULL, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0);
  tell(peer, NULL, RDMA_CM_EVENT_DISCONNECTED, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return complete(id);
}

uint16_t rdma_get_src_port(struct rdma_cm_id *id) { return id->route.addr.src_sin.sin_port; }

uint16_t rdma_get_dst_port(struct rdma_cm_id *id) { return id->route.addr.dst_sin.sin_port; }

struct ibv_context **rdma_get_devices(int *count) {
  if (failing("rdma_get_devices")) {
    return NULL;
  }
  struct ibv_context **list = calloc(2, sizeof *list);
  list[0] = fake_context();
  if (count) {
    *count = 1;
  }
  live.devices++;
  return list;
}

void rdma_free_devices(struct ibv_context **list) {
  if (live.pds) {
    violated("devices freed with domains");
  }
  free(list);
  live.devices--;
}

int rdma_getaddrinfo(const char *node, const char *service, const struct rdma_addrinfo *hints,
                     struct rdma_addrinfo **found) {
  block("rdma_getaddrinfo");
  if (failing("rdma_getaddrinfo")) {
    return -1;
  }
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)atoi(service ? service : "0"))};
  if (node && inet_pton(AF_INET, node, &address.sin_addr) != 1) {
    return EAI_NONAME;
  }
  struct rdma_addrinfo *made = calloc(1, sizeof *made);
  struct sockaddr *copy = calloc(1, sizeof address);
  memcpy(copy, &address, sizeof address);
  made->ai_flags = hints->ai_flags;
  made->ai_qp_type = hints->ai_qp_type;
  made->ai_port_space = hints->ai_port_space;
  if (hints->ai_flags & RAI_PASSIVE) {
    made->ai_src_addr = copy;
    made->ai_src_len = sizeof address;
  } else {
    made->ai_dst_addr = copy;
    made->ai_dst_len = sizeof address;
  }
  if (hints->ai_src_addr && !made->ai_src_addr) {
    made->ai_src_addr = calloc(1, sizeof(struct sockaddr_storage));
    memcpy(made->ai_src_addr, hints->ai_src_addr, hints->ai_src_len);
    made->ai_src_len = hints->ai_src_len;
  }
  static struct ibv_path_data route = {.flags = IBV_PATH_FLAG_PRIMARY};
  if (!(hints->ai_flags & RAI_NOROUTE)) {
    made->ai_route = &route;
    made->ai_route_len = sizeof route;
    made->ai_connect = "asked";
    made->ai_connect_len = 5;
    made->ai_dst_canonname = "host.example";
  }
  live.addresses++;
  *found = made;
  return 0;
}

void rdma_freeaddrinfo(struct rdma_addrinfo *list) {
  free(list->ai_src_addr);
  free(list->ai_dst_addr);
  free(list);
  live.addresses--;
}

int rdma_create_ep(struct rdma_cm_id **id, struct rdma_addrinfo *addresses, struct ibv_pd *pd,
                   struct ibv_qp_init_attr *attributes) {
  block("rdma_create_ep");
  if (failing("rdma_create_ep") ||
      rdma_create_id(NULL, id, NULL, (enum rdma_port_space)addresses->ai_port_space)) {
    return -1;
  }
  (*id)->qp_type = (enum ibv_qp_type)addresses->ai_qp_type;
  if (pd || attributes) {
    violated("an end point with attributes: the real call would not check those of requests");
  }
  int result;
  if (addresses->ai_flags & RAI_PASSIVE) {
    result = rdma_bind_addr(*id, addresses->ai_src_addr);
  } else {
    result = rdma_resolve_addr(*id, NULL, addresses->ai_dst_addr, 0);
    result = result ? result : rdma_resolve_route(*id, 0);
  }
  if (result) {
    int error = errno;
    rdma_destroy_ep(*id);
    errno = error;
  }
  return result;
}

void rdma_destroy_ep(struct rdma_cm_id *id) {
  if (id->qp) {
    rdma_destroy_qp(id);
  }
  if (id->srq) {
    rdma_destroy_srq(id);
  }
  rdma_destroy_id(id);
}

int rdma_create_qp(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_qp_init_attr *attributes) {
  if (failing("rdma_create_qp")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  if (pd) {
    id->pd = pd;
  }
  if (!attributes->send_cq && !id->send_cq) {
    id->send_cq_channel = fake_create_channel();
    id->send_cq = fake_create_cq(id->send_cq_channel);
  }
  if (!attributes->recv_cq && !id->recv_cq) {
    id->recv_cq_channel = fake_create_channel();
    id->recv_cq = fake_create_cq(id->recv_cq_channel);
  }
  if (!attributes->srq) {
    attributes->srq = id->srq;
  }
  bool has_none = attributes->qp_type == IBV_QPT_XRC_RECV;
  struct fake_qp *qp =
      fake_create_qp(id->pd, attributes,
                     has_none              ? NULL
                     : attributes->send_cq ? attributes->send_cq
                                           : id->send_cq,
                     has_none              ? NULL
                     : attributes->recv_cq ? attributes->recv_cq
                                           : id->recv_cq);
  qp->qp.srq = attributes->srq;
  id->qp = &qp->qp;
  pthread_mutex_unlock(&lock);
  return 0;
}

/* As the real one: it forgets the queue for requests without one for receives. */
static void destroy_cqs(struct rdma_cm_id *id) {
  if (id->qp_type == IBV_QPT_XRC_RECV && id->srq) {
    return;
  }
  if (id->recv_cq) {
    fake_destroy_cq(id->recv_cq);
    if (id->send_cq) {
      fake_destroy_cq(id->send_cq);
      id->send_cq = NULL;
    }
    id->recv_cq = NULL;
  }
  if (id->recv_cq_channel) {
    fake_destroy_channel(id->recv_cq_channel);
    if (id->send_cq_channel) {
      fake_destroy_channel(id->send_cq_channel);
      id->send_cq_channel = NULL;
    }
    id->recv_cq_channel = NULL;
  }
}

void rdma_destroy_qp(struct rdma_cm_id *id) {
  pthread_mutex_lock(&lock);
  if (fake(id)->groups) {
    violated("a queue pair destroyed in a group");
  }
  fake_destroy_qp((struct fake_qp *)id->qp);
  id->qp = NULL;
  destroy_cqs(id);
  pthread_mutex_unlock(&lock);
}

int rdma_create_srq(struct rdma_cm_id *id, struct ibv_pd *pd, struct ibv_srq_init_attr *attributes) {
  if (failing("rdma_create_srq")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  if (id->qp_type == IBV_QPT_XRC_RECV) {
    id->recv_cq_channel = fake_create_channel();
    id->recv_cq = fake_create_cq(id->recv_cq_channel);
  }
  attributes->attr.max_wr = MOST_RECEIVES;
  id->srq = &fake_create_srq(pd ? pd : id->pd, id->recv_cq)->srq;
  pthread_mutex_unlock(&lock);
  return 0;
}

void rdma_destroy_srq(struct rdma_cm_id *id) {
  for (struct fake_id *each = ids; each; each = each->next) {
    if (each->id.qp && each->id.qp->srq == id->srq) {
      violated("a shared receive queue destroyed before a queue pair of it");
    }
  }
  pthread_mutex_lock(&lock);
  fake_destroy_srq((struct fake_srq *)id->srq);
  id->srq = NULL;
  destroy_cqs(id);
  pthread_mutex_unlock(&lock);
}

/* As the real one, it remembers the group unless the call itself fails. */
int rdma_join_multicast(struct rdma_cm_id *id, struct sockaddr *address, void *context) {
  if (failing("rdma_join_multicast")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  struct fake_group *joined = calloc(1, sizeof *joined);
  memcpy(&joined->address, address, size_of(address));
  joined->next = fake(id)->groups;
  fake(id)->groups = joined;
  live.groups++;
  int status = fault_of("multicast_event");
  tell(fake(id), NULL, status ? RDMA_CM_EVENT_MULTICAST_ERROR : RDMA_CM_EVENT_MULTICAST_JOIN,
       -status, &context, 0);
  pthread_mutex_unlock(&lock);
  return complete(id);
}

/* As the real one, it leaves the last that was joined with this address. */
int rdma_leave_multicast(struct rdma_cm_id *id, struct sockaddr *address) {
  if (failing("rdma_leave_multicast")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  if (fake(id)->unacknowledged) {
    violated("events not acknowledged: the real call would wait for ever");
  }
  struct fake_group **at = &fake(id)->groups;
  while (*at && memcmp(&(*at)->address, address, size_of(address))) {
    at = &(*at)->next;
  }
  int result = 0;
  if (*at) {
    leave_first(at);
  } else {
    result = refuse(EADDRNOTAVAIL);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int rdma_get_cm_event(struct rdma_event_channel *channel, struct rdma_cm_event **event) {
  return failing("rdma_get_cm_event") ? -1 : get_event(channel, event);
}

int rdma_ack_cm_event(struct rdma_cm_event *event) {
  pthread_mutex_lock(&lock);
  fake(event->listen_id ? event->listen_id : event->id)->unacknowledged--;
  live.events--;
  pthread_mutex_unlock(&lock);
  free(event);
  return 0;
}

int rdma_get_remote_ece(struct rdma_cm_id *id, struct ibv_ece *ece) {
  if (failing("rdma_get_remote_ece")) {
    return -1;
  }
  ece->vendor_id = 0x15b3;
  return id->qp ? refuse(EINVAL) : 0;
}

int rdma_set_local_ece(struct rdma_cm_id *id, struct ibv_ece *ece) {
  if (failing("rdma_set_local_ece")) {
    return -1;
  }
  return id->qp || !ece->vendor_id ? refuse(EINVAL) : 0;
}
