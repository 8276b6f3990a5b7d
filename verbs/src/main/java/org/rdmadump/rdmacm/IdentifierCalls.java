package org.rdmadump.rdmacm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.Errno;

/**
 * Calls with an identifier, one at a time. Those of a synchronous one wait for the event that they
 * end with; a call that was given up goes on in the kernel, so that no other may follow.
 */
final class IdentifierCalls {
  private static final int AGAIN = CmNatives.NOT_YET;

  /**
   * What the kernel may take longer than its time. An EAGAIN of the call itself, after which no
   * event comes, cannot be told from one of the wait for the event.
   */
  private static final int GRACE_MILLIS = 5_000;

  /** Between looks whether a call of another thread is over. */
  private static final long PAUSE_NANOS = 1_000_000;

  private final Identifier id;

  /** Held during every call of the library, but not while one waits. */
  final ReentrantLock control = new ReentrantLock();

  /** Where events of synchronous calls are written down. */
  private @Nullable ByteBuffer record;

  /** The synchronous call that waits, or was given up. */
  private @Nullable String unfinished;

  private volatile Optional<EventDetails> last = Optional.empty();

  /** Held while an event of its channel is taken; null if it is synchronous. */
  private volatile @Nullable ReentrantLock channelLock;

  IdentifierCalls(Identifier id, @Nullable ReentrantLock channelLock) {
    this.id = id;
    this.channelLock = channelLock;
  }

  /** What is called with the lock held, and may wait inside. */
  interface Begin {
    int run() throws IOException, InterruptedException;
  }

  /** What is called with the lock held. */
  interface Call extends Begin {
    @Override
    int run();
  }

  /** {@return the last event} */
  Optional<EventDetails> lastEvent() {
    return last;
  }

  void setLastEvent(EventDetails event) {
    last = Optional.of(event);
  }

  /** {@return whether calls wait for the event that they end with} */
  boolean isSynchronous() {
    return channelLock == null;
  }

  /** Its events come through another channel from now on; null for its own. Runs apart. */
  void setChannelLock(@Nullable ReentrantLock lock) {
    channelLock = lock;
  }

  /**
   * Does something while no other call is made and no event of its channel is being taken:
   * rdma_get_cm_event works with the queue pair and the groups of the identifier that the event is
   * about. An event that is taken at this moment is known afterwards.
   */
  <T, X extends Exception> T apart(Resource.Work<T, X> work) throws X {
    while (true) {
      ReentrantLock ofChannel = channelLock;
      ReentrantLock taking = ofChannel == null ? control : ofChannel;
      taking.lock();
      try {
        // Does not wait: others have events in this channel, too.
        if (control.tryLock()) {
          try {
            // It may have moved meanwhile.
            if (channelLock == ofChannel) {
              return work.run();
            }
          } finally {
            control.unlock();
          }
        }
      } finally {
        taking.unlock();
      }
      LockSupport.parkNanos(this, PAUSE_NANOS);
    }
  }

  /** Runs a call that does not wait in either mode. */
  int call(String name, Call call) throws RdmaException {
    return id.use(
        () ->
            locked(
                () -> {
                  requireIdle();
                  return RdmaException.checked(name, call.run());
                }));
  }

  /** Runs a call that cannot fail, even after another one was given up. */
  int look(Call call) {
    return id.use(() -> locked(call::run));
  }

  /** Does something while no other call is made. */
  <T, X extends Exception> T locked(Resource.Work<T, X> work) throws X {
    control.lock();
    try {
      return work.run();
    } finally {
      control.unlock();
    }
  }

  /** Runs a call that waits for what it begins, if synchronous. */
  void begin(String name, Begin call, CmEventType... expected)
      throws IOException, InterruptedException {
    begin(name, -1, call, expected);
  }

  /**
   * Runs a call that the kernel ends in time.
   *
   * @param timeoutMillis what the kernel was given
   */
  void beginInTime(String name, int timeoutMillis, Call call, CmEventType... expected)
      throws IOException, InterruptedException {
    long most = Math.max(0L, timeoutMillis) + GRACE_MILLIS;
    begin(name, (int) Math.min(Integer.MAX_VALUE, most), call, expected);
  }

  private void begin(String name, int mostMillis, Begin call, CmEventType... expected)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    id.enter();
    try {
      boolean waits;
      int result;
      control.lock();
      try {
        requireIdle();
        waits = isSynchronous();
        if (waits) {
          if (Thread.interrupted()) {
            throw new InterruptedException(name + " was not begun");
          }
          record();
          unfinished = name;
        }
        result = call.run();
      } finally {
        control.unlock();
      }
      if (waits) {
        finish(name, result, mostMillis, start, expected);
      } else {
        RdmaException.check(name, result);
      }
    } finally {
      id.leave();
    }
  }

  /** The caller holds the lock. */
  void requireIdle() {
    if (unfinished != null) {
      throw new IllegalStateException(id.what() + " did not finish " + unfinished);
    }
  }

  /** {@return where an event is written down} The caller holds the lock. */
  ByteBuffer record() {
    ByteBuffer there = record;
    if (there == null) {
      there = ByteBuffer.allocateDirect(Layout.EVENT).order(ByteOrder.nativeOrder());
      record = there;
    }
    return there;
  }

  private void finish(String name, int begun, int mostMillis, long start, CmEventType... expected)
      throws IOException, InterruptedException {
    int result = begun;
    while (true) {
      boolean look = result == AGAIN;
      int taken = locked(() -> CmNatives.completed(id.library.pointer, id.pointer, look, record()));
      if (taken == AGAIN) {
        int left = Timeouts.left(mostMillis, start);
        if (left == 0 || !id.await(id.library.wakers, CmNatives.idFd(id.pointer), left)) {
          throw new RdmaException(name, Errno.ETIMEDOUT.number());
        }
      } else if (taken <= 0) {
        setFinished();
        RdmaException.check(name, result == AGAIN ? taken : result);
        return;
      } else if (conclude(name, result, expected)) {
        return;
      } else {
        // Another event: the call goes on waiting.
        result = AGAIN;
      }
    }
  }

  private void setFinished() {
    locked(
        () -> {
          unfinished = null;
          return true;
        });
  }

  /** {@return whether the event that was taken ends a call} */
  private boolean conclude(String name, int result, CmEventType... expected) throws RdmaException {
    EventDetails ended = EventDetails.read(record());
    setLastEvent(ended);
    boolean isFailure = ended.status() != 0 || (result < 0 && result != AGAIN);
    boolean isExpected = List.of(expected).contains(ended.type());
    if (!isFailure && !isExpected && isUnasked(ended.type())) {
      return false;
    }
    setFinished();
    if (isFailure || !isExpected) {
      throw new RdmaException(name, errno(ended), ended);
    }
    return true;
  }

  /** Whether no call asks for events of a type, or ends with one. */
  private static boolean isUnasked(CmEventType type) {
    return type == CmEventType.ADDR_CHANGE || type == CmEventType.TIMEWAIT_EXIT;
  }

  private static int errno(EventDetails event) {
    return switch (event.type()) {
      case REJECTED -> Errno.ECONNREFUSED.number();
      case DEVICE_REMOVAL -> Errno.ENODEV.number();
      default -> event.status() == 0 ? Errno.ECONNRESET.number() : Math.abs(event.status());
    };
  }
}
