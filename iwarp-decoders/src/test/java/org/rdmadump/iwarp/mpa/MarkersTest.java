package org.rdmadump.iwarp.mpa;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MarkersTest {
  @Test
  void shouldCountMarkersAsOneWouldByHand() {
    for (int distance = 0; distance < 1600; distance += 4) {
      for (int content = 4; content < 2000; content += 4) {
        int markers = 0;
        long at = distance;
        for (int put = 0; put < content; put += 4) {
          if (at % 512 == 0) {
            markers++;
            at += 4;
          }
          at += 4;
        }
        assertThat(Markers.within(distance, content))
            .as("%d bytes at %d", content, distance)
            .isEqualTo(markers);
      }
    }
  }

  @Test
  void shouldKnowHowFarTheNextOneIs() {
    assertThat(Markers.untilNext(0)).isZero();
    assertThat(Markers.untilNext(4)).isEqualTo(508);
    assertThat(Markers.untilNext(1024)).isZero();
    assertThat(Markers.untilNext(1023)).isEqualTo(1);
  }
}
