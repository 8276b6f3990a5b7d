package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.Errno;
import org.rdmadump.verbs.SendFlags;

/** Connecting by calls that wait, on a real device; and how such waits end. */
@Tag("rdma")
@Timeout(60)
class SynchronousLabTest extends RealDeviceTest {
  private static final int PATIENCE_SECONDS = 30;
  private static final int ASLEEP_MILLIS = 300;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static <T> T result(Future<T> future) throws Exception {
    return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private RdmaCmId listener() throws Exception {
    RdmaCmId listener = cm.createId(PortSpace.TCP);
    listener.bindAddress(Lab.address(0));
    listener.listen(4);
    return listener;
  }

  @Test
  void shouldExchangePrivateData() throws Exception {
    byte[] asked = "from the client".getBytes(StandardCharsets.US_ASCII);
    byte[] answered = "from the server".getBytes(StandardCharsets.US_ASCII);

    try (ConnectedPair pair =
        ConnectedPair.over(
            cm,
            Lab.address(0),
            ConnectionParameters.DEFAULT.withPrivateData(asked),
            ConnectionParameters.DEFAULT.withPrivateData(answered))) {
      byte[] got = pair.client.event().orElseThrow().connection().privateData();
      assertThat(Arrays.copyOf(got, answered.length)).isEqualTo(answered);
    }
  }

  @Test
  void shouldBeRejectedWithWords() throws Exception {
    RdmaCmId listener = listener();
    Future<?> rejects =
        threads.submit(
            () -> {
              try (RdmaCmId request = listener.getRequest()) {
                request.reject(new byte[] {1, 2, 3});
              }
              return null;
            });

    assertThatThrownBy(
            () ->
                ConnectedPair.connect(
                    cm, Lab.address(listener.sourcePort()), ConnectionParameters.DEFAULT))
        .isInstanceOfSatisfying(
            RdmaException.class,
            refused -> {
              assertThat(refused.error()).isEqualTo(Errno.ECONNREFUSED);
              assertThat(refused.call()).isEqualTo("rdma_connect");
              byte[] words = refused.event().orElseThrow().connection().privateData();
              assertThat(Arrays.copyOf(words, 3)).containsExactly(1, 2, 3);
            });
    result(rejects);
  }

  @Test
  void shouldBeRefusedWhereNobodyListens() {
    assertThatThrownBy(
            () -> ConnectedPair.connect(cm, Lab.address(1), ConnectionParameters.DEFAULT))
        .isInstanceOf(RdmaException.class)
        .hasMessageStartingWith("rdma_connect: ECONNREFUSED (Connection refused)");
  }

  @Test
  void shouldMakeEndPointsInOneCall() throws Exception {
    QueuePairAttributes attributes = ConnectedPair.ATTRIBUTES;
    String host = Lab.address(0).getAddress().getHostAddress();
    try (AddressInfoList passive = cm.getAddressInfo(host, "7471", AddressHints.LISTENING);
        RdmaCmId listener = cm.createEndpoint(passive, attributes);
        AddressInfoList active = cm.getAddressInfo(host, "7471", AddressHints.ACTIVE)) {
      assertThat(passive.entries().get(0).source()).contains(Lab.address(7471));
      assertThat(active.entries().get(0).destination()).contains(Lab.address(7471));
      listener.listen(1);
      Future<RdmaCmId> server =
          threads.submit(
              () -> {
                RdmaCmId request = listener.getRequest();
                QueuePair queues = request.queuePair().orElseThrow();
                MemoryRegion region = request.registerMessages(ByteBuffer.allocateDirect(10));
                queues.postReceive(1, region, 0, 10);
                request.accept();
                WorkCompletions completions = new WorkCompletions(1);
                queues.awaitReceives(completions);
                assertThat(completions.get(0).length()).isEqualTo(10);
                return request;
              });
      try (RdmaCmId client = cm.createEndpoint(active, attributes)) {
        client.connect(ConnectionParameters.DEFAULT);
        MemoryRegion region = client.registerMessages(ByteBuffer.allocateDirect(10));
        QueuePair queues = client.queuePair().orElseThrow();
        queues.postSend(2, region, 0, 10, SendFlags.SIGNALED);
        assertThat(queues.awaitSends(new WorkCompletions(1))).isOne();
        result(server).close();
      }
    }
  }

  @Test
  void shouldSayThatAHostIsNotKnown() {
    AddressHints numeric = AddressHints.ACTIVE.withFlags(AddressHints.NUMERIC_HOST);

    assertThatThrownBy(() -> cm.getAddressInfo("no.such.host", "1", numeric))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("EAI_NONAME");
  }

  @Test
  void shouldShareADomainOfADevice() throws Exception {
    try (DeviceList devices = cm.getDevices()) {
      assertThat(devices.names()).contains(Lab.device());
      ProtectionDomain domain = devices.createProtectionDomain(Lab.device());
      MemoryRegion region = domain.register(ByteBuffer.allocateDirect(100), 1);
      RdmaCmId id = cm.createId(PortSpace.TCP);
      id.resolveAddress(Lab.address(1), Lab.MILLIS);
      id.createQueuePair(ConnectedPair.ATTRIBUTES.in(domain)).postReceive(1, region, 0, 100);
    }
  }

  @Test
  void shouldTakeReceivesFromASharedQueue() throws Exception {
    RdmaCmId listener = listener();
    Future<RdmaCmId> server =
        threads.submit(
            () -> {
              RdmaCmId request = listener.getRequest();
              SharedReceiveQueue shared = request.createSharedReceiveQueue(16, 2);
              request.createQueuePair(ConnectedPair.ATTRIBUTES);
              MemoryRegion region = request.registerMessages(ByteBuffer.allocateDirect(200));
              shared.postReceive(1, region, 0, 100);
              shared.postReceive(
                  5, new ScatterGatherList(2).add(region, 0, 10).add(region, 20, 90));
              request.queuePair().orElseThrow().postReceive(2, region, 100, 100);
              request.accept();
              return request;
            });
    try (RdmaCmId client =
        ConnectedPair.connect(
            cm, Lab.address(listener.sourcePort()), ConnectionParameters.DEFAULT)) {
      QueuePair receives = result(server).queuePair().orElseThrow();
      MemoryRegion region = client.registerMessages(ByteBuffer.allocateDirect(100));
      QueuePair queues = client.queuePair().orElseThrow();
      queues.postSend(3, region, 0, 50, SendFlags.SIGNALED);
      queues.postSend(4, region, 0, 60, SendFlags.SIGNALED);
      queues.postSend(6, region, 0, 70, SendFlags.SIGNALED);

      WorkCompletions completions = new WorkCompletions(1);
      assertThat(receives.awaitReceives(completions)).isOne();
      assertThat(completions.get(0).length()).isEqualTo(50);
      assertThat(receives.awaitReceives(completions)).isOne();
      assertThat(completions.get(0).requestId()).isEqualTo(5);
      assertThat(completions.get(0).length()).isEqualTo(60);
      assertThat(receives.awaitReceives(completions)).isOne();
      assertThat(completions.get(0).requestId()).isEqualTo(2);
      result(server).close();
    }
  }

  @Test
  void shouldRefuseVendorOptionsBesideItsOwnQueuePair() throws Exception {
    try (ConnectedPair pair = ConnectedPair.over(cm, Lab.address(0))) {
      assertThatThrownBy(() -> pair.client.setLocalEce(new Ece(0x15b3, 1)))
          .hasMessage("rdma_set_local_ece: EINVAL (Invalid argument)");
      assertThatThrownBy(pair.server::remoteEce)
          .hasMessage("rdma_get_remote_ece: EINVAL (Invalid argument)");
    }
  }

  @Test
  void shouldCarryVendorOptionsForAQueuePairOfOthers() throws Exception {
    RdmaCmId listener = listener();
    RdmaCmId client = cm.createId(PortSpace.TCP);
    client.resolveAddress(Lab.address(listener.sourcePort()), Lab.MILLIS);
    client.resolveRoute(Lab.MILLIS);
    client.setLocalEce(new Ece(0x15b3, 0x10000001));
    ConnectionParameters external = ConnectionParameters.DEFAULT.withQueuePair(0x4711, false);
    if (Lab.isIwarp()) {
      // The kernel looks for the queue pair.
      assertThatThrownBy(() -> client.connect(external))
          .hasMessageStartingWith("rdma_connect: EINVAL");
      return;
    }
    Future<Ece> seen =
        threads.submit(
            () -> {
              try (RdmaCmId request = listener.getRequest()) {
                Ece ece = request.remoteEce();
                request.reject(new byte[0]);
                return ece;
              }
            });

    assertThatThrownBy(() -> client.connect(external)).hasMessageContaining("ECONNREFUSED");

    assertThat(result(seen)).isEqualTo(new Ece(0x15b3, 0x10000001));
  }

  @Test
  void shouldEstablishAConnectionForAQueuePairOfOthers() throws Exception {
    RdmaCmId listener = listener();
    ConnectionParameters ours = ConnectionParameters.DEFAULT.withQueuePair(0x4711, false);
    ConnectionParameters theirs = ConnectionParameters.DEFAULT.withQueuePair(0x4712, false);
    RdmaCmId client = cm.createId(PortSpace.TCP);
    client.resolveAddress(Lab.address(listener.sourcePort()), Lab.MILLIS);
    client.resolveRoute(Lab.MILLIS);
    if (Lab.isIwarp()) {
      assertThatThrownBy(client::establish).hasMessageStartingWith("rdma_establish: EINVAL");
      return;
    }
    Future<RdmaCmId> server =
        threads.submit(
            () -> {
              RdmaCmId request = listener.getRequest();
              request.accept(theirs);
              return request;
            });

    client.connect(ours);
    assertThat(client.event().orElseThrow().type()).isEqualTo(CmEventType.CONNECT_RESPONSE);
    client.establish();

    assertThat(result(server).event().orElseThrow().type()).isEqualTo(CmEventType.ESTABLISHED);
  }

  @Test
  void shouldRefuseWhatTheLibraryWouldCrashAt() throws Exception {
    RdmaCmId unbound = cm.createId(PortSpace.TCP);
    assertThatThrownBy(() -> unbound.resolveRoute(1)).hasMessageContaining("EINVAL");
    RdmaCmId other = cm.createId(PortSpace.TCP);
    assertThatThrownBy(() -> other.connect(ConnectionParameters.DEFAULT))
        .hasMessage("rdma_connect: EINVAL (Invalid argument)");
    assertThatThrownBy(other::accept).hasMessage("rdma_accept: EINVAL (Invalid argument)");
    assertThatThrownBy(other::establish).hasMessageContaining("EINVAL");
    RdmaCmId listener = listener();
    Future<?> accepts =
        threads.submit(
            () -> {
              try (RdmaCmId request = listener.getRequest()) {
                request.accept();
              }
              return null;
            });
    assertThatThrownBy(
            () ->
                ConnectedPair.connect(
                    cm, Lab.address(listener.sourcePort()), ConnectionParameters.DEFAULT))
        .isInstanceOf(RdmaException.class);
    assertThatThrownBy(() -> result(accepts))
        .hasRootCauseMessage("rdma_accept: EINVAL (Invalid argument)");
  }

  @Test
  void shouldBeClosedWhileAnotherThreadWaitsForRequests() throws Exception {
    RdmaCmId listener = listener();

    shouldEndByClosing(cm, listener::getRequest);
  }

  @Test
  void shouldTellAllThreadsThatWaitForCompletions() throws Exception {
    try (ConnectedPair pair = ConnectedPair.over(cm, Lab.address(0))) {
      MemoryRegion here = pair.client.registerMessages(ByteBuffer.allocateDirect(10));
      MemoryRegion there = pair.server.registerMessages(ByteBuffer.allocateDirect(10));
      Callable<Integer> wait =
          () -> pair.serverQueues.awaitReceives(new WorkCompletions(1), 20_000);
      for (int i = 0; i < 20; i++) {
        Future<Integer> one = threads.submit(wait);
        Future<Integer> other = threads.submit(wait);
        pair.serverQueues.postReceive(1, there, 0, 10);
        pair.serverQueues.postReceive(2, there, 0, 10);
        pair.clientQueues.postSend(3, here, 0, 10, SendFlags.NONE);
        pair.clientQueues.postSend(4, here, 0, 10, SendFlags.SIGNALED);
        assertThat(result(one)).isOne();
        assertThat(result(other)).isOne();
        assertThat(pair.clientQueues.awaitSends(new WorkCompletions(1))).isOne();
      }
    }
  }

  @Test
  void shouldCloseAnIdentifierWithTheDomainOfItsQueuePair() throws Exception {
    DeviceList devices = cm.getDevices();
    ProtectionDomain domain = devices.createProtectionDomain(Lab.device());
    RdmaCmId id = cm.createId(PortSpace.TCP);
    id.resolveAddress(Lab.address(1), Lab.MILLIS);
    id.createQueuePair(ConnectedPair.ATTRIBUTES.in(domain));

    domain.close();

    assertThatThrownBy(() -> id.registerMessages(ByteBuffer.allocateDirect(10)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the identifier is closed");
  }

  private interface Wait {
    void run() throws Exception;
  }

  private void shouldEndByInterrupt(Wait wait) throws Exception {
    Future<String> ended =
        threads.submit(
            () -> {
              Thread waiting = Thread.currentThread();
              threads.execute(later(waiting::interrupt));
              return outcome(wait);
            });
    assertThat(result(ended)).isEqualTo("InterruptedException");
  }

  private void shouldEndByClosing(Resource closed, Wait wait) throws Exception {
    Future<String> ended = threads.submit(() -> outcome(wait));
    threads.execute(later(closed::close));
    assertThat(result(ended)).isEqualTo(AsynchronousCloseException.class.getSimpleName());
  }

  private static Runnable later(Runnable action) {
    return () -> {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ASLEEP_MILLIS));
      action.run();
    };
  }

  private static String outcome(Wait wait) {
    try {
      wait.run();
      return "no end";
    } catch (Exception e) {
      return e.getClass().getSimpleName();
    }
  }

  @Test
  void shouldEndWaitsForRequests() throws Exception {
    RdmaCmId listener = listener();

    shouldEndByInterrupt(listener::getRequest);
    assertThat(listener.getRequest(10)).isEmpty();
    shouldEndByClosing(listener, listener::getRequest);
  }

  @Test
  void shouldEndWaitsForEvents() throws Exception {
    EventChannel channel = cm.createEventChannel();

    shouldEndByInterrupt(channel::getEvent);
    assertThat(channel.getEvent(10)).isEmpty();
    shouldEndByClosing(channel, channel::getEvent);
  }

  @Test
  void shouldEndWaitsForCompletions() throws Exception {
    ConnectedPair pair = ConnectedPair.over(cm, Lab.address(0));
    QueuePair queues = pair.clientQueues;

    shouldEndByInterrupt(() -> queues.awaitSends(new WorkCompletions(1)));
    shouldEndByInterrupt(() -> queues.awaitReceives(new WorkCompletions(1)));
    assertThat(queues.awaitSends(new WorkCompletions(1), 10)).isZero();
    shouldEndByClosing(pair.client, () -> queues.awaitReceives(new WorkCompletions(1)));
  }

  /** The listener never answers. */
  @Test
  void shouldEndWaitsForConnections() throws Exception {
    RdmaCmId listener = listener();
    InetSocketAddress to = Lab.address(listener.sourcePort());

    shouldEndByInterrupt(() -> ConnectedPair.connect(cm, to, ConnectionParameters.DEFAULT));
    RdmaCmId client = cm.createId(PortSpace.TCP);
    client.resolveAddress(to, Lab.MILLIS);
    client.resolveRoute(Lab.MILLIS);
    client.createQueuePair(ConnectedPair.ATTRIBUTES);
    shouldEndByClosing(client, () -> client.connect(ConnectionParameters.DEFAULT));
  }

  @Test
  void shouldOnlyBeClosedAfterAWaitThatWasInterrupted() throws Exception {
    RdmaCmId listener = listener();
    RdmaCmId client = cm.createId(PortSpace.TCP);
    client.resolveAddress(Lab.address(listener.sourcePort()), Lab.MILLIS);
    client.resolveRoute(Lab.MILLIS);
    client.createQueuePair(ConnectedPair.ATTRIBUTES);

    shouldEndByInterrupt(() -> client.connect(ConnectionParameters.DEFAULT));

    assertThatThrownBy(() -> client.resolveRoute(1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the identifier did not finish rdma_connect");
    client.close();
  }
}
