package org.rdmadump.analysis.extract.nfs;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.extract.FileEvent;
import org.rdmadump.analysis.extract.FileEventSink;
import org.rdmadump.analysis.extract.FileRef;
import org.rdmadump.analysis.extract.WireBytes;
import org.rdmadump.bytes.Rope;
import org.rdmadump.nfs.FilePath;

/** Tells events of which every part could be read, and no others. */
final class WholeEvents {
  /**
   * What a WRITE was answered.
   *
   * @param count bytes that the server wrote
   * @param stable whether they are on stable storage
   * @param verifier of this life of the server
   */
  record WriteReply(long count, boolean stable, long verifier) {}

  private final FileEventSink sink;

  /** Of the file that the next operation is about. */
  private Optional<FilePath> path = Optional.empty();

  private long frame;
  private boolean again;

  /** Whether something of the READ_PLUS was told. */
  private boolean goesOn;

  WholeEvents(FileEventSink sink) {
    this.sink = sink;
  }

  /** Says where the file is that the next operation is about. */
  void at(Optional<FilePath> where) {
    path = where;
  }

  /** Says in which frame the call was sent that the next operations are of. */
  void sentIn(long number) {
    frame = number;
  }

  /** Says whether a WRITE of the next operations was told before, without an answer. */
  void isAgain(boolean told) {
    again = told;
  }

  private void locate(FileRef file) throws IOException {
    if (path.isPresent()) {
      sink.event(new FileEvent.Located(file, path.get()));
    }
  }

  void named(
      Optional<FileRef> file, Optional<FileRef> directory, Optional<WireBytes> name, boolean made)
      throws IOException {
    if (file.isPresent() && directory.isPresent() && name.isPresent()) {
      sink.event(new FileEvent.Named(file.get(), directory.get(), name.get(), made));
    }
  }

  void root(FileRef.ByHandle file) throws IOException {
    sink.event(new FileEvent.RootFound(file));
  }

  void removed(Optional<FileRef> directory, Optional<WireBytes> name) throws IOException {
    if (directory.isPresent() && name.isPresent()) {
      sink.event(new FileEvent.Removed(directory.get(), name.get()));
    }
  }

  void renamed(
      Optional<FileRef> fromDirectory,
      Optional<WireBytes> from,
      Optional<FileRef> toDirectory,
      Optional<WireBytes> to)
      throws IOException {
    if (fromDirectory.isPresent()
        && from.isPresent()
        && toDirectory.isPresent()
        && to.isPresent()) {
      sink.event(
          new FileEvent.Renamed(fromDirectory.get(), from.get(), toDirectory.get(), to.get()));
    }
  }

  /** Whether somebody wants to know of sizes. */
  boolean takesSizes() {
    return sink.takesSizes();
  }

  void resized(Optional<FileRef> file, OptionalLong size) throws IOException {
    if (file.isPresent() && size.isPresent()) {
      sink.event(new FileEvent.Resized(file.get(), size.getAsLong(), frame));
    }
  }

  /** A WRITE whose reply, if it was done, says how much of it was. */
  void wrote(
      Optional<FileRef> file,
      OptionalLong offset,
      Optional<Rope> data,
      Answer answer,
      Optional<WriteReply> reply)
      throws IOException {
    if (offset.isEmpty() || data.isEmpty()) {
      return;
    }
    if (file.isEmpty()) {
      if (answer != Answer.REFUSED) {
        movedUnknown();
      }
      return;
    }
    locate(file.get());
    if (again) {
      sink.event(new FileEvent.AnsweredAgain(file.get()));
    }
    if (answer == Answer.REFUSED) {
      sink.event(new FileEvent.WriteFailed(file.get()));
    } else if (answer == Answer.UNKNOWN || reply.isEmpty()) {
      sink.event(new FileEvent.WroteUnanswered(file.get(), offset.getAsLong(), data.get(), frame));
    } else {
      WriteReply said = reply.get();
      Rope taken = data.get().slice(0, Math.min(said.count(), data.get().length()));
      sink.event(
          new FileEvent.Wrote(
              file.get(), offset.getAsLong(), taken, said.stable(), said.verifier()));
    }
  }

  /** Says that the next data and holes are of another READ_PLUS. */
  void readPlus() {
    goesOn = false;
  }

  /** A READ or WRITE of a file that nothing tells. */
  void movedUnknown() throws IOException {
    sink.event(new FileEvent.MovedUnknown());
  }

  void read(Optional<FileRef> file, OptionalLong offset, Optional<Rope> data, boolean end)
      throws IOException {
    goesOn = false;
    readSome(file, offset, data, end);
  }

  /** Data of a READ_PLUS. */
  void readSome(Optional<FileRef> file, OptionalLong offset, Optional<Rope> data, boolean end)
      throws IOException {
    if (file.isEmpty()) {
      movedUnknown();
    } else if (offset.isPresent() && data.isPresent()) {
      locate(file.get());
      sink.event(new FileEvent.Read(file.get(), offset.getAsLong(), data.get(), end, goesOn));
      goesOn = true;
    }
  }

  void readHole(Optional<FileRef> file, OptionalLong offset, OptionalLong length, boolean end)
      throws IOException {
    if (file.isPresent() && offset.isPresent() && length.isPresent()) {
      locate(file.get());
      sink.event(
          new FileEvent.ReadHole(file.get(), offset.getAsLong(), length.getAsLong(), end, goesOn));
      goesOn = true;
    }
  }

  void committed(
      Optional<FileRef> file, OptionalLong offset, OptionalLong count, OptionalLong verifier)
      throws IOException {
    if (file.isPresent() && offset.isPresent() && count.isPresent() && verifier.isPresent()) {
      sink.event(
          new FileEvent.Committed(
              file.get(), offset.getAsLong(), count.getAsLong(), verifier.getAsLong()));
    }
  }

  void changedAtServer(Optional<FileRef> file, String operation) throws IOException {
    if (file.isPresent()) {
      sink.event(new FileEvent.ChangedAtServer(file.get(), operation));
    }
  }
}
