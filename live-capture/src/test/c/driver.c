/*
 * The sniffer without Java, for checkers of memory: takes packets until none came for a while.
 * Arguments: libibverbs, slots, bytes of a slot, options of sniffer_start, what of the packets is to
 * be written to. Prints what it saw; exits with 1 after a failure that sniffer.h describes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sniffer.h"

enum { BATCH = 256, PATIENCE_MILLIS = 50 };

static int run(struct sniffer *sniffer, struct sniffer_control *control, uint8_t *ring,
               uint32_t slots, uint32_t slot_length, int options, FILE *out) {
  if (sniffer_start(sniffer, ring, slots, slot_length, options)) {
    return -1;
  }
  if (options & SNIFFER_CHECK_ONLY) {
    return 0;
  }
  long packets = 0;
  int count;
  while ((count = sniffer_poll(sniffer, BATCH, PATIENCE_MILLIS)) > 0) {
    for (int i = 0; i < count; i++) {
      const struct sniffer_record *record = &control->records[i];
      fwrite(ring + (size_t)record->slot * slot_length, 1, (size_t)record->captured, out);
    }
    packets += count;
    sniffer_release(sniffer);
  }
  printf("packets %ld failed %ld too-long %ld gaps %d\n", packets, (long)control->failed,
         (long)control->too_long, control->gaps);
  return count;
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: %s LIBRARY SLOTS LENGTH OPTIONS OUTPUT\n", argv[0]);
    return 2;
  }
  uint32_t slots = (uint32_t)atoi(argv[2]);
  uint32_t slot_length = (uint32_t)atoi(argv[3]);
  struct sniffer_control *control = calloc(1, sizeof *control + BATCH * sizeof *control->records);
  uint8_t *ring = malloc((size_t)slots * slot_length);
  FILE *out = fopen(argv[5], "wb");
  if (!control || !ring || !out) {
    return 2;
  }
  struct sniffer *sniffer = sniffer_open(argv[1], "mlx5_0", 1, control);
  int result = sniffer ? run(sniffer, control, ring, slots, slot_length, atoi(argv[4]), out) : -1;
  if (result < 0) {
    printf("step %d error %d %s\n", control->step, control->error, control->text);
  }
  if (sniffer) {
    sniffer_wake(sniffer);
  }
  sniffer_close(sniffer);
  fclose(out);
  free(ring);
  free(control);
  return result < 0;
}
