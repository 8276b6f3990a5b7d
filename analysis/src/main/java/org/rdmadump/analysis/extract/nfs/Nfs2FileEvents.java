package org.rdmadump.analysis.extract.nfs;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.extract.FileRef;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;

/**
 * What procedures of NFS version 2 say about files: RFC 1094 section 2.2. Every WRITE is on stable
 * storage, and whole, when it is answered.
 */
final class Nfs2FileEvents {
  private static final int SETATTR = 2;
  private static final int LOOKUP = 4;
  private static final int READ = 6;
  private static final int WRITE = 8;
  private static final int CREATE = 9;
  private static final int REMOVE = 10;
  private static final int RENAME = 11;
  private static final int LINK = 12;
  private static final int MKDIR = 14;
  private static final int RMDIR = 15;

  /** In place of an attribute that is not to be set. */
  private static final long NOT_SET = 0xffffffffL;

  private static final Optional<WholeEvents.WriteReply> WHOLE =
      Optional.of(new WholeEvents.WriteReply(Long.MAX_VALUE, true, 0));

  private final WholeEvents events;

  Nfs2FileEvents(WholeEvents events) {
    this.events = events;
  }

  /** Takes a call and its reply, which is {@code answer}ed as far as RPC goes. */
  void procedure(int procedure, IpAddress server, Fields arguments, Fields results, Answer answer)
      throws IOException {
    Answer outcome = answer == Answer.DONE ? Answer.of(results.number("status")) : answer;
    if (procedure == WRITE) {
      events.wrote(
          arguments.handle("file", server),
          arguments.number("offset"),
          arguments.data("data"),
          outcome,
          WHOLE);
    } else if (outcome == Answer.DONE) {
      done(procedure, server, arguments, results);
    }
  }

  private void done(int procedure, IpAddress server, Fields arguments, Fields results)
      throws IOException {
    switch (procedure) {
      case SETATTR -> resized(arguments.handle("file", server), arguments);
      case LOOKUP -> named(results.handle("diropok.file", server), server, arguments);
      case READ -> read(server, arguments, results.in("readok"));
      case CREATE -> {
        Optional<FileRef> made = results.handle("diropok.file", server);
        named(made, server, arguments.in("where"));
        resized(made, arguments);
      }
      case MKDIR -> named(results.handle("diropok.file", server), server, arguments.in("where"));
      case REMOVE, RMDIR ->
          events.removed(arguments.handle("what.dir", server), arguments.bytes("what.name"));
      case RENAME ->
          events.renamed(
              arguments.handle("from.dir", server),
              arguments.bytes("from.name"),
              arguments.handle("to.dir", server),
              arguments.bytes("to.name"));
      case LINK -> named(arguments.handle("from", server), server, arguments.in("to"));
      default -> {
        // Says nothing that is of use here.
      }
    }
  }

  /** The end of the file is not told, only its size. */
  private void read(IpAddress server, Fields arguments, Fields results) throws IOException {
    OptionalLong offset = arguments.number("offset");
    OptionalLong size = results.number("attributes.size");
    Optional<Rope> data = results.data("data");
    boolean end =
        size.isPresent()
            && offset.isPresent()
            && data.isPresent()
            && offset.getAsLong() + data.get().length() >= size.getAsLong();
    events.read(arguments.handle("file", server), offset, data, end);
  }

  private void resized(Optional<FileRef> file, Fields arguments) throws IOException {
    OptionalLong size = arguments.number("attributes.size");
    if (size.orElse(NOT_SET) != NOT_SET) {
      events.resized(file, size);
    }
  }

  private void named(Optional<FileRef> file, IpAddress server, Fields where) throws IOException {
    events.named(file, where.handle("dir", server), where.bytes("name"));
  }
}
