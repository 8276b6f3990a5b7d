package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.verbs.AccessFlags;
import org.rdmadump.verbs.CompletionOpcode;
import org.rdmadump.verbs.CompletionStatus;
import org.rdmadump.verbs.SendFlags;

/** What crosses a reliable connection of a real device, both ends of which are here. */
@Tag("rdma")
@Timeout(60)
class ReliableConnectionLabTest extends RealDeviceTest {
  private static final int SIZE = 1 << 20;
  private static final SendFlags SIGNALED = SendFlags.SIGNALED;
  private static final int ALL_ACCESS =
      AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE;
  private static final int PATIENCE = 20_000;

  private ConnectedPair pair;
  private MemoryRegion here;
  private MemoryRegion there;
  private MemoryRegion invalidated;
  private final WorkCompletions completions = new WorkCompletions(1);

  @BeforeEach
  void connect() throws Exception {
    pair = ConnectedPair.over(cm, Lab.address(0));
    here = pair.client.register(random(1), ALL_ACCESS);
    there = pair.server.register(random(2), ALL_ACCESS);
    invalidated = there;
  }

  private static ByteBuffer random(int seed) {
    byte[] bytes = new byte[SIZE];
    new Random(seed).nextBytes(bytes);
    return ByteBuffer.allocateDirect(SIZE).put(bytes).flip();
  }

  private static byte[] bytes(MemoryRegion region, int offset, int length) {
    byte[] bytes = new byte[length];
    region.buffer().get(offset, bytes);
    return bytes;
  }

  private WorkCompletion sent() throws Exception {
    assertThat(pair.clientQueues.awaitSends(completions, PATIENCE)).isOne();
    return completions.get(0);
  }

  private WorkCompletion received() throws Exception {
    assertThat(pair.serverQueues.awaitReceives(completions, PATIENCE)).isOne();
    return completions.get(0);
  }

  private void shouldSucceed(WorkCompletion completion, long id, CompletionOpcode opcode) {
    assertThat(completion.status()).isEqualTo(CompletionStatus.SUCCESS);
    assertThat(completion.requestId()).isEqualTo(id);
    assertThat(completion.opcode()).isEqualTo(opcode);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1023, 1024, 1025, 4096, 4097, SIZE})
  void shouldSendMessagesOfAnySize(int length) throws Exception {
    pair.serverQueues.postReceive(7, there, 0, SIZE);
    pair.clientQueues.postSend(8, here, 0, length, SIGNALED);

    shouldSucceed(sent(), 8, CompletionOpcode.SEND);
    WorkCompletion received = received();
    shouldSucceed(received, 7, CompletionOpcode.RECEIVE);
    assertThat(received.length()).isEqualTo(length);
    assertThat(received.queuePairNumber()).isEqualTo(pair.serverQueues.number());
    assertThat(bytes(there, 0, length)).isEqualTo(bytes(here, 0, length));
  }

  @Test
  void shouldGatherAndScatter() throws Exception {
    ScatterGatherList into = new ScatterGatherList(2).add(there, 100, 5).add(there, 200, 100);
    ScatterGatherList from =
        new ScatterGatherList(3).add(here, 0, 3).add(here, 1000, 4).add(here, 50, 1);

    pair.serverQueues.postReceive(1, into);
    pair.clientQueues.postSend(2, from, SIGNALED);

    shouldSucceed(sent(), 2, CompletionOpcode.SEND);
    assertThat(received().length()).isEqualTo(8);
    ByteBuffer sent =
        ByteBuffer.allocate(8)
            .put(bytes(here, 0, 3))
            .put(bytes(here, 1000, 4))
            .put(bytes(here, 50, 1));
    ByteBuffer got = ByteBuffer.allocate(8).put(bytes(there, 100, 5)).put(bytes(there, 200, 3));
    assertThat(got.array()).isEqualTo(sent.array());
  }

  @Test
  void shouldCopyInlineDataWhenPosted() throws Exception {
    byte[] before = bytes(here, 0, 64);
    pair.serverQueues.postReceive(1, there, 0, 64);

    pair.clientQueues.postSend(2, here, 0, 64, SIGNALED.and(SendFlags.INLINE));
    here.buffer().put(0, new byte[64]);

    shouldSucceed(sent(), 2, CompletionOpcode.SEND);
    received();
    assertThat(bytes(there, 0, 64)).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 1024, 4097, SIZE})
  void shouldReadFromTheOtherSide(int length) throws Exception {
    pair.clientQueues.postRead(3, here, 0, length, SIGNALED, there.address(), there.remoteKey());

    shouldSucceed(sent(), 3, CompletionOpcode.RDMA_READ);
    assertThat(bytes(here, 0, length)).isEqualTo(bytes(there, 0, length));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1024, 4097, SIZE})
  void shouldWriteToTheOtherSide(int length) throws Exception {
    pair.clientQueues.postWrite(4, here, 0, length, SIGNALED, there.address(), there.remoteKey());

    shouldSucceed(sent(), 4, CompletionOpcode.RDMA_WRITE);
    // A completion of iWARP says that it is sent, not that it is there.
    pair.serverQueues.postReceive(5, there, SIZE - 1, 1);
    pair.clientQueues.postSend(6, here, SIZE - 1, 1, SIGNALED);
    received();
    assertThat(bytes(there, 0, length)).isEqualTo(bytes(here, 0, length));
  }

  @Test
  void shouldWriteAndReadSeveralBuffers() throws Exception {
    ScatterGatherList list = new ScatterGatherList(2).add(here, 0, 10).add(here, 100, 10);
    pair.clientQueues.postWrite(1, list, SIGNALED, there.address() + 500, there.remoteKey());
    shouldSucceed(sent(), 1, CompletionOpcode.RDMA_WRITE);

    list.clear().add(here, 2000, 20);
    pair.clientQueues.postRead(2, list, SIGNALED, there.address() + 500, there.remoteKey());
    shouldSucceed(sent(), 2, CompletionOpcode.RDMA_READ);

    ByteBuffer both = ByteBuffer.allocate(20).put(bytes(here, 0, 10)).put(bytes(here, 100, 10));
    assertThat(bytes(here, 2000, 20)).isEqualTo(both.array());
  }

  @Test
  void shouldReadIntoSeveralBuffers() throws Exception {
    ScatterGatherList list = new ScatterGatherList(2).add(here, 0, 10).add(here, 100, 10);

    if (Lab.isIwarp()) {
      assertThatThrownBy(
              () ->
                  pair.clientQueues.postRead(1, list, SIGNALED, there.address(), there.remoteKey()))
          .hasMessage("ibv_post_send: EINVAL (Invalid argument)");
      return;
    }
    pair.clientQueues.postRead(1, list, SIGNALED, there.address(), there.remoteKey());

    shouldSucceed(sent(), 1, CompletionOpcode.RDMA_READ);
    ByteBuffer both = ByteBuffer.allocate(20).put(bytes(here, 0, 10)).put(bytes(here, 100, 10));
    assertThat(both.array()).isEqualTo(bytes(there, 0, 20));
  }

  @Test
  void shouldFence() throws Exception {
    pair.serverQueues.postReceive(3, there, 100, 10);

    pair.clientQueues.postRead(1, here, 0, 10, SIGNALED, there.address(), there.remoteKey());
    pair.clientQueues.postSend(2, here, 0, 10, SIGNALED.and(SendFlags.FENCE));

    shouldSucceed(sent(), 1, CompletionOpcode.RDMA_READ);
    received();
    assertThat(bytes(there, 100, 10)).isEqualTo(bytes(there, 0, 10));
  }

  @Test
  void shouldHaveItsKeyInvalidatedByTheOtherSide() throws Exception {
    int key = keyToInvalidate();
    pair.serverQueues.postReceive(1, there, 0, 100);

    ScatterGatherList list = new ScatterGatherList(1).add(here, 0, 100);
    pair.clientQueues.postSendWithInvalidate(2, list, SIGNALED, key);

    shouldSucceed(sent(), 2, CompletionOpcode.SEND);
    WorkCompletion received = received();
    assertThat(received.length()).isEqualTo(100);
    // siw does not say.
    assertThat(received.hasInvalidatedKey()).isEqualTo(!Lab.isIwarp());
    if (!Lab.isIwarp()) {
      assertThat(received.invalidatedKey()).isEqualTo(key);
    }
    pair.clientQueues.postRead(4, here, 0, 10, SIGNALED, there.address(), there.remoteKey());
    shouldSucceed(sent(), 4, CompletionOpcode.RDMA_READ);
    pair.clientQueues.postRead(3, here, 0, 10, SIGNALED, invalidated.address() + 4096, key);
    assertThat(sent().status()).isNotEqualTo(CompletionStatus.SUCCESS);
  }

  /** Of a memory window; siw has none, and invalidates keys of regions. */
  private int keyToInvalidate() throws Exception {
    if (Lab.isIwarp()) {
      assertThatThrownBy(there::createWindow).hasMessageStartingWith("ibv_alloc_mw: EOPNOTSUPP");
      invalidated = pair.server.register(random(3), ALL_ACCESS);
      shouldBeReadable(invalidated.remoteKey());
      return invalidated.remoteKey();
    }
    invalidated = pair.server.register(random(3), ALL_ACCESS | AccessFlags.MEMORY_WINDOW_BIND);
    MemoryWindow window = invalidated.createWindow();
    int bound =
        pair.serverQueues.postBind(
            9, window, 4096, 4096, SIGNALED, AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE);
    assertThat(pair.serverQueues.awaitSends(completions, PATIENCE)).isOne();
    shouldSucceed(completions.get(0), 9, CompletionOpcode.BIND_MEMORY_WINDOW);
    assertThat(window.remoteKey()).isEqualTo(bound);
    shouldBeReadable(bound);
    return bound;
  }

  private void shouldBeReadable(int key) throws Exception {
    pair.clientQueues.postRead(1, here, 0, 10, SIGNALED, invalidated.address() + 4096, key);
    shouldSucceed(sent(), 1, CompletionOpcode.RDMA_READ);
  }

  @Test
  void shouldInvalidateItsOwnKeyWhereTheDeviceDoes() throws Exception {
    if (Lab.isIwarp()) {
      assertThatThrownBy(
              () -> pair.serverQueues.postLocalInvalidate(1, SIGNALED, there.remoteKey()))
          .hasMessage("ibv_post_send: EINVAL (Invalid argument)");
      return;
    }
    pair.serverQueues.postLocalInvalidate(1, SIGNALED, keyToInvalidate());

    assertThat(pair.serverQueues.awaitSends(completions, PATIENCE)).isOne();
    shouldSucceed(completions.get(0), 1, CompletionOpcode.LOCAL_INVALIDATE);
  }

  @Test
  void shouldRefuseMoreInlineDataThanThereIsRoomFor() {
    int most = pair.clientQueues.capabilities().inlineBytes();

    assertThatThrownBy(() -> pair.clientQueues.postSend(1, here, 0, most + 1, SendFlags.INLINE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage((most + 1) + " bytes inline, more than " + most);
  }

  @Test
  void shouldTakeNoMoreThanTheQueueHolds() {
    int most = pair.serverQueues.capabilities().receiveRequests();
    assertThat(most).isGreaterThanOrEqualTo(32);

    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100 * most; i++) {
                pair.serverQueues.postReceive(i, there, 0, 1);
              }
            })
        .isInstanceOf(RdmaException.class)
        .hasMessageStartingWith("ibv_post_recv: ENOMEM");
  }

  @Test
  void shouldCarryImmediateDataWhereTheDeviceDoes() throws Exception {
    ScatterGatherList list = new ScatterGatherList(1).add(here, 0, 100);
    pair.serverQueues.postReceive(1, there, 0, 100);
    pair.serverQueues.postReceive(2, there, 200, 0);
    if (Lab.isIwarp()) {
      assertThatThrownBy(
              () -> pair.clientQueues.postSendWithImmediate(3, list, SIGNALED, 0xCAFEBABE))
          .hasMessageStartingWith("ibv_post_send: EINVAL");
      return;
    }

    pair.clientQueues.postSendWithImmediate(3, list, SIGNALED, 0xCAFEBABE);
    sent();
    WorkCompletion received = received();
    assertThat(received.hasImmediate()).isTrue();
    assertThat(received.immediate()).isEqualTo(0xCAFEBABE);

    pair.clientQueues.postWriteWithImmediate(
        4, list, SIGNALED, 5, there.address() + 1000, there.remoteKey());
    shouldSucceed(sent(), 4, CompletionOpcode.RDMA_WRITE);
    received = received();
    shouldSucceed(received, 2, CompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE);
    assertThat(received.immediate()).isEqualTo(5);
    assertThat(bytes(there, 1000, 100)).isEqualTo(bytes(here, 0, 100));
  }

  @Test
  void shouldSayWhyARequestFailed() throws Exception {
    pair.clientQueues.postRead(1, here, 0, 10, SIGNALED, there.address(), there.remoteKey() + 1);

    assertThat(sent().status()).isNotEqualTo(CompletionStatus.SUCCESS);
  }

  private void disconnectServer() {
    try {
      pair.server.disconnect();
    } catch (IOException | InterruptedException e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void shouldDisconnect() throws Exception {
    pair.serverQueues.postReceive(1, there, 0, 10);

    // It waits for the other side, which has to do the same.
    CompletableFuture<Void> other = CompletableFuture.runAsync(this::disconnectServer);
    pair.client.disconnect();
    other.get(PATIENCE, TimeUnit.MILLISECONDS);

    assertThat(received().status()).isEqualTo(CompletionStatus.FLUSHED);
    assertThat(pair.client.event().orElseThrow().type()).isEqualTo(CmEventType.DISCONNECTED);
  }
}
