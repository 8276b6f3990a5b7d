package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.rdma.FragmentSink;

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
        add(
            new Transfer(
                psn, 1, 0, random.nextInt(20 * MTU), 1, random.nextInt(2) * MTU, new Deaf()));
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

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("org.rdmadump.testing.Cases#seeds")
  void shouldKnowWhetherAResponseIsMissingHoweverOftenItWasAsked(long seed) {
    TransferRing reads =
        new TransferRing(new PsnSequence(), new Limits(new Recording()), /* reads= */ true);
    SplittableRandom random = new SplittableRandom(seed);
    long psn = 1000;
    for (int i = 0; i < 20_000; i++) {
      if (i % 8 == 0) {
        Transfer read = new Transfer(psn, 1, 0, 1 + random.nextInt(4 * MTU), 1, MTU, new Deaf());
        psn = read.endPsn();
        add(reads, read);
      }
      if (random.nextInt(2000) == 0) {
        reads.clear();
        newestFirst.clear();
      }
      // Most responses come in order; some are passed over, and come late or never.
      long answered = psn - 1 - random.nextInt(random.nextInt(1, 40));
      Transfer read = newestCovering(answered);
      if (read != null) {
        long next = random.nextInt(8) == 0 ? answered : Math.min(read.nextResponse(), answered);
        read.respond(next, /* crowded= */ false);
      }
      long from = psn - random.nextInt(60);
      assertThat(reads.lacksResponse(from))
          .isEqualTo(
              newestFirst.stream()
                  .anyMatch(
                      each -> (!each.isAnswered() || each.gaps() > 0) && !each.endsBefore(from)));
    }
  }

  @Test
  void shouldHoldOnToWhatTakesPacketsUntilThatIsDone() {
    List<Ending> sinks = new ArrayList<>();
    List<Transfer> transfers = new ArrayList<>();
    for (int i = 0; i < MOST + 10; i++) {
      sinks.add(new Ending());
      transfers.add(new Transfer(1000 + i, 1, 0, MTU, 1, MTU, sinks.get(i)));
      if (i >= 3) {
        sinks.get(i - 3).done = true;
      }
      ring.add(transfers.get(i));

      for (int age = 0; age < 3 && age <= i; age++) {
        assertThat(transfers.get(i - age).sink).isSameAs(sinks.get(i - age));
      }
      if (i >= 3) {
        assertThat(transfers.get(i - 3).sink).isSameAs(FragmentSink.DONE);
        assertThat(ring.covering(1000 + i - 3)).isSameAs(transfers.get(i - 3));
      }
    }
  }

  private static final class Ending extends Deaf {
    boolean done;

    @Override
    public boolean isDone() {
      return done;
    }
  }

  private void add(Transfer transfer) {
    add(ring, transfer);
  }

  private void add(TransferRing to, Transfer transfer) {
    to.add(transfer);
    newestFirst.addFirst(transfer);
    if (newestFirst.size() > MOST) {
      newestFirst.removeLast();
    }
  }

  private @Nullable Transfer newestCovering(long psn) {
    return newestFirst.stream()
        .filter(each -> each.covers(psn))
        .reduce(
            (found, older) -> found.knowsMtu() || older.firstPsn <= found.firstPsn ? found : older)
        .orElse(null);
  }
}
