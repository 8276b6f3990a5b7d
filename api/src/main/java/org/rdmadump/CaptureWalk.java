package org.rdmadump;

import java.util.Optional;
import org.rdmadump.rpcrdma.ConnectionRecord;

/**
 * The way through a capture: a position, the pass that decodes ahead of it as far as it was asked
 * for, and the records behind it that were kept.
 */
final class CaptureWalk {
  private final CapturePasses passes;
  private final RecentRecords recent = new RecentRecords();
  private RecordQueue queue = new RecordQueue();
  private CapturePass<CaptureRecord> pass;

  /** Messages that the pass has told of. */
  private long decoded;

  /** Messages that were passed by the user. */
  private long position;

  /** Exchanges that were passed behind the last of them. */
  private int behind;

  /** Whether the position is before what the pass can still tell, so that it takes another one. */
  private boolean isPassOver;

  private boolean closed;

  /** Where a walk is: behind so many messages, and so many exchanges after the last of them. */
  record Mark(long position, int behind) {}

  /** At the beginning of a capture. */
  CaptureWalk(CapturePasses passes) {
    this.passes = passes;
    this.pass = passes.begin(queue);
  }

  /** {@return a connection, as far as it was decoded} */
  Optional<ConnectionRecord> connection(int index) {
    return queue.connection(index);
  }

  /** {@return messages that were passed} */
  long position() {
    return position;
  }

  /** {@return the next record, which is passed; empty at the end} */
  Optional<CaptureRecord> next() {
    requireOpen();
    if (recent.hasNext()) {
      return Optional.of(passed(recent.next()));
    }
    if (isPassOver) {
      pass.close();
      queue = new RecordQueue();
      pass = passes.begin(queue);
      recent.restart();
      decoded = 0;
      isPassOver = false;
    }
    while (pass.hasNext()) {
      CaptureRecord record = pass.next();
      recent.add(record);
      decoded += record.isMessage() ? 1 : 0;
      // What lies before a position that was sought is passed over, with its exchanges.
      if (decoded > position || (decoded == position && !record.isMessage())) {
        return Optional.of(passed(record));
      }
    }
    // Nothing is at a position that was sought behind the last message.
    position = Math.min(position, decoded);
    return Optional.empty();
  }

  private CaptureRecord passed(CaptureRecord record) {
    if (record.isMessage()) {
      position++;
      behind = 0;
    } else {
      behind++;
    }
    return record;
  }

  /**
   * Goes to where so many messages are passed, back or forth.
   *
   * @throws IllegalStateException if that was too long ago in what can be read once; nothing is
   *     changed
   */
  void rewind(long to) {
    if (!canRewind(to)) {
      throw new IllegalStateException(
          "message " + (to + 1) + " is gone: a pipe or a live source can be read once");
    }
    isPassOver = false;
    if (!recent.seek(to)) {
      recent.skip();
      // Its connections, counts and damage can be asked for until there is another pass.
      isPassOver = to < decoded;
    }
    position = to;
    behind = 0;
  }

  /** {@return whether it can go to where so many messages are passed} */
  boolean canRewind(long to) {
    return passes.isRepeatable() || to >= decoded || recent.has(to);
  }

  /** {@return where it is} */
  Mark place() {
    return new Mark(position, behind);
  }

  /** Goes to where it was, if it is anywhere else. */
  void goTo(Mark place) {
    if (place.equals(place())) {
      return;
    }
    rewind(place.position());
    while (behind < place.behind()) {
      Optional<CaptureRecord> passed = next();
      if (passed.isEmpty()) {
        return;
      }
    }
  }

  /** Goes back to where it was; stays, if that is gone in a source that is read once. */
  void goBackTo(Mark place) {
    if (canRewind(place.position())) {
      goTo(place);
    }
  }

  /** Closes what it reads. */
  void close() {
    closed = true;
    pass.close();
  }

  private void requireOpen() {
    passes.requireOpen();
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
    }
  }
}
