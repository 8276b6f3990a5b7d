package org.rdmadump.rpcrdma.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.FrameListener;
import org.rdmadump.rpcrdma.memory.PagePool;

class SentPartsTest {
  private static final int BUDGET = 1 << 20;

  /** Frames with what they were told to contribute to. */
  private record Told(long frame, Contribution contribution) {}

  private final List<Told> told = new ArrayList<>();
  private final PagePool pages = PagePool.ofRun(BUDGET, false);
  private final Contribution one = Contribution.ofSend(1);
  private final Contribution other = Contribution.ofOperation();

  private SentParts parts(boolean psns) {
    FrameListener listener =
        (FrameListener)
            Proxy.newProxyInstance(
                FrameListener.class.getClassLoader(),
                new Class<?>[] {FrameListener.class},
                (proxy, method, arguments) -> {
                  assertThat(method.getName()).isEqualTo("contributes");
                  told.add(new Told((Long) arguments[0], (Contribution) arguments[1]));
                  return null;
                });
    return new SentParts(listener, pages, psns);
  }

  @Test
  void shouldTellOfEverythingThatBytesSentAgainOverlap() {
    SentParts parts = parts(false);
    parts.sent(100, 200, one);
    parts.sent(200, 300, other);
    parts.sent(300, 400, other);

    parts.again(199, 201, 7);
    parts.again(300, 400, 8);
    parts.again(0, 100, 9);

    assertThat(told).containsExactly(new Told(7, other), new Told(7, one), new Told(8, other));
  }

  @Test
  void shouldCountPsnsAroundTheirEnd() {
    SentParts parts = parts(true);
    parts.sent(0xfffffe, 0x1000001, one);

    parts.again(0xffffff, 0x1000000, 7);
    parts.again(0, 1, 8);
    parts.again(0xfffffd, 0xfffffe, 9);

    assertThat(told).containsExactly(new Told(7, one), new Told(8, one));
  }

  @Test
  void shouldTellOfARepeatOnceItsRestHasCome() {
    SentParts parts = parts(false);
    parts.sent(0, 100, other);
    parts.again(100, 150, 7);
    assertThat(told).hasSize(1);
    Contribution unknown = told.get(0).contribution();
    assertThat(unknown.isSettled()).isFalse();

    parts.sent(100, 200, one);

    assertThat(told).containsExactly(new Told(7, unknown), new Told(7, one));
    assertThat(unknown.isSettled()).isTrue();
    assertThat(unknown.message()).isEmpty();
  }

  @Test
  void shouldLetGoOfRepeatsAtTheEnd() {
    SentParts parts = parts(false);
    parts.again(100, 150, 7);
    parts.finish();

    assertThat(told.get(0).contribution().isSettled()).isTrue();
  }

  @Test
  void shouldRememberTheLast128AndGiveBackWhatTheyWereChargedFor() {
    long before = room();
    SentParts parts = parts(false);
    for (int i = 0; i <= 128; i++) {
      parts.sent(i * 10L, i * 10L + 10, Contribution.ofOperation());
    }
    parts.again(0, 10, 7);
    assertThat(told).isEmpty();
    parts.again(10, 20, 8);
    assertThat(told).hasSize(1);

    assertThat(room()).isEqualTo(before - 128 * 100);
    parts.finish();
    assertThat(room()).isEqualTo(before);
  }

  /** Bytes that can be charged until the budget is outgrown. */
  private long room() {
    long room = 0;
    while (!pages.isOver()) {
      pages.charge(1);
      room++;
    }
    pages.give(room);
    return room;
  }
}
