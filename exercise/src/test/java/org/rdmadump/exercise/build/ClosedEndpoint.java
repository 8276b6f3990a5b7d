package org.rdmadump.exercise.build;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Received;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.endpoint.Slice;
import org.rdmadump.exercise.endpoint.Traits;

/** A connection that is closed while a message is waited for, and says so as the device does. */
final class ClosedEndpoint implements Endpoint {
  private final CountDownLatch used;
  private final CountDownLatch closed = new CountDownLatch(1);

  /** One that counts down when it is used. */
  ClosedEndpoint(CountDownLatch used) {
    this.used = used;
  }

  @Override
  public Traits traits() {
    return new Traits("mem0", /* iwarp= */ false, 1024, true, true, 4, 4);
  }

  @Override
  public byte[] peerData() {
    return new byte[0];
  }

  @Override
  public String peerName() {
    return "10.0.0.2";
  }

  @Override
  public Memory register(int length) {
    return new FabricMemory(ByteBuffer.allocate(length), 1, 0);
  }

  @Override
  public Memory registerInvalidatable(int length) {
    return register(length);
  }

  @Override
  public void send(List<Slice> slices, OptionalInt immediate, OptionalInt invalidates) {}

  @Override
  public void post(List<Slice> slices) {}

  @Override
  public void finish() {}

  @Override
  public void write(List<Slice> slices, Remote to, OptionalInt immediate) {}

  @Override
  public void read(List<Slice> slices, Remote from) {}

  @Override
  public Received receive(Duration patience) {
    used.countDown();
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new IllegalStateException("the queue pair is closed");
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
