package org.rdmadump.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameOrderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "cap8 cap9 cap10 cap11",
        "cap cap1 cap2 cap10",
        "a.pcap a.pcap1 a.pcap9 a.pcap10",
        "x_00001_20261130.pcap x_00002_20261129.pcap x_00010_1.pcap",
        "cap9.gz cap10",
        "cap2-9 cap2-10 cap10-1",
        "a b1 b02 b2 c",
        "f99999999999999999999 f100000000000000000000"
      })
  void shouldCountNumbersAsSuch(String inOrder) {
    List<String> names = new ArrayList<>(List.of(inOrder.split(" ")));
    Collections.shuffle(names, new Random(1));

    names.sort(new NameOrder());

    assertThat(names).containsExactly(inOrder.split(" "));
  }

  @Test
  void shouldTakeNoTwoNamesForTheSame() {
    assertThat(new NameOrder().compare("cap01", "cap1")).isNegative();
    assertThat(new NameOrder().compare("cap1", "cap01")).isPositive();
    assertThat(new NameOrder().compare("cap1", "cap1")).isZero();
  }
}
