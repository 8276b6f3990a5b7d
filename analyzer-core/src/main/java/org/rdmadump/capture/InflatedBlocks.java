package org.rdmadump.capture;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The hand-over from the thread that inflates to the one that decodes: a few blocks that go round.
 * Whoever is ahead sleeps.
 */
final class InflatedBlocks {
  /** Bytes that are handed over at once, at most. */
  static final int CAPACITY = 1 << 18;

  /** One that is filled, one that is emptied, and slack between them. */
  private static final int COUNT = 4;

  private final BlockingQueue<Block> free = new ArrayBlockingQueue<>(COUNT);

  /** With a place for the end, so that nothing put there ever waits. */
  private final BlockingQueue<Delivery> ready = new ArrayBlockingQueue<>(COUNT + 1);

  private volatile boolean abandoned;

  /** Of the inflating thread alone. */
  private @Nullable Block filling;

  /** Of the inflating thread alone. */
  private int made;

  /** What the decoding thread is given. */
  sealed interface Delivery {
    /** {@return bytes of compressed input that were consumed for this} */
    long position();
  }

  /** Inflated bytes. */
  static final class Block implements Delivery {
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
    private long position;

    /** {@return a direct buffer; what it has remaining is to be read} */
    ByteBuffer bytes() {
      return bytes;
    }

    @Override
    public long position() {
      return position;
    }
  }

  /** Nothing follows, because of a failure or because it is complete. */
  record End(long position, Optional<Throwable> failure) implements Delivery {}

  /**
   * {@return where to inflate to, with room; the same until it is full or handed over}
   *
   * @param position bytes of compressed input that were consumed for what is there
   * @throws InterruptedException if nobody wants the rest
   */
  ByteBuffer room(long position) throws InterruptedException {
    Block block = filling;
    if (block != null && block.bytes.hasRemaining()) {
      return block.bytes;
    }
    handOver(position);
    block = take();
    block.bytes.clear();
    filling = block;
    return block.bytes;
  }

  /** Lets the decoding thread have what was inflated so far. Never waits. */
  void handOver(long position) {
    Block block = filling;
    if (block != null && block.bytes.position() > 0) {
      block.bytes.flip();
      block.position = position;
      ready.add(block);
      filling = null;
    }
  }

  /** Hands over what was inflated last, and that nothing follows. Never waits. */
  void end(long position, Optional<Throwable> failure) {
    handOver(position);
    ready.add(new End(position, failure));
  }

  /** {@return what comes next, after waiting for it} */
  Delivery next() throws InterruptedException {
    return ready.take();
  }

  /** Takes a block back that was read. */
  void recycle(Block block) {
    free.add(block);
  }

  /** Says that nobody wants the rest. The inflating thread may have to be interrupted as well. */
  void abandon() {
    abandoned = true;
  }

  private Block take() throws InterruptedException {
    if (abandoned) {
      throw new InterruptedException("abandoned");
    }
    Block block = free.poll();
    if (block != null) {
      return block;
    }
    if (made < COUNT) {
      made++;
      return new Block();
    }
    return free.take();
  }
}
