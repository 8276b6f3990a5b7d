package org.rdmadump.analysis.extract.nfs;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.analysis.extract.FileRef;
import org.rdmadump.net.IpAddress;
import org.rdmadump.xdr.decode.XdrValue;

/** What procedures of NFS version 3 say about files: RFC 1813 section 3.3. */
final class Nfs3FileEvents {
  private static final int SETATTR = 2;
  private static final int LOOKUP = 3;
  private static final int READ = 6;
  private static final int WRITE = 7;
  private static final int CREATE = 8;
  private static final int MKDIR = 9;
  private static final int SYMLINK = 10;
  private static final int MKNOD = 11;
  private static final int REMOVE = 12;
  private static final int RMDIR = 13;
  private static final int RENAME = 14;
  private static final int LINK = 15;
  private static final int READDIRPLUS = 17;
  private static final int COMMIT = 21;

  private final WholeEvents events;

  Nfs3FileEvents(WholeEvents events) {
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
          results.in("resok").writeReply("verf"));
    } else if (outcome == Answer.DONE) {
      done(procedure, server, arguments, results.in("resok"));
    }
  }

  private void done(int procedure, IpAddress server, Fields arguments, Fields results)
      throws IOException {
    switch (procedure) {
      case SETATTR ->
          events.resized(
              arguments.handle("object", server), arguments.number("new_attributes.size"));
      case LOOKUP -> named(results.handle("object", server), server, arguments.in("what"));
      case READ ->
          events.read(
              arguments.handle("file", server),
              arguments.number("offset"),
              results.data("data"),
              results.isTrue("eof"));
      case CREATE -> {
        Optional<FileRef> made = results.handle("obj", server);
        named(made, server, arguments.in("where"));
        events.resized(made, arguments.number("how.obj_attributes.size"));
      }
      case MKDIR, SYMLINK, MKNOD ->
          named(results.handle("obj", server), server, arguments.in("where"));
      case REMOVE, RMDIR ->
          events.removed(arguments.handle("object.dir", server), arguments.bytes("object.name"));
      case RENAME ->
          events.renamed(
              arguments.handle("from.dir", server),
              arguments.bytes("from.name"),
              arguments.handle("to.dir", server),
              arguments.bytes("to.name"));
      case LINK -> named(arguments.handle("file", server), server, arguments.in("link"));
      case READDIRPLUS -> readDirectory(server, arguments, results);
      case COMMIT ->
          events.committed(
              arguments.handle("file", server),
              arguments.number("offset"),
              arguments.number("count"),
              results.verifier("verf"));
      default -> {
        // Says nothing that is of use here.
      }
    }
  }

  private void named(Optional<FileRef> file, IpAddress server, Fields where) throws IOException {
    events.named(file, where.handle("dir", server), where.bytes("name"));
  }

  private void readDirectory(IpAddress server, Fields arguments, Fields results)
      throws IOException {
    Optional<FileRef> directory = arguments.handle("dir", server);
    for (XdrValue each : results.each("reply.entries")) {
      Fields entry = new Fields(each);
      events.named(entry.handle("name_handle", server), directory, entry.bytes("name"));
    }
  }
}
