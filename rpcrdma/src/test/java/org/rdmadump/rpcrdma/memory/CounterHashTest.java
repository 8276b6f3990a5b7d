package org.rdmadump.rpcrdma.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * XIDs of both byte orders and handles, consecutive ones, get numbers that a hash table tells
 * apart.
 */
class CounterHashTest {
  private static final int CALLS = 1 << 10;

  @ParameterizedTest(name = "next {0}")
  @ValueSource(ints = {1, 1 << 8, 1 << 16, 1 << 24})
  void shouldSpreadCountersOverTheBucketsOfATable(int step) {
    Set<Integer> numbers = new HashSet<>();
    Map<Integer, Integer> buckets = new HashMap<>();
    for (int i = 0; i < CALLS; i++) {
      // Counters carry into the next byte, from the first one into the second.
      int xid = 0xfa292fa9 + Integer.rotateLeft(i, Integer.numberOfTrailingZeros(step));
      numbers.add(CounterHash.of(xid));
      int hash = Integer.hashCode(CounterHash.of(xid));
      buckets.merge((hash ^ hash >>> 16) & (CALLS - 1), 1, Integer::sum);
    }
    assertThat(numbers).hasSize(CALLS);
    // As many as random ones would have: 8 in one bucket is what makes java.util.HashMap a tree.
    assertThat(buckets.values()).allMatch(count -> count < 8);
    assertThat(buckets).hasSizeGreaterThan(CALLS / 2);
  }
}
