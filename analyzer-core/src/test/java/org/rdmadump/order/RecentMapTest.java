package org.rdmadump.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A map that forgets the entry that was put in first. */
class RecentMapTest {
  private final RecentMap<String, Integer> map = new RecentMap<>(2);

  @Test
  void shouldForgetWhatWasPutInFirst() {
    map.put("a", 1);
    map.put("b", 2);
    map.computeIfAbsent("c", any -> 3);

    assertThat(map).containsExactlyInAnyOrderEntriesOf(Map.of("b", 2, "c", 3));
  }

  @Test
  void shouldForgetNothingForAnEntryThatIsReplaced() {
    map.put("a", 1);
    map.put("b", 2);
    map.put("a", 3);

    assertThat(map).containsOnlyKeys("a", "b").containsEntry("a", 3);
  }
}
