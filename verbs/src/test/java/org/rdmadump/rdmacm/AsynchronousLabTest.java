package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.AsyncEventType;
import org.rdmadump.verbs.Errno;
import org.rdmadump.verbs.SendFlags;

/** Connecting by events, on a real device: one thread is both sides. */
@Tag("rdma")
@Timeout(60)
class AsynchronousLabTest extends RealDeviceTest {
  private static final int PATIENCE = 20_000;

  private EventChannel channel;
  private EventChannel serverChannel;
  private RdmaCmId listener;
  private RdmaCmId client;

  @BeforeEach
  void listen() throws Exception {
    channel = cm.createEventChannel();
    serverChannel = cm.createEventChannel();
    listener = serverChannel.createId(PortSpace.TCP);
    listener.bindAddress(Lab.address(0));
    listener.listen(4);
    client = channel.createId(PortSpace.TCP);
  }

  private static CmEvent next(EventChannel from, CmEventType type) throws Exception {
    CmEvent event = from.getEvent(PATIENCE).orElseThrow();
    assertThat(event.type()).as(event.toString()).isEqualTo(type);
    return event;
  }

  private RdmaCmId request(ConnectionParameters asked) throws Exception {
    InetSocketAddress to = Lab.address(listener.sourcePort());
    client.resolveAddress(to, Lab.MILLIS);
    next(channel, CmEventType.ADDR_RESOLVED).close();
    client.resolveRoute(Lab.MILLIS);
    next(channel, CmEventType.ROUTE_RESOLVED).close();
    client.createQueuePair(ConnectedPair.ATTRIBUTES);
    client.connect(asked);
    try (CmEvent event = next(serverChannel, CmEventType.CONNECT_REQUEST)) {
      assertThat(event.listener()).containsSame(listener);
      return event.id();
    }
  }

  private static byte[] text(String words) {
    return words.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] start(EventDetails event, String words) {
    return Arrays.copyOf(event.connection().privateData(), words.length());
  }

  @Test
  void shouldConnectSendAndDisconnect() throws Exception {
    ConnectionParameters asked =
        ConnectionParameters.DEFAULT.withPrivateData(text("who?")).withReads(3, 5);
    RdmaCmId server = request(asked);
    EventDetails request = server.event().orElseThrow();
    assertThat(start(request, "who?")).isEqualTo(text("who?"));
    // What one side may do is what the other has to serve.
    assertThat(request.connection().responderResources()).isEqualTo(5);
    assertThat(request.connection().initiatorDepth()).isEqualTo(3);

    QueuePair queues = server.createQueuePair(ConnectedPair.ATTRIBUTES);
    MemoryRegion there = server.registerForRead(ByteBuffer.allocateDirect(100));
    queues.postReceive(1, there, 0, 100);
    server.accept(ConnectionParameters.DEFAULT.withReads(1, 1).withPrivateData(text("me")));
    try (CmEvent established = next(channel, CmEventType.ESTABLISHED)) {
      assertThat(established.id()).isSameAs(client);
      assertThat(start(established.details(), "me")).isEqualTo(text("me"));
    }
    next(serverChannel, CmEventType.ESTABLISHED).close();

    MemoryRegion here =
        client.registerForWrite(ByteBuffer.allocateDirect(5).put(text("hello")).flip());
    client.queuePair().orElseThrow().postSend(2, here, 0, 5, SendFlags.SIGNALED);
    WorkCompletions completions = new WorkCompletions(1);
    assertThat(queues.awaitReceives(completions, PATIENCE)).isOne();
    assertThat(there.buffer().slice(0, 5)).isEqualTo(ByteBuffer.wrap(text("hello")));

    client.disconnect();
    next(serverChannel, CmEventType.DISCONNECTED).close();
    server.disconnect();
    next(channel, CmEventType.DISCONNECTED).close();
  }

  @Test
  void shouldSayWhereBothSidesAre() throws Exception {
    assertThat(client.localAddress()).isEmpty();
    assertThat(client.deviceName()).isEmpty();
    RdmaCmId server = request(ConnectionParameters.DEFAULT);
    server.createQueuePair(ConnectedPair.ATTRIBUTES);
    server.accept();
    next(channel, CmEventType.ESTABLISHED).close();

    assertThat(client.deviceName()).contains(Lab.device());
    assertThat(client.devicePort()).isOne();
    assertThat(client.isIwarp()).isEqualTo(Lab.isIwarp());
    assertThat(client.destinationPort()).isEqualTo(listener.sourcePort()).isPositive();
    assertThat(client.peerAddress()).contains(Lab.address(listener.sourcePort()));
    assertThat(client.localAddress()).contains(Lab.address(client.sourcePort()));
    assertThat(server.localAddress().orElseThrow().getAddress())
        .isEqualTo(Lab.address(0).getAddress());
    assertThat(server.sourcePort()).isEqualTo(listener.sourcePort());
  }

  @Test
  void shouldTellWhoWasRejectedWhy() throws Exception {
    RdmaCmId server = request(ConnectionParameters.DEFAULT);
    server.reject(text("no"));

    try (CmEvent rejected = next(channel, CmEventType.REJECTED)) {
      assertThat(start(rejected.details(), "no")).isEqualTo(text("no"));
      assertThat(rejected.status()).isEqualTo(Lab.isIwarp() ? -Errno.ECONNRESET.number() : 28);
    }
  }

  @Test
  void shouldTellThatNobodyListens() throws Exception {
    listener.close();
    client.resolveAddress(Lab.address(1), Lab.MILLIS);
    next(channel, CmEventType.ADDR_RESOLVED).close();
    client.resolveRoute(Lab.MILLIS);
    next(channel, CmEventType.ROUTE_RESOLVED).close();
    client.createQueuePair(ConnectedPair.ATTRIBUTES);
    if (Lab.isIwarp()) {
      // siw knows at once of an address of its own.
      assertThatThrownBy(() -> client.connect(ConnectionParameters.DEFAULT))
          .hasMessage("rdma_connect: ECONNREFUSED (Connection refused)");
      return;
    }

    client.connect(ConnectionParameters.DEFAULT);

    try (CmEvent rejected = next(channel, CmEventType.REJECTED)) {
      assertThat(rejected.status()).isEqualTo(8);
    }
  }

  @Test
  void shouldMoveToAnotherChannel() throws Exception {
    RdmaCmId server = request(ConnectionParameters.DEFAULT);
    EventChannel other = cm.createEventChannel();
    client.migrate(other);
    server.createQueuePair(ConnectedPair.ATTRIBUTES);
    server.accept();

    next(other, CmEventType.ESTABLISHED).close();
    next(serverChannel, CmEventType.ESTABLISHED).close();
    assertThat(channel.getEvent(0)).isEmpty();

    client.migrateToSynchronous();
    assertThat(client.isSynchronous()).isTrue();
    server.disconnect();
    client.disconnect();
    assertThat(client.event().orElseThrow().type()).isEqualTo(CmEventType.DISCONNECTED);
  }

  @Test
  void shouldMoveWithEventsThatNobodyAcknowledged() throws Exception {
    client.resolveAddress(Lab.address(1), Lab.MILLIS);
    CmEvent event = next(channel, CmEventType.ADDR_RESOLVED);

    client.migrate(cm.createEventChannel());

    event.close();
    assertThat(event.type()).isEqualTo(CmEventType.ADDR_RESOLVED);
  }

  @Test
  void shouldBeClosedWithEventsThatNobodyAcknowledged() throws Exception {
    RdmaCmId server = request(ConnectionParameters.DEFAULT);
    server.createQueuePair(ConnectedPair.ATTRIBUTES);
    server.accept();
    CmEvent event = next(channel, CmEventType.ESTABLISHED);

    client.close();

    event.close();
    listener.close();
    server.close();
  }

  @Test
  void shouldBeNotifiedThatAConnectionIsUsed() throws Exception {
    RdmaCmId server = request(ConnectionParameters.DEFAULT);
    server.createQueuePair(ConnectedPair.ATTRIBUTES);
    server.accept();
    next(channel, CmEventType.ESTABLISHED).close();
    next(serverChannel, CmEventType.ESTABLISHED).close();

    if (Lab.isIwarp()) {
      server.notifyOf(AsyncEventType.COMMUNICATION_ESTABLISHED);
      return;
    }
    assertThatThrownBy(() -> server.notifyOf(AsyncEventType.COMMUNICATION_ESTABLISHED))
        .isInstanceOf(RdmaException.class)
        .hasMessageStartingWith("rdma_notify: EISCONN");
  }

  @Test
  void shouldNameEvents() {
    assertThat(cm.eventText(CmEventType.ESTABLISHED)).isEqualTo("RDMA_CM_EVENT_ESTABLISHED");
  }

  @Test
  void shouldSetOptions() throws Exception {
    client.setOption(new RdmaOption.TypeOfService(0x20));
    client.setOption(new RdmaOption.ReuseAddress(true));
    client.setOption(new RdmaOption.AckTimeout(14));
    client.setOption(new RdmaOption.AddressFamilyOnly(true));
  }

  @Test
  void shouldBindToAddressesOfDevicesOnly() throws Exception {
    InetSocketAddress nowhere = new InetSocketAddress(InetAddress.getByName("203.0.113.1"), 1);
    RdmaCmId other = channel.createId(PortSpace.TCP);

    assertThatThrownBy(() -> other.bindAddress(nowhere))
        .hasMessage("rdma_bind_addr: EADDRNOTAVAIL (Cannot assign requested address)");
    assertThatThrownBy(() -> listener.bindAddress(Lab.address(0)))
        .hasMessage("rdma_bind_addr: EINVAL (Invalid argument)");
  }
}
