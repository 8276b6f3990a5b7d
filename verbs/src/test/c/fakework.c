/* The stand-in's device: memory, queues, and work that goes from one queue pair to the other. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fakecm.h"

/* Each channel has one queue. */
struct fake_channel {
  struct ibv_comp_channel channel;
  struct ibv_cq *cq;
};

struct fake_mr {
  struct ibv_mr mr;
  struct fake_mr *next;
};

static struct fake_mr *regions;
static struct fake_qp *pairs;
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

static void complete(struct ibv_cq *queue, struct ibv_wc completion) {
  struct fake_cq *cq = (struct fake_cq *)queue;
  if (cq->count == MOST_COMPLETIONS) {
    violated("a completion queue overran");
    return;
  }
  cq->completions[cq->count++] = completion;
  if (cq->armed) {
    cq->armed = false;
    eventfd_tell(cq->cq.channel->fd);
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
  (void)solicited;
  pthread_mutex_lock(&lock);
  int error = fault_of("ibv_req_notify_cq");
  ((struct fake_cq *)queue)->armed = !error;
  pthread_mutex_unlock(&lock);
  return error;
}

static struct receives *receives_of(struct fake_qp *qp) {
  return qp->srq ? &qp->srq->receives : &qp->receives;
}

static bool take_receive(struct fake_qp *qp, struct receive *receive) {
  struct receives *all = receives_of(qp);
  if (!all->count) {
    return false;
  }
  *receive = all->all[0];
  memmove(all->all, all->all + 1, (size_t)--all->count * sizeof *all->all);
  return true;
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

static void deliver(struct fake_qp *to, const struct ibv_send_wr *request, const uint8_t *data,
                    uint32_t length, bool is_datagram) {
  struct receive receive;
  if (!take_receive(to, &receive)) {
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
  complete(to->qp.recv_cq, completion);
}

static struct fake_qp *numbered(uint32_t number) {
  struct fake_qp *qp = pairs;
  while (qp && qp->qp.qp_num != number) {
    qp = qp->next;
  }
  return qp;
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
    if (!region_of(request->wr.rdma.rkey, request->wr.rdma.remote_addr, length)) {
      status = IBV_WC_REM_ACCESS_ERR;
    } else if (!scatter(request->sg_list, request->num_sge, remote, length)) {
      status = IBV_WC_LOC_PROT_ERR;
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
    if (!region_of(request->wr.rdma.rkey, request->wr.rdma.remote_addr, length)) {
      status = IBV_WC_REM_ACCESS_ERR;
    } else {
      memcpy(remote, data, length);
      if (request->opcode == IBV_WR_RDMA_WRITE_WITH_IMM) {
        deliver(qp->peer, request, data, length, false);
      }
    }
  } else if (request->opcode == IBV_WR_LOCAL_INV) {
    *opcode = IBV_WC_LOCAL_INV;
  } else if (request->opcode == IBV_WR_BIND_MW) {
    *opcode = IBV_WC_BIND_MW;
  } else {
    deliver(qp->peer, request, data, length, false);
  }
  free(data);
  return status;
}

static int post_send(struct ibv_qp *pair, struct ibv_send_wr *request, struct ibv_send_wr **bad) {
  struct fake_qp *qp = (struct fake_qp *)pair;
  pthread_mutex_lock(&lock);
  int error = fault_of("ibv_post_send");
  if (!error && pair->qp_type != IBV_QPT_UD && !qp->peer) {
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
                                              .qp_num = pair->qp_num});
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
  struct ibv_mw *window = calloc(1, sizeof *window);
  *window = (struct ibv_mw){
      .context = domain->context, .pd = domain, .rkey = next_key++ << 8, .type = type};
  live.mws++;
  return window;
}

static int dealloc_mw(struct ibv_mw *window) {
  int error = fault_of("ibv_dealloc_mw");
  if (error) {
    return error;
  }
  free(window);
  live.mws--;
  return 0;
}

struct ibv_context *fake_context(void) {
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
  ((struct fake_channel *)channel)->cq = &cq->cq;
  live.cqs++;
  return &cq->cq;
}

void fake_destroy_cq(struct ibv_cq *queue) {
  free(queue);
  live.cqs--;
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
                                             .qp_num = qp->qp.qp_num});
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
  uint64_t one;
  if (fault_of("ibv_get_cq_event") || read(from->fd, &one, sizeof one) != sizeof one) {
    return -1;
  }
  *queue = ((struct fake_channel *)from)->cq;
  *user = NULL;
  return 0;
}

void ibv_ack_cq_events(struct ibv_cq *queue, unsigned int count) {
  (void)queue;
  (void)count;
}
