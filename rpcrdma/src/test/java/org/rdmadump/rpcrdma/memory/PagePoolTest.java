package org.rdmadump.rpcrdma.memory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PagePoolTest {
  private static final int PAGE = PagePool.PAGE;

  private final PagePool pool = new PagePool(2 * PAGE, /* reusing= */ true);

  @Test
  void shouldUseAPageAgain() {
    byte[] page = taken();
    pool.giveRoom(PAGE);
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
    pool.giveRoom(PAGE);
    pool.giveBack(page);
    pool.charge(PAGE + 1);
    assertThat(pool.page()).isNotSameAs(page);
  }

  @Test
  void shouldHaveRoomForPagesHoweverMuchElseIsHeld() {
    PagePool ofRun = PagePool.ofRun(64 * PAGE, /* reusing= */ false);
    int budget = 40 * PAGE;
    ofRun.charge(budget);
    for (int i = 0; i < 10; i++) {
      assertThat(ofRun.take(PAGE)).isTrue();
    }
    assertThat(ofRun.take(1)).isFalse();
    assertThat(ofRun.refused()).isOne();
    assertThat(ofRun.isOver()).isFalse();
    ofRun.charge(1);
    assertThat(ofRun.isOver()).isTrue();
  }

  @Test
  void shouldTakeRoomOfPagesBack() {
    PagePool ofRun = PagePool.ofRun(64 * PAGE, /* reusing= */ false);
    assertThat(ofRun.take(35 * PAGE)).isTrue();
    assertThat(ofRun.take(1)).isFalse();
    ofRun.giveRoom(PAGE);
    assertThat(ofRun.take(PAGE)).isTrue();
  }

  private byte[] taken() {
    assertThat(pool.take(PAGE)).isTrue();
    return pool.page();
  }
}
