/* The stand-in's device: memory, queues, and work that goes from one queue pair to the other. */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fakecm.h"

/* The queues that have events, oldest first. */
struct fake_channel {
  struct ibv_comp_channel channel;
  struct fake_cq *events[MOST_COMPLETIONS];
  int count;
};

struct fake_mr {
  struct ibv_mr mr;
  struct fake_mr *next;
};

struct fake_mw {
  struct ibv_mw mw;
  struct fake_mw *next;
  uint64_t start;
  uint64_t length;
  /* The key that it was bound with; 0: it is closed. */
  uint32_t key;
};

static struct fake_mr *regions;
static struct fake_mw *windows;
static struct fake_qp *pairs;
static struct fake_srq *shared;
static uint32_t next_srq = 0x20;
static struct ibv_async_event events[MOST_COMPLETIONS];
static int event_count;
static uint32_t next_key = 0x100;
static uint32_t next_qp = 0x40;
static struct ibv_device device = {.name = "fake0"};
static struct verbs_context context;
static struct ibv_pd pd;

static struct ibv_mr *region_of(uint32_t key, uint64_t address, uint64_t length) {
  for (struct fake_mr *each = regions; each; each = each->next) {
    uint64_t start = (uintptr_t)each->mr.addr;
    if (each->mr.lkey == key && address >= start && address + length <= start + each->mr.length) {
      return &each->mr;
    }
  }
  return NULL;
}

static void remember(struct fake_channel *channel, struct fake_cq *cq) {
  if (channel->count == MOST_COMPLETIONS) {
    violated("completion events that nobody takes");
    return;
  }
  channel->events[channel->count++] = cq;
  eventfd_tell(channel->channel.fd);
}

/* Whether a peer may reach memory, by a region or a window. */
static bool is_open(uint32_t key, uint64_t address, uint64_t length) {
  for (struct fake_mw *each = windows; each; each = each->next) {
    if (key && each->key == key) {
      return address >= each->start && address + length <= each->start + each->length;
    }
  }
  return region_of(key, address, length);
}

static struct fake_mw *bound_with(uint32_t key) {
  struct fake_mw *window = windows;
  while (window && window->key != key) {
    window = window->next;
  }
  return window;
}

static void complete(struct ibv_cq *queue, struct ibv_wc completion, bool solicited) {
  struct fake_cq *cq = (struct fake_cq *)queue;
  if (cq->overran) {
    return;
  }
  if (cq->count == cq->cq.cqe) {
    if (cq->cq.cqe == MOST_COMPLETIONS) {
      violated("a completion queue overran");
      return;
    }
    cq->overran = true;
    events[event_count++] =
        (struct ibv_async_event){.element.cq = queue, .event_type = IBV_EVENT_CQ_ERR};
    eventfd_tell(context.context.async_fd);
    return;
  }
  cq->completions[cq->count++] = completion;
  if (cq->armed == FOR_ANY || (cq->armed == FOR_SOLICITED && (solicited || completion.status))) {
    cq->armed = UNARMED;
    if (cq->cq.channel) {
      remember((struct fake_channel *)cq->cq.channel, cq);
    }
  }
}

static int poll_cq(struct ibv_cq *queue, int most, struct ibv_wc *out) {
  struct fake_cq *cq = (struct fake_cq *)queue;
  pthread_mutex_lock(&lock);
  int count = fault_of("ibv_poll_cq") ? -1 : cq->count < most ? cq->count : most;
  if (count > 0) {
    memcpy(out, cq->completions, (size_t)count * sizeof *out);
    memmove(cq->completions, cq->completions + count,
            (size_t)(cq->count - count) * sizeof *out);
    cq->count -= count;
  }
  pthread_mutex_unlock(&lock);
  return count;
}

static int req_notify_cq(struct ibv_cq *queue, int solicited) {
  pthread_mutex_lock(&lock);
  int error = fault_of("ibv_req_notify_cq");
  ((struct fake_cq *)queue)->armed = error ? UNARMED : solicited ? FOR_SOLICITED : FOR_ANY;
  pthread_mutex_unlock(&lock);
  return error;
}

static bool take_of(struct receives *all, struct receive *receive) {
  if (!all->count) {
    return false;
  }
  *receive = all->all[0];
  memmove(all->all, all->all + 1, (size_t)--all->count * sizeof *all->all);
  return true;
}

static bool take_shared(struct fake_srq *srq, struct receive *receive) {
  bool taken = take_of(&srq->receives, receive);
  if (srq->limit && (uint32_t)srq->receives.count < srq->limit) {
    srq->limit = 0;
    events[event_count++] = (struct ibv_async_event){
        .element.srq = &srq->srq, .event_type = IBV_EVENT_SRQ_LIMIT_REACHED};
    eventfd_tell(context.context.async_fd);
  }
  return taken;
}

static bool take_receive(struct fake_qp *qp, struct receive *receive) {
  return qp->srq ? take_shared(qp->srq, receive) : take_of(&qp->receives, receive);
}

static uint32_t length_of(const struct ibv_sge *segments, int count) {
  uint32_t length = 0;
  for (int i = 0; i < count; i++) {
    length += segments[i].length;
  }
  return length;
}

/* Copies bytes into buffers; false if they do not fit, or are not registered. */
static bool scatter(const struct ibv_sge *segments, int count, const uint8_t *data, uint32_t length) {
  for (int i = 0; i < count && length; i++) {
    uint32_t part = segments[i].length < length ? segments[i].length : length;
    if (!region_of(segments[i].lkey, segments[i].addr, part)) {
      return false;
    }
    memcpy((void *)(uintptr_t)segments[i].addr, data, part);
    data += part;
    length -= part;
  }
  return length == 0;
}

static bool gather(const struct ibv_sge *segments, int count, uint8_t *data, bool is_inline) {
  for (int i = 0; i < count; i++) {
    if (!is_inline && !region_of(segments[i].lkey, segments[i].addr, segments[i].length)) {
      return false;
    }
    memcpy(data, (void *)(uintptr_t)segments[i].addr, segments[i].length);
    data += segments[i].length;
  }
  return true;
}

static struct fake_srq *srq_numbered(uint32_t number) {
  struct fake_srq *srq = shared;
  while (srq && srq->number != number) {
    srq = srq->next;
  }
  return srq;
}

static void deliver(struct fake_qp *to, const struct ibv_send_wr *request, const uint8_t *data,
                    uint32_t length, bool is_datagram) {
  struct receive receive;
  struct fake_srq *named = to->qp.qp_type == IBV_QPT_XRC_RECV
                               ? srq_numbered(request->qp_type.xrc.remote_srqn)
                               : NULL;
  if (!(named ? take_shared(named, &receive) : take_receive(to, &receive))) {
    if (!is_datagram) {
      violated("a message found no receive");
    }
    return;
  }
  uint32_t header = is_datagram ? sizeof(struct ibv_grh) : 0;
  uint8_t *all = calloc(1, header + length + 1);
  memcpy(all + header, data, length);
  bool is_write = request->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
  bool fits = is_write || scatter(receive.segments, receive.count, all, header + length);
  free(all);
  struct ibv_wc completion = {
      .wr_id = receive.wr_id,
      .status = fits ? IBV_WC_SUCCESS : IBV_WC_LOC_LEN_ERR,
      .opcode = is_write ? IBV_WC_RECV_RDMA_WITH_IMM : IBV_WC_RECV,
      .byte_len = header + length,
      .qp_num = to->qp.qp_num,
  };
  if (is_datagram) {
    completion.wc_flags |= IBV_WC_GRH;
  }
  if (request->opcode == IBV_WR_SEND_WITH_IMM || is_write) {
    completion.wc_flags |= IBV_WC_WITH_IMM;
    completion.imm_data = request->imm_data;
  } else if (request->opcode == IBV_WR_SEND_WITH_INV) {
    completion.wc_flags |= IBV_WC_WITH_INV;
    completion.invalidated_rkey = request->invalidate_rkey;
  }
  complete(named ? named->cq : to->qp.recv_cq, completion,
           request->send_flags & IBV_SEND_SOLICITED);
}

static struct fake_qp *numbered(uint32_t number) {
  struct fake_qp *qp = pairs;
  while (qp && qp->qp.qp_num != number) {
    qp = qp->next;
  }
  return qp;
}

static void open_window(const struct ibv_send_wr *request) {
  struct fake_mw *window = (struct fake_mw *)request->bind_mw.mw;
  window->start = request->bind_mw.bind_info.addr;
  window->length = request->bind_mw.bind_info.length;
  window->key = request->bind_mw.rkey;
}

static void invalidate(uint32_t key) {
  struct fake_mw *window = key ? bound_with(key) : NULL;
  if (window) {
    window->key = 0;
  }
}

static enum ibv_wc_status work(struct fake_qp *qp, const struct ibv_send_wr *request,
                               enum ibv_wc_opcode *opcode) {
  uint32_t length = length_of(request->sg_list, request->num_sge);
  uint8_t *data = calloc(1, length + 1);
  enum ibv_wc_status status = IBV_WC_SUCCESS;
  void *remote = (void *)(uintptr_t)request->wr.rdma.remote_addr;
  bool is_inline = request->send_flags & IBV_SEND_INLINE;
  *opcode = IBV_WC_SEND;
  if (request->opcode == IBV_WR_RDMA_READ) {
    *opcode = IBV_WC_RDMA_READ;
    bool may = is_open(request->wr.rdma.rkey, request->wr.rdma.remote_addr, length);
    wire_read(&qp->wire, &qp->peer->wire, request, may ? remote : NULL, length);
    if (!may) {
      status = IBV_WC_REM_ACCESS_ERR;
    } else if (!scatter(request->sg_list, request->num_sge, remote, length)) {
      status = IBV_WC_LOC_PROT_ERR;
    }
  } else if (request->opcode == IBV_WR_ATOMIC_CMP_AND_SWP ||
             request->opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
    bool swaps = request->opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
    *opcode = swaps ? IBV_WC_COMP_SWAP : IBV_WC_FETCH_ADD;
    uint64_t *value = (void *)(uintptr_t)request->wr.atomic.remote_addr;
    if (!region_of(request->wr.atomic.rkey, request->wr.atomic.remote_addr, sizeof *value)) {
      status = IBV_WC_REM_ACCESS_ERR;
    } else if (!scatter(request->sg_list, request->num_sge, (uint8_t *)value, sizeof *value)) {
      status = IBV_WC_LOC_PROT_ERR;
    } else if (!swaps) {
      *value += request->wr.atomic.compare_add;
    } else if (*value == request->wr.atomic.compare_add) {
      *value = request->wr.atomic.swap;
    }
  } else if (!gather(request->sg_list, request->num_sge, data, is_inline)) {
    status = IBV_WC_LOC_PROT_ERR;
  } else if (qp->qp.qp_type == IBV_QPT_UD) {
    struct fake_qp *to = numbered(request->wr.ud.remote_qpn);
    if (to) {
      deliver(to, request, data, length, true);
    }
  } else if (request->opcode == IBV_WR_RDMA_WRITE ||
             request->opcode == IBV_WR_RDMA_WRITE_WITH_IMM) {
    *opcode = IBV_WC_RDMA_WRITE;
    if (!is_open(request->wr.rdma.rkey, request->wr.rdma.remote_addr, length)) {
      status = IBV_WC_REM_ACCESS_ERR;
    } else {
      wire_message(&qp->wire, &qp->peer->wire, request, data, length);
      memcpy(remote, data, length);
      if (request->opcode == IBV_WR_RDMA_WRITE_WITH_IMM) {
        deliver(qp->peer, request, data, length, false);
      }
    }
  } else if (request->opcode == IBV_WR_LOCAL_INV) {
    *opcode = IBV_WC_LOCAL_INV;
  } else if (request->opcode == IBV_WR_BIND_MW) {
    *opcode = IBV_WC_BIND_MW;
    open_window(request);
  } else {
    wire_message(&qp->wire, &qp->peer->wire, request, data, length);
    if (request->opcode == IBV_WR_SEND_WITH_INV) {
      invalidate(request->invalidate_rkey);
    }
    deliver(qp->peer, request, data, length, false);
  }
  free(data);
  return status;
}

static bool may_be_inline(enum ibv_wr_opcode opcode) {
  return opcode == IBV_WR_SEND || opcode == IBV_WR_SEND_WITH_IMM || opcode == IBV_WR_SEND_WITH_INV ||
         opcode == IBV_WR_RDMA_WRITE || opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
}

static int post_send(struct ibv_qp *pair, struct ibv_send_wr *request, struct ibv_send_wr **bad) {
  struct fake_qp *qp = (struct fake_qp *)pair;
  pthread_mutex_lock(&lock);
  int error = fault_of("ibv_post_send");
  if (!error && pair->qp_type != IBV_QPT_UD && !qp->peer) {
    error = EINVAL;
  }
  if (request->send_flags & IBV_SEND_INLINE && !may_be_inline(request->opcode)) {
    violated("inline data of opcode %d: real devices take it for addresses", request->opcode);
    error = EINVAL;
  }
  if (error) {
    *bad = request;
  } else {
    enum ibv_wc_opcode opcode;
    enum ibv_wc_status status = work(qp, request, &opcode);
    if (status || qp->signal_all || request->send_flags & IBV_SEND_SIGNALED) {
      complete(pair->send_cq, (struct ibv_wc){.wr_id = request->wr_id,
                                              .status = status,
                                              .opcode = opcode,
                                              .qp_num = pair->qp_num},
               false);
    }
    if (status == IBV_WC_REM_ACCESS_ERR && qp->peer) {
      /* Both queue pairs are in error then. */
      fake_disconnect(qp->peer);
      fake_disconnect(qp);
    }
  }
  pthread_mutex_unlock(&lock);
  return error;
}

static int post_to(struct receives *all, struct ibv_recv_wr *request) {
  if (all->count == MOST_RECEIVES) {
    return ENOMEM;
  }
  struct receive *receive = &all->all[all->count];
  if (request->num_sge > MOST_SEGMENTS) {
    return EINVAL;
  }
  receive->wr_id = request->wr_id;
  receive->count = request->num_sge;
  memcpy(receive->segments, request->sg_list, (size_t)request->num_sge * sizeof *request->sg_list);
  all->count++;
  return 0;
}

static int post_recv(struct ibv_qp *pair, struct ibv_recv_wr *request, struct ibv_recv_wr **bad) {
  struct fake_qp *qp = (struct fake_qp *)pair;
  pthread_mutex_lock(&lock);
  int error = fault_of("ibv_post_recv");
  if (!error) {
    error = post_to(&qp->receives, request);
  }
  if (error) {
    *bad = request;
  }
  pthread_mutex_unlock(&lock);
  return error;
}

static int post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *request,
                         struct ibv_recv_wr **bad) {
  pthread_mutex_lock(&lock);
  int error = fault_of("ibv_post_srq_recv");
  if (!error) {
    error = post_to(&((struct fake_srq *)srq)->receives, request);
  }
  if (error) {
    *bad = request;
  }
  pthread_mutex_unlock(&lock);
  return error;
}

static struct ibv_mw *alloc_mw(struct ibv_pd *domain, enum ibv_mw_type type) {
  if (fault_of("ibv_alloc_mw")) {
    return NULL;
  }
  struct fake_mw *window = calloc(1, sizeof *window);
  pthread_mutex_lock(&lock);
  window->mw = (struct ibv_mw){
      .context = domain->context, .pd = domain, .rkey = next_key++ << 8, .type = type};
  window->next = windows;
  windows = window;
  live.mws++;
  pthread_mutex_unlock(&lock);
  return &window->mw;
}

static int dealloc_mw(struct ibv_mw *window) {
  int error = fault_of("ibv_dealloc_mw");
  if (error) {
    return error;
  }
  pthread_mutex_lock(&lock);
  struct fake_mw **at = &windows;
  while (&(*at)->mw != window) {
    at = &(*at)->next;
  }
  struct fake_mw *gone = *at;
  *at = gone->next;
  free(gone);
  live.mws--;
  pthread_mutex_unlock(&lock);
  return 0;
}

static int query_port(struct ibv_context *opened, uint8_t port, struct ibv_port_attr *attributes,
                      size_t size) {
  (void)opened;
  (void)size;
  int error = fault_of("ibv_query_port");
  if (error || port != 1) {
    return error ? error : EINVAL;
  }
  *attributes = (struct ibv_port_attr){
      .state = IBV_PORT_ACTIVE,
      .max_mtu = IBV_MTU_4096,
      .active_mtu = IBV_MTU_1024,
      .gid_tbl_len = 2,
      .port_cap_flags = 0x10000,
      .max_msg_sz = 0x80000000,
      .bad_pkey_cntr = 11,
      .qkey_viol_cntr = 12,
      .pkey_tbl_len = 1,
      .lid = 21,
      .sm_lid = 22,
      .lmc = 3,
      .max_vl_num = 4,
      .sm_sl = 5,
      .subnet_timeout = 18,
      .init_type_reply = 6,
      .active_width = 2,
      .active_speed = 32,
      .phys_state = 5,
      .link_layer = IBV_LINK_LAYER_INFINIBAND,
      .flags = 1,
      .port_cap_flags2 = 7,
  };
  return 0;
}

static int get_srq_num(struct ibv_srq *srq, uint32_t *number) {
  struct fake_srq *of = (struct fake_srq *)srq;
  int error = fault_of("ibv_get_srq_num");
  *number = of->number;
  return error ? error : of->cq ? 0 : EINVAL;
}

struct ibv_context *fake_context(void) {
  if (!context.sz) {
    context.sz = sizeof context;
    context.context.abi_compat = __VERBS_ABI_IS_EXTENDED;
    context.context.async_fd = eventfd_new();
    context.context.num_comp_vectors = 2;
    context.query_port = query_port;
    context.get_srq_num = get_srq_num;
  }
  context.context.device = &device;
  context.context.ops.poll_cq = poll_cq;
  context.context.ops.req_notify_cq = req_notify_cq;
  context.context.ops.post_send = post_send;
  context.context.ops.post_recv = post_recv;
  context.context.ops.post_srq_recv = post_srq_recv;
  context.context.ops.alloc_mw = alloc_mw;
  context.context.ops.dealloc_mw = dealloc_mw;
  return &context.context;
}

struct ibv_context *fake_other_context(void) {
  static struct verbs_context other;
  fake_context();
  other = context;
  return &other.context;
}

struct ibv_pd *fake_pd(void) {
  pd.context = fake_context();
  return &pd;
}

struct ibv_comp_channel *fake_create_channel(void) {
  struct fake_channel *made = calloc(1, sizeof *made);
  made->channel.context = fake_context();
  made->channel.fd = eventfd_new();
  live.cq_channels++;
  return &made->channel;
}

void fake_destroy_channel(struct ibv_comp_channel *channel) {
  close(channel->fd);
  free(channel);
  live.cq_channels--;
}

struct ibv_cq *fake_create_cq(struct ibv_comp_channel *channel) {
  struct fake_cq *cq = calloc(1, sizeof *cq);
  cq->cq.context = fake_context();
  cq->cq.channel = channel;
  cq->cq.cqe = MOST_COMPLETIONS;
  live.cqs++;
  return &cq->cq;
}

/* Waits as the real call does, but not for ever; the lock is held, except while it waits. */
void fake_destroy_cq(struct ibv_cq *queue) {
  struct fake_cq *gone = (struct fake_cq *)queue;
  struct fake_channel *channel = (struct fake_channel *)queue->channel;
  for (struct fake_qp *each = pairs; each; each = each->next) {
    if (each->qp.send_cq == queue || each->qp.recv_cq == queue) {
      violated("a completion queue destroyed before a queue pair of it");
    }
  }
  /* Another thread may have taken one just before. */
  for (int waited = 0; gone->unacknowledged && waited < PATIENCE_MILLIS; waited++) {
    pthread_mutex_unlock(&lock);
    usleep(1000);
    pthread_mutex_lock(&lock);
  }
  if (gone->unacknowledged) {
    violated("events of a completion queue not acknowledged: the real call would wait for ever");
  }
  for (int i = channel ? channel->count - 1 : -1; i >= 0; i--) {
    uint64_t one;
    if (&channel->events[i]->cq == queue) {
      memmove(channel->events + i, channel->events + i + 1,
              (size_t)(--channel->count - i) * sizeof *channel->events);
      if (read(channel->channel.fd, &one, sizeof one) != sizeof one) {
        violated("a completion event without its telling");
      }
    }
  }
  free(queue);
  live.cqs--;
}

struct fake_srq *fake_create_srq(struct ibv_pd *domain, struct ibv_cq *cq) {
  struct fake_srq *made = calloc(1, sizeof *made);
  made->srq.context = fake_context();
  made->srq.pd = domain;
  made->cq = cq;
  made->number = next_srq++;
  made->next = shared;
  shared = made;
  live.srqs++;
  return made;
}

void fake_destroy_srq(struct fake_srq *srq) {
  struct fake_srq **at = &shared;
  while (*at != srq) {
    at = &(*at)->next;
  }
  *at = srq->next;
  free(srq);
  live.srqs--;
}

struct fake_qp *fake_create_qp(struct ibv_pd *domain, struct ibv_qp_init_attr *attributes,
                               struct ibv_cq *send_cq, struct ibv_cq *recv_cq) {
  struct fake_qp *qp = calloc(1, sizeof *qp);
  qp->qp = (struct ibv_qp){
      .context = fake_context(),
      .pd = domain,
      .send_cq = send_cq,
      .recv_cq = recv_cq,
      .qp_num = next_qp++,
      .qp_type = attributes->qp_type,
  };
  qp->wire.qpn = qp->qp.qp_num;
  qp->srq = (struct fake_srq *)attributes->srq;
  qp->signal_all = attributes->sq_sig_all;
  qp->next = pairs;
  pairs = qp;
  attributes->cap.max_recv_wr = MOST_RECEIVES;
  live.qps++;
  return qp;
}

void fake_destroy_qp(struct fake_qp *qp) {
  struct fake_qp **at = &pairs;
  while (*at != qp) {
    at = &(*at)->next;
  }
  *at = qp->next;
  if (qp->peer) {
    qp->peer->peer = NULL;
  }
  free(qp);
  live.qps--;
}

void fake_connect(struct fake_qp *one, struct fake_qp *other) {
  one->peer = other;
  other->peer = one;
}

void fake_disconnect(struct fake_qp *qp) {
  if (qp->peer) {
    qp->peer->peer = NULL;
    qp->peer = NULL;
  }
  struct receive receive;
  while (!qp->srq && take_receive(qp, &receive)) {
    complete(qp->qp.recv_cq, (struct ibv_wc){.wr_id = receive.wr_id,
                                             .status = IBV_WC_WR_FLUSH_ERR,
                                             .qp_num = qp->qp.qp_num},
             false);
  }
}

/* What is exported. */

const char *ibv_get_device_name(struct ibv_device *which) { return which->name; }

struct ibv_pd *ibv_alloc_pd(struct ibv_context *opened) {
  if (fault_of("ibv_alloc_pd")) {
    return NULL;
  }
  struct ibv_pd *domain = calloc(1, sizeof *domain);
  domain->context = opened;
  live.pds++;
  return domain;
}

int ibv_dealloc_pd(struct ibv_pd *domain) {
  int error = fault_of("ibv_dealloc_pd");
  if (error) {
    return error;
  }
  for (struct fake_mr *each = regions; each; each = each->next) {
    if (each->mr.pd == domain) {
      violated("a domain freed with memory in it");
    }
  }
  free(domain);
  live.pds--;
  return 0;
}

struct ibv_mr *ibv_reg_mr(struct ibv_pd *domain, void *address, size_t length, int access) {
  (void)access;
  if (fault_of("ibv_reg_mr")) {
    return NULL;
  }
  struct fake_mr *made = calloc(1, sizeof *made);
  pthread_mutex_lock(&lock);
  made->mr = (struct ibv_mr){.context = domain->context,
                             .pd = domain,
                             .addr = address,
                             .length = length,
                             .lkey = next_key,
                             .rkey = next_key};
  next_key++;
  made->next = regions;
  regions = made;
  live.mrs++;
  pthread_mutex_unlock(&lock);
  return &made->mr;
}

int ibv_dereg_mr(struct ibv_mr *memory) {
  int error = fault_of("ibv_dereg_mr");
  if (error) {
    return error;
  }
  pthread_mutex_lock(&lock);
  struct fake_mr **at = &regions;
  while (&(*at)->mr != memory) {
    at = &(*at)->next;
  }
  struct fake_mr *gone = *at;
  *at = gone->next;
  free(gone);
  live.mrs--;
  pthread_mutex_unlock(&lock);
  return 0;
}

struct ibv_ah *ibv_create_ah(struct ibv_pd *domain, struct ibv_ah_attr *attributes) {
  (void)attributes;
  if (fault_of("ibv_create_ah")) {
    return NULL;
  }
  struct ibv_ah *handle = calloc(1, sizeof *handle);
  handle->context = domain->context;
  handle->pd = domain;
  live.ahs++;
  return handle;
}

struct ibv_ah *ibv_create_ah_from_wc(struct ibv_pd *domain, struct ibv_wc *completion,
                                     struct ibv_grh *header, uint8_t port) {
  (void)completion;
  (void)header;
  (void)port;
  struct ibv_ah_attr attributes = {0};
  return ibv_create_ah(domain, &attributes);
}

int ibv_destroy_ah(struct ibv_ah *handle) {
  int error = fault_of("ibv_destroy_ah");
  if (error) {
    return error;
  }
  free(handle);
  live.ahs--;
  return 0;
}

int ibv_get_cq_event(struct ibv_comp_channel *from, struct ibv_cq **queue, void **user) {
  struct fake_channel *channel = (struct fake_channel *)from;
  uint64_t one;
  if (fault_of("ibv_get_cq_event")) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  bool is_there = read(from->fd, &one, sizeof one) == sizeof one;
  if (is_there) {
    *queue = &channel->events[0]->cq;
    *user = (*queue)->cq_context;
    channel->events[0]->unacknowledged++;
    memmove(channel->events, channel->events + 1, (size_t)--channel->count * sizeof *channel->events);
  }
  pthread_mutex_unlock(&lock);
  return is_there ? 0 : -1;
}

void ibv_ack_cq_events(struct ibv_cq *queue, unsigned int count) {
  pthread_mutex_lock(&lock);
  ((struct fake_cq *)queue)->unacknowledged -= (int)count;
  pthread_mutex_unlock(&lock);
}

struct ibv_comp_channel *ibv_create_comp_channel(struct ibv_context *opened) {
  (void)opened;
  return fault_of("ibv_create_comp_channel") ? NULL : fake_create_channel();
}

int ibv_destroy_comp_channel(struct ibv_comp_channel *channel) {
  int error = fault_of("ibv_destroy_comp_channel");
  if (!error) {
    fake_destroy_channel(channel);
  }
  return error;
}

struct ibv_cq *ibv_create_cq(struct ibv_context *opened, int entries, void *user,
                             struct ibv_comp_channel *channel, int vector) {
  if (fault_of("ibv_create_cq")) {
    return NULL;
  }
  if (entries < 1 || entries > MOST_COMPLETIONS || vector >= opened->num_comp_vectors) {
    errno = EINVAL;
    return NULL;
  }
  pthread_mutex_lock(&lock);
  struct ibv_cq *made = fake_create_cq(channel);
  made->cq_context = user;
  made->cqe = entries;
  pthread_mutex_unlock(&lock);
  return made;
}

int ibv_destroy_cq(struct ibv_cq *queue) {
  int error = fault_of("ibv_destroy_cq");
  if (!error) {
    pthread_mutex_lock(&lock);
    fake_destroy_cq(queue);
    pthread_mutex_unlock(&lock);
  }
  return error;
}

int ibv_query_device(struct ibv_context *opened, struct ibv_device_attr *attributes) {
  (void)opened;
  int error = fault_of("ibv_query_device");
  if (error) {
    return error;
  }
  *attributes = (struct ibv_device_attr){
      .fw_ver = "1.2.3",
      .node_guid = htobe64(0x0102030405060708),
      .sys_image_guid = htobe64(0x1112131415161718),
      .max_mr_size = 1ull << 40,
      .vendor_id = 0x15b3,
      .max_qp = 100,
      .max_qp_wr = MOST_RECEIVES,
      .max_cqe = MOST_COMPLETIONS,
      .max_mr = 1000,
      .atomic_cap = IBV_ATOMIC_HCA,
      .local_ca_ack_delay = 15,
      .phys_port_cnt = 1,
  };
  return 0;
}

int ibv_query_gid(struct ibv_context *opened, uint8_t port, int index, union ibv_gid *gid) {
  (void)opened;
  if (fault_of("ibv_query_gid")) {
    return -1;
  }
  if (port != 1 || index < 0 || index > 1) {
    errno = ENODATA;
    return -1;
  }
  for (int i = 0; i < 16; i++) {
    gid->raw[i] = (uint8_t)(index * 16 + i);
  }
  return 0;
}

int ibv_query_qp(struct ibv_qp *qp, struct ibv_qp_attr *attributes, int mask,
                 struct ibv_qp_init_attr *made) {
  (void)mask;
  int error = fault_of("ibv_query_qp");
  if (error) {
    return error;
  }
  const struct fake_qp *peer = ((struct fake_qp *)qp)->peer;
  *attributes = (struct ibv_qp_attr){
      .qp_state = peer ? IBV_QPS_RTS : IBV_QPS_INIT,
      .path_mtu = IBV_MTU_1024,
      .dest_qp_num = peer ? peer->qp.qp_num : 0,
      .cap = {.max_send_wr = 16, .max_recv_wr = MOST_RECEIVES, .max_inline_data = 64},
      .ah_attr = {.dlid = 7, .port_num = 1},
      .alt_ah_attr = {.dlid = 8},
      .port_num = 1,
      .timeout = 14,
      .rate_limit = 0xffffffff,
  };
  *made = (struct ibv_qp_init_attr){.sq_sig_all = ((struct fake_qp *)qp)->signal_all};
  return 0;
}

int ibv_modify_srq(struct ibv_srq *srq, struct ibv_srq_attr *attributes, int mask) {
  int error = fault_of("ibv_modify_srq");
  if (!error && (mask != IBV_SRQ_LIMIT || attributes->srq_limit > MOST_RECEIVES)) {
    error = EINVAL;
  }
  if (!error) {
    pthread_mutex_lock(&lock);
    ((struct fake_srq *)srq)->limit = attributes->srq_limit;
    pthread_mutex_unlock(&lock);
  }
  return error;
}

int ibv_query_srq(struct ibv_srq *srq, struct ibv_srq_attr *attributes) {
  int error = fault_of("ibv_query_srq");
  attributes->srq_limit = ((struct fake_srq *)srq)->limit;
  return error;
}

int ibv_get_async_event(struct ibv_context *opened, struct ibv_async_event *event) {
  uint64_t one;
  if (fault_of("ibv_get_async_event")) {
    return -1;
  }
  int of_port = scenario_of("async", "port");
  if (of_port) {
    *event = (struct ibv_async_event){.element.port_num = 1, .event_type = of_port};
    live.events++;
    return 0;
  }
  if (read(opened->async_fd, &one, sizeof one) != sizeof one) {
    return -1;
  }
  pthread_mutex_lock(&lock);
  *event = events[0];
  memmove(events, events + 1, (size_t)--event_count * sizeof *events);
  live.events++;
  pthread_mutex_unlock(&lock);
  return 0;
}

void ibv_ack_async_event(struct ibv_async_event *event) {
  (void)event;
  live.events--;
}
