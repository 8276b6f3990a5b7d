package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.AsyncEventType;
import org.rdmadump.verbs.SendFlags;

/** How long things of the binding live, over the stand-in, which counts them. */
@Timeout(60)
class CmLifeTest extends StandInTest {
  private static final int ROUNDS = 20_000;
  private static final int ASLEEP_MILLIS = 100;

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private ConnectedPair pair() throws Exception {
    return ConnectedPair.over(cm, FakeCm.address(0));
  }

  @Test
  void shouldCarryDataBothWays() throws Exception {
    ConnectedPair pair = pair();
    MemoryRegion here =
        pair.client.registerForRead(ByteBuffer.allocateDirect(100).put(0, (byte) 7));
    MemoryRegion there = pair.server.registerForWrite(ByteBuffer.allocateDirect(100));
    WorkCompletions completions = new WorkCompletions(2);

    pair.serverQueues.postReceive(1, there, 0, 100);
    pair.clientQueues.postSend(2, here, 0, 50, SendFlags.SIGNALED);
    assertThat(pair.serverQueues.awaitReceives(completions)).isOne();
    assertThat(completions.get(0)).hasToString("1: RECEIVE, 50 bytes");
    assertThat(there.buffer().get(0)).isEqualTo((byte) 7);

    pair.clientQueues.postWrite(
        3, here, 0, 1, SendFlags.SIGNALED, there.address() + 9, there.remoteKey());
    assertThat(pair.clientQueues.awaitSends(completions)).isEqualTo(2);
    assertThat(there.buffer().get(9)).isEqualTo((byte) 7);
    pair.serverQueues.postRead(
        4, there, 20, 1, SendFlags.SIGNALED, here.address(), here.remoteKey());
    assertThat(pair.serverQueues.awaitSends(completions)).isOne();
    assertThat(there.buffer().get(20)).isEqualTo((byte) 7);
  }

  @Test
  void shouldCloseWhatBelongsToItAndOnlyOnce() throws Exception {
    ConnectedPair pair = pair();
    MemoryRegion region = pair.client.registerMessages(ByteBuffer.allocateDirect(10));
    pair.clientQueues.postReceive(1, region, 0, 10);

    pair.client.close();
    pair.client.close();

    assertThat(region.isClosed()).isTrue();
    assertThat(pair.clientQueues.isClosed()).isTrue();
    assertThatThrownBy(() -> pair.clientQueues.postReceive(1, region, 0, 10))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the memory region is closed");
  }

  @Test
  void shouldRefuseEveryUseOfAnIdentifierThatIsClosed() throws Exception {
    RdmaCmId id = cm.createId(PortSpace.TCP);
    EventChannel channel = cm.createEventChannel();
    id.close();
    List<ThrowingCallable> uses =
        List.of(
            () -> id.bindAddress(FakeCm.address(1)),
            () -> id.resolveAddress(FakeCm.address(1), 1),
            () -> id.resolveRoute(1),
            () -> id.listen(1),
            id::getRequest,
            id::accept,
            () -> id.connect(ConnectionParameters.DEFAULT),
            id::disconnect,
            id::establish,
            () -> id.reject(new byte[0]),
            () -> id.notifyOf(AsyncEventType.COMMUNICATION_ESTABLISHED),
            () -> id.migrate(channel),
            id::migrateToSynchronous,
            () -> id.setOption(new RdmaOption.ReuseAddress(true)),
            () -> id.setLocalEce(new Ece(1, 1)),
            id::remoteEce,
            id::sourcePort,
            id::destinationPort,
            id::localAddress,
            id::peerAddress,
            id::deviceName,
            id::devicePort,
            id::isIwarp,
            () -> id.joinMulticast(InetAddress.getByName("239.77.0.1")),
            () -> id.createQueuePair(ConnectedPair.ATTRIBUTES),
            () -> id.createSharedReceiveQueue(1, 1),
            () -> id.registerMessages(ByteBuffer.allocateDirect(1)));

    assertThat(uses)
        .allSatisfy(
            use ->
                assertThatThrownBy(use)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the identifier is closed"));
  }

  @Test
  void shouldRefuseEveryUseAfterAll() throws Exception {
    ConnectedPair pair = pair();
    EventChannel channel = cm.createEventChannel();
    WorkCompletions completions = new WorkCompletions(1);
    cm.close();
    List<ThrowingCallable> uses =
        List.of(
            () -> cm.createId(PortSpace.TCP),
            cm::createEventChannel,
            cm::getDevices,
            () -> cm.getAddressInfo("", "1", AddressHints.LISTENING),
            () -> cm.eventText(CmEventType.REJECTED),
            channel::getEvent,
            () -> channel.createId(PortSpace.TCP),
            () -> pair.clientQueues.pollSends(completions),
            () -> pair.clientQueues.awaitReceives(completions),
            pair.clientQueues::number);

    assertThat(uses)
        .allSatisfy(use -> assertThatThrownBy(use).isInstanceOf(IllegalStateException.class));
    cm.close();
  }

  @Test
  void shouldRefuseBytesOutsideOfARegion() throws Exception {
    ConnectedPair pair = pair();
    MemoryRegion region =
        pair.client.registerMessages(ByteBuffer.allocateDirect(100).position(10).limit(20));

    assertThat(region.length()).isEqualTo(10);
    assertThatThrownBy(() -> pair.clientQueues.postReceive(1, region, 0, 11))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new ScatterGatherList(1).add(region, -1, 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> pair.client.registerMessages(ByteBuffer.allocate(10)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> pair.client.registerMessages(ByteBuffer.allocateDirect(1).asReadOnlyBuffer()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldKeepABufferAsLongAsTheDeviceMayWriteToIt() throws Exception {
    ConnectedPair pair = pair();
    ByteBuffer[] only = {ByteBuffer.allocateDirect(1 << 20)};
    WeakReference<ByteBuffer> buffer = new WeakReference<>(only[0]);
    MemoryRegion region = pair.client.registerMessages(only[0]);
    pair.clientQueues.postReceive(1, region, 0, 1 << 20);
    only[0] = ByteBuffer.allocateDirect(1);
    System.gc();
    assertThat(buffer.get()).isNotNull();

    pair.client.close();
    for (int i = 0; i < 50 && buffer.get() != null; i++) {
      System.gc();
      Thread.sleep(20);
      region = pair.server.registerMessages(ByteBuffer.allocateDirect(1));
    }

    assertThat(buffer.get()).isNull();
    assertThat(region.length()).isOne();
  }

  @Test
  void shouldAcknowledgeEventsThatNobodyDid() throws Exception {
    EventChannel channel = cm.createEventChannel();
    RdmaCmId id = channel.createId(PortSpace.TCP);
    id.resolveAddress(FakeCm.address(1), 1);
    CmEvent event = channel.getEvent();

    id.close();
    event.close();
    event.close();

    assertThat(event.type()).isEqualTo(CmEventType.ADDR_RESOLVED);
  }

  @Test
  void shouldForgetRequestsThatNobodyTook() throws Exception {
    EventChannel channel = cm.createEventChannel();
    RdmaCmId listener = channel.createId(PortSpace.TCP);
    listener.bindAddress(FakeCm.address(0));
    listener.listen(1);
    RdmaCmId client = channel.createId(PortSpace.TCP);
    client.resolveAddress(FakeCm.address(listener.sourcePort()), 1);
    channel.getEvent().close();
    client.createQueuePair(ConnectedPair.ATTRIBUTES);
    client.connect(ConnectionParameters.DEFAULT);
    CmEvent request = channel.getEvent();
    assertThat(request.type()).isEqualTo(CmEventType.CONNECT_REQUEST);

    listener.close();

    assertThat(request.id().isClosed()).isFalse();
  }

  @Test
  void shouldCloseAnIdentifierOfTwoOwnersOnce() throws Exception {
    ProtectionDomain domain = cm.getDevices().createProtectionDomain("fake0");
    RdmaCmId id = cm.createId(PortSpace.TCP);
    id.bindAddress(FakeCm.address(0));
    id.createQueuePair(ConnectedPair.ATTRIBUTES.in(domain)).close();
    id.createQueuePair(ConnectedPair.ATTRIBUTES.in(domain));
    SharedReceiveQueue shared = sharedQueue(domain);

    domain.close();

    assertThat(id.isClosed()).isTrue();
    assertThat(shared.isClosed()).isTrue();
  }

  private SharedReceiveQueue sharedQueue(ProtectionDomain domain) throws Exception {
    RdmaCmId id = cm.createId(PortSpace.TCP);
    id.bindAddress(FakeCm.address(0));
    return id.createSharedReceiveQueue(4, 1, domain);
  }

  @Test
  void shouldEndWaitsByInterruptAndByClosing() throws Exception {
    RdmaCmId listener = cm.createId(PortSpace.TCP);
    listener.bindAddress(FakeCm.address(0));
    listener.listen(1);
    ConnectedPair pair = pair();
    WorkCompletions completions = new WorkCompletions(1);

    shouldEnd(Thread::interrupt, InterruptedException.class, listener::getRequest);
    shouldEnd(
        Thread::interrupt,
        InterruptedException.class,
        () -> pair.clientQueues.awaitReceives(completions));
    shouldEnd(
        thread -> pair.client.close(),
        AsynchronousCloseException.class,
        () -> pair.clientQueues.awaitSends(completions));
    shouldEnd(thread -> cm.close(), AsynchronousCloseException.class, listener::getRequest);
  }

  private interface End {
    void of(Thread thread);
  }

  private void shouldEnd(End end, Class<? extends Throwable> how, ThrowingCallable wait)
      throws Exception {
    Thread[] waiting = new Thread[1];
    Future<?> ended =
        threads.submit(
            () -> {
              waiting[0] = Thread.currentThread();
              assertThatThrownBy(wait).isInstanceOf(how);
            });
    TimeUnit.MILLISECONDS.sleep(ASLEEP_MILLIS);
    end.of(waiting[0]);
    ended.get(10, TimeUnit.SECONDS);
  }

  @Test
  void shouldNotWaitForSomethingOfAThreadThatIsInterrupted() throws Exception {
    EventChannel channel = cm.createEventChannel();

    Thread.currentThread().interrupt();

    assertThatThrownBy(channel::getEvent).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void shouldAllocateNothingForWork() throws Exception {
    ConnectedPair pair = pair();
    MemoryRegion region = pair.client.registerMessages(ByteBuffer.allocateDirect(100));
    ScatterGatherList list = new ScatterGatherList(2);
    WorkCompletions completions = new WorkCompletions(4);
    work(pair, region, list, completions, ROUNDS);
    ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();

    long before = beans.getThreadAllocatedBytes(thread);
    work(pair, region, list, completions, ROUNDS);
    long allocated = beans.getThreadAllocatedBytes(thread) - before;

    assertThat(allocated).isLessThan(ROUNDS);
  }

  private static void work(
      ConnectedPair pair,
      MemoryRegion region,
      ScatterGatherList list,
      WorkCompletions completions,
      int rounds)
      throws Exception {
    for (int i = 0; i < rounds; i++) {
      list.clear().add(region, 0, 10).add(region, 50, 10);
      pair.serverQueues.postReceive(i, region, 50, 50);
      pair.clientQueues.postSend(i, list, SendFlags.SIGNALED);
      pair.serverQueues.postReceive(i, region, 50, 50);
      pair.clientQueues.postSend(i, region, 0, 10, SendFlags.NONE);
      pair.clientQueues.awaitSends(completions);
      pair.serverQueues.awaitReceives(completions, 1000);
      if (!completions.get(0).isSuccess() || completions.get(0).length() != 20) {
        throw new AssertionError(completions.get(0));
      }
      pair.serverQueues.pollReceives(completions);
    }
  }
}
