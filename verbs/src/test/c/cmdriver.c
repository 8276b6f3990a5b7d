/*
 * The binding to librdmacm without Java, for checkers of memory: makes each call of it, all going
 * well; then again with each call of the libraries failing in turn; then with each of the JVM's, of
 * calloc and of fcntl failing in turn. Arguments: a stand-in for the libraries (fakecm.c); and
 * "leak", to have something left behind that a checker of memory has to see.
 *
 * All that is done some times over. Prints how many failures there were in turn, and how many connections
 * were made and methods failed in all; exits with 1 if one left something in the stand-in, or a file
 * descriptor, which it prints.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <infiniband/ib.h>
#include <infiniband/verbs.h>
#include <rdma/rdma_cma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cm_event.h"
#include "fakejni.h"
#include "org_rdmadump_rdmacm_CmNatives.h"
#include "org_rdmadump_rdmacm_CompletionNatives.h"
#include "org_rdmadump_rdmacm_DeviceNatives.h"
#include "org_rdmadump_rdmacm_WaitNatives.h"
#include "org_rdmadump_rdmacm_WorkNatives.h"

/* As the binding has the addresses of structures. */
#define NUMBER(pointer) ((jlong)(intptr_t)(pointer))

#define CM(name) Java_org_rdmadump_rdmacm_CmNatives_##name
#define WORK(name) Java_org_rdmadump_rdmacm_WorkNatives_##name
#define COMPLETION(name) Java_org_rdmadump_rdmacm_CompletionNatives_##name
#define DEVICE(name) Java_org_rdmadump_rdmacm_DeviceNatives_##name
#define WAIT(name) Java_org_rdmadump_rdmacm_WaitNatives_##name

enum { SPACE_SIZE = 4096, COMPLETIONS = 8, EVERYTHING = 7, MOST_RUNS = 1000, ROUNDS = 6 };

static JNIEnv *env;
static const char *library;
static char path[4096];
static jlong cm;
static int files;
/* How often a call was said to have failed as it was had to. */
static long told;
/* How many methods failed, and connections were made. */
static long failures;
static long connected;

/* Whether a method succeeded. */
static bool done(jlong result) {
  fake_return();
  /* Why polling fails, no device says. */
  told += result == -ENOMEM || result == -EIO;
  failures += result < 0 && result != -EAGAIN;
  return result >= 0;
}

/* What a method returned: a pointer, or 0 if it failed. */
static jlong made(jlong result) { return done(result) ? result : 0; }

/* What is given back has to be, in the end. */
static void heal(void) {
  snprintf(path, sizeof path, "%s.scenario", library);
  remove(path);
}

#define GIVE_BACK(call)   \
  do {                    \
    if (!done(call)) {    \
      heal();             \
      if (!done(call)) {  \
        abort();          \
      }                   \
    }                     \
  } while (0)

static void give_back_address_handle(jlong handle) {
  if (handle) {
    GIVE_BACK(CM(destroyAddressHandle)(env, NULL, cm, handle));
  }
}

static jobject bytes(size_t size, const void *data) { return fake_object(1, size, data); }

static jobject address_of(uint16_t port) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  return bytes(sizeof address, &address);
}

struct memory {
  jobject buffer;
  jlong region;
  jlong values[3];
};

/* Registers a page in a domain. */
static bool reg(struct memory *memory, jlong domain) {
  jobject results = fake_object(sizeof(jlong), sizeof memory->values, NULL);
  memory->buffer = bytes(SPACE_SIZE, NULL);
  memory->region = made(
      CM(register)(env, NULL, cm, domain, memory->buffer, SPACE_SIZE, EVERYTHING, results));
  memcpy(memory->values, fake_bytes(results), sizeof memory->values);
  fake_free(results);
  return memory->region;
}

static void dereg(struct memory *memory) {
  if (memory->region) {
    GIVE_BACK(CM(deregister)(env, NULL, cm, memory->region));
  }
  fake_free(memory->buffer);
}

static jobject attributes_of(enum ibv_qp_type type) {
  jint numbers[] = {16, 16, 2, 2, 64, (jint)type, 0};
  return fake_object(sizeof(jint), sizeof numbers, numbers);
}

static bool create_pair_with(jlong id, enum ibv_qp_type type, jlong domain, jlong shared_of,
                             jlong send, jlong receive) {
  jobject numbers = attributes_of(type);
  bool ok =
      done(CM(createQueuePair)(env, NULL, cm, id, domain, shared_of, send, receive, numbers));
  fake_free(numbers);
  return ok;
}

static bool create_pair(jlong id, enum ibv_qp_type type, jlong domain, jlong shared_of) {
  return create_pair_with(id, type, domain, shared_of, 0, 0);
}

static bool bind_to(jlong id, uint16_t port) {
  jobject address = address_of(port);
  bool ok = done(CM(bind)(env, NULL, cm, id, address));
  fake_free(address);
  return ok;
}

static bool connect_with(jlong id, bool accept, bool with_parameters) {
  jbyte encoded[20] = {1, 1, 0, 7, 7};
  jobject parameters = bytes(with_parameters ? sizeof encoded : 0, encoded);
  jint result = CM(connect)(env, NULL, cm, id, accept, parameters);
  fake_free(parameters);
  /* That the other side has not answered is no failure. */
  return done(result) || result == -EAGAIN;
}

static bool completed(jlong id, bool look) {
  jobject record = bytes(sizeof(struct event_record), NULL);
  bool ok = CM(completed)(env, NULL, cm, id, look, record) >= 0;
  fake_free(record);
  return ok;
}

static jlong resolved(enum rdma_port_space space, uint16_t port) {
  jlong id = made(CM(createId)(env, NULL, cm, 0, (jint)space));
  if (!id) {
    return 0;
  }
  jobject none = bytes(0, NULL);
  jobject to = address_of(port);
  bool ok = done(CM(resolveAddress)(env, NULL, cm, id, none, to, 100)) && completed(id, false) &&
            done(CM(resolveRoute)(env, NULL, cm, id, 100)) && completed(id, false);
  fake_free(none);
  fake_free(to);
  if (!ok) {
    GIVE_BACK(CM(destroyId)(env, NULL, cm, id));
  }
  return ok ? id : 0;
}

static jlong listener_of(jlong channel, enum rdma_port_space space) {
  jlong id = made(CM(createId)(env, NULL, cm, channel, (jint)space));
  if (id && !(bind_to(id, 0) && done(CM(listen)(env, NULL, cm, id, 1)))) {
    GIVE_BACK(CM(destroyId)(env, NULL, cm, id));
    return 0;
  }
  return id;
}

static jlong request_of(jlong listener) {
  jobject record = bytes(sizeof(struct event_record), NULL);
  jlong id = made(CM(getRequest)(env, NULL, cm, listener, record));
  fake_free(record);
  return id;
}

static void poll_queue(jlong id, bool send) {
  struct ibv_wc completions[COMPLETIONS] = {0};
  jlong queue = COMPLETION(queue)(env, NULL, id, send);
  jlong channel = COMPLETION(channel)(env, NULL, queue);
  done(COMPLETION(arm)(env, NULL, queue, false));
  done(COMPLETION(poll)(env, NULL, queue, NUMBER(completions), COMPLETIONS));
  done(COMPLETION(channelFd)(env, NULL, channel));
  done(COMPLETION(takeEvent)(env, NULL, cm, channel));
}

static void send_everything(jlong from, jlong to) {
  struct memory memory = {0};
  if (reg(&memory, CM(domain)(env, NULL, from))) {
    jlong at = memory.values[0];
    jint key = (jint)memory.values[1];
    const struct ibv_sge segments[] = {
        {.addr = (uint64_t)at, .length = 8, .lkey = (uint32_t)key},
        {.addr = (uint64_t)at + 8, .length = 8, .lkey = (uint32_t)key},
    };
    const struct ibv_sge room = {.addr = (uint64_t)at + 100, .length = 100, .lkey = (uint32_t)key};
    const jlong list = NUMBER(segments);
    done(COMPLETION(arm)(env, NULL, COMPLETION(queue)(env, NULL, to, false), false));
    bool ready = true;
    for (int i = 0; i < 2; i++) {
      ready &= done(WORK(postReceive)(env, NULL, to, false, i, NUMBER(&room), 1));
      ready &= done(WORK(postReceive)(env, NULL, to, false, i, list, 2));
    }
    if (ready) {
      done(WORK(post)(env, NULL, from, 1, IBV_WR_SEND, IBV_SEND_SIGNALED, 0, list, 1, 0, 0, 0));
      done(WORK(post)(env, NULL, from, 2, IBV_WR_SEND_WITH_IMM, IBV_SEND_SIGNALED, 5, list, 2, 0, 0,
                      0));
      done(WORK(post)(env, NULL, from, 3, IBV_WR_SEND_WITH_INV, 0, 6, list, 0, 0, 0, 0));
    }
    done(WORK(post)(env, NULL, from, 4, IBV_WR_RDMA_READ, 0, 0, list, 1, at + 64, key, 0));
    done(WORK(postAtomic)(env, NULL, from, 6, IBV_WR_ATOMIC_FETCH_AND_ADD, 0, list, 1, at + 64, key,
                          1, 0));
    WORK(addressOf)(env, NULL, memory.buffer);
    jlong window = made(CM(allocWindow)(env, NULL, memory.region));
    if (window) {
      done(WORK(postBind)(env, NULL, from, 5, 0, window, memory.region, at, 64, EVERYTHING));
      CM(windowKey)(env, NULL, window);
      GIVE_BACK(CM(deallocWindow)(env, NULL, window));
    }
    poll_queue(from, true);
    poll_queue(to, false);
    WORK(number)(env, NULL, from);
    WORK(type)(env, NULL, from);
    jlongArray numbers = fake_object(sizeof(jlong), 64 * sizeof(jlong), NULL);
    jobject paths = bytes(2 * sizeof(struct ibv_ah_attr), NULL);
    done(DEVICE(queryPair)(env, NULL, cm, from, numbers, paths));
    fake_free(paths);
    fake_free(numbers);
  }
  dereg(&memory);
}

/* Connects synchronously, sends, and disconnects. */
static void connections(void) {
  jlong listener = listener_of(0, RDMA_PS_TCP);
  if (!listener) {
    return;
  }
  jlong client = resolved(RDMA_PS_TCP, (uint16_t)CM(port)(env, NULL, cm, listener, true));
  jlong server = 0;
  if (client && create_pair(client, IBV_QPT_RC, 0, 0) && connect_with(client, false, true)) {
    server = request_of(listener);
    if (server && create_pair(server, IBV_QPT_RC, 0, 0) && connect_with(server, true, true) &&
        completed(server, false) && completed(client, true)) {
      connected++;
      send_everything(client, server);
      jobject address = bytes(sizeof(struct sockaddr_ib), NULL);
      CM(address)(env, NULL, client, true, address);
      fake_free(address);
      done(CM(disconnect)(env, NULL, cm, client));
      completed(client, false);
    }
  }
  jlong all[] = {server, client, listener};
  for (int i = 0; i < 3; i++) {
    if (all[i]) {
      if (((struct rdma_cm_id *)(intptr_t)all[i])->qp) {
        GIVE_BACK(CM(destroyQueuePair)(env, NULL, cm, all[i]));
      }
      GIVE_BACK(CM(destroyId)(env, NULL, cm, all[i]));
    }
  }
}

/* What a channel has next; its identifier, if that is new. */
static jlong take_event(jlong channel, bool wanted) {
  jobject record = bytes(sizeof(struct event_record), NULL);
  jlong request = 0;
  if (done(CM(getEvent)(env, NULL, cm, channel, record))) {
    const struct event_record *event = fake_bytes(record);
    jlong of_request = event->listen_id ? (jlong)event->id : 0;
    if (wanted) {
      CM(ackEvent)(env, NULL, cm, (jlong)event->event);
      request = of_request;
    } else if (!done(CM(discard)(env, NULL, cm, (jlong)event->event, of_request))) {
      heal();
      GIVE_BACK(CM(destroyId)(env, NULL, cm, of_request));
    }
  }
  fake_free(record);
  return request;
}

/* Connects by events; the first request is rejected, nobody wants the second. */
static void events(void) {
  jlong channel = made(CM(createEventChannel)(env, NULL, cm));
  if (!channel) {
    return;
  }
  CM(channelFd)(env, NULL, channel);
  jlong listener = listener_of(channel, RDMA_PS_TCP);
  for (int i = 0; listener && i < 2; i++) {
    jlong client = resolved(RDMA_PS_TCP, (uint16_t)CM(port)(env, NULL, cm, listener, true));
    if (client) {
      jbyte option = 1;
      jobject value = bytes(1, &option);
      done(CM(setOption)(env, NULL, cm, client, RDMA_OPTION_ID, RDMA_OPTION_ID_TOS, value));
      fake_free(value);
      if (create_pair(client, IBV_QPT_RC, 0, 0)) {
        connect_with(client, false, true);
        jlong request = take_event(channel, i == 0);
        if (request) {
          jobject words = bytes(3, "no");
          done(CM(reject)(env, NULL, cm, request, words));
          fake_free(words);
          GIVE_BACK(CM(destroyId)(env, NULL, cm, request));
        }
        completed(client, true);
        GIVE_BACK(CM(destroyQueuePair)(env, NULL, cm, client));
      }
      GIVE_BACK(CM(destroyId)(env, NULL, cm, client));
    }
  }
  if (listener) {
    done(CM(migrate)(env, NULL, cm, listener, 0));
    done(CM(migrate)(env, NULL, cm, listener, channel));
    GIVE_BACK(CM(destroyId)(env, NULL, cm, listener));
  }
  CM(destroyEventChannel)(env, NULL, cm, channel);
}

static jlong addresses_of(const char *node, int flags) {
  jobject host = fake_string(node);
  jobject service = fake_string("7471");
  jobject source = bytes(0, NULL);
  jlong list = made(CM(getAddressInfo)(env, NULL, cm, host, service, flags, IBV_QPT_RC,
                                       RDMA_PS_TCP, source));
  fake_free(host);
  fake_free(service);
  fake_free(source);
  return list;
}

static jlong endpoint_of(jlong addresses) {
  return made(CM(createEndpoint)(env, NULL, cm, addresses));
}

/* An end point that connects to another. */
static void endpoints(void) {
  addresses_of("no.such.host", 0);
  jlong passive = addresses_of("127.0.0.1", RAI_PASSIVE);
  jlong active = addresses_of("127.0.0.1", 0);
  jlong listener = passive ? endpoint_of(passive) : 0;
  jlong client = 0;
  jlong request = 0;
  if (passive) {
    jobject fields = fake_object(sizeof(jint), 3 * sizeof(jint), NULL);
    jobject address = bytes(sizeof(struct sockaddr_ib), NULL);
    CM(addressInfo)(env, NULL, passive, 0, fields, address, address);
    CM(addressInfo)(env, NULL, passive, 1, fields, address, address);
    for (jint part = 0; part < 4; part++) {
      CM(addressInfoPart)(env, NULL, passive, 0, part);
    }
    fake_return();
    fake_free(fields);
    fake_free(address);
  }
  if (listener && active && done(CM(listen)(env, NULL, cm, listener, 1))) {
    client = endpoint_of(active);
    if (client && create_pair(client, IBV_QPT_RC, 0, 0) && connect_with(client, false, false)) {
      request = request_of(listener);
      if (request) {
        create_pair(request, IBV_QPT_RC, 0, 0);
      }
    }
  }
  jlong all[] = {request, client, listener};
  for (int i = 0; i < 3; i++) {
    if (all[i]) {
      CM(destroyEndpoint)(env, NULL, cm, all[i]);
    }
  }
  if (active) {
    CM(freeAddressInfo)(env, NULL, cm, active);
  }
  if (passive) {
    CM(freeAddressInfo)(env, NULL, cm, passive);
  }
}

/* What a device says, and its events. */
static void queries(jlong context) {
  jlongArray numbers = fake_object(sizeof(jlong), 64 * sizeof(jlong), NULL);
  jobject text = bytes(64, NULL);
  DEVICE(name)(env, NULL, cm, context);
  fake_return();
  DEVICE(vectors)(env, NULL, context);
  done(DEVICE(queryDevice)(env, NULL, cm, context, numbers, text));
  done(DEVICE(queryPort)(env, NULL, context, 1, numbers));
  done(DEVICE(queryGid)(env, NULL, cm, context, 1, 0, text));
  done(DEVICE(eventFd)(env, NULL, context));
  done(DEVICE(takeEvent)(env, NULL, cm, context, numbers));
  fake_free(text);
  fake_free(numbers);
}

/* A queue pair whose completions go to queues of ours; receives only, of which librdmacm frees too little. */
static void own_queues(jlong context) {
  jlong channel = made(COMPLETION(createChannel)(env, NULL, cm, context));
  jlong queue = channel ? made(COMPLETION(createQueue)(env, NULL, cm, context, channel, 4, 0)) : 0;
  jlong id = queue ? made(CM(createId)(env, NULL, cm, 0, RDMA_PS_TCP)) : 0;
  if (id) {
    COMPLETION(capacity)(env, NULL, queue);
    if (bind_to(id, 0)) {
      for (int both = 0; both < 2; both++) {
        if (create_pair_with(id, IBV_QPT_RC, 0, 0, both ? queue : 0, queue)) {
          done(COMPLETION(arm)(env, NULL, queue, true));
          GIVE_BACK(CM(destroyQueuePair)(env, NULL, cm, id));
        }
      }
    }
    GIVE_BACK(CM(destroyId)(env, NULL, cm, id));
  }
  if (queue) {
    GIVE_BACK(COMPLETION(destroyQueue)(env, NULL, cm, queue));
  }
  if (channel) {
    GIVE_BACK(COMPLETION(destroyChannel)(env, NULL, cm, channel));
  }
}

/* Shared receives in a domain of a device, beside what vendors agree on. */
static void devices(void) {
  jlong list = made(CM(getDevices)(env, NULL, cm));
  if (!list) {
    return;
  }
  CM(deviceNames)(env, NULL, cm, list);
  fake_return();
  queries(DEVICE(listed)(env, NULL, list, 0));
  own_queues(DEVICE(listed)(env, NULL, list, 0));
  jlong domain = made(CM(allocPd)(env, NULL, cm, list, 0));
  jlong id = made(CM(createId)(env, NULL, cm, 0, RDMA_PS_TCP));
  if (id) {
    CM(deviceName)(env, NULL, cm, id);
    fake_return();
    jintArray two = fake_object(sizeof(jint), 2 * sizeof(jint), (jint[]){4, 2});
    if (bind_to(id, 0) && done(CM(createSharedQueue)(env, NULL, cm, id, domain, two))) {
      struct memory memory = {0};
      if (domain && create_pair(id, IBV_QPT_RC, domain, id)) {
        if (reg(&memory, domain)) {
          jlong at = memory.values[0];
          jint key = (jint)memory.values[1];
          const struct ibv_sge segment = {.addr = (uint64_t)at, .length = 8, .lkey = (uint32_t)key};
          done(WORK(postReceive)(env, NULL, id, true, 1, NUMBER(&segment), 1));
          done(WORK(postReceive)(env, NULL, id, true, 2, NUMBER(&segment), 1));
          done(WORK(postReceive)(env, NULL, id, false, 3, NUMBER(&segment), 1));
        }
        GIVE_BACK(CM(destroyQueuePair)(env, NULL, cm, id));
        dereg(&memory);
      }
      done(DEVICE(setSharedLimit)(env, NULL, cm, id, 2));
      done(DEVICE(sharedLimit)(env, NULL, cm, id));
      done(DEVICE(sharedNumber)(env, NULL, id));
      DEVICE(sharedQueue)(env, NULL, id);
      DEVICE(context)(env, NULL, id);
      CM(destroySharedQueue)(env, NULL, cm, id);
    }
    CM(deviceName)(env, NULL, cm, id);
    CM(devicePort)(env, NULL, id);
    CM(isIwarp)(env, NULL, id);
    done(CM(getRemoteEce)(env, NULL, cm, id, two));
    done(CM(setLocalEce)(env, NULL, cm, id, 1, 2));
    done(CM(notifyOf)(env, NULL, cm, id, IBV_EVENT_COMM_EST));
    done(CM(establish)(env, NULL, cm, id));
    fake_free(two);
    GIVE_BACK(CM(destroyId)(env, NULL, cm, id));
  }
  if (domain) {
    GIVE_BACK(CM(deallocPd)(env, NULL, cm, domain));
  }
  CM(freeDevices)(env, NULL, cm, list);
}

static void send_datagrams(jlong id) {
  struct memory memory = {0};
  struct ibv_ah_attr attributes = {.port_num = 1};
  jobject to = bytes(sizeof attributes, &attributes);
  jlong domain = CM(domain)(env, NULL, id);
  jlong handle = made(CM(createAddressHandle)(env, NULL, cm, domain, to));
  jlong back = 0;
  if (handle && reg(&memory, domain)) {
    jlong at = memory.values[0];
    jint key = (jint)memory.values[1];
    jint number = WORK(number)(env, NULL, id);
    const struct ibv_sge segment = {.addr = (uint64_t)at, .length = 8, .lkey = (uint32_t)key};
    const struct ibv_sge room = {.addr = (uint64_t)at + 100, .length = 100, .lkey = (uint32_t)key};
    done(WORK(postReceive)(env, NULL, id, false, 1, NUMBER(&room), 1));
    done(WORK(postReceive)(env, NULL, id, false, 2, NUMBER(&room), 1));
    done(WORK(postDatagram)(env, NULL, id, 3, IBV_WR_SEND_WITH_IMM, IBV_SEND_SIGNALED, 9,
                            NUMBER(&segment), 1, handle, number, 1));
    done(WORK(postDatagram)(env, NULL, id, 4, IBV_WR_SEND, 0, 0, NUMBER(&segment), 1, handle,
                            number, 1));
    struct ibv_wc completions[COMPLETIONS] = {0};
    jlong queue = COMPLETION(queue)(env, NULL, id, false);
    if (done(COMPLETION(poll)(env, NULL, queue, NUMBER(completions), COMPLETIONS))) {
      back = made(CM(createAddressHandleFrom)(env, NULL, cm, id, NUMBER(completions), 0, at + 100));
    }
  }
  give_back_address_handle(back);
  give_back_address_handle(handle);
  dereg(&memory);
  fake_free(to);
}

/* A group, and datagrams to itself. */
static void datagrams(void) {
  jlong id = made(CM(createId)(env, NULL, cm, 0, RDMA_PS_UDP));
  if (!id) {
    return;
  }
  if (bind_to(id, 0) && create_pair(id, IBV_QPT_UD, 0, 0)) {
    jobject group = address_of(0);
    if (done(CM(joinMulticast)(env, NULL, cm, id, group, 7))) {
      completed(id, false);
      send_datagrams(id);
      GIVE_BACK(CM(leaveMulticast)(env, NULL, cm, id, group));
    } else {
      /* Of a join that failed later, librdmacm remembers the group. */
      bool was_told = ((struct rdma_cm_id *)(intptr_t)id)->event;
      completed(id, false);
      if (was_told) {
        GIVE_BACK(CM(leaveMulticast)(env, NULL, cm, id, group));
      }
    }
    fake_free(group);
    GIVE_BACK(CM(destroyQueuePair)(env, NULL, cm, id));
  }
  GIVE_BACK(CM(destroyId)(env, NULL, cm, id));
}

/* What librdmacm would crash at is refused before it. */
static void refusals(void) {
  jlong id = made(CM(createId)(env, NULL, cm, 0, RDMA_PS_TCP));
  if (!id) {
    return;
  }
  jobject large = bytes(1000, NULL);
  done(CM(resolveRoute)(env, NULL, cm, id, 1));
  connect_with(id, false, true);
  connect_with(id, true, false);
  done(CM(establish)(env, NULL, cm, id));
  done(CM(joinMulticast)(env, NULL, cm, id, large, 7));
  done(CM(setOption)(env, NULL, cm, id, 0, 0, large));
  done(CM(reject)(env, NULL, cm, id, large));
  done(CM(createAddressHandle)(env, NULL, cm, 0, large));
  fake_free(large);
  GIVE_BACK(CM(destroyId)(env, NULL, cm, id));
}

static void waits(void) {
  jint event = WAIT(open)(env, NULL);
  if (event >= 0) {
    WAIT(poll)(env, NULL, event, -1, event, 0);
    WAIT(wake)(env, NULL, event);
    WAIT(poll)(env, NULL, event, -1, event, 0);
    WAIT(drain)(env, NULL, event);
    WAIT(close)(env, NULL, event);
  }
  jlong self = WAIT(signalled)(env, NULL);
  if (self) {
    WAIT(signal)(env, NULL, self);
  }
}

static jlong opened(const char *rdmacm) {
  jobject first = fake_string(rdmacm);
  jobject second = fake_string(library);
  jobject why = bytes(256, NULL);
  jlong result = made(CM(open)(env, NULL, first, second, why));
  fake_free(first);
  fake_free(second);
  fake_free(why);
  return result;
}

static int count_files(void) {
  DIR *folder = opendir("/proc/self/fd");
  int count = 0;
  while (folder && readdir(folder)) {
    count++;
  }
  if (folder) {
    closedir(folder);
  }
  return count;
}

/* Whether the stand-in says that all was given back; it writes that down when an event is named. */
static bool is_clean(const char *what) {
  char line[1024];
  CM(eventText)(env, NULL, cm, RDMA_CM_EVENT_ESTABLISHED);
  fake_return();
  snprintf(path, sizeof path, "%s.report", library);
  FILE *report = fopen(path, "r");
  bool clean = report && fgets(line, sizeof line, report);
  for (const char *at = clean ? line : ""; (at = strchr(at, '='));) {
    clean &= *++at == '0';
  }
  if (!clean) {
    printf("left after %s: %s", what, line);
  }
  while (report && fgets(line, sizeof line, report)) {
    printf("broken with %s: %s", what, line);
    clean = false;
  }
  if (report) {
    fclose(report);
  }
  if (count_files() != files) {
    printf("left after %s: %d file descriptors\n", what, count_files() - files);
    clean = false;
  }
  return clean;
}

static bool run(const char *what) {
  opened("/no/such/library");
  cm = opened(library);
  if (cm) {
    connections();
    events();
    endpoints();
    devices();
    datagrams();
    refusals();
    CM(close)(env, NULL, cm);
  }
  waits();
  heal();
  fake_fail(0);
  cm = opened(library);
  bool clean = is_clean(what);
  CM(close)(env, NULL, cm);
  return clean;
}

/* What the stand-in can have fail. */
static const char *const CALLS[] = {
    "rdma_create_event_channel", "rdma_create_id",     "rdma_destroy_id",    "rdma_migrate_id",
    "rdma_set_option",           "rdma_bind_addr",     "rdma_resolve_addr",  "rdma_resolve_route",
    "rdma_listen",               "rdma_connect",       "rdma_establish",     "rdma_get_request",
    "rdma_accept",               "rdma_reject",        "rdma_notify",        "rdma_disconnect",
    "rdma_get_devices",          "rdma_getaddrinfo",   "rdma_create_ep",     "rdma_create_qp",
    "rdma_create_srq",           "rdma_join_multicast", "multicast_event",   "rdma_leave_multicast",
    "rdma_get_cm_event",         "rdma_get_remote_ece", "rdma_set_local_ece", "ibv_alloc_pd",
    "ibv_dealloc_pd",            "ibv_reg_mr",         "ibv_dereg_mr",       "ibv_alloc_mw",
    "ibv_dealloc_mw",            "ibv_create_ah",      "ibv_destroy_ah",     "ibv_post_send",
    "ibv_post_recv",             "ibv_post_srq_recv",  "ibv_poll_cq",        "ibv_req_notify_cq",
    "ibv_get_cq_event",          "ibv_create_comp_channel", "ibv_destroy_comp_channel",
    "ibv_create_cq",             "ibv_destroy_cq",      "ibv_query_device",   "ibv_query_port",
    "ibv_query_gid",             "ibv_query_qp",        "ibv_modify_srq",     "ibv_query_srq",
    "ibv_get_srq_num",           "ibv_get_async_event",
};

/* All going well, and with each failure; sets how many of JVM's, calloc's and fcntl's there were. */
static bool run_all(int *others) {
  told = 0;
  bool clean = run("no failure") && told == 0;
  for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) {
    told = 0;
    snprintf(path, sizeof path, "%s.scenario", library);
    FILE *scenario = fopen(path, "w");
    fprintf(scenario, "fail %s %d\n", CALLS[i], ENOMEM);
    fclose(scenario);
    clean &= run(CALLS[i]);
    if (told == 0) {
      printf("nobody was told of %s\n", CALLS[i]);
      clean = false;
    }
  }
  *others = 0;
  for (bool more = true; more && *others < MOST_RUNS;) {
    char what[32];
    snprintf(what, sizeof what, "failure %d", *others + 1);
    fake_fail(*others + 1);
    /* run forgets it. */
    clean &= run(what);
    more = fake_has_failed();
    *others += more;
  }
  return clean;
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s LIBRARY [leak]\n", argv[0]);
    return 2;
  }
  env = fake_env();
  library = argv[1];
  /* A device stays open. */
  CM(close)(env, NULL, opened(library));
  files = count_files();
  bool clean = true;
  int others = 0;
  for (int i = 0; i < ROUNDS; i++) {
    clean &= run_all(&others);
  }
  if (argc > 2) {
    opened(library);
  }
  printf("calls %zu others %d\n%ld connections, %ld failing calls\n", sizeof CALLS / sizeof *CALLS, others,
         connected, failures);
  /* A checker that finds something ends the program. */
  fflush(stdout);
  return !clean;
}
