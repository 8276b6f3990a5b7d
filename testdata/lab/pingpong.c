/*
 * What the case pingpong compares the Java binding with: small messages to and fro, one at a time,
 * by the functions of librdmacm.
 *
 *   pingpong server ADDRESS PORT MESSAGES  each line of standard input, poll or event, begins a
 *                                          block: one connection, whose messages it returns.
 *                                          Prints "ready" first, "done" after each block
 *   pingpong client ADDRESS PORT MESSAGES  the same; prints the median of half a round trip, in
 *                                          nanoseconds
 *
 * MESSAGES is a multiple of 16: then the last message is complete when the server ends the
 * connection. The class PingPong of the module verbs does the same in Java, call for call.
 */
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rdma/rdma_cma.h>
#include <rdma/rdma_verbs.h>

/* Soft-iWARP may overlook a message that comes while its side still accepts: docs/lab.md. */
enum { SIZE = 64, RECEIVES = 4, SIGNALED_EVERY = 16, SETTLED_NANOS = 200000000 };

struct connection {
  struct rdma_cm_id *id;
  struct ibv_mr *region;
  char memory[2 * SIZE];
  int events;
  int sent;
};

static void check(int result, const char *call) {
  if (result < 0) {
    fprintf(stderr, "pingpong: %s: %s\n", call, strerror(errno));
    exit(1);
  }
}

static void check_pointer(const void *result, const char *call) { check(result ? 0 : -1, call); }

static struct rdma_addrinfo *resolve(const char *address, const char *port, int flags) {
  struct rdma_addrinfo hints = {.ai_flags = flags, .ai_port_space = RDMA_PS_TCP};
  struct rdma_addrinfo *found;
  check(rdma_getaddrinfo(address, port, &hints, &found), "rdma_getaddrinfo");
  return found;
}

static void receive(struct connection *of) {
  check(rdma_post_recv(of->id, NULL, of->memory, SIZE, of->region), "rdma_post_recv");
}

static void prepare(struct connection *of) {
  struct ibv_qp_init_attr attributes = {
      .cap = {.max_send_wr = 2 * SIGNALED_EVERY,
              .max_recv_wr = RECEIVES,
              .max_send_sge = 1,
              .max_recv_sge = 1},
      .qp_type = IBV_QPT_RC,
  };
  check(rdma_create_qp(of->id, NULL, &attributes), "rdma_create_qp");
  of->region = rdma_reg_msgs(of->id, of->memory, sizeof of->memory);
  check_pointer(of->region, "rdma_reg_msgs");
  for (int i = 0; i < RECEIVES; i++) {
    receive(of);
  }
}

/* Takes one completion: of a receive, or of a request. */
static void complete(struct connection *of, int receives) {
  struct ibv_wc done;
  int count;
  if (of->events) {
    count = receives ? rdma_get_recv_comp(of->id, &done) : rdma_get_send_comp(of->id, &done);
  } else {
    while ((count = ibv_poll_cq(receives ? of->id->recv_cq : of->id->send_cq, 1, &done)) == 0) {
      /* The guest's only processor also takes the packets. */
      sched_yield();
    }
  }
  check(count, "a completion");
  if (done.status != IBV_WC_SUCCESS) {
    fprintf(stderr, "pingpong: %s\n", ibv_wc_status_str(done.status));
    exit(1);
  }
}

static void take(struct connection *of) {
  complete(of, 1);
  receive(of);
}

static void give(struct connection *of) {
  int flags = ++of->sent % SIGNALED_EVERY == 0 ? IBV_SEND_SIGNALED : 0;
  check(rdma_post_send(of->id, NULL, of->memory + SIZE, SIZE, of->region, flags), "rdma_post_send");
  if (flags) {
    complete(of, 0);
  }
}

static void close_connection(struct connection *of) {
  rdma_dereg_mr(of->region);
  rdma_destroy_qp(of->id);
  rdma_destroy_id(of->id);
}

static int by_size(const void *left, const void *right) {
  long a = *(const long *)left, b = *(const long *)right;
  return (a > b) - (a < b);
}

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000L + time.tv_nsec;
}

static void serve(struct rdma_cm_id *listener, int events, int messages) {
  struct connection client = {.events = events};
  check(rdma_get_request(listener, &client.id), "rdma_get_request");
  prepare(&client);
  check(rdma_accept(client.id, NULL), "rdma_accept");
  for (int i = 0; i < messages; i++) {
    take(&client);
    give(&client);
  }
  rdma_disconnect(client.id);
  close_connection(&client);
  printf("done\n");
}

static void ask(struct rdma_addrinfo *to, int events, int messages, long *times) {
  struct connection server = {.events = events};
  check(rdma_create_id(NULL, &server.id, NULL, RDMA_PS_TCP), "rdma_create_id");
  check(rdma_resolve_addr(server.id, NULL, to->ai_dst_addr, 20000), "rdma_resolve_addr");
  check(rdma_resolve_route(server.id, 20000), "rdma_resolve_route");
  prepare(&server);
  check(rdma_connect(server.id, NULL), "rdma_connect");
  nanosleep(&(struct timespec){.tv_nsec = SETTLED_NANOS}, NULL);
  for (int i = 0; i < messages; i++) {
    long began = now();
    give(&server);
    take(&server);
    times[i] = now() - began;
  }
  /* The server has sent the last message, and ends the connection when that is complete. */
  struct rdma_cm_event *ended;
  check(rdma_get_cm_event(server.id->channel, &ended), "rdma_get_cm_event");
  rdma_ack_cm_event(ended);
  close_connection(&server);
  qsort(times, (size_t)messages, sizeof *times, by_size);
  printf("%ld\n", times[messages / 2] / 2);
}

int main(int count, char **words) {
  if (count != 5) {
    fprintf(stderr, "pingpong server|client ADDRESS PORT MESSAGES\n");
    return 2;
  }
  int serves = strcmp(words[1], "server") == 0;
  int messages = atoi(words[4]);
  long *times = calloc((size_t)messages, sizeof *times);
  check_pointer(times, "calloc");
  struct rdma_addrinfo *address = resolve(words[2], words[3], serves ? RAI_PASSIVE : 0);
  struct rdma_cm_id *listener = NULL;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (serves) {
    check(rdma_create_id(NULL, &listener, NULL, RDMA_PS_TCP), "rdma_create_id");
    check(rdma_bind_addr(listener, address->ai_src_addr), "rdma_bind_addr");
    check(rdma_listen(listener, 4), "rdma_listen");
    printf("ready\n");
  }
  char line[16];
  while (fgets(line, sizeof line, stdin)) {
    int events = strcmp(line, "event\n") == 0;
    if (serves) {
      serve(listener, events, messages);
    } else {
      ask(address, events, messages, times);
    }
  }
  free(times);
  if (serves) {
    rdma_destroy_id(listener);
  }
  rdma_freeaddrinfo(address);
  return 0;
}
