package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.AccessFlags;
import org.rdmadump.verbs.AsyncEventType;
import org.rdmadump.verbs.CompletionOpcode;
import org.rdmadump.verbs.Errno;
import org.rdmadump.verbs.QueuePairPhase;
import org.rdmadump.verbs.QueuePairType;
import org.rdmadump.verbs.SendFlags;

/**
 * What a device and its queues say of themselves, and work that no software device does, over the
 * stand-in.
 */
@Timeout(60)
class DeviceContextTest extends StandInTest {
  private static final int PATIENCE = 10_000;

  private DeviceContext device;
  private final WorkCompletions completions = new WorkCompletions(8);

  @BeforeEach
  void open() throws Exception {
    device = cm.getDevices().device("fake0");
  }

  @Test
  void shouldSayWhatItCanDo() throws Exception {
    DeviceAttributes is = device.attributes();

    assertThat(device.name()).isEqualTo("fake0");
    assertThat(device.completionVectors()).isEqualTo(2);
    assertThat(is.firmware()).isEqualTo("1.2.3");
    assertThat(is.nodeGuid()).isEqualTo(0x0102030405060708L);
    assertThat(is.systemImageGuid()).isEqualTo(0x1112131415161718L);
    assertThat(is.maxRegionBytes()).isEqualTo(1L << 40);
    assertThat(is.vendorId()).isEqualTo(0x15b3);
    assertThat(is.maxRequests()).isEqualTo(64);
    assertThat(is.atomicCapability()).isOne();
    assertThat(is.acknowledgementDelay()).isEqualTo(15);
    assertThat(is.ports()).isOne();
  }

  @Test
  void shouldSayWhatItsPortIs() throws Exception {
    PortAttributes is = device.port(1);

    assertThat(is.isActive()).isTrue();
    assertThat(is.maxMtu()).isEqualTo(4096);
    assertThat(is.activeMtu()).isEqualTo(1024);
    assertThat(is.maxMessageBytes()).isEqualTo(1L << 31);
    assertThat(is.lid()).isEqualTo(21);
    assertThat(is.smLid()).isEqualTo(22);
    assertThat(is.subnetTimeout()).isEqualTo(18);
    assertThat(is.linkLayer()).isOne();
    assertThat(is.capabilityFlags2()).isEqualTo(7);
    assertThat(device.gid(1, 1)).startsWith(16, 17, 18).hasSize(16);
    assertThatThrownBy(() -> device.port(2)).hasMessageStartingWith("ibv_query_port: EINVAL");
    assertThatThrownBy(() -> device.gid(1, 2)).hasMessageStartingWith("ibv_query_gid: ");
    assertThatThrownBy(() -> device.port(256)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldSayWhatAQueuePairIs() throws Exception {
    ConnectedPair pair = ConnectedPair.over(cm, FakeCm.address(0));

    QueuePairState is = pair.clientQueues.state();

    assertThat(is.state()).isEqualTo(QueuePairPhase.READY_TO_SEND);
    assertThat(is.mtu()).isEqualTo(1024);
    assertThat(is.peerNumber()).isEqualTo(pair.serverQueues.number());
    assertThat(is.capabilities().sendRequests()).isEqualTo(16);
    assertThat(is.ackTimeout()).isEqualTo(14);
    assertThat(is.rateLimit()).isEqualTo(0xffffffffL);
    assertThat(is.signalsAll()).isFalse();
    assertThat(is.path()).hasSize(32).isNotEqualTo(is.alternatePath());
  }

  @Test
  void shouldTellThatASharedQueueRunsOut() throws Exception {
    RdmaCmId owner = cm.createId(PortSpace.TCP);
    owner.bindAddress(FakeCm.address(0));
    SharedReceiveQueue shared = owner.createSharedReceiveQueue(8, 1);
    MemoryRegion region = owner.registerMessages(ByteBuffer.allocateDirect(10));
    ConnectedPair pair =
        ConnectedPair.over(
            cm, FakeCm.address(0), ConnectedPair.ATTRIBUTES.withSharedReceiveQueue(shared));
    shared.postReceive(1, region, 0, 10);
    shared.postReceive(2, region, 0, 10);
    shared.setLimit(2);
    assertThat(shared.limit()).isEqualTo(2);
    assertThat(device.getAsyncEvent(0)).isEmpty();

    pair.clientQueues.postSendInline(3, ByteBuffer.allocateDirect(1), SendFlags.NONE);

    AsyncEvent event = device.getAsyncEvent(PATIENCE).orElseThrow();
    assertThat(event.type()).isEqualTo(AsyncEventType.SRQ_LIMIT_REACHED);
    assertThat(event.sharedReceiveQueue()).containsSame(shared);
    assertThat(event.completionQueue()).isEmpty();
    assertThat(event.port()).isZero();
    assertThat(shared.limit()).isZero();
    assertThatThrownBy(() -> shared.setLimit(1000))
        .hasMessage("ibv_modify_srq: EINVAL (Invalid argument)");
  }

  @Test
  void shouldTellEventsOfAPort() throws Exception {
    fake.eventOfPort(AsyncEventType.PORT_ERROR);

    AsyncEvent event = device.getAsyncEvent();

    assertThat(event).hasToString("PORT_ERROR of port 1");
    assertThat(event.port()).isOne();
    assertThat(event.queuePairNumber()).isZero();
  }

  @Test
  void shouldChangeMemoryOfThePeerAtomically() throws Exception {
    ConnectedPair pair = ConnectedPair.over(cm, FakeCm.address(0));
    int access = AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_ATOMIC;
    MemoryRegion here = pair.client.register(numbers(0, 0), access);
    MemoryRegion there = pair.server.register(numbers(40, 7), access);
    QueuePair queues = pair.clientQueues;
    SendFlags signaled = SendFlags.SIGNALED;
    int key = there.remoteKey();

    queues.postFetchAdd(1, here, 0, signaled, there.address(), key, 2);
    queues.postCompareSwap(2, here, 8, signaled, there.address() + 8, key, 7, 9);
    queues.postCompareSwap(3, here, 8, signaled, there.address() + 8, key, 7, 1);

    assertThat(queues.awaitSends(completions)).isEqualTo(3);
    assertThat(completions.get(0).opcode()).isEqualTo(CompletionOpcode.FETCH_ADD);
    assertThat(completions.get(2).opcode()).isEqualTo(CompletionOpcode.COMPARE_SWAP);
    assertThat(here.buffer().getLong(0)).isEqualTo(40);
    assertThat(here.buffer().getLong(8)).isEqualTo(9);
    assertThat(there.buffer().getLong(0)).isEqualTo(42);
    assertThat(there.buffer().getLong(8)).isEqualTo(9);
  }

  private static ByteBuffer numbers(long first, long second) {
    return ByteBuffer.allocateDirect(16)
        .order(ByteOrder.nativeOrder())
        .putLong(0, first)
        .putLong(8, second);
  }

  @Test
  void shouldSendInlineWithoutARegion() throws Exception {
    ConnectedPair pair = ConnectedPair.over(cm, FakeCm.address(0));
    MemoryRegion there = pair.server.registerForWrite(ByteBuffer.allocateDirect(10));
    ByteBuffer data = ByteBuffer.allocateDirect(8).put(2, (byte) 5).position(2).limit(4);
    ScatterGatherList list = new ScatterGatherList(2).addInline(data).addInline(data);

    pair.clientQueues.postWrite(1, list, SendFlags.INLINE, there.address(), there.remoteKey());

    assertThat(there.buffer().get(0)).isEqualTo((byte) 5);
    assertThat(there.buffer().get(2)).isEqualTo((byte) 5);
    assertThatThrownBy(() -> pair.clientQueues.postSend(2, list, SendFlags.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a buffer without a region, in a request not inline");
    assertThatThrownBy(() -> pair.serverQueues.postReceive(3, list))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                pair.clientQueues.postSendInline(4, ByteBuffer.allocateDirect(65), SendFlags.NONE))
        .hasMessage("65 bytes inline, more than 64");
    assertThatThrownBy(
            () -> pair.clientQueues.postSendInline(5, ByteBuffer.allocate(1), SendFlags.NONE))
        .hasMessage("the buffer is not direct");
  }

  /** Devices would take the data of a buffer that they fill, or bind, for addresses. */
  @Test
  void shouldHaveOnlyWhatIsSentInline() throws Exception {
    ConnectedPair pair = ConnectedPair.over(cm, FakeCm.address(0));
    QueuePair queues = pair.clientQueues;
    int access =
        AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_ATOMIC | AccessFlags.MEMORY_WINDOW_BIND;
    MemoryRegion region = pair.client.register(numbers(1, 2), access);
    MemoryWindow window = region.createWindow();
    ByteBuffer data = ByteBuffer.allocateDirect(8);
    ScatterGatherList unregistered = new ScatterGatherList(1).addInline(data);
    ScatterGatherList list = new ScatterGatherList(1).add(region, 0, 8);
    SendFlags flags = SendFlags.INLINE.and(SendFlags.SIGNALED);
    int key = region.remoteKey();

    List<ThrowingCallable> requests =
        List.of(
            () -> queues.postRead(1, region, 0, 8, flags, region.address(), key),
            () -> queues.postRead(1, list, flags, region.address(), key),
            () -> queues.postRead(1, unregistered, flags, region.address(), key),
            () -> queues.postFetchAdd(1, region, 0, flags, region.address(), key, 1),
            () -> queues.postCompareSwap(1, region, 0, flags, region.address(), key, 1, 2),
            () -> queues.postLocalInvalidate(1, flags, key),
            () -> queues.postBind(1, window, 0, 8, flags, AccessFlags.REMOTE_READ));

    assertThat(requests)
        .allSatisfy(
            each ->
                assertThatThrownBy(each)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("only sends and RDMA writes may have data inline"));
    assertThat(queues.pollSends(completions)).isZero();
  }

  @Test
  void shouldSendToASharedQueueByAnExtendedConnection() throws Exception {
    AddressHints hints = AddressHints.LISTENING.withType(QueuePairType.XRC_RECEIVE);
    RdmaCmId listener = cm.createEndpoint(cm.getAddressInfo("127.0.0.1", "7471", hints));
    listener.listen(1);
    SharedReceiveQueue shared = listener.createSharedReceiveQueue(8, 1);
    MemoryRegion region = listener.registerMessages(ByteBuffer.allocateDirect(10));
    shared.postReceive(1, region, 0, 10);
    QueuePairCapabilities capabilities = QueuePairCapabilities.of(4, 4).withInline(8);
    AddressHints active = AddressHints.ACTIVE.withType(QueuePairType.XRC_SEND);
    RdmaCmId client = cm.createEndpoint(cm.getAddressInfo("127.0.0.1", "7471", active));
    QueuePair sends =
        client.createQueuePair(QueuePairAttributes.of(QueuePairType.XRC_SEND, capabilities));
    RdmaCmId server =
        ConnectedPair.accepted(
            listener,
            client,
            QueuePairAttributes.of(QueuePairType.XRC_RECEIVE, capabilities)
                .withSharedReceiveQueue(shared));
    ScatterGatherList list =
        new ScatterGatherList(1).addInline(ByteBuffer.allocateDirect(1).put(0, (byte) 6));

    sends.postSendToShared(2, list, SendFlags.INLINE, shared.number());

    assertThat(shared.completions().orElseThrow().poll(completions)).isOne();
    assertThat(region.buffer().get(0)).isEqualTo((byte) 6);
    assertThat(server.queuePair().orElseThrow().type()).isEqualTo(QueuePairType.XRC_RECEIVE);
    QueuePair reliable = ConnectedPair.over(cm, FakeCm.address(0)).clientQueues;
    assertThatThrownBy(() -> reliable.postSendToShared(3, list, SendFlags.INLINE, 1))
        .hasMessage("the queue pair is of type RC, not XRC_SEND");
  }

  @Test
  void shouldBeOneDeviceOfAnIdentifier() throws Exception {
    RdmaCmId id = cm.createId(PortSpace.TCP);
    assertThatThrownBy(id::device).isInstanceOf(IllegalStateException.class);
    id.bindAddress(FakeCm.address(0));

    DeviceContext its = id.device();

    assertThat(id.device()).isSameAs(its);
    its.close();
    assertThat(id.device()).isNotSameAs(its).hasToString("fake0");
    DeviceContext last = id.device();
    id.close();
    assertThat(last.isClosed()).isTrue();
  }

  @Test
  void shouldSayWhatFailed() throws Exception {
    fake.fail("ibv_query_device", Errno.EIO);
    assertThatThrownBy(device::attributes).hasMessageStartingWith("ibv_query_device: EIO");
    fake.fail("ibv_get_async_event", Errno.EIO);
    assertThatThrownBy(device::getAsyncEvent).hasMessageStartingWith("ibv_get_async_event: EIO");
    assertThatThrownBy(() -> cm.getDevices().device("none"))
        .hasMessage("no device none among [fake0]");
  }
}
