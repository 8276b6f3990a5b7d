package org.rdmadump.analysis.extract.nfs;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.extract.FileRef;
import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * What procedures of NFS version 2 and 3 say about files: RFC 1094 section 2.2, RFC 1813 section
 * 3.3. They say much the same, by fields of other names.
 */
final class ProcedureFileEvents {
  private final WholeEvents events;
  private final Paths paths;

  /**
   * Where a version has what both say.
   *
   * @param resized the file that SETATTR changes, in arguments
   * @param size its new size there
   * @param unset the size that stands for none
   * @param found the file that LOOKUP finds, in results
   * @param sought the name that it is sought by, in arguments
   * @param made the file that CREATE and its like make, in results
   * @param madeSize its size, in arguments
   * @param removed the name that REMOVE and RMDIR take away, in arguments
   * @param linked the file that LINK gives another name, in arguments
   * @param link that name there
   * @param ok results of success
   * @param written what WRITE is answered where the reply does not say it
   */
  private record Paths(
      String resized,
      String size,
      OptionalLong unset,
      String found,
      String sought,
      String made,
      String madeSize,
      String removed,
      String linked,
      String link,
      String ok,
      Optional<WholeEvents.WriteReply> written) {
    /** Every WRITE is on stable storage, and whole, when it is answered. */
    static final Paths OF_VERSION_2 =
        new Paths(
            "file",
            "attributes.size",
            OptionalLong.of(0xffffffffL),
            "diropok.file",
            "",
            "diropok.file",
            "attributes.size",
            "what",
            "from",
            "to",
            "readok",
            Optional.of(new WholeEvents.WriteReply(Long.MAX_VALUE, true, 0)));

    static final Paths OF_VERSION_3 =
        new Paths(
            "object",
            "new_attributes.size",
            OptionalLong.empty(),
            "resok.object",
            "what",
            "resok.obj",
            "how.obj_attributes.size",
            "object",
            "file",
            "link",
            "resok",
            Optional.empty());

    /** A size, unless it stands for one that is not to be set. */
    OptionalLong size(OptionalLong told) {
      return told.equals(unset) ? OptionalLong.empty() : told;
    }
  }

  private ProcedureFileEvents(WholeEvents events, Paths paths) {
    this.events = events;
    this.paths = paths;
  }

  /** {@return those of version 2} */
  static ProcedureFileEvents ofVersion2(WholeEvents events) {
    return new ProcedureFileEvents(events, Paths.OF_VERSION_2);
  }

  /** {@return those of version 3} */
  static ProcedureFileEvents ofVersion3(WholeEvents events) {
    return new ProcedureFileEvents(events, Paths.OF_VERSION_3);
  }

  /** Takes a call and its reply, which is {@code answer}ed as far as RPC goes. */
  void procedure(String name, Fields arguments, Fields results, Answer answer) throws IOException {
    Answer outcome = answer == Answer.DONE ? Answer.of(results.number("status")) : answer;
    if (name.equals("WRITE")) {
      events.wrote(
          arguments.handle("file"),
          arguments.number("offset"),
          arguments.data("data"),
          outcome,
          paths.written().or(() -> results.in(paths.ok()).writeReply("verf")));
    } else if (outcome == Answer.DONE) {
      done(name, arguments, results);
    }
  }

  private void done(String name, Fields arguments, Fields results) throws IOException {
    switch (name) {
      case "SETATTR" -> resized(arguments.handle(paths.resized()), arguments, paths.size());
      case "LOOKUP" -> named(results.handle(paths.found()), arguments.in(paths.sought()), false);
      case "READ" -> read(arguments, results.in(paths.ok()));
      case "CREATE" -> {
        Optional<FileRef> made = results.handle(paths.made());
        named(made, arguments.in("where"), true);
        resized(made, arguments, paths.madeSize());
      }
      case "MKDIR", "SYMLINK", "MKNOD" ->
          named(results.handle(paths.made()), arguments.in("where"), true);
      case "REMOVE", "RMDIR" -> {
        Fields removed = arguments.in(paths.removed());
        events.removed(removed.handle("dir"), removed.bytes("name"));
      }
      case "RENAME" ->
          events.renamed(
              arguments.handle("from.dir"),
              arguments.bytes("from.name"),
              arguments.handle("to.dir"),
              arguments.bytes("to.name"));
      case "LINK" -> named(arguments.handle(paths.linked()), arguments.in(paths.link()), false);
      case "READDIRPLUS" -> {
        for (XdrValue each : results.each("resok.reply.entries")) {
          Fields entry = results.of(each);
          events.named(
              entry.handle("name_handle"), arguments.handle("dir"), entry.bytes("name"), false);
        }
      }
      case "COMMIT" ->
          events.committed(
              arguments.handle("file"),
              arguments.number("offset"),
              arguments.number("count"),
              results.verifier("resok.verf"));
      default -> {
        // Says nothing that is of use here.
      }
    }
  }

  /** Version 2 does not tell the end of the file, only its size. */
  private void read(Fields arguments, Fields results) throws IOException {
    OptionalLong offset = arguments.number("offset");
    OptionalLong size = results.number("attributes.size");
    Optional<Rope> data = results.data("data");
    boolean reachesSize =
        size.isPresent()
            && offset.isPresent()
            && data.isPresent()
            && offset.getAsLong() + data.get().length() >= size.getAsLong();
    events.read(arguments.handle("file"), offset, data, reachesSize || results.isTrue("eof"));
  }

  private void resized(Optional<FileRef> file, Fields arguments, String size) throws IOException {
    if (events.takesSizes()) {
      events.resized(file, paths.size(arguments.number(size)));
    }
  }

  private void named(Optional<FileRef> file, Fields where, boolean made) throws IOException {
    events.named(file, where.handle("dir"), where.bytes("name"), made);
  }
}
