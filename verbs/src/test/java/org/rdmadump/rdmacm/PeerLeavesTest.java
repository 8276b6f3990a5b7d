package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.SendFlags;

/** How a synchronous identifier sees that its peer left, over the stand-in. */
@Timeout(60)
class PeerLeavesTest extends StandInTest {
  private static final int PATIENCE = 10_000;
  private static final int MESSAGES = 20_000;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final WorkCompletions completions = new WorkCompletions(4);
  private ConnectedPair pair;

  @BeforeEach
  void connect() throws Exception {
    pair = ConnectedPair.over(cm, FakeCm.address(0));
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private Future<Optional<EventDetails>> waiting() {
    return threads.submit(() -> pair.server.awaitReceivesOrEvent(completions, -1));
  }

  @Test
  void shouldTellThatThePeerLeft() throws Exception {
    assertThat(pair.server.awaitEvent(1)).isEmpty();
    pair.client.disconnect();

    EventDetails event = pair.server.awaitEvent(PATIENCE).orElseThrow();

    assertThat(event.type()).isEqualTo(CmEventType.DISCONNECTED);
    assertThat(pair.server.event()).contains(event);
  }

  @Test
  void shouldAnswerAPeerThatLeftWithoutWaiting() throws Exception {
    pair.client.disconnect();
    pair.server.awaitEvent(PATIENCE);

    pair.server.disconnect();

    assertThat(pair.server.awaitEvent(0)).isEmpty();
  }

  @Test
  void shouldWaitForAMessageOrThePeerLeaving() throws Exception {
    MemoryRegion region = pair.server.registerMessages(ByteBuffer.allocateDirect(10));
    pair.serverQueues.postReceive(1, region, 0, 10);
    Future<Optional<EventDetails>> message = waiting();
    Thread.sleep(50);
    pair.clientQueues.postSendInline(2, ByteBuffer.allocateDirect(3), SendFlags.NONE);
    assertThat(message.get(PATIENCE, TimeUnit.MILLISECONDS)).isEmpty();
    assertThat(completions.size()).isOne();
    assertThat(completions.get(0).length()).isEqualTo(3);

    Future<Optional<EventDetails>> left = waiting();
    Thread.sleep(50);
    pair.client.disconnect();

    assertThat(left.get(PATIENCE, TimeUnit.MILLISECONDS).orElseThrow().type())
        .isEqualTo(CmEventType.DISCONNECTED);
    assertThat(completions.size()).isZero();
    assertThat(pair.server.awaitReceivesOrEvent(completions, 1)).isEmpty();
  }

  @Test
  void shouldAllocateNothingForMessages() throws Exception {
    MemoryRegion region = pair.server.registerMessages(ByteBuffer.allocateDirect(10));
    MemoryRegion sent = pair.client.registerMessages(ByteBuffer.allocateDirect(10));
    takeMessages(region, sent, MESSAGES);
    ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    long before = beans.getCurrentThreadAllocatedBytes();
    takeMessages(region, sent, MESSAGES);
    long allocated = beans.getCurrentThreadAllocatedBytes() - before;

    assertThat(allocated).isLessThan(MESSAGES);
  }

  private void takeMessages(MemoryRegion region, MemoryRegion sent, int count) throws Exception {
    for (int i = 0; i < count; i++) {
      pair.serverQueues.postReceive(i, region, 0, 10);
      // Nothing is there: the wait asks for an event.
      boolean event = pair.server.awaitReceivesOrEvent(completions, 0).isPresent();
      pair.clientQueues.postSend(i, sent, 0, 10, SendFlags.NONE);
      event |= pair.server.awaitReceivesOrEvent(completions, PATIENCE).isPresent();
      if (event || completions.size() != 1) {
        throw new AssertionError("no message " + i);
      }
    }
  }

  @Test
  void shouldEndTheWaitForEitherByClosing() throws Exception {
    Future<Optional<EventDetails>> waiting = waiting();
    Thread.sleep(50);

    pair.server.close();

    assertThatThrownBy(() -> waiting.get(PATIENCE, TimeUnit.MILLISECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(AsynchronousCloseException.class);
  }

  @Test
  void shouldTellItInAChannelAfterMigration() throws Exception {
    EventChannel channel = cm.createEventChannel();
    pair.server.migrate(channel);

    pair.client.disconnect();

    try (CmEvent event = channel.getEvent(PATIENCE).orElseThrow()) {
      assertThat(event.type()).isEqualTo(CmEventType.DISCONNECTED);
      assertThat(event.id()).isSameAs(pair.server);
    }
    assertThatThrownBy(() -> pair.server.awaitEvent(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the identifier has its events in its channel");
  }

  @Test
  void shouldNotMoveWhileAThreadWaits() throws Exception {
    EventChannel channel = cm.createEventChannel();
    Future<Optional<EventDetails>> waiting = waiting();
    Thread.sleep(50);

    assertThatThrownBy(() -> pair.server.migrate(channel))
        .hasMessage("the identifier is waited for by 1 threads");
    pair.client.disconnect();
    waiting.get(PATIENCE, TimeUnit.MILLISECONDS);
  }

  @Test
  void shouldLeaveRequestsToTheCallForThem() throws Exception {
    RdmaCmId listener = cm.createId(PortSpace.TCP);
    listener.bindAddress(FakeCm.address(0));
    listener.listen(1);

    assertThatThrownBy(() -> listener.awaitEvent(0))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the identifier listens: its events are requests");
  }
}
