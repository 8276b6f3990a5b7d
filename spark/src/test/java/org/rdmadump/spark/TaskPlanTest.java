package org.rdmadump.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which task reads what. */
class TaskPlanTest {
  private static final List<InputFile> FILES =
      List.of(
          file("a/small.pcap", 10),
          file("a/t_00001_20261122103000.pcap", 60),
          file("a/t_00002_20261122103100.pcap.zst", 50),
          file("b/medium.pcap.gz", 70),
          file("b/tiny.pcap", 1));

  private static InputFile file(String path, long length) {
    return new InputFile(path, length, 0);
  }

  private static List<List<String>> names(List<? extends List<InputSet>> tasks) {
    return tasks.stream().map(each -> each.stream().map(InputSet::name).toList()).toList();
  }

  @Test
  void shouldReadARotatedSetInOneTask_AndTheLargestFirst() {
    List<InputSet> sets = InputSet.of(FILES);

    assertThat(sets).extracting(InputSet::bytes).containsExactly(110L, 70L, 10L, 1L);
    assertThat(sets.get(0).files()).containsExactly(FILES.get(1), FILES.get(2));
    assertThat(names(TaskPlan.of(sets, Integer.MAX_VALUE)))
        .containsExactly(
            List.of("a/t_00001_20261122103000.pcap"),
            List.of("b/medium.pcap.gz"),
            List.of("a/small.pcap"),
            List.of("b/tiny.pcap"));
  }

  @Test
  void shouldHaveAsManyTasksAsAsked_WithAsEvenBytesAsCapturesAllow() {
    assertThat(names(TaskPlan.of(InputSet.of(FILES), 2)))
        .containsExactly(
            List.of("a/t_00001_20261122103000.pcap"),
            List.of("b/medium.pcap.gz", "a/small.pcap", "b/tiny.pcap"));
  }
}
