package org.rdmadump.rpcrdma.call;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentByXidTest {
  private static final int CLIENT = 0;
  private static final int SERVER = 1;

  private final RecentByXid<String> recent = new RecentByXid<>(3, 100);
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

  @Test
  void shouldTellSidesAndConnectionsApart() {
    CallOwner other = new Owner(1);
    recent.put(connection, CLIENT, 7, "a", 1);
    recent.put(connection, SERVER, 7, "b", 1);
    recent.put(other, CLIENT, 7, "c", 1);
    assertThat(recent.get(connection, CLIENT, 7)).contains("a");
    assertThat(recent.get(connection, SERVER, 7)).contains("b");
    assertThat(recent.get(other, CLIENT, 7)).contains("c");
    assertThat(recent.get(other, SERVER, 7)).isEmpty();
    assertThat(recent.get(connection, CLIENT, 8)).isEmpty();
  }

  @Test
  void shouldFindTheOthersOfTheSameHashWhenOneGoes() {
    CallOwner second = new Owner(1);
    CallOwner third = new Owner(1);
    recent.put(connection, CLIENT, 7, "a", 1);
    recent.put(second, CLIENT, 7, "b", 1);
    recent.put(third, CLIENT, 7, "c", 1);
    assertThat(recent.remove(second, CLIENT, 7)).contains("b");
    assertThat(recent.remove(second, CLIENT, 7)).isEmpty();
    assertThat(recent.remove(third, CLIENT, 7)).contains("c");
    assertThat(recent.get(connection, CLIENT, 7)).contains("a");
  }

  @Test
  void shouldGiveUpTheOldestForOneTooMany() {
    recent.put(connection, CLIENT, 1, "a", 1);
    recent.put(connection, CLIENT, 2, "b", 1);
    recent.put(connection, CLIENT, 3, "c", 1);
    assertThat(recent.put(connection, CLIENT, 1, "d", 1)).isEmpty();
    assertThat(recent.put(connection, CLIENT, 4, "e", 1)).containsExactly("b");
    assertThat(recent.get(connection, CLIENT, 1)).contains("d");
  }

  @Test
  void shouldGiveUpAsManyAsHoldTooMuch() {
    recent.put(connection, CLIENT, 1, "a", 40);
    recent.put(connection, CLIENT, 2, "b", 40);
    assertThat(recent.put(connection, CLIENT, 3, "c", 80)).containsExactly("a", "b");
    assertThat(recent.put(connection, CLIENT, 4, "d", 200)).containsExactly("c");
    assertThat(recent.get(connection, CLIENT, 4)).contains("d");
  }

  @Test
  void shouldForgetAConnection() {
    CallOwner other = new Owner(2);
    recent.put(connection, CLIENT, 1, "a", 40);
    recent.put(other, CLIENT, 2, "b", 20);
    recent.put(connection, SERVER, 3, "c", 40);
    assertThat(recent.removeAll(connection)).containsExactly("a", "c");
    assertThat(recent.get(connection, CLIENT, 1)).isEmpty();
    assertThat(recent.put(other, CLIENT, 4, "d", 80)).isEmpty();
    assertThat(recent.removeAll(connection)).isEmpty();
  }

  @Test
  void shouldMoveAConnectionWhoseSidesHaveOtherNumbers() {
    CallOwner joined = new Owner(2);
    recent.put(connection, CLIENT, 1, "a", 1);
    recent.put(connection, SERVER, 2, "b", 1);
    recent.move(connection, joined);
    assertThat(recent.get(joined, SERVER, 1)).contains("a");
    assertThat(recent.get(joined, CLIENT, 2)).contains("b");
    assertThat(recent.removeAll(connection)).isEmpty();
  }
}
