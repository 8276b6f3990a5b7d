package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which frames are remembered of many exchanges, and how many of all. */
class FrameChainsTest {
  private final FrameChains chains = new FrameChains();

  private List<Long> of(long chain) {
    List<Long> frames = new ArrayList<>();
    chains.each(chain, frames::add);
    return frames;
  }

  @Test
  void shouldKeepChainsApart() {
    long one = chains.add(FrameChains.END, 1);
    long other = chains.add(FrameChains.END, 2);
    one = chains.add(one, 3);

    assertThat(of(one)).containsExactly(3L, 1L);
    assertThat(of(other)).containsExactly(2L);
    assertThat(of(FrameChains.END)).isEmpty();
  }

  @Test
  void shouldForgetTheOldestOfAllChainsWhenThereAreTooMany() {
    long early = chains.add(FrameChains.END, 1);
    long both = chains.add(FrameChains.END, 2);
    both = chains.add(both, 3);
    for (int i = 0; i < FrameChains.MOST - 1; i++) {
      chains.add(FrameChains.END, 1000L + i);
    }

    assertThat(of(early)).isEmpty();
    assertThat(of(both)).containsExactly(3L);
  }
}
