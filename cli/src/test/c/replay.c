/*
 * Sends the packets of a pcap file (microseconds or nanoseconds, this machine's byte order) from a net
 * device at a steady rate, as often as told, and prints how many it sent.
 *
 * usage: replay DEVICE FILE PACKETS_PER_SECOND TIMES
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

enum { FILE_HEADER = 24, RECORD_HEADER = 16, CAPTURED = 8, MOST_AT_ONCE = 64 };

static void fail(const char *what) {
  fprintf(stderr, "replay: %s: %s\n", what, strerror(errno));
  exit(1);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static unsigned char *read_all(const char *name, size_t *length) {
  FILE *file = fopen(name, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
    fail(name);
  }
  *length = (size_t)ftell(file);
  rewind(file);
  unsigned char *bytes = malloc(*length);
  if (bytes == NULL || fread(bytes, 1, *length, file) != *length) {
    fail(name);
  }
  fclose(file);
  return bytes;
}

static int open_device(const char *name) {
  int fd = socket(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL));
  if (fd < 0) {
    fail("socket");
  }
  struct sockaddr_ll address = {.sll_family = AF_PACKET, .sll_ifindex = (int)if_nametoindex(name)};
  if (address.sll_ifindex == 0 || bind(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    fail(name);
  }
  int bypass = 1;
  setsockopt(fd, SOL_PACKET, PACKET_QDISC_BYPASS, &bypass, sizeof bypass);
  return fd;
}

int main(int count, char **words) {
  if (count != 5) {
    fprintf(stderr, "usage: replay DEVICE FILE PACKETS_PER_SECOND TIMES\n");
    return 2;
  }
  size_t length = 0;
  unsigned char *bytes = read_all(words[2], &length);
  double rate = atof(words[3]);
  long times = atol(words[4]);
  struct iovec *packets = calloc(length / RECORD_HEADER + 1, sizeof *packets);
  if (packets == NULL) {
    fail("calloc");
  }
  long number = 0;
  for (size_t at = FILE_HEADER; at + RECORD_HEADER <= length;) {
    uint32_t captured;
    memcpy(&captured, bytes + at + CAPTURED, sizeof captured);
    packets[number].iov_base = bytes + at + RECORD_HEADER;
    packets[number].iov_len = captured;
    number++;
    at += RECORD_HEADER + captured;
  }
  int fd = open_device(words[1]);
  double start = now();
  long sent = 0;
  long all = number * times;
  while (sent < all) {
    long due = (long)((now() - start) * rate) + 1;
    if (due <= sent) {
      struct timespec pause = {.tv_nsec = 200000};
      nanosleep(&pause, NULL);
      continue;
    }
    struct mmsghdr batch[MOST_AT_ONCE];
    memset(batch, 0, sizeof batch);
    int ready = 0;
    while (ready < MOST_AT_ONCE && sent + ready < all && sent + ready < due) {
      batch[ready].msg_hdr.msg_iov = &packets[(sent + ready) % number];
      batch[ready].msg_hdr.msg_iovlen = 1;
      ready++;
    }
    int done = sendmmsg(fd, batch, (unsigned)ready, 0);
    if (done > 0) {
      sent += done;
    } else if (errno != ENOBUFS && errno != EAGAIN && errno != EINTR) {
      fail("sendmmsg");
    }
  }
  double took = now() - start;
  printf("%ld packets in %.3f s, %.0f a second\n", sent, took, (double)sent / took);
  return 0;
}
