package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TransferRingTest {
  private static final int MOST = 256;
  private static final int MTU = 1024;

  private final TransferRing ring =
      new TransferRing(new PsnSequence(), new Limits(new Recording()), /* reads= */ false);
  private final Deque<Transfer> newestFirst = new ArrayDeque<>();

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("org.rdmadump.testing.Cases#seeds")
  void shouldFindTheNewestThatTakesAPacketInWhateverOrderTheyAreAskedFor(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long psn = 1000;
    for (int i = 0; i < 20_000; i++) {
      if (i % 16 == 0) {
        // Some repeat a part of those before them, some leave PSNs out.
        psn += random.nextInt(-9, 12);
        add(new Transfer(psn, 1, 0, random.nextInt(20 * MTU), random.nextInt(2) * MTU, new Deaf()));
      }
      if (random.nextInt(2000) == 0) {
        ring.clear();
        newestFirst.clear();
      }
      long asked = psn + random.nextInt(-60, 30);
      for (int n = random.nextInt(4); n >= 0; n--) {
        Transfer found = ring.covering(asked);
        assertThat(found).isSameAs(newestCovering(asked));
        if (found != null && random.nextInt(3) == 0) {
          found.learnMtu(/* last= */ false, asked, MTU);
        }
        asked++;
      }
    }
  }

  private void add(Transfer transfer) {
    ring.add(transfer);
    newestFirst.addFirst(transfer);
    if (newestFirst.size() > MOST) {
      newestFirst.removeLast();
    }
  }

  private @Nullable Transfer newestCovering(long psn) {
    return newestFirst.stream().filter(each -> each.covers(psn)).findFirst().orElse(null);
  }
}
