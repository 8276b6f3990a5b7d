package org.rdmadump.rpcrdma.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PagePoolTest {
  private static final int PAGE = PagePool.PAGE;

  private final PagePool pool = new PagePool(2 * PAGE, /* reusing= */ true);

  @Test
  void shouldUseAPageAgain() {
    byte[] page = taken();
    pool.give(PAGE);
    pool.giveBack(page);
    assertThat(taken()).isSameAs(page);
    assertThat(taken()).isNotSameAs(page);
  }

  @Test
  void shouldNotUsePagesAgainThatMayBeLookedAt() {
    PagePool careful = new PagePool(2 * PAGE, /* reusing= */ false);
    byte[] page = careful.page();
    careful.giveBack(page);
    assertThat(careful.page()).isNotSameAs(page);
  }

  @Test
  void shouldOnlyUseWholePagesAgain() {
    byte[] part = new byte[PAGE - 1];
    pool.giveBack(part);
    assertThat(taken()).hasSize(PAGE);
  }

  @Test
  void shouldLetFreePagesGoForWhatElseIsHeld() {
    byte[] page = taken();
    pool.give(PAGE);
    pool.giveBack(page);
    pool.charge(PAGE + 1);
    assertThat(pool.page()).isNotSameAs(page);
  }

  private byte[] taken() {
    assertThat(pool.take(PAGE)).isTrue();
    return pool.page();
  }
}
