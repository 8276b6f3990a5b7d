package org.rdmadump.rdmacm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rdmadump.verbs.AsyncEventType;
import org.rdmadump.verbs.Errno;
import org.rdmadump.verbs.QueuePairType;
import org.rdmadump.verbs.SendFlags;

/** Completion queues of the caller's own, over the stand-in. */
@Timeout(60)
class CompletionQueueTest extends StandInTest {
  private static final int ROUNDS = 20_000;
  private static final int PATIENCE = 10_000;
  private static final int RACES = 50;
  private static final int MESSAGES = 2_000;

  private DeviceContext device;
  private CompletionChannel channel;
  private final WorkCompletions completions = new WorkCompletions(8);

  @BeforeEach
  void open() throws Exception {
    device = cm.getDevices().device("fake0");
    channel = device.createCompletionChannel();
  }

  private ConnectedPair pair(QueuePairAttributes ofServer) throws Exception {
    return ConnectedPair.over(cm, FakeCm.address(0), ofServer);
  }

  private static QueuePairAttributes into(CompletionQueue queue, Object context) {
    return ConnectedPair.ATTRIBUTES
        .withSendQueue(queue)
        .withReceiveQueue(queue)
        .withContext(context);
  }

  private static void send(ConnectedPair pair, SendFlags flags) throws Exception {
    MemoryRegion region = pair.server.registerMessages(ByteBuffer.allocateDirect(10));
    pair.serverQueues.postReceive(1, region, 0, 10);
    pair.clientQueues.postSendInline(2, ByteBuffer.allocateDirect(3), flags);
  }

  @Test
  void shouldServeSeveralQueuePairsInOneThread() throws Exception {
    CompletionQueue queue = channel.createQueue(16, 1, "all");
    ConnectedPair first = pair(into(queue, "first"));
    ConnectedPair second = pair(into(queue, "second"));
    queue.requestEvent();

    send(second, SendFlags.NONE);
    send(first, SendFlags.NONE);

    assertThat(channel.getEvent(PATIENCE)).containsSame(queue);
    assertThat(queue.context()).contains("all");
    assertThat(channel.getEvent(0)).isEmpty();
    assertThat(queue.poll(completions)).isEqualTo(2);
    assertThat(completions.get(0).queuePairContext()).contains("second");
    assertThat(completions.get(1).queuePairContext()).contains("first");
    assertThat(completions.get(1).queuePairNumber()).isEqualTo(first.serverQueues.number());
    assertThat(first.serverQueues.context()).contains("first");
    assertThat(first.serverQueues.receiveQueue()).isSameAs(queue);
  }

  @Test
  void shouldTellWhichOfSeveralQueuesHasCompletions() throws Exception {
    CompletionQueue one = channel.createQueue(16);
    CompletionQueue other = channel.createQueue(16);
    one.requestEvent();
    other.requestEvent();
    pair(into(one, 1));

    send(pair(into(other, 2)), SendFlags.NONE);

    assertThat(channel.getEvent()).isSameAs(other);
    assertThat(one.poll(completions)).isZero();
    assertThat(one.context()).isEmpty();
  }

  @Test
  void shouldWaitForSolicitedCompletionsOnly() throws Exception {
    CompletionQueue queue = channel.createQueue(16);
    ConnectedPair pair = pair(into(queue, 1));
    queue.requestSolicitedEvent();

    send(pair, SendFlags.NONE);
    assertThat(channel.getEvent(1)).isEmpty();
    send(pair, SendFlags.SOLICITED);

    assertThat(channel.getEvent(PATIENCE)).containsSame(queue);
    assertThat(queue.poll(completions)).isEqualTo(2);
  }

  @Test
  void shouldPollAQueueWithoutEvents() throws Exception {
    CompletionQueue queue = device.createCompletionQueue(16, "polled");
    ConnectedPair pair = pair(into(queue, 1));

    send(pair, SendFlags.NONE);

    assertThat(pair.serverQueues.pollReceives(completions)).isOne();
    assertThat(queue.capacity()).isGreaterThanOrEqualTo(16);
    assertThatThrownBy(() -> pair.serverQueues.awaitReceives(completions))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "the queue pair has a completion queue of its caller's: wait with CompletionChannel");
  }

  @Test
  void shouldLeaveTheOtherDirectionToTheLibrary() throws Exception {
    CompletionQueue queue = channel.createQueue(16);
    ConnectedPair receives = pair(ConnectedPair.ATTRIBUTES.withReceiveQueue(queue));
    ConnectedPair sends = pair(ConnectedPair.ATTRIBUTES.withSendQueue(queue));

    send(receives, SendFlags.NONE);
    send(sends, SendFlags.NONE);

    assertThat(queue.poll(completions)).isOne();
    assertThat(sends.serverQueues.awaitReceives(completions)).isOne();
    assertThat(receives.serverQueues.awaitSends(completions, 1)).isZero();
  }

  @Test
  void shouldTakeTheEventsThatNoWaitNeeded() throws Exception {
    ConnectedPair pair = pair(ConnectedPair.ATTRIBUTES);

    for (int i = 0; i < 300; i++) {
      // Requests an event, for which it does not wait. The stand-in holds 256 of them.
      assertThat(pair.serverQueues.awaitReceives(completions, 0)).isZero();
      send(pair, SendFlags.NONE);
      assertThat(pair.serverQueues.awaitReceives(completions, 0)).isOne();
    }
  }

  @Test
  void shouldCloseItsQueuePairsFirst() throws Exception {
    CompletionQueue queue = channel.createQueue(16);
    ConnectedPair pair = pair(into(queue, 1));
    queue.requestEvent();
    send(pair, SendFlags.NONE);

    queue.close();

    assertThat(pair.serverQueues.isClosed()).isTrue();
    assertThat(pair.clientQueues.isClosed()).isFalse();
    assertThat(channel.getEvent(0)).isEmpty();
    assertThatThrownBy(() -> queue.poll(completions))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the completion queue is closed");
    assertThatThrownBy(() -> pair.serverQueues.pollSends(completions))
        .hasMessage("the queue pair is closed");
  }

  @Test
  void shouldForgetTheContextOfAQueuePairThatIsClosed() throws Exception {
    CompletionQueue queue = channel.createQueue(16);
    ConnectedPair pair = pair(into(queue, "gone"));
    send(pair, SendFlags.NONE);

    pair.close();

    assertThat(queue.poll(completions)).isOne();
    assertThat(completions.get(0).queuePairContext()).isEmpty();
  }

  @Test
  void shouldEndTheWaitForEventsByClosing() throws Exception {
    CompletableFuture<CompletionQueue> waiting =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return channel.getEvent();
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    Thread.sleep(50);

    device.close();

    assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseInstanceOf(AsynchronousCloseException.class);
  }

  @Test
  void shouldTellWhichQueueOverran() throws Exception {
    CompletionQueue small = channel.createQueue(2);
    ConnectedPair pair = pair(into(small, "small"));

    for (int i = 0; i < 3; i++) {
      send(pair, SendFlags.NONE);
    }

    AsyncEvent event = device.getAsyncEvent(PATIENCE).orElseThrow();
    assertThat(event.type()).isEqualTo(AsyncEventType.CQ_ERROR);
    assertThat(event.completionQueue()).containsSame(small);
    assertThat(event.sharedReceiveQueue()).isEmpty();
    assertThat(device.getAsyncEvent(0)).isEmpty();
  }

  @Test
  void shouldTellOfAnOverrunWithoutAQueueThatIsClosed() throws Exception {
    CompletionQueue small = channel.createQueue(1);
    ConnectedPair pair = pair(into(small, "small"));
    send(pair, SendFlags.NONE);
    send(pair, SendFlags.NONE);

    small.close();

    AsyncEvent event = device.getAsyncEvent(PATIENCE).orElseThrow();
    assertThat(event.type()).isEqualTo(AsyncEventType.CQ_ERROR);
    assertThat(event.completionQueue()).isEmpty();
  }

  @Test
  void shouldBeClosedWhileAnotherThreadPolls() throws Exception {
    for (int i = 0; i < RACES; i++) {
      CompletionQueue queue = channel.createQueue(16);
      CompletableFuture<String> polling =
          CompletableFuture.supplyAsync(() -> lastWordsOfPolling(queue));

      queue.close();

      assertThat(polling)
          .succeedsWithin(10, TimeUnit.SECONDS)
          .isEqualTo("the completion queue is closed");
    }
  }

  private static String lastWordsOfPolling(CompletionQueue queue) {
    WorkCompletions own = new WorkCompletions(8);
    try {
      while (queue.poll(own) >= 0) {
        Thread.onSpinWait();
      }
      return "";
    } catch (RdmaException | IllegalStateException e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Test
  void shouldCloseAQueueWhoseEventAnotherThreadTakes() throws Exception {
    for (int i = 0; i < RACES; i++) {
      CompletionQueue queue = channel.createQueue(16);
      ConnectedPair pair = pair(into(queue, i));
      queue.requestEvent();
      CompletableFuture<Boolean> taking =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return channel.getEvent(20).isPresent();
                } catch (IOException | InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });

      send(pair, SendFlags.NONE);
      queue.close();

      // Taken or not, it is acknowledged: the stand-in would tell of an event that is not.
      assertThat(taking).succeedsWithin(10, TimeUnit.SECONDS);
      pair.close();
    }
  }

  @Test
  void shouldLoseNoWakeUpBetweenARequestAndAWait() throws Exception {
    CompletionQueue queue = channel.createQueue(16);
    ConnectedPair pair = pair(into(queue, 1));
    MemoryRegion region = pair.server.registerMessages(ByteBuffer.allocateDirect(10));
    AtomicInteger taken = new AtomicInteger();
    CompletableFuture<Void> sending =
        CompletableFuture.runAsync(() -> sendOneByOne(pair, region, taken));

    while (taken.get() < MESSAGES) {
      queue.requestEvent();
      int count = queue.poll(completions);
      if (count == 0) {
        // No other message comes before this one is taken.
        assertThat(channel.getEvent(PATIENCE)).containsSame(queue);
      } else {
        // It may have come with its event, of which the channel holds so many.
        channel.getEvent(0).ifPresent(of -> assertThat(of).isSameAs(queue));
      }
      taken.addAndGet(count);
    }

    assertThat(sending).succeedsWithin(10, TimeUnit.SECONDS);
  }

  private static void sendOneByOne(ConnectedPair pair, MemoryRegion region, AtomicInteger taken) {
    ByteBuffer message = ByteBuffer.allocateDirect(3);
    try {
      for (int i = 0; i < MESSAGES; i++) {
        pair.serverQueues.postReceive(1, region, 0, 10);
        pair.clientQueues.postSendInline(2, message, SendFlags.NONE);
        while (taken.get() <= i) {
          Thread.onSpinWait();
        }
      }
    } catch (RdmaException e) {
      throw new IllegalStateException(e);
    }
  }

  private RdmaCmId listener(CompletionQueue queue) throws Exception {
    AddressInfoList passive = cm.getAddressInfo("127.0.0.1", "7471", AddressHints.LISTENING);
    RdmaCmId listener = cm.createEndpoint(passive, into(queue, "request"));
    listener.listen(2);
    return listener;
  }

  @Test
  void shouldServeQueuePairsOfAListeningEndPoint() throws Exception {
    CompletionQueue queue = channel.createQueue(16);
    RdmaCmId listener = listener(queue);

    queue.close();

    assertThat(listener.isClosed()).isTrue();
  }

  /** Has an end point connect, which waits for an answer until it is closed. */
  private static void connect(RdmaCmId client) {
    Thread connecting =
        new Thread(
            () ->
                assertThatThrownBy(() -> client.connect(ConnectionParameters.DEFAULT))
                    .isInstanceOf(IOException.class));
    connecting.setDaemon(true);
    connecting.start();
  }

  private RdmaCmId client() throws Exception {
    AddressInfoList active = cm.getAddressInfo("127.0.0.1", "7471", AddressHints.ACTIVE);
    return cm.createEndpoint(active, ConnectedPair.ATTRIBUTES);
  }

  @Test
  void shouldMakeQueuePairsOfRequests() throws Exception {
    RdmaCmId listener = listener(channel.createQueue(16));

    connect(client());
    QueuePair made = listener.getRequest().queuePair().orElseThrow();

    assertThat(made.context()).contains("request");
    assertThat(made.type()).isEqualTo(QueuePairType.RC);
    assertThat(made.capabilities().receiveRequests())
        .isGreaterThan(ConnectedPair.ATTRIBUTES.capabilities().receiveRequests());
  }

  /** A listener on all addresses has requests of any device. */
  @Test
  void shouldRefuseQueuesOfAnotherDeviceForARequest() throws Exception {
    RdmaCmId listener = listener(channel.createQueue(16));
    RdmaCmId client = client();
    fake.beElsewhere();
    connect(client);

    assertThatThrownBy(() -> listener.getRequest(PATIENCE))
        .hasMessage("rdma_create_qp: EINVAL (Invalid argument)");

    fake.heal();
    connect(client());
    assertThat(listener.getRequest().queuePair()).isPresent();
  }

  @Test
  void shouldRequestNoEventsThatCannotCome() throws Exception {
    CompletionQueue polled = device.createCompletionQueue(16);

    assertThatThrownBy(polled::requestEvent)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("the completion queue has no channel for events; ");
    assertThatThrownBy(polled::requestSolicitedEvent).isInstanceOf(IllegalStateException.class);
  }

  /** As of a queue pair of extended connections, whose receives are all shared. */
  @Test
  void shouldHaveNoRoomWhereThereIsNoQueue() throws Exception {
    CmLibrary library = cm.createId(PortSpace.TCP).library;

    CompletionQueue none = CompletionQueue.ofPair(library, 0);

    assertThat(none.capacity()).isZero();
    assertThat(library.queues.get(0)).isNull();
    assertThatThrownBy(() -> none.poll(completions)).hasMessageContaining("EINVAL");
  }

  @Test
  void shouldSayWhyAQueueCannotBeMade() throws Exception {
    assertThatThrownBy(() -> channel.createQueue(0))
        .hasMessage("ibv_create_cq: EINVAL (Invalid argument)");
    assertThatThrownBy(() -> channel.createQueue(1, 2, "no such interrupt"))
        .hasMessage("ibv_create_cq: EINVAL (Invalid argument)");
    fake.fail("ibv_create_comp_channel", Errno.EMFILE);
    assertThatThrownBy(() -> device.createCompletionChannel())
        .hasMessageStartingWith("ibv_create_comp_channel: EMFILE");
  }

  @Test
  void shouldAllocateNothingForEvents() throws Exception {
    CompletionQueue queue = channel.createQueue(16);
    ConnectedPair pair = pair(into(queue, 1));
    MemoryRegion region = pair.server.registerMessages(ByteBuffer.allocateDirect(10));
    ByteBuffer data = ByteBuffer.allocateDirect(4);
    serve(queue, pair, region, data);
    ThreadMXBean beans = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();

    long before = beans.getThreadAllocatedBytes(thread);
    serve(queue, pair, region, data);
    long allocated = beans.getThreadAllocatedBytes(thread) - before;

    assertThat(allocated).isLessThan(ROUNDS);
  }

  private void serve(
      CompletionQueue queue, ConnectedPair pair, MemoryRegion region, ByteBuffer data)
      throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      queue.requestEvent();
      pair.serverQueues.postReceive(i, region, 0, 10);
      pair.clientQueues.postSendInline(i, data, SendFlags.NONE);
      CompletionQueue ready = channel.getEvent(PATIENCE).orElseThrow();
      if (ready.poll(completions) != 1 || completions.get(0).queuePairContext().isEmpty()) {
        throw new AssertionError(completions);
      }
    }
  }
}
