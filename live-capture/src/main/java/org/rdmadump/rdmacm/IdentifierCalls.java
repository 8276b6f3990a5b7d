package org.rdmadump.rdmacm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.rdmadump.verbs.Errno;

/**
 * Calls with an identifier, one at a time. Those of a synchronous one wait for the event that they
 * end with; what was begun and given up goes on in the kernel, so that no other may follow.
 */
final class IdentifierCalls {
  private static final int AGAIN = CmNatives.NOT_YET;

  /**
   * What the kernel may take longer than its time. An EAGAIN of the call itself, after which no
   * event comes, looks like one of the wait for the event.
   */
  private static final int GRACE_MILLIS = 5_000;

  private final RdmaCm cm;
  private final RdmaCmId id;

  /** Held during every call of the library, but not while one waits. */
  final ReentrantLock control = new ReentrantLock();

  /** Where events of synchronous calls are written down. */
  private @Nullable ByteBuffer record;

  /** The synchronous call that waits, or was given up. */
  private @Nullable String unfinished;

  private volatile Optional<CmEvent> last = Optional.empty();

  IdentifierCalls(RdmaCm cm, RdmaCmId id) {
    this.cm = cm;
    this.id = id;
  }

  /** What is called with the lock held. */
  interface Call {
    int run();
  }

  /** {@return the last event that was told} */
  Optional<CmEvent> last() {
    return last;
  }

  void tell(CmEvent event) {
    last = Optional.of(event);
  }

  /** Runs a call that does not wait in either mode. */
  int call(String name, Call call) throws RdmaException {
    id.enter();
    control.lock();
    try {
      requireIdle();
      return RdmaException.checked(name, call.run());
    } finally {
      control.unlock();
      id.leave();
    }
  }

  /** Runs what cannot fail, whatever was given up. */
  int look(Call call) {
    id.enter();
    control.lock();
    try {
      return call.run();
    } finally {
      control.unlock();
      id.leave();
    }
  }

  /** Runs a call that waits for what it begins, if synchronous. */
  void begin(String name, Call call, CmEventType... expected)
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

  private void begin(String name, int mostMillis, Call call, CmEventType... expected)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    id.enter();
    try {
      boolean waits;
      int result;
      control.lock();
      try {
        requireIdle();
        waits = id.isSynchronous();
        if (waits) {
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

  /** Who calls this holds the lock. */
  void requireIdle() {
    if (unfinished != null) {
      throw new IllegalStateException(id.what() + " did not finish " + unfinished);
    }
  }

  /** {@return where an event is written down} Who calls this holds the lock. */
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
      int taken = completed(result == AGAIN);
      if (taken == AGAIN) {
        int left = EventChannel.left(mostMillis, start);
        if (left == 0 || !id.await(cm.wakers, CmNatives.idFd(id.pointer), left)) {
          throw new RdmaException(name, Errno.EAGAIN.number());
        }
      } else if (taken <= 0) {
        setFinished();
        RdmaException.check(name, result == AGAIN ? taken : result);
        return;
      } else if (conclude(name, result, expected)) {
        return;
      } else {
        // That was not the event that it waits for.
        result = AGAIN;
      }
    }
  }

  private void setFinished() {
    control.lock();
    try {
      unfinished = null;
    } finally {
      control.unlock();
    }
  }

  private int completed(boolean look) {
    control.lock();
    try {
      return CmNatives.completed(cm.pointer, id.pointer, look, record());
    } finally {
      control.unlock();
    }
  }

  /** {@return whether the event that was taken ends a call} */
  private boolean conclude(String name, int result, CmEventType... expected) throws RdmaException {
    CmEvent ended = new CmEvent(cm, id, Optional.empty(), record());
    tell(ended);
    boolean isFailure = ended.status() != 0 || (result < 0 && result != AGAIN);
    boolean isExpected = List.of(expected).contains(ended.type());
    if (!isFailure && !isExpected && isBeside(ended.type())) {
      return false;
    }
    setFinished();
    if (isFailure || !isExpected) {
      throw new RdmaException(name, errno(ended), ended);
    }
    return true;
  }

  /** Whether an event tells of something that no call asks for, and none ends with. */
  private static boolean isBeside(CmEventType type) {
    return type == CmEventType.ADDR_CHANGE || type == CmEventType.TIMEWAIT_EXIT;
  }

  private static int errno(CmEvent event) {
    return switch (event.type()) {
      case REJECTED -> Errno.ECONNREFUSED.number();
      case DEVICE_REMOVAL -> Errno.ENODEV.number();
      default -> event.status() == 0 ? Errno.ECONNRESET.number() : Math.abs(event.status());
    };
  }
}
