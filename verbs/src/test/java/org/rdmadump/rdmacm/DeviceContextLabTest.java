package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.AccessFlags;
import org.rdmadump.verbs.AsyncEventType;
import org.rdmadump.verbs.CompletionOpcode;
import org.rdmadump.verbs.QueuePairPhase;
import org.rdmadump.verbs.SendFlags;

/** What a real device and its queues say of themselves, and atomics. */
@Tag("rdma")
@Timeout(60)
class DeviceContextLabTest extends RealDeviceTest {
  private static final int PATIENCE = 20_000;

  private final WorkCompletions completions = new WorkCompletions(4);
  private DeviceContext device;

  @BeforeEach
  void open() throws Exception {
    device = cm.getDevices().device(Lab.device());
  }

  @Test
  void shouldSayWhatItCanDo() throws Exception {
    DeviceAttributes is = device.attributes();

    assertThat(device.name()).isEqualTo(Lab.device());
    assertThat(device.completionVectors()).isPositive();
    assertThat(is.ports()).isOne();
    assertThat(is.maxQueuePairs()).isPositive();
    assertThat(is.maxRequests()).isPositive();
    assertThat(is.maxCompletions()).isPositive();
    assertThat(is.maxRegionBytes()).isNotZero();
    assertThat(is.nodeGuid()).isNotZero();
    assertThat(is.maxWindows() > 0).isEqualTo(!Lab.isIwarp());
    assertThat(is.atomicCapability() > 0).isEqualTo(!Lab.isIwarp());
  }

  @Test
  void shouldSayWhatItsPortIs() throws Exception {
    PortAttributes is = device.port(1);

    assertThat(is.isActive()).isTrue();
    assertThat(is.activeMtu()).isBetween(256, is.maxMtu());
    assertThat(is.gids()).isPositive();
    assertThat(is.lid()).isZero();
    assertThat(device.gid(1, 0)).hasSize(16).isNotEqualTo(new byte[16]);
    assertThatThrownBy(() -> device.port(9)).isInstanceOf(RdmaException.class);
    assertThatThrownBy(() -> device.gid(1, 1 << 20)).isInstanceOf(RdmaException.class);
  }

  @Test
  void shouldSayWhatAQueuePairIs() throws Exception {
    ConnectedPair pair = ConnectedPair.over(cm, Lab.address(0));

    QueuePairState is = pair.clientQueues.state();

    assertThat(is.capabilities().inlineBytes()).isGreaterThanOrEqualTo(64);
    assertThat(is.mtu()).isPositive();
    if (!Lab.isIwarp()) {
      assertThat(is.state()).isEqualTo(QueuePairPhase.READY_TO_SEND);
      assertThat(is.peerNumber()).isEqualTo(pair.serverQueues.number());
      assertThat(is.port()).isOne();
      assertThat(is.retryCount()).isEqualTo(7);
    }
  }

  @Test
  void shouldTellThatASharedQueueRunsOut() throws Exception {
    RdmaCmId owner = cm.createId(PortSpace.TCP);
    owner.bindAddress(Lab.address(0));
    SharedReceiveQueue shared = owner.createSharedReceiveQueue(8, 1);
    MemoryRegion region = owner.registerMessages(ByteBuffer.allocateDirect(64));
    ConnectedPair pair =
        ConnectedPair.over(
            cm, Lab.address(0), ConnectedPair.ATTRIBUTES.withSharedReceiveQueue(shared));
    for (int i = 0; i < 4; i++) {
      shared.postReceive(i, region, 0, 64);
    }
    shared.setLimit(3);
    if (Lab.isIwarp()) {
      assertThatThrownBy(shared::limit)
          .hasMessage("ibv_query_srq: EOPNOTSUPP (Operation not supported)");
    } else {
      assertThat(shared.limit()).isEqualTo(3);
    }

    for (int i = 0; i < 2; i++) {
      pair.clientQueues.postSendInline(i, ByteBuffer.allocateDirect(1), SendFlags.NONE);
    }

    AsyncEvent event = device.getAsyncEvent(PATIENCE).orElseThrow();
    while (event.type() != AsyncEventType.SRQ_LIMIT_REACHED) {
      event = device.getAsyncEvent(PATIENCE).orElseThrow();
    }
    assertThat(event.sharedReceiveQueue()).containsSame(shared);
  }

  @Test
  void shouldChangeMemoryOfThePeerAtomicallyWhereTheDeviceDoes() throws Exception {
    ConnectedPair pair = ConnectedPair.over(cm, Lab.address(0));
    int access = AccessFlags.LOCAL_WRITE | (Lab.isIwarp() ? 0 : AccessFlags.REMOTE_ATOMIC);
    MemoryRegion here = pair.client.register(number(0), access);
    MemoryRegion there = pair.server.register(number(40), access);
    QueuePair queues = pair.clientQueues;
    long at = there.address();
    int key = there.remoteKey();
    if (Lab.isIwarp()) {
      assertThatThrownBy(() -> queues.postFetchAdd(1, here, 0, SendFlags.SIGNALED, at, key, 2))
          .isInstanceOf(RdmaException.class);
      return;
    }

    queues.postFetchAdd(1, here, 0, SendFlags.SIGNALED, at, key, 2);
    assertThat(queues.awaitSends(completions, PATIENCE)).isOne();
    assertThat(completions.get(0).isSuccess()).isTrue();
    assertThat(completions.get(0).opcode()).isEqualTo(CompletionOpcode.FETCH_ADD);
    assertThat(here.buffer().getLong(0)).isEqualTo(40);
    assertThat(there.buffer().getLong(0)).isEqualTo(42);

    queues.postCompareSwap(2, here, 0, SendFlags.SIGNALED, at, key, 42, 7);
    assertThat(queues.awaitSends(completions, PATIENCE)).isOne();
    queues.postCompareSwap(3, here, 0, SendFlags.SIGNALED, at, key, 42, 8);
    assertThat(queues.awaitSends(completions, PATIENCE)).isOne();
    assertThat(completions.get(0).opcode()).isEqualTo(CompletionOpcode.COMPARE_SWAP);
    assertThat(here.buffer().getLong(0)).isEqualTo(7);
    assertThat(there.buffer().getLong(0)).isEqualTo(7);
  }

  private static ByteBuffer number(long value) {
    return ByteBuffer.allocateDirect(8).order(ByteOrder.nativeOrder()).putLong(0, value);
  }

  @Test
  void shouldSendInlineWithoutARegion() throws Exception {
    ConnectedPair pair = ConnectedPair.over(cm, Lab.address(0));
    MemoryRegion there = pair.server.registerForWrite(ByteBuffer.allocateDirect(64));
    ByteBuffer data = ByteBuffer.allocateDirect(8).putLong(0, 0x0102030405060708L);
    pair.serverQueues.postReceive(1, there, 0, 64);

    pair.clientQueues.postSendInline(2, data, SendFlags.SIGNALED);
    data.putLong(0, 0);

    assertThat(pair.serverQueues.awaitReceives(completions, PATIENCE)).isOne();
    assertThat(there.buffer().getLong(0)).isEqualTo(0x0102030405060708L);
  }

  @Test
  void shouldHaveNoNumberOfASharedQueueThatIsNotExtended() throws Exception {
    RdmaCmId owner = cm.createId(PortSpace.TCP);
    owner.bindAddress(Lab.address(0));
    SharedReceiveQueue shared = owner.createSharedReceiveQueue(8, 1);

    assertThat(owner.device()).hasToString(Lab.device());
    assertThat(shared.completions()).isEmpty();
    assertThatThrownBy(shared::number).isInstanceOf(RdmaException.class);
  }
}
