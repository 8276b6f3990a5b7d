/*
 * What of the stand-in's connections a wire would show: packets of RoCE version 2, in a pcap file beside the
 * library, with .wire behind its name, if that file is there when a connection is asked for.
 */
#ifndef FAKEWIRE_H
#define FAKEWIRE_H

#include <infiniband/verbs.h>
#include <stdbool.h>
#include <stdint.h>

/* One end of a connection: numbers of what it sends next, and of messages that it received. */
struct wire_end {
  uint32_t qpn;
  uint32_t psn;
  uint32_t messages;
  /* Of IP, in network order. */
  uint32_t own_address;
  uint32_t peer_address;
  bool is_server;
};

/* The REQ of a client, whose program says something. */
void wire_request(const char *library, struct wire_end *client, uint16_t from, uint16_t to,
                  const void *data, uint8_t length);
/* REP and RTU. */
void wire_accept(struct wire_end *client, struct wire_end *server, const void *data,
                 uint8_t length);
void wire_reject(const struct wire_end *client, const void *data, uint8_t length);
/* DREQ and DREP. */
void wire_disconnect(const struct wire_end *from, const struct wire_end *to);

/* A Send or Write with its bytes, and the acknowledgement. */
void wire_message(struct wire_end *from, struct wire_end *to, const struct ibv_send_wr *request,
                  const uint8_t *data, uint32_t length);
/* A Read with what comes back; without data it is refused. */
void wire_read(struct wire_end *from, struct wire_end *to, const struct ibv_send_wr *request,
               const uint8_t *data, uint32_t length);

#endif
