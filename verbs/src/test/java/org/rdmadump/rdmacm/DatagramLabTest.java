package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.SendFlags;

/** Datagrams and groups on a real device; iWARP has neither. */
@Tag("rdma")
@Timeout(60)
class DatagramLabTest extends RealDeviceTest {
  private static final QueuePairAttributes ATTRIBUTES =
      QueuePairAttributes.datagrams(QueuePairCapabilities.of(8, 8).withSegments(2, 2));
  private static final int GRH = RdmaCmId.GLOBAL_ROUTE_HEADER;
  private static final int PATIENCE = 20_000;

  private final WorkCompletions completions = new WorkCompletions(1);

  private static MemoryRegion region(RdmaCmId id) throws RdmaException {
    ByteBuffer bytes = ByteBuffer.allocateDirect(4096);
    for (int i = 0; i < bytes.capacity(); i++) {
      bytes.put(i, (byte) i);
    }
    return id.registerMessages(bytes);
  }

  private static CmEvent next(EventChannel from, CmEventType type) throws Exception {
    CmEvent event = from.getEvent(PATIENCE).orElseThrow();
    assertThat(event.type()).as(event.toString()).isEqualTo(type);
    return event;
  }

  private void shouldHaveReceived(QueuePair queues, MemoryRegion region, int length)
      throws Exception {
    assertThat(queues.awaitReceives(completions, PATIENCE)).isOne();
    assertThat(completions.get(0).isSuccess()).isTrue();
    assertThat(completions.get(0).length()).isEqualTo(GRH + length);
    assertThat(region.buffer().slice(2048 + GRH, length))
        .isEqualTo(region.buffer().slice(0, length));
  }

  @Test
  void shouldSendDatagramsBothWays() throws Exception {
    EventChannel channel = cm.createEventChannel();
    RdmaCmId listener = channel.createId(PortSpace.UDP);
    if (Lab.isIwarp()) {
      assertThatThrownBy(
              () -> {
                listener.bindAddress(Lab.address(0));
                listener.createQueuePair(ATTRIBUTES);
              })
          .isInstanceOf(RdmaException.class)
          .hasMessage("rdma_create_qp: EOPNOTSUPP (Operation not supported)");
      return;
    }
    listener.bindAddress(Lab.address(0));
    listener.listen(1);
    RdmaCmId client = cm.createId(PortSpace.UDP);
    client.resolveAddress(Lab.address(listener.sourcePort()), Lab.MILLIS);
    client.resolveRoute(Lab.MILLIS);
    QueuePair clientQueues = client.createQueuePair(ATTRIBUTES);

    CompletableFuture<RdmaCmId> accepted =
        CompletableFuture.supplyAsync(() -> acceptDatagrams(channel));
    client.connect(ConnectionParameters.DEFAULT.withPrivateData(new byte[] {7}));
    RdmaCmId server = accepted.get();
    UdParameters to = client.event().orElseThrow().datagram().orElseThrow();
    assertThat(to.queuePairNumber()).isEqualTo(server.queuePair().orElseThrow().number());
    assertThat(to.queueKey()).isEqualTo(UdParameters.QUEUE_KEY);

    MemoryRegion here = region(client);
    assertThatThrownBy(() -> clientQueues.postSend(1, here, 0, 10, SendFlags.NONE))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the queue pair is of type UD: it has only datagrams");
    MemoryRegion there = region(server);
    QueuePair serverQueues = server.queuePair().orElseThrow();
    serverQueues.postReceive(1, there, 2048, 1000);
    AddressHandle handle = client.createAddressHandle(to);
    clientQueues.postDatagram(
        2, here, 0, 500, SendFlags.SIGNALED, handle, to.queuePairNumber(), to.queueKey());
    assertThat(clientQueues.awaitSends(completions, PATIENCE)).isOne();
    shouldHaveReceived(serverQueues, there, 500);

    WorkCompletion received = completions.get(0);
    assertThat(received.hasGlobalRoute()).isTrue();
    assertThat(received.sourceQueuePair()).isEqualTo(clientQueues.number());
    AddressHandle back = server.createAddressHandle(received, there, 2048);
    clientQueues.postReceive(3, here, 2048, 1000);
    serverQueues.postDatagram(
        4,
        there,
        0,
        300,
        SendFlags.SIGNALED,
        back,
        received.sourceQueuePair(),
        UdParameters.QUEUE_KEY);
    shouldHaveReceived(clientQueues, here, 300);

    serverQueues.postReceive(5, there, 2048, 1000);
    ScatterGatherList list = new ScatterGatherList(2).add(here, 0, 7).add(here, 7, 13);
    clientQueues.postDatagram(
        6, list, SendFlags.SIGNALED, handle, to.queuePairNumber(), to.queueKey());
    shouldHaveReceived(serverQueues, there, 20);
    assertThat(completions.get(0).hasImmediate()).isFalse();

    serverQueues.postReceive(7, there, 2048, 1000);
    clientQueues.postDatagramWithImmediate(
        8, list, SendFlags.SIGNALED, 0x1234, handle, to.queuePairNumber(), to.queueKey());
    shouldHaveReceived(serverQueues, there, 20);
    assertThat(completions.get(0).immediate()).isEqualTo(0x1234);
    assertThat(completions.get(0).hasInvalidatedKey()).isFalse();
  }

  @Test
  void shouldMakeAddressesOfDatagramsWhereTheDeviceDoes() throws Exception {
    try (ConnectedPair pair = ConnectedPair.over(cm, Lab.address(0))) {
      MemoryRegion here = pair.client.registerMessages(ByteBuffer.allocateDirect(100));
      MemoryRegion there = pair.server.registerMessages(ByteBuffer.allocateDirect(100));
      pair.serverQueues.postReceive(1, there, 0, 100);
      pair.clientQueues.postSend(2, here, 0, 10, SendFlags.SIGNALED);
      assertThat(pair.serverQueues.awaitReceives(completions, PATIENCE)).isOne();
      byte[] attributes = new byte[Layout.ADDRESS_LENGTH];
      attributes[Layout.ADDRESS_LENGTH - 2] = 1;
      UdParameters to = new UdParameters(new byte[0], attributes, 1, UdParameters.QUEUE_KEY);

      if (Lab.isIwarp()) {
        assertThatThrownBy(() -> pair.client.createAddressHandle(to))
            .hasMessage("ibv_create_ah: EOPNOTSUPP (Operation not supported)");
        assertThatThrownBy(() -> pair.server.createAddressHandle(completions.get(0), there, 0))
            .hasMessage("ibv_create_ah_from_wc: EOPNOTSUPP (Operation not supported)");
      } else {
        // RoCE routes all, and this has no global route.
        assertThatThrownBy(() -> pair.client.createAddressHandle(to))
            .hasMessage("ibv_create_ah: EINVAL (Invalid argument)");
      }
    }
  }

  private static RdmaCmId acceptDatagrams(EventChannel channel) {
    try (CmEvent request = next(channel, CmEventType.CONNECT_REQUEST)) {
      assertThat(request.datagram().orElseThrow().privateData()[0]).isEqualTo((byte) 7);
      QueuePair made = request.id().createQueuePair(ATTRIBUTES);
      request.id().accept(ConnectionParameters.DEFAULT.withQueuePair(made.number(), false));
      return request.id();
    } catch (Exception e) {
      throw new CompletionException(e);
    }
  }

  @Test
  void shouldServeDatagramsBySynchronousCallsToAClientOfEvents() throws Exception {
    RdmaCmId listener = cm.createId(PortSpace.UDP);
    listener.bindAddress(Lab.address(0));
    if (Lab.isIwarp()) {
      assertThatThrownBy(() -> listener.createQueuePair(ATTRIBUTES))
          .hasMessage("rdma_create_qp: EOPNOTSUPP (Operation not supported)");
      return;
    }
    listener.listen(1);
    EventChannel channel = cm.createEventChannel();
    RdmaCmId client = channel.createId(PortSpace.UDP);
    client.resolveAddress(Lab.address(listener.sourcePort()), Lab.MILLIS);
    next(channel, CmEventType.ADDR_RESOLVED).close();
    client.resolveRoute(Lab.MILLIS);
    next(channel, CmEventType.ROUTE_RESOLVED).close();
    QueuePair clientQueues = client.createQueuePair(ATTRIBUTES);
    client.connect(ConnectionParameters.DEFAULT.withPrivateData(new byte[] {9}));

    RdmaCmId server = listener.getRequest();
    UdParameters asked = server.event().orElseThrow().datagram().orElseThrow();
    assertThat(asked.privateData()[0]).isEqualTo((byte) 9);
    QueuePair serverQueues = server.createQueuePair(ATTRIBUTES);
    server.accept(ConnectionParameters.DEFAULT.withQueuePair(serverQueues.number(), false));
    UdParameters to;
    try (CmEvent established = next(channel, CmEventType.ESTABLISHED)) {
      to = established.datagram().orElseThrow();
    }

    MemoryRegion here = region(client);
    MemoryRegion there = region(server);
    serverQueues.postReceive(1, there, 2048, 1000);
    clientQueues.postDatagram(
        2,
        here,
        0,
        100,
        SendFlags.SIGNALED,
        client.createAddressHandle(to),
        to.queuePairNumber(),
        to.queueKey());
    shouldHaveReceived(serverQueues, there, 100);
  }

  @Test
  void shouldJoinAGroupAndSendToIt() throws Exception {
    EventChannel channel = cm.createEventChannel();
    RdmaCmId id = channel.createId(PortSpace.UDP);
    InetAddress group = InetAddress.getByName("239.77.0.1");
    if (Lab.isIwarp()) {
      assertThatThrownBy(
              () -> {
                id.bindAddress(Lab.address(0));
                id.joinMulticast(group);
              })
          .isInstanceOf(RdmaException.class)
          .hasMessage("rdma_join_multicast: ENOSYS (Function not implemented)");
      return;
    }
    id.bindAddress(Lab.address(0));
    QueuePair queues = id.createQueuePair(ATTRIBUTES);
    MulticastGroup joined = id.joinMulticast(group);
    UdParameters to;
    try (CmEvent event = next(channel, CmEventType.MULTICAST_JOIN)) {
      to = event.datagram().orElseThrow();
      assertThat(event.group()).containsSame(joined);
    }

    MemoryRegion region = region(id);
    queues.postReceive(1, region, 2048, 1000);
    queues.postDatagram(
        2,
        region,
        0,
        100,
        SendFlags.SIGNALED,
        id.createAddressHandle(to),
        to.queuePairNumber(),
        to.queueKey());
    assertThat(queues.awaitSends(completions, PATIENCE)).isOne();
    assertThat(completions.get(0).isSuccess()).isTrue();
    joined.close();
    joined.close();
  }

  @Test
  void shouldLeaveAGroupWhoseEventNobodyAcknowledged() throws Exception {
    EventChannel channel = cm.createEventChannel();
    RdmaCmId id = channel.createId(PortSpace.UDP);
    id.bindAddress(Lab.address(0));
    if (Lab.isIwarp()) {
      assertThatThrownBy(() -> id.joinMulticast(InetAddress.getByName("239.77.0.2")))
          .isInstanceOf(RdmaException.class)
          .hasMessage("rdma_join_multicast: ENOSYS (Function not implemented)");
      return;
    }
    id.createQueuePair(ATTRIBUTES);
    MulticastGroup joined = id.joinMulticast(InetAddress.getByName("239.77.0.2"));
    CmEvent event = next(channel, CmEventType.MULTICAST_JOIN);

    joined.close();
    event.close();
  }
}
