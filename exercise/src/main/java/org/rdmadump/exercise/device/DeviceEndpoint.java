package org.rdmadump.exercise.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import org.rdmadump.exercise.endpoint.ConnectOptions;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.endpoint.Slice;
import org.rdmadump.exercise.endpoint.Traits;
import org.rdmadump.rdmacm.CmEvent;
import org.rdmadump.rdmacm.CmEventType;
import org.rdmadump.rdmacm.EventChannel;
import org.rdmadump.rdmacm.MemoryRegion;
import org.rdmadump.rdmacm.MemoryWindow;
import org.rdmadump.rdmacm.QueuePair;
import org.rdmadump.rdmacm.QueuePairAttributes;
import org.rdmadump.rdmacm.QueuePairCapabilities;
import org.rdmadump.rdmacm.RdmaCmId;
import org.rdmadump.rdmacm.RdmaException;
import org.rdmadump.rdmacm.ScatterGatherList;
import org.rdmadump.rdmacm.WorkCompletion;
import org.rdmadump.rdmacm.WorkCompletions;
import org.rdmadump.verbs.AccessFlags;
import org.rdmadump.verbs.CompletionOpcode;
import org.rdmadump.verbs.CompletionStatus;
import org.rdmadump.verbs.SendFlags;

/** One end of a connection over an RDMA device. */
final class DeviceEndpoint implements Endpoint {
  private static final int SEND_REQUESTS = 4;
  private static final int SEGMENTS = 4;

  /** How long a completion is waited for before it is asked whether the connection still is. */
  private static final int LOOK_MILLIS = 100;

  /** How long a completion is waited for that was not there when the connection ended. */
  private static final long COMPLETES_NANOS = 1_000_000_000L;

  private static final int REMOTE_ACCESS =
      AccessFlags.LOCAL_WRITE | AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE;

  private final EventChannel channel;
  private final RdmaCmId id;
  private final QueuePair pair;
  private final DeviceFacts facts;
  private final MemoryRegion receives;
  private final int receiveBytes;
  private final long patienceNanos;
  private final ScatterGatherList list = new ScatterGatherList(SEGMENTS);
  private final WorkCompletions sent = new WorkCompletions(1);
  private final WorkCompletions received = new WorkCompletions(1);
  private final Deque<Received> waiting = new ArrayDeque<>();
  private byte[] peerData = new byte[0];
  private String peerName = "";
  private boolean disconnected;
  private long endedNanos;
  private Optional<Boolean> windows = Optional.empty();
  private final AtomicBoolean closed = new AtomicBoolean();

  /**
   * An end that is not connected yet, its receives posted.
   *
   * @param channel for the events of {@code id} alone; closed with it
   * @param id whose device is known
   */
  DeviceEndpoint(EventChannel channel, RdmaCmId id, ConnectOptions options) throws IOException {
    this.channel = channel;
    this.id = id;
    this.facts = DeviceFacts.of(id.deviceName().orElse(""));
    this.receiveBytes = options.receiveBytes();
    this.patienceNanos = options.patience().toNanos();
    this.pair =
        id.createQueuePair(
            QueuePairAttributes.reliable(
                QueuePairCapabilities.of(SEND_REQUESTS, options.receives())
                    .withSegments(SEGMENTS, 1)));
    this.receives =
        id.registerMessages(ByteBuffer.allocateDirect(options.receives() * receiveBytes));
    for (int i = 0; i < options.receives(); i++) {
      postReceive(i);
    }
  }

  private void postReceive(long number) throws RdmaException {
    pair.postReceive(number, receives, (int) number * receiveBytes, receiveBytes);
  }

  void connected(byte[] saidByPeer) {
    peerData = saidByPeer.clone();
    peerName = id.peerAddress().map(address -> address.getAddress().getHostAddress()).orElse("");
  }

  @Override
  public Traits traits() {
    int segments = Math.max(1, Math.min(SEGMENTS, pair.capabilities().sendSegments()));
    return new Traits(
        id.deviceName().orElse("the device"),
        facts.iwarp(),
        facts.pathMtu(),
        // RFC 7306 has it, Linux devices for iWARP do not.
        !facts.iwarp(),
        facts.iwarp() || hasWindows(),
        segments,
        facts.iwarp() ? 1 : segments);
  }

  /** Whether the device has memory windows, which is tried once. */
  private boolean hasWindows() {
    if (windows.isEmpty()) {
      boolean can = false;
      try {
        MemoryRegion region =
            id.register(
                ByteBuffer.allocateDirect(Long.BYTES),
                REMOTE_ACCESS | AccessFlags.MEMORY_WINDOW_BIND);
        region.createWindow().close();
        region.close();
        can = true;
      } catch (IOException e) {
        // It has none: whoever asks is told that much.
      }
      windows = Optional.of(can);
    }
    return windows.get();
  }

  @Override
  public byte[] peerData() {
    return peerData.clone();
  }

  @Override
  public String peerName() {
    return peerName;
  }

  /** Memory from the beginning of a page on, so that what crosses pages is the same in all runs. */
  private static ByteBuffer pages(int length) {
    return ByteBuffer.allocateDirect((length + 2 * Memory.PAGE - 1) & -Memory.PAGE)
        .alignedSlice(Memory.PAGE)
        .slice(0, length);
  }

  @Override
  public Memory register(int length) throws EndpointException {
    try {
      MemoryRegion region = id.register(pages(length), REMOTE_ACCESS);
      return new DeviceMemory(region, region.remoteKey());
    } catch (IOException e) {
      throw Failures.of("memory of " + length + " bytes", e);
    }
  }

  @Override
  public Memory registerInvalidatable(int length) throws EndpointException {
    if (facts.iwarp()) {
      // RFC 5040 section 5.1: any steering tag can be, unless it was not made for that.
      return register(length);
    }
    try {
      return window(length);
    } catch (IOException e) {
      throw Failures.of("a memory window", e);
    }
  }

  private Memory window(int length) throws IOException, EndpointException {
    MemoryRegion region =
        id.register(pages(length), REMOTE_ACCESS | AccessFlags.MEMORY_WINDOW_BIND);
    MemoryWindow window = region.createWindow();
    int key =
        pair.postBind(
            0,
            window,
            0,
            length,
            SendFlags.SIGNALED,
            AccessFlags.REMOTE_READ | AccessFlags.REMOTE_WRITE);
    complete("binding a memory window");
    return new DeviceMemory(region, key);
  }

  private ScatterGatherList list(List<Slice> slices) {
    list.clear();
    for (Slice slice : slices) {
      if (slice.memory() instanceof DeviceMemory memory) {
        if (slice.length() > 0) {
          ScatterGatherList unused = list.add(memory.region(), slice.offset(), slice.length());
        }
      } else {
        throw new IllegalArgumentException("memory of another device");
      }
    }
    return list;
  }

  @Override
  public void send(List<Slice> slices, OptionalInt immediate, OptionalInt invalidates)
      throws EndpointException {
    try {
      if (immediate.isPresent()) {
        pair.postSendWithImmediate(0, list(slices), SendFlags.SIGNALED, immediate.getAsInt());
      } else if (invalidates.isPresent()) {
        pair.postSendWithInvalidate(0, list(slices), SendFlags.SIGNALED, invalidates.getAsInt());
      } else {
        pair.postSend(0, list(slices), SendFlags.SIGNALED);
      }
    } catch (IOException e) {
      throw Failures.of("SEND", e);
    }
    complete("SEND");
  }

  @Override
  public void post(List<Slice> slices) throws EndpointException {
    try {
      pair.postSend(0, list(slices), SendFlags.SIGNALED);
    } catch (IOException e) {
      throw Failures.of("SEND", e);
    }
  }

  @Override
  public void finish() throws EndpointException {
    complete("SEND");
  }

  @Override
  public void write(List<Slice> slices, Remote to, OptionalInt immediate) throws EndpointException {
    try {
      if (immediate.isPresent()) {
        pair.postWriteWithImmediate(
            0, list(slices), SendFlags.SIGNALED, immediate.getAsInt(), to.address(), to.handle());
      } else {
        pair.postWrite(0, list(slices), SendFlags.SIGNALED, to.address(), to.handle());
      }
    } catch (IOException e) {
      throw Failures.of("RDMA WRITE", e);
    }
    complete("RDMA WRITE");
  }

  @Override
  public void read(List<Slice> slices, Remote from) throws EndpointException {
    try {
      pair.postRead(0, list(slices), SendFlags.SIGNALED, from.address(), from.handle());
    } catch (IOException e) {
      throw Failures.of("RDMA READ", e);
    }
    complete("RDMA READ");
  }

  private void complete(String what) throws EndpointException {
    long start = System.nanoTime();
    try {
      while (pair.awaitSends(sent, LOOK_MILLIS) == 0) {
        look();
        if (disconnected && System.nanoTime() - endedNanos > COMPLETES_NANOS) {
          throw lost("");
        }
        if (System.nanoTime() - start > patienceNanos) {
          throw new EndpointException(
              Reason.TIMED_OUT, what + " to " + peerName + " does not complete");
        }
      }
      WorkCompletion done = sent.get(0);
      if (!done.isSuccess()) {
        throw failed(what, done.status());
      }
    } catch (InterruptedException e) {
      throw Failures.interrupted(e);
    } catch (IOException e) {
      throw Failures.of(what, e);
    }
  }

  private EndpointException failed(String what, CompletionStatus status) {
    if (status == CompletionStatus.REMOTE_ACCESS_ERROR) {
      return new EndpointException(Reason.DENIED, what + " failed: " + status);
    }
    return status == CompletionStatus.FLUSHED || status == CompletionStatus.RETRY_EXCEEDED
        ? lost(status == CompletionStatus.FLUSHED ? "" : ": it does not answer any more")
        : new EndpointException(Reason.FAILED, what + " failed: " + status);
  }

  private EndpointException lost(String why) {
    return new EndpointException(
        Reason.DISCONNECTED, "the connection to " + peerName + " ended" + why);
  }

  @Override
  public Received receive(Duration patience) throws EndpointException {
    long start = System.nanoTime();
    try {
      while (true) {
        Received ahead = waiting.poll();
        if (ahead != null) {
          return ahead;
        }
        long left = patience.toMillis() - (System.nanoTime() - start) / 1_000_000;
        int wait = disconnected ? 0 : (int) Math.max(1, Math.min(LOOK_MILLIS, left));
        if (pair.awaitReceives(received, wait) > 0) {
          take(received.get(0));
        } else if (disconnected) {
          throw lost("");
        } else if (left <= 0) {
          throw new EndpointException(
              Reason.TIMED_OUT, peerName + " did not answer in " + patience.toMillis() + " ms");
        } else {
          look();
        }
      }
    } catch (InterruptedException e) {
      throw Failures.interrupted(e);
    } catch (IOException e) {
      throw Failures.of("receiving", e);
    }
  }

  private void take(WorkCompletion done) throws EndpointException, IOException {
    if (!done.isSuccess()) {
      ended();
      throw failed("receiving", done.status());
    }
    boolean ofWrite = done.opcode() == CompletionOpcode.RECEIVE_RDMA_WITH_IMMEDIATE;
    byte[] bytes = new byte[ofWrite ? 0 : done.length()];
    long number = done.requestId();
    receives.buffer().get((int) number * receiveBytes, bytes);
    waiting.add(
        new Received(
            bytes,
            ofWrite ? done.length() : 0,
            done.hasImmediate() ? OptionalInt.of(done.immediate()) : OptionalInt.empty(),
            done.hasInvalidatedKey()
                ? OptionalInt.of(done.invalidatedKey())
                : OptionalInt.empty()));
    postReceive(number);
  }

  /** Looks whether the connection ended. */
  private void look() throws IOException, InterruptedException {
    Optional<CmEvent> event = channel.getEvent(0);
    if (event.isPresent()) {
      try (CmEvent happened = event.get()) {
        if (happened.type() == CmEventType.DISCONNECTED
            || happened.type() == CmEventType.DEVICE_REMOVAL) {
          ended();
        }
      }
    }
  }

  private void ended() {
    disconnected = true;
    endedNanos = System.nanoTime();
  }

  @Override
  public void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    try {
      id.disconnect();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // It was not connected, or is not any more.
    }
    id.close();
    channel.close();
  }
}
