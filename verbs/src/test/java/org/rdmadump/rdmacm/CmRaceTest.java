package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.AsynchronousCloseException;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What threads do to the same identifier at once, over the stand-in: it notices when a queue pair
 * is destroyed that rdma_get_cm_event works with, as the real one does.
 */
@Timeout(60)
class CmRaceTest extends StandInTest {
  private static final int ASLEEP_MILLIS = 300;
  private static final int PATIENCE_SECONDS = 20;
  private static final int ROUNDS = 300;

  /** Calls of the stand-in's. */
  private static final String IN_EVENT = "event_of_queue_pair";

  private static final String CONNECT = "rdma_connect";

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private EventChannel channel;

  @BeforeEach
  void open() throws Exception {
    channel = cm.createEventChannel();
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  /** {@return an identifier with a queue pair, whose rejection is on its way: nobody listens} */
  private RdmaCmId rejected() throws Exception {
    RdmaCmId id = resolved();
    id.connect(ConnectionParameters.DEFAULT);
    return id;
  }

  private RdmaCmId resolved() throws Exception {
    RdmaCmId id = channel.createId(PortSpace.TCP);
    id.resolveAddress(FakeCm.address(1), 1);
    channel.getEvent().close();
    id.createQueuePair(ConnectedPair.ATTRIBUTES);
    return id;
  }

  private interface End {
    void of(RdmaCmId id) throws Exception;
  }

  private void shouldComeAfterTheEvent(End end) throws Exception {
    RdmaCmId id = rejected();
    fake.block(IN_EVENT);
    Future<Optional<CmEvent>> event = threads.submit(() -> channel.getEvent(1000));
    TimeUnit.MILLISECONDS.sleep(ASLEEP_MILLIS);

    Future<Boolean> ended =
        threads.submit(
            () -> {
              end.of(id);
              return true;
            });

    assertThatThrownBy(() -> ended.get(ASLEEP_MILLIS, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    fake.heal();
    assertThat(ended.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    event.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void shouldNotDestroyAQueuePairWhileAnEventWorksWithIt() throws Exception {
    shouldComeAfterTheEvent(id -> id.queuePair().orElseThrow().close());
  }

  @Test
  void shouldNotCloseAnIdentifierWhileAnEventWorksWithItsQueuePair() throws Exception {
    shouldComeAfterTheEvent(RdmaCmId::close);
  }

  @Test
  void shouldCloseIdentifiersBesideAThreadThatTakesTheirEvents() throws Exception {
    Future<Integer> taker =
        threads.submit(
            () -> {
              int taken = 0;
              try {
                while (true) {
                  channel.getEvent().close();
                  taken++;
                }
              } catch (AsynchronousCloseException | IllegalStateException e) {
                // Within a call, or between two.
                return taken;
              }
            });

    for (int i = 0; i < ROUNDS; i++) {
      RdmaCmId id = channel.createId(PortSpace.TCP);
      id.resolveAddress(FakeCm.address(1), 1);
      id.createQueuePair(ConnectedPair.ATTRIBUTES);
      id.connect(ConnectionParameters.DEFAULT);
      id.close();
    }
    channel.close();

    assertThat(taker.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isBetween(0, 2 * ROUNDS);
  }

  @Test
  void shouldMoveToTwoChannelsAtOnceAndBelongToOne() throws Exception {
    EventChannel one = cm.createEventChannel();
    EventChannel other = cm.createEventChannel();
    RdmaCmId id = channel.createId(PortSpace.TCP);

    for (int i = 0; i < ROUNDS; i++) {
      id.migrate(channel);
      Future<Boolean> first = threads.submit(() -> migrated(id, one));
      Future<Boolean> second = threads.submit(() -> migrated(id, other));
      first.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      second.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    channel.close();
    assertThat(id.isClosed()).isFalse();

    id.migrate(one);
    other.close();
    assertThat(id.isClosed()).isFalse();
    one.close();
    assertThat(id.isClosed()).isTrue();
  }

  private static boolean migrated(RdmaCmId id, EventChannel to) throws Exception {
    id.migrate(to);
    return true;
  }

  @Test
  void shouldCloseASharedQueueAfterTheQueuePairThatIsMadeMeanwhile() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      RdmaCmId id = cm.createId(PortSpace.TCP);
      id.bindAddress(FakeCm.address(0));
      SharedReceiveQueue shared = id.createSharedReceiveQueue(4, 1);
      Future<Boolean> made =
          threads.submit(
              () -> {
                try {
                  id.createQueuePair(ConnectedPair.ATTRIBUTES);
                  return true;
                } catch (IllegalStateException closedBefore) {
                  return false;
                }
              });
      shared.close();
      made.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      id.close();
    }
  }

  /** As Soft-iWARP has it: what begins a connection waits for TCP within the call. */
  private void shouldEndWithinTheCall(RdmaCmId id, End end, Class<? extends Exception> expected)
      throws Exception {
    Thread[] waiting = new Thread[1];
    ThrowingCallable connect = () -> id.connect(ConnectionParameters.DEFAULT);
    Future<?> outcome =
        threads.submit(
            () -> {
              waiting[0] = Thread.currentThread();
              assertThatThrownBy(connect).isInstanceOf(expected);
            });
    TimeUnit.MILLISECONDS.sleep(ASLEEP_MILLIS);
    assertThat(outcome.isDone()).isFalse();

    if (expected == InterruptedException.class) {
      waiting[0].interrupt();
    } else {
      end.of(id);
    }

    outcome.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    // The thread that was in the call may still be about to end.
    long start = System.nanoTime();
    while (isAnyIn(CONNECT)
        && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
    assertThat(isAnyIn(CONNECT)).isFalse();
  }

  private static boolean isAnyIn(String call) {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals(call));
  }

  private RdmaCmId overIwarp(boolean isSynchronous) throws Exception {
    fake.blockOverIwarp(CONNECT);
    if (!isSynchronous) {
      return resolved();
    }
    RdmaCmId id = cm.createId(PortSpace.TCP);
    id.resolveAddress(FakeCm.address(1), 1);
    id.createQueuePair(ConnectedPair.ATTRIBUTES);
    return id;
  }

  @Test
  void shouldEndAConnectOfIwarpByInterrupt() throws Exception {
    for (boolean isSynchronous : new boolean[] {true, false}) {
      RdmaCmId id = overIwarp(isSynchronous);
      shouldEndWithinTheCall(id, RdmaCmId::close, InterruptedException.class);
      id.close();
    }
  }

  @Test
  void shouldEndAConnectOfIwarpByClosing() throws Exception {
    for (boolean isSynchronous : new boolean[] {true, false}) {
      shouldEndWithinTheCall(
          overIwarp(isSynchronous), RdmaCmId::close, AsynchronousCloseException.class);
    }
    shouldEndWithinTheCall(overIwarp(true), id -> cm.close(), AsynchronousCloseException.class);
  }

  @Test
  void shouldConnectOverIwarp() throws Exception {
    fake.blockOverIwarp("nothing");

    try (ConnectedPair pair = ConnectedPair.over(cm, FakeCm.address(0))) {
      assertThat(pair.client.isIwarp()).isTrue();
      assertThat(pair.client.event().orElseThrow().type()).isEqualTo(CmEventType.ESTABLISHED);
    }
  }

  /**
   * Between looking at a queue and sleeping: the thread that woke the others had taken the event.
   */
  @Test
  void shouldNotSleepAfterItWasWoken() throws Exception {
    QueuePair pair = resolved().queuePair().orElseThrow();
    int wakes = pair.gate.wakes();
    int never = CmNatives.channelFd(channel.pointer);
    Wakers wakers = new Wakers();

    pair.gate.wakeSleepers();

    assertThat(pair.await(wakers, never, -1, PATIENCE_SECONDS * 10_000, wakes)).isTrue();
    assertThat(pair.await(wakers, never, -1, 1, pair.gate.wakes())).isFalse();
    wakers.close();
  }

  @Test
  void shouldNotBeginInAThreadThatIsInterrupted() throws Exception {
    RdmaCmId id = cm.createId(PortSpace.TCP);
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> id.resolveAddress(FakeCm.address(1), 1))
        .isInstanceOf(InterruptedException.class)
        .hasMessage("rdma_resolve_addr was not begun");

    assertThat(Thread.interrupted()).isFalse();
    id.resolveAddress(FakeCm.address(1), 1);
  }
}
