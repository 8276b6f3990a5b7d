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
 * Runs the calls of an identifier, one at a time. A synchronous call waits for the event that ends
 * it. An abandoned call goes on in the kernel, so that no other call may follow.
 */
final class IdentifierCalls {
  private static final int AGAIN = CmNatives.NOT_YET;

  /**
   * Extra time that the kernel may need. An EAGAIN of the call, with no event to follow, looks like
   * an EAGAIN of the wait.
   */
  private static final int GRACE_MILLIS = 5_000;

  /** Interval between checks whether another thread's call ended. */
  private static final long PAUSE_NANOS = 1_000_000;

  private final Identifier id;

  /** Held during every library call, but not during waits. */
  final ReentrantLock control = new ReentrantLock();

  /** Record for events of synchronous calls. */
  private @Nullable ByteBuffer record;

  /** The synchronous call in progress, or abandoned. */
  private @Nullable String unfinished;

  private volatile Optional<EventDetails> last = Optional.empty();

  /** Whether the event of the peer's disconnect was taken: none will end this side's. */
  private boolean peerLeft;

  /** Number of threads that wait for events; while they wait, the channel must stay. */
  private int waiting;

  /** Held while an event of its channel is taken; null for a synchronous identifier. */
  private volatile @Nullable ReentrantLock channelLock;

  IdentifierCalls(Identifier id, @Nullable ReentrantLock channelLock) {
    this.id = id;
    this.channelLock = channelLock;
  }

  /** A call made with the lock held, which may wait. */
  interface Begin {
    int run() throws IOException, InterruptedException;
  }

  /** A call made with the lock held. */
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

  /** {@return whether calls wait for the event that ends them} */
  boolean isSynchronous() {
    return channelLock == null;
  }

  /** Sets the lock of another channel; null for the identifier's own channel. Runs apart. */
  void setChannelLock(@Nullable ReentrantLock lock) {
    channelLock = lock;
  }

  /**
   * Runs work while no other call runs and no event of its channel is taken. rdma_get_cm_event uses
   * the queue pair and the groups of an event's identifier. If an event is being taken now, it is
   * known afterwards.
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

  /** Runs a call that never waits. */
  int call(String name, Call call) throws RdmaException {
    return id.use(
        () ->
            locked(
                () -> {
                  requireIdle();
                  return RdmaException.checked(name, call.run());
                }));
  }

  /** Runs a call that cannot fail, even after another call was abandoned. */
  int look(Call call) {
    return id.use(() -> locked(call::run));
  }

  /** Runs work while no other call runs. */
  <T, X extends Exception> T locked(Resource.Work<T, X> work) throws X {
    control.lock();
    try {
      return work.run();
    } finally {
      control.unlock();
    }
  }

  /** Runs a call; if synchronous, waits for its end. */
  void begin(String name, Begin call, CmEventType... expected)
      throws IOException, InterruptedException {
    begin(name, -1, call, expected);
  }

  /**
   * Runs a call that the kernel ends within a timeout.
   *
   * @param timeoutMillis the kernel's timeout
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
      boolean isAnswer;
      int result;
      control.lock();
      try {
        requireIdle();
        isAnswer = peerLeft && List.of(expected).contains(CmEventType.DISCONNECTED);
        waits = isSynchronous() && !isAnswer;
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
        // The library found no event after the call.
        RdmaException.check(name, isAnswer && result == AGAIN ? 0 : result);
      }
    } finally {
      id.leave();
    }
  }

  /**
   * Waits for an event that no call waits for.
   *
   * @param timeoutMillis longest wait in milliseconds; negative for no limit
   * @return the event; empty after the timeout
   */
  Optional<EventDetails> awaitEvent(int timeoutMillis) throws IOException, InterruptedException {
    long start = System.nanoTime();
    id.enter();
    try {
      addWaiting(1);
      try {
        while (true) {
          Optional<EventDetails> event = take();
          int left = Timeouts.left(timeoutMillis, start);
          if (event.isPresent()
              || left == 0
              || !id.await(id.library.wakers, CmNatives.idFd(id.pointer), left)) {
            return event;
          }
        }
      } finally {
        addWaiting(-1);
      }
    } finally {
      id.leave();
    }
  }

  /** {@return an event that no call waits for, if there is one} The caller has entered. */
  Optional<EventDetails> take() throws RdmaException {
    // Without a lambda: a wait for messages allocates nothing.
    control.lock();
    try {
      requireIdle();
      if (!isSynchronous()) {
        throw new IllegalStateException(id.what() + " has its events in its channel");
      }
      int taken = CmNatives.completed(id.library.pointer, id.pointer, true, record());
      if (taken == AGAIN) {
        return Optional.empty();
      }
      RdmaException.check("rdma_get_cm_event", taken);
      EventDetails event = EventDetails.read(record());
      setLastEvent(event);
      peerLeft |= event.type() == CmEventType.DISCONNECTED;
      return Optional.of(event);
    } finally {
      control.unlock();
    }
  }

  /** Adds threads that wait for events, or removes them. */
  void addWaiting(int threads) {
    control.lock();
    try {
      waiting += threads;
    } finally {
      control.unlock();
    }
  }

  /** The caller holds the lock. */
  void requireNobodyWaits() {
    if (waiting > 0) {
      throw new IllegalStateException(id.what() + " is waited for by " + waiting + " threads");
    }
  }

  /** The caller holds the lock. */
  void requireIdle() {
    if (unfinished != null) {
      throw new IllegalStateException(id.what() + " did not finish " + unfinished);
    }
  }

  /** {@return the record for events} The caller holds the lock. */
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

  /** {@return whether the event taken ends the call} */
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

  /** Whether an event of this type comes unasked and ends no call. */
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
