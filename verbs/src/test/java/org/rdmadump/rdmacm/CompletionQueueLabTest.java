package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.SendFlags;

/** Completion queues of the caller's own, on a real device. */
@Tag("rdma")
@Timeout(60)
class CompletionQueueLabTest extends RealDeviceTest {
  private static final int PATIENCE = 20_000;
  private static final int PAIRS = 4;
  private static final int ROUNDS = 50;

  private final WorkCompletions completions = new WorkCompletions(8);
  private DeviceContext device;

  @BeforeEach
  void open() throws Exception {
    device = cm.getDevices().device(Lab.device());
  }

  /** A connection whose server's completions go to a queue; the context is its memory. */
  private ConnectedPair pair(CompletionQueue queue, int number) throws Exception {
    return ConnectedPair.over(
        cm,
        Lab.address(0),
        ConnectedPair.ATTRIBUTES.withSendQueue(queue).withReceiveQueue(queue).withContext(number));
  }

  private static void receive(ConnectedPair pair) throws Exception {
    MemoryRegion region = pair.server.registerMessages(ByteBuffer.allocateDirect(64));
    pair.serverQueues.postReceive(1, region, 0, 64);
  }

  private static void send(ConnectedPair pair, SendFlags flags) throws Exception {
    pair.clientQueues.postSendInline(2, ByteBuffer.allocateDirect(8), flags);
  }

  @Test
  void shouldServeSeveralQueuePairsInOneThread() throws Exception {
    CompletionChannel channel = device.createCompletionChannel();
    CompletionQueue queue = channel.createQueue(64, 0, "all");
    List<ConnectedPair> pairs = new ArrayList<>();
    for (int i = 0; i < PAIRS; i++) {
      pairs.add(pair(queue, i));
    }
    int[] received = new int[PAIRS];
    for (int round = 0; round < ROUNDS; round++) {
      ConnectedPair pair = pairs.get(round % PAIRS);
      receive(pair);
      queue.requestEvent();
      assertThat(queue.poll(completions)).isZero();
      send(pair, SendFlags.NONE);

      assertThat(channel.getEvent(PATIENCE)).containsSame(queue);
      assertThat(queue.poll(completions)).isOne();
      assertThat(completions.get(0).isSuccess()).isTrue();
      assertThat(completions.get(0).length()).isEqualTo(8);
      received[(int) completions.get(0).queuePairContext().orElseThrow()]++;
    }

    assertThat(received).containsExactly(13, 13, 12, 12);
    assertThat(queue.capacity()).isGreaterThanOrEqualTo(64);
    assertThat(channel.getEvent(0)).isEmpty();
  }

  @Test
  void shouldWaitForSolicitedCompletionsOnly() throws Exception {
    CompletionChannel channel = device.createCompletionChannel();
    CompletionQueue queue = channel.createQueue(16);
    ConnectedPair pair = pair(queue, 1);
    receive(pair);
    receive(pair);
    queue.requestSolicitedEvent();

    send(pair, SendFlags.SIGNALED);
    assertThat(pair.clientQueues.awaitSends(completions, PATIENCE)).isOne();
    assertThat(channel.getEvent(200)).isEmpty();
    send(pair, SendFlags.SOLICITED);

    if (Lab.isIwarp()) {
      // Soft-iWARP does not see that a message was solicited.
      assertThat(channel.getEvent(200)).isEmpty();
    } else {
      assertThat(channel.getEvent(PATIENCE)).containsSame(queue);
    }
    int taken = 0;
    for (int i = 0; taken < 2 && i < PATIENCE; i++) {
      taken += queue.poll(completions);
      Thread.sleep(1);
    }
    assertThat(taken).isEqualTo(2);
  }

  @Test
  void shouldLeaveTheOtherDirectionToTheLibrary() throws Exception {
    CompletionQueue queue = device.createCompletionQueue(16);
    ConnectedPair pair =
        ConnectedPair.over(cm, Lab.address(0), ConnectedPair.ATTRIBUTES.withReceiveQueue(queue));
    receive(pair);

    send(pair, SendFlags.NONE);

    for (int i = 0; queue.poll(completions) == 0 && i < PATIENCE; i++) {
      Thread.sleep(1);
    }
    assertThat(completions.size()).isOne();
    assertThat(pair.serverQueues.awaitSends(completions, 1)).isZero();
    queue.close();
    assertThat(pair.serverQueues.isClosed()).isTrue();
  }

  @Test
  void shouldRefuseTheQueueOfAnotherSize() {
    assertThatThrownBy(() -> device.createCompletionQueue(Integer.MAX_VALUE))
        .isInstanceOf(RdmaException.class)
        .hasMessageStartingWith("ibv_create_cq: ");
  }
}
