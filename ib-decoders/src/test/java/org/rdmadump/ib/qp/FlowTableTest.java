package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rdmadump.net.Datagram;

/** The table against a map, while flows come and go. */
class FlowTableTest {
  private static final int MOST = 150;
  private static final int PAIRS = 400;
  private static final int STEPS = 4000;

  @Test
  void shouldFindEveryFlowThatItHasAndNoneThatItGaveUp() {
    FlowTable table = new FlowTable(new Recording(), MOST);
    Datagram datagram = new Datagram();
    Map<Integer, Flow> known = new HashMap<>();
    Random random = new Random(20261123);
    for (int step = 0; step < STEPS; step++) {
      int pair = random.nextInt(PAIRS);
      Flow before = known.get(pair);

      Flow flow = table.of(datagram, pair);

      assertThat(flow.key().target()).isEqualTo(pair);
      if (before != null) {
        assertThat(flow).isSameAs(before);
      }
      known.put(pair, flow);
      known.values().removeIf(Flow::isClosed);
      assertThat(known).hasSizeLessThanOrEqualTo(MOST).containsKey(pair);
      for (int each = 0; each < PAIRS; each++) {
        assertThat(table.find(datagram, each)).isSameAs(known.get(each));
      }
    }
    assertThat(table.evicted()).isGreaterThan(MOST);
  }
}
