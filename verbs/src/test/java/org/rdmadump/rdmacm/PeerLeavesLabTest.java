package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.SendFlags;

/** How a synchronous identifier of a real device sees that its peer left. */
@Tag("rdma")
@Timeout(60)
class PeerLeavesLabTest extends RealDeviceTest {
  private static final int PATIENCE = 20_000;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final WorkCompletions completions = new WorkCompletions(4);
  private ConnectedPair pair;

  @BeforeEach
  void connect() throws Exception {
    pair = ConnectedPair.over(cm, Lab.address(0));
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private Future<Optional<EventDetails>> waiting() {
    return threads.submit(() -> pair.server.awaitReceivesOrEvent(completions, PATIENCE));
  }

  @Test
  void shouldWaitForAMessageOrThePeerLeaving() throws Exception {
    MemoryRegion region = pair.server.registerMessages(ByteBuffer.allocateDirect(64));
    pair.serverQueues.postReceive(1, region, 0, 64);
    Future<Optional<EventDetails>> message = waiting();
    pair.clientQueues.postSendInline(2, ByteBuffer.allocateDirect(3), SendFlags.NONE);
    assertThat(message.get(PATIENCE, TimeUnit.MILLISECONDS)).isEmpty();
    assertThat(completions.get(0).length()).isEqualTo(3);

    Future<Optional<EventDetails>> left = waiting();
    pair.client.close();

    assertThat(left.get(PATIENCE, TimeUnit.MILLISECONDS).map(EventDetails::type))
        .contains(CmEventType.DISCONNECTED);
  }

  @Test
  void shouldAnswerAPeerThatLeftWithoutWaiting() throws Exception {
    Future<?> leaves =
        threads.submit(
            () -> {
              pair.client.disconnect();
              return true;
            });
    assertThat(pair.server.awaitEvent(PATIENCE).map(EventDetails::type))
        .contains(CmEventType.DISCONNECTED);

    try {
      pair.server.disconnect();
    } catch (RdmaException e) {
      // iWARP has nothing left to end.
      assertThat(Lab.isIwarp()).as(e.getMessage()).isTrue();
    }

    leaves.get(PATIENCE, TimeUnit.MILLISECONDS);
  }
}
