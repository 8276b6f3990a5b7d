/* Packets of RoCE version 2 (InfiniBand Architecture 1.5 volume 1, chapters 9 and 12, annexes A11 and A17). */
#include <arpa/inet.h>
#include <endian.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "fakewire.h"

enum {
  MTU = 1024,
  ETHERNET = 14,
  IP = 20,
  UDP = 8,
  BTH = 12,
  ICRC = 4,
  FRAME = 2048,
  MAD = 256,
  MAD_HEADER = 24,
  ROCE_PORT = 4791,
  PSN_MASK = 0xffffff
};

/* Opcodes of a reliable connection, and the one of datagrams. */
enum {
  SEND_FIRST = 0x00,
  SEND_MIDDLE = 0x01,
  SEND_LAST = 0x02,
  SEND_LAST_IMMEDIATE = 0x03,
  SEND_ONLY = 0x04,
  SEND_ONLY_IMMEDIATE = 0x05,
  WRITE_FIRST = 0x06,
  WRITE_MIDDLE = 0x07,
  WRITE_LAST = 0x08,
  WRITE_LAST_IMMEDIATE = 0x09,
  WRITE_ONLY = 0x0a,
  WRITE_ONLY_IMMEDIATE = 0x0b,
  READ_REQUEST = 0x0c,
  READ_RESPONSE_FIRST = 0x0d,
  READ_RESPONSE_MIDDLE = 0x0e,
  READ_RESPONSE_LAST = 0x0f,
  READ_RESPONSE_ONLY = 0x10,
  ACKNOWLEDGE = 0x11,
  SEND_LAST_INVALIDATE = 0x16,
  SEND_ONLY_INVALIDATE = 0x17,
  DATAGRAM_SEND = 0x64
};

/* Syndromes: no limit of credits, remote access error. */
enum { ACK = 0x1f, NAK_REMOTE_ACCESS = 0x62 };

enum { CM_REQ = 0x10, CM_REJ = 0x12, CM_REP = 0x13, CM_RTU = 0x14, CM_DREQ = 0x15, CM_DREP = 0x16 };

enum { CONSUMER_REJECT = 28 };

static FILE *wire;
static uint32_t datagrams;

struct packet {
  uint8_t bytes[FRAME];
  uint32_t length;
};

static void put(struct packet *packet, const void *bytes, uint32_t length) {
  if (length) {
    memcpy(packet->bytes + packet->length, bytes, length);
  }
  packet->length += length;
}

static void put_word(struct packet *packet, uint32_t value) {
  value = htonl(value);
  put(packet, &value, sizeof value);
}

static void put_long(struct packet *packet, uint64_t value) {
  value = htobe64(value);
  put(packet, &value, sizeof value);
}

static uint32_t crc(uint32_t sum, const uint8_t *bytes, uint32_t length) {
  for (uint32_t i = 0; i < length; i++) {
    sum ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) {
      sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    }
  }
  return sum;
}

/* Over the packet from IP on, with all ones for what changes on the way, and eight bytes of them before it. */
static uint32_t icrc(const struct packet *packet) {
  uint8_t covered[FRAME];
  uint32_t length = packet->length - ETHERNET;
  memset(covered, 0xff, 8);
  memcpy(covered + 8, packet->bytes + ETHERNET, length);
  uint8_t *ip = covered + 8;
  ip[1] = ip[8] = ip[10] = ip[11] = 0xff;
  ip[IP + 6] = ip[IP + 7] = 0xff;
  ip[IP + UDP + 4] = 0xff;
  return ~crc(0xffffffff, covered, 8 + length);
}

static void put_ip(uint8_t *ip, const struct wire_end *from, uint16_t length) {
  uint32_t sum = 0;
  uint16_t words[IP / 2] = {
      htons(0x4500), htons(length), 0, htons(0x4000), htons(0x4011), 0};
  memcpy(words + 6, &from->own_address, sizeof from->own_address);
  memcpy(words + 8, &from->peer_address, sizeof from->peer_address);
  for (int i = 0; i < IP / 2; i++) {
    sum += ntohs(words[i]);
  }
  sum = (sum & 0xffff) + (sum >> 16);
  words[5] = htons((uint16_t)~(sum + (sum >> 16)));
  memcpy(ip, words, sizeof words);
}

/* A packet up to BTH; opcode, queue pair and number are filled in as it is written. */
static struct packet begun(void) {
  struct packet packet = {.length = ETHERNET + IP + UDP + BTH};
  return packet;
}

static void write_record(const struct packet *packet) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  uint32_t header[] = {(uint32_t)now.tv_sec, (uint32_t)now.tv_nsec / 1000, packet->length,
                       packet->length};
  fwrite(header, sizeof header, 1, wire);
  fwrite(packet->bytes, packet->length, 1, wire);
}

static void finish(struct packet *packet, const struct wire_end *from, uint8_t opcode, uint32_t qpn,
                   bool wants_answer, uint32_t psn) {
  uint32_t payload = packet->length - ETHERNET - IP - UDP - BTH;
  uint8_t pad = (uint8_t)(-payload & 3);
  packet->length += pad;
  uint8_t *ip = packet->bytes + ETHERNET;
  uint32_t bth[] = {htonl((uint32_t)opcode << 24 | (uint32_t)pad << 20 | 0xffff), htonl(qpn),
                    htonl((wants_answer ? 0x80000000 : 0) | (psn & PSN_MASK))};
  uint16_t udp_length = (uint16_t)(packet->length - ETHERNET - IP + ICRC);
  uint16_t udp[] = {htons(0xc000), htons(ROCE_PORT), htons(udp_length), 0};
  memcpy(packet->bytes, (uint8_t[]){2, 0, 0, 0, 0, from->is_server ? 1 : 2}, 6);
  memcpy(packet->bytes + 6, (uint8_t[]){2, 0, 0, 0, 0, from->is_server ? 2 : 1, 8, 0}, 8);
  put_ip(ip, from, (uint16_t)(IP + udp_length));
  memcpy(ip + IP, udp, sizeof udp);
  memcpy(ip + IP + UDP, bth, sizeof bth);
  uint32_t check = htole32(icrc(packet));
  put(packet, &check, sizeof check);
  write_record(packet);
}

/* Connections: messages of the communication manager. */

static uint32_t id_of(const struct wire_end *end) {
  return (end->is_server ? 0x0d000000 : 0x0c000000) | end->qpn;
}

/* The PSN with which an end has its peer begin. */
static uint32_t first_psn(const struct wire_end *end) { return end->qpn * 0x1000 & PSN_MASK; }

struct message {
  uint8_t mad[MAD];
};

static void set_word(struct message *message, uint32_t at, uint32_t value) {
  value = htonl(value);
  memcpy(message->mad + MAD_HEADER + at, &value, sizeof value);
}

static void set_bytes(struct message *message, uint32_t at, const void *bytes, uint32_t length) {
  if (length) {
    memcpy(message->mad + MAD_HEADER + at, bytes, length);
  }
}

static struct message message_of(uint16_t kind, uint32_t transaction, uint32_t local,
                                 uint32_t remote) {
  struct message message = {.mad = {1, 7, 2, 3, [16] = (uint8_t)(kind >> 8), (uint8_t)kind}};
  transaction = htonl(transaction);
  memcpy(message.mad + 12, &transaction, sizeof transaction);
  set_word(&message, 0, local);
  set_word(&message, 4, remote);
  return message;
}

static void send_message(const struct message *message, const struct wire_end *from) {
  struct packet packet = begun();
  put_word(&packet, 0x80010000);
  put_word(&packet, 1);
  put(&packet, message->mad, sizeof message->mad);
  finish(&packet, from, DATAGRAM_SEND, 1, false, datagrams++);
  fflush(wire);
}

__attribute__((destructor)) static void close_wire(void) {
  if (wire) {
    fclose(wire);
  }
}

static bool open_wire(const char *library) {
  char path[1032];
  snprintf(path, sizeof path, "%s.wire", library);
  if (!wire && (wire = fopen(path, "r+e"))) {
    uint32_t header[] = {0xa1b2c3d4, 0x00040002, 0, 0, 1 << 16, 1};
    fseek(wire, 0, SEEK_END);
    /* Where packets of others are in it, ours follow. */
    if (!ftell(wire)) {
      fwrite(header, sizeof header, 1, wire);
    }
  }
  return wire;
}

void wire_request(const char *library, struct wire_end *client, uint16_t from, uint16_t to,
                  const void *data, uint8_t length) {
  if (!open_wire(library)) {
    return;
  }
  uint32_t gids[8] = {[2] = htonl(0xffff), client->own_address, [6] = htonl(0xffff),
                      client->peer_address};
  struct message req = message_of(CM_REQ, client->qpn, id_of(client), 0);
  /* The service of RDMA over IP: its prefix, TCP, and the port. */
  set_word(&req, 8, 0);
  set_word(&req, 12, 0x01060000 | to);
  set_word(&req, 32, client->qpn << 8 | 4);
  set_word(&req, 36, 4);
  set_word(&req, 44, first_psn(client) << 8 | 7);
  set_word(&req, 48, 0xffff3700);
  set_word(&req, 52, 0xffffffff);
  set_bytes(&req, 56, gids, sizeof gids);
  /* What the service has before the program's data: IP version, port, addresses. */
  set_word(&req, 140, 0x00400000 | from);
  set_bytes(&req, 156, &client->own_address, sizeof client->own_address);
  set_bytes(&req, 172, &client->peer_address, sizeof client->peer_address);
  set_bytes(&req, 176, data, length);
  send_message(&req, client);
}

void wire_accept(struct wire_end *client, struct wire_end *server, const void *data,
                 uint8_t length) {
  if (!wire) {
    return;
  }
  server->is_server = true;
  server->own_address = client->peer_address;
  server->peer_address = client->own_address;
  client->psn = first_psn(server);
  server->psn = first_psn(client);
  struct message rep = message_of(CM_REP, client->qpn, id_of(server), id_of(client));
  set_word(&rep, 12, server->qpn << 8);
  set_word(&rep, 20, first_psn(server) << 8);
  set_word(&rep, 24, 0x040400e0);
  set_bytes(&rep, 36, data, length);
  send_message(&rep, server);
  struct message rtu = message_of(CM_RTU, client->qpn, id_of(client), id_of(server));
  send_message(&rtu, client);
}

void wire_reject(const struct wire_end *client, const void *data, uint8_t length) {
  if (!wire) {
    return;
  }
  struct message rej = message_of(CM_REJ, client->qpn, 0, id_of(client));
  set_word(&rej, 8, CONSUMER_REJECT);
  set_bytes(&rej, 84, data, length);
  struct wire_end server = {.own_address = client->peer_address,
                            .peer_address = client->own_address,
                            .is_server = true};
  send_message(&rej, &server);
}

void wire_disconnect(const struct wire_end *from, const struct wire_end *to) {
  if (!wire) {
    return;
  }
  uint32_t transaction = 0x80000000 | from->qpn;
  struct message dreq = message_of(CM_DREQ, transaction, id_of(from), id_of(to));
  set_word(&dreq, 8, to->qpn << 8);
  send_message(&dreq, from);
  struct message drep = message_of(CM_DREP, transaction, id_of(to), id_of(from));
  send_message(&drep, to);
}

/* Messages. */

static void answer(struct wire_end *from, const struct wire_end *to, uint8_t syndrome,
                   uint32_t psn) {
  struct packet packet = begun();
  put_word(&packet, (uint32_t)syndrome << 24 | (from->messages & PSN_MASK));
  finish(&packet, from, ACKNOWLEDGE, to->qpn, false, psn);
}

static void put_place(struct packet *packet, const struct ibv_send_wr *request, uint32_t length) {
  put_long(packet, request->wr.rdma.remote_addr);
  put_word(packet, request->wr.rdma.rkey);
  put_word(packet, length);
}

static uint8_t opcode_of(enum ibv_wr_opcode opcode, bool is_first, bool is_last) {
  bool is_only = is_first && is_last;
  switch (opcode) {
    case IBV_WR_RDMA_WRITE:
    case IBV_WR_RDMA_WRITE_WITH_IMM:
      if (!is_last) {
        return is_first ? WRITE_FIRST : WRITE_MIDDLE;
      }
      return opcode == IBV_WR_RDMA_WRITE ? (is_only ? WRITE_ONLY : WRITE_LAST)
             : is_only                   ? WRITE_ONLY_IMMEDIATE
                                         : WRITE_LAST_IMMEDIATE;
    default:
      if (!is_last) {
        return is_first ? SEND_FIRST : SEND_MIDDLE;
      }
      return opcode == IBV_WR_SEND_WITH_IMM   ? (is_only ? SEND_ONLY_IMMEDIATE : SEND_LAST_IMMEDIATE)
             : opcode == IBV_WR_SEND_WITH_INV ? (is_only ? SEND_ONLY_INVALIDATE : SEND_LAST_INVALIDATE)
             : is_only                        ? SEND_ONLY
                                              : SEND_LAST;
  }
}

void wire_message(struct wire_end *from, struct wire_end *to, const struct ibv_send_wr *request,
                  const uint8_t *data, uint32_t length) {
  if (!wire) {
    return;
  }
  bool is_write = request->opcode == IBV_WR_RDMA_WRITE || request->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
  bool has_immediate =
      request->opcode == IBV_WR_SEND_WITH_IMM || request->opcode == IBV_WR_RDMA_WRITE_WITH_IMM;
  uint32_t at = 0;
  do {
    uint32_t part = length - at < MTU ? length - at : MTU;
    bool is_last = at + part == length;
    struct packet packet = begun();
    if (is_write && !at) {
      put_place(&packet, request, length);
    }
    if (is_last && has_immediate) {
      put(&packet, &request->imm_data, sizeof request->imm_data);
    } else if (is_last && request->opcode == IBV_WR_SEND_WITH_INV) {
      put_word(&packet, request->invalidate_rkey);
    }
    put(&packet, data + at, part);
    finish(&packet, from, opcode_of(request->opcode, !at, is_last), to->qpn, is_last,
           from->psn++);
    at += part;
  } while (at < length);
  to->messages++;
  answer(to, from, ACK, from->psn - 1);
  fflush(wire);
}

void wire_read(struct wire_end *from, struct wire_end *to, const struct ibv_send_wr *request,
               const uint8_t *data, uint32_t length) {
  if (!wire) {
    return;
  }
  struct packet asked = begun();
  put_place(&asked, request, length);
  finish(&asked, from, READ_REQUEST, to->qpn, true, from->psn);
  if (!data) {
    answer(to, from, NAK_REMOTE_ACCESS, from->psn++);
    fflush(wire);
    return;
  }
  to->messages++;
  uint32_t at = 0;
  do {
    uint32_t part = length - at < MTU ? length - at : MTU;
    bool is_last = at + part == length;
    struct packet packet = begun();
    if (!at || is_last) {
      put_word(&packet, (uint32_t)ACK << 24 | (to->messages & PSN_MASK));
    }
    put(&packet, data + at, part);
    finish(&packet, to,
           is_last ? (at ? READ_RESPONSE_LAST : READ_RESPONSE_ONLY)
                   : (at ? READ_RESPONSE_MIDDLE : READ_RESPONSE_FIRST),
           from->qpn, false, from->psn++);
    at += part;
  } while (at < length);
  fflush(wire);
}
