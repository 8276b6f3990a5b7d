package org.rdmadump.analysis.extract;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;

/** What moved of one file: what was written, what was read, and what else is known of it. */
final class FileContent {
  private final FileStore store;
  private final Durability durability;
  private final Set<String> serverChanges = new TreeSet<>();
  private final Cuts cuts;
  private @Nullable FileView written;
  private @Nullable FileView read;

  /** Size of the file as far as known, unsigned; none unless it was set. */
  private OptionalLong size;

  /** The least size that was set since the last WRITE. */
  private long cut = Long.MAX_VALUE;

  private long unanswered;
  private long failed;

  /**
   * Content of which nothing moved yet.
   *
   * @param size as it was set already
   * @param cuts to which sizes the file is cut
   */
  FileContent(FileStore store, OptionalLong size, Cuts cuts) {
    this.store = store;
    this.size = size;
    this.cuts = cuts;
    this.durability = new Durability(store.uncommitted());
  }

  /** Takes what a message says about it. */
  void take(FileEvent.Data event) throws IOException {
    if (event instanceof FileEvent.Wrote wrote) {
      wrote(wrote);
    } else if (event instanceof FileEvent.WroteUnanswered unansweredWrite) {
      wroteUnanswered(unansweredWrite);
    } else if (event instanceof FileEvent.Read some) {
      read(some);
    } else if (event instanceof FileEvent.ReadHole hole) {
      readHole(hole);
    } else if (event instanceof FileEvent.Committed commit) {
      committed(commit);
    } else if (event instanceof FileEvent.WriteFailed) {
      failed++;
    } else if (event instanceof FileEvent.AnsweredAgain) {
      unanswered = Math.max(0, unanswered - 1);
    } else if (event instanceof FileEvent.ChangedAtServer change) {
      serverChanges.add(change.operation());
    }
  }

  private void wrote(FileEvent.Wrote event) throws IOException {
    put(event.offset(), event.data(), FileView.Manner.REPLACE);
    long to = end(event.offset(), event.data().length());
    if (to > event.offset()) {
      durability.wrote(event.offset(), to, event.stable(), event.verifier());
    }
  }

  /**
   * What no answered WRITE wrote, and nothing cut off since; it could be older than those that were
   * answered.
   */
  private void wroteUnanswered(FileEvent.WroteUnanswered event) throws IOException {
    unanswered++;
    if (event.data().length() == 0) {
      return;
    }
    long most = cuts.since(event.frame());
    long length = event.data().length();
    if (event.offset() >= 0 && most < end(event.offset(), length)) {
      length = Math.max(0, most - event.offset());
      writtenView();
    }
    put(event.offset(), event.data().slice(0, length), FileView.Manner.FILL);
    long to = end(event.offset(), length);
    if (to > event.offset()) {
      durability.unanswered(event.offset(), to);
    }
  }

  private void put(long offset, Rope data, FileView.Manner manner) throws IOException {
    if (data.length() == 0) {
      // Changes nothing, not even the size (RFC 1813 section 3.3.7).
      return;
    }
    FileView view = writtenView();
    // Otherwise bytes of the old content would stand behind the new.
    cutOff(view);
    view.put(offset, data, manner);
    if (size.isPresent() && offset >= 0) {
      long to = end(offset, data.length());
      size = Long.compareUnsigned(to, size.getAsLong()) > 0 ? OptionalLong.of(to) : size;
    }
  }

  private FileView writtenView() {
    FileView view = written;
    if (view == null) {
      view = store.view();
      written = view;
    }
    return view;
  }

  private void cutOff(FileView view) throws IOException {
    if (cut != Long.MAX_VALUE) {
      view.cut(cut);
      durability.cut(cut);
      cut = Long.MAX_VALUE;
    }
  }

  /** Takes off what was written and then cut off; nothing more is written. */
  void finish() throws IOException {
    if (written != null) {
      cutOff(written);
    }
  }

  private static long end(long offset, long length) {
    long to = offset + length;
    return offset >= 0 && to < 0 ? Long.MAX_VALUE : to;
  }

  private void read(FileEvent.Read event) throws IOException {
    if (read == null && event.data().length() == 0 && !(event.end() && event.offset() == 0)) {
      // Nothing moved, and nothing was said but that the file may end before that.
      return;
    }
    FileView view = readView();
    view.put(event.offset(), event.data(), FileView.Manner.REFRESH);
    if (event.end() && event.offset() >= 0) {
      view.cut(end(event.offset(), event.data().length()));
    }
  }

  private void readHole(FileEvent.ReadHole event) throws IOException {
    if (read == null && event.length() == 0) {
      return;
    }
    FileView view = readView();
    view.putZeros(event.offset(), event.length());
    if (event.end() && event.offset() >= 0 && event.length() >= 0) {
      view.cut(end(event.offset(), event.length()));
    }
  }

  private FileView readView() {
    FileView view = read;
    if (view == null) {
      view = store.view();
      read = view;
    }
    return view;
  }

  private void committed(FileEvent.Committed event) {
    if (event.offset() >= 0) {
      long to = event.count() == 0 ? Long.MAX_VALUE : end(event.offset(), event.count());
      durability.committed(event.offset(), Math.max(event.offset(), to), event.verifier());
    }
  }

  void resized(long to) {
    size = OptionalLong.of(to);
    cut = Math.min(cut, to < 0 ? Long.MAX_VALUE : to);
  }

  /** Whether bytes moved, or a READ said that there are none. */
  boolean hasMoved() {
    return written != null || read != null;
  }

  Optional<FileView> written() {
    return Optional.ofNullable(written);
  }

  Optional<FileView> read() {
    return Optional.ofNullable(read);
  }

  /** Whether all that was written is on stable storage, as far as known. */
  boolean isCommitted() {
    return durability.isComplete();
  }

  /**
   * The size that was set last, unsigned, or what WRITEs made of it since; none if none was set.
   */
  OptionalLong size() {
    return size;
  }

  /** WRITEs without a captured answer. */
  long unanswered() {
    return unanswered;
  }

  /** WRITEs that the server refused. */
  long failed() {
    return failed;
  }

  /** Operations that changed the content without showing it, by name. */
  Set<String> serverChanges() {
    return serverChanges;
  }
}
