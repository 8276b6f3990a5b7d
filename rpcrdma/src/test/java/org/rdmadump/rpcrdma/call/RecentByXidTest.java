package org.rdmadump.rpcrdma.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RecentByXidTest {
  private static final int CLIENT = 0;
  private static final int SERVER = 1;

  private final List<String> givenUp = new ArrayList<>();
  private final RecentByXid<String> recent = new RecentByXid<>(3, 100, givenUp::add);
  private final CallOwner connection = new Owner(1);

  /** Any two have the same hash if they say so. */
  private record Owner(int hash) implements CallOwner {
    @Override
    public void evict(CallInFlight call) {}

    @Override
    public void replaced(CallInFlight call) {}

    @Override
    public void leavesCalls() {}

    @Override
    public boolean mayLackReplies() {
      return false;
    }

    @Override
    public boolean hasEnded() {
      return false;
    }

    @Override
    public long lastReplyFrame() {
      return 0;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /** Puts one more, and tells which ones had to go. */
  private List<String> givenUpFor(CallOwner owner, int side, int xid, String thing, long cost) {
    givenUp.clear();
    recent.put(owner, side, xid, thing, cost);
    return List.copyOf(givenUp);
  }

  @Test
  void shouldHandOverOnceWhatHadToGoAndNobodyTook() {
    // given
    RecentByXid<String> kept = new RecentByXid<>(1, 100, null);
    kept.put(connection, CLIENT, 1, "first", 10);

    // when
    kept.put(connection, CLIENT, 2, "second", 10);

    // then
    assertThat(kept.takeGone()).isEqualTo("first");
    assertThat(kept.takeGone()).isNull();
    assertThat(kept.get(connection, CLIENT, 2)).isEqualTo("second");
  }

  @Test
  void shouldTellSidesAndConnectionsApart() {
    CallOwner other = new Owner(1);
    recent.put(connection, CLIENT, 7, "a", 1);
    recent.put(connection, SERVER, 7, "b", 1);
    recent.put(other, CLIENT, 7, "c", 1);
    assertThat(recent.get(connection, CLIENT, 7)).isEqualTo("a");
    assertThat(recent.get(connection, SERVER, 7)).isEqualTo("b");
    assertThat(recent.get(other, CLIENT, 7)).isEqualTo("c");
    assertThat(recent.get(other, SERVER, 7)).isNull();
    assertThat(recent.get(connection, CLIENT, 8)).isNull();
  }

  @Test
  void shouldFindTheOthersOfTheSameHashWhenOneGoes() {
    CallOwner second = new Owner(1);
    CallOwner third = new Owner(1);
    recent.put(connection, CLIENT, 7, "a", 1);
    recent.put(second, CLIENT, 7, "b", 1);
    recent.put(third, CLIENT, 7, "c", 1);
    assertThat(recent.remove(second, CLIENT, 7)).isEqualTo("b");
    assertThat(recent.remove(second, CLIENT, 7)).isNull();
    assertThat(recent.remove(third, CLIENT, 7)).isEqualTo("c");
    assertThat(recent.get(connection, CLIENT, 7)).isEqualTo("a");
  }

  @Test
  void shouldGiveUpTheOldestForOneTooMany() {
    recent.put(connection, CLIENT, 1, "a", 1);
    recent.put(connection, CLIENT, 2, "b", 1);
    recent.put(connection, CLIENT, 3, "c", 1);
    assertThat(givenUpFor(connection, CLIENT, 1, "d", 1)).isEmpty();
    assertThat(givenUpFor(connection, CLIENT, 4, "e", 1)).containsExactly("b");
    assertThat(recent.get(connection, CLIENT, 1)).isEqualTo("d");
  }

  @Test
  void shouldGiveUpAsManyAsHoldTooMuch() {
    recent.put(connection, CLIENT, 1, "a", 40);
    recent.put(connection, CLIENT, 2, "b", 40);
    assertThat(givenUpFor(connection, CLIENT, 3, "c", 80)).containsExactly("a", "b");
    assertThat(givenUpFor(connection, CLIENT, 4, "d", 200)).containsExactly("c");
    assertThat(recent.get(connection, CLIENT, 4)).isEqualTo("d");
  }

  @Test
  void shouldForgetAConnection() {
    CallOwner other = new Owner(2);
    recent.put(connection, CLIENT, 1, "a", 40);
    recent.put(other, CLIENT, 2, "b", 20);
    recent.put(connection, SERVER, 3, "c", 40);
    assertThat(recent.removeAll(connection)).containsExactly("a", "c");
    assertThat(recent.get(connection, CLIENT, 1)).isNull();
    assertThat(givenUpFor(other, CLIENT, 4, "d", 80)).isEmpty();
    assertThat(recent.removeAll(connection)).isEmpty();
  }

  @Test
  void shouldMoveAConnectionWhoseSidesHaveOtherNumbers() {
    CallOwner joined = new Owner(2);
    recent.put(connection, CLIENT, 1, "a", 1);
    recent.put(connection, SERVER, 2, "b", 1);
    recent.move(connection, joined);
    assertThat(recent.get(joined, SERVER, 1)).isEqualTo("a");
    assertThat(recent.get(joined, CLIENT, 2)).isEqualTo("b");
    assertThat(recent.removeAll(connection)).isEmpty();
  }

  @Test
  void shouldBeAsAListInOrderWhateverIsPutAndRemoved() {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      List<Integer> left = new ArrayList<>();
      RecentByXid<Integer> tested = new RecentByXid<>(5, Long.MAX_VALUE, left::add);
      List<Put> model = new ArrayList<>();
      List<CallOwner> owners = List.of(new Owner(1), new Owner(1), new Owner(2));
      for (int step = 0; step < 200; step++) {
        Put put =
            new Put(owners.get(random.nextInt(3)), random.nextInt(2), random.nextInt(4), step);
        switch (random.nextInt(6)) {
          case 0 ->
              assertThat(tested.removeAll(put.owner))
                  .isEqualTo(taken(model, each -> each.owner.equals(put.owner)));
          case 1 ->
              assertThat(Stream.ofNullable(tested.remove(put.owner, put.side, put.xid)).toList())
                  .isEqualTo(taken(model, put::hasPlaceOf));
          default -> {
            taken(model, put::hasPlaceOf);
            Put oldest = model.size() == 5 ? model.remove(0) : null;
            left.clear();
            tested.put(put.owner, put.side, put.xid, put.thing, 1);
            assertThat(left).isEqualTo(oldest == null ? List.of() : List.of(oldest.thing));
            model.add(put);
          }
        }
      }
    }
  }

  private record Put(CallOwner owner, int side, int xid, int thing) {
    boolean hasPlaceOf(Put other) {
      return owner.equals(other.owner) && side == other.side && xid == other.xid;
    }
  }

  private static List<Integer> taken(List<Put> model, Predicate<Put> which) {
    List<Integer> taken = model.stream().filter(which).map(Put::thing).toList();
    model.removeIf(which);
    return taken;
  }
}
