package org.rdmadump.analysis.extract.nfs;

import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.rdmadump.analysis.extract.FileRef;
import org.rdmadump.analysis.extract.WireBytes;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * One compound, operation by operation. Which file is current is followed by name as well as by
 * handle: what LOOKUP, OPEN or CREATE make current has a name, and a GETFH or GETATTR somewhere
 * behind tells its handle.
 */
final class Nfs4Course {
  private static final int CLAIM_PREVIOUS = 1;
  private static final int CLAIM_FH = 4;
  private static final int OPEN4_CREATE = 1;
  private static final int CONTENT_DATA = 0;
  private static final int SIZE_BIT = 1 << 4;

  /** Operations that tell something of files; others only change which one is current. */
  private static final Set<String> TELLING =
      Set.of(
          "ALLOCATE",
          "CLONE",
          "COMMIT",
          "COPY",
          "CREATE",
          "DEALLOCATE",
          "LINK",
          "LOOKUP",
          "OPEN",
          "PUTROOTFH",
          "READ",
          "READDIR",
          "READ_PLUS",
          "REMOVE",
          "RENAME",
          "SETATTR",
          "WRITE",
          "WRITE_SAME");

  /** Operations that leave everything as it is, and that nearly every compound has. */
  private static final Set<String> PASSIVE =
      Set.of("SEQUENCE", "GETATTR", "GETFH", "ACCESS", "CLOSE");

  /** Operations that lead from attributes to a file. */
  private static final Set<String> LEAVING_ATTRIBUTES =
      Set.of("PUTFH", "PUTROOTFH", "PUTPUBFH", "LOOKUPP", "SECINFO", "SECINFO_NO_NAME");

  /** Names looked up one in another; paths are not as long. */
  private static final int MOST_NAMES = 64;

  private final WholeEvents events;
  private final IpAddress server;
  private final Nfs4Compound call;
  private final Optional<Nfs4Compound> reply;
  private final FileNames paths;
  private final boolean consumedBySecinfo;
  private Optional<FileRef> current = Optional.empty();
  private Optional<FileRef> saved = Optional.empty();

  /** Whether it is behind OPENATTR: names there are of attributes (RFC 8881 section 5.3). */
  private boolean isAttribute;

  private boolean isSavedAttribute;
  private int names;

  /** A compound to {@code server} that has not begun. */
  Nfs4Course(
      WholeEvents events,
      IpAddress server,
      Nfs4Compound call,
      Optional<Nfs4Compound> reply,
      FileNames paths) {
    this.events = events;
    this.server = server;
    this.call = call;
    this.reply = reply;
    this.paths = paths;
    // From minor version 1 on SECINFO takes the current file away (RFC 8881 section 18.29.3).
    this.consumedBySecinfo = call.minorVersion().orElse(1) > 0;
  }

  /**
   * Follows it to its end. Operations behind the first that failed were not carried out (RFC 8881
   * section 16.2.3).
   *
   * @param answer of the reply, as far as RPC goes
   */
  void follow(Answer answer) throws IOException {
    int last = call.count() - 1;
    while (last >= 0 && !TELLING.contains(call.operation(last).name())) {
      last--;
    }
    for (int i = 0; i <= last; i++) {
      Nfs4Operation operation = call.operation(i);
      Answer outcome = answer(operation, answer);
      step(operation, outcome);
      if (outcome == Answer.REFUSED) {
        return;
      }
    }
  }

  private Answer answer(Nfs4Operation operation, Answer answer) {
    if (answer != Answer.DONE || reply.isEmpty()) {
      return answer == Answer.REFUSED ? Answer.REFUSED : Answer.UNKNOWN;
    }
    int answered = reply.get().count();
    if (operation.index() >= answered) {
      boolean cut = answered < reply.get().announced();
      return cut || reply.get().status().isEmpty() ? Answer.UNKNOWN : Answer.REFUSED;
    }
    Optional<Nfs4Operation> result = result(operation);
    if (result.isEmpty() || result.get().status().isEmpty()) {
      return Answer.UNKNOWN;
    }
    return result.get().isFailed() ? Answer.REFUSED : Answer.DONE;
  }

  private void step(Nfs4Operation operation, Answer answer) throws IOException {
    if (PASSIVE.contains(operation.name())) {
      return;
    }
    events.at(paths.path(operation.index()));
    Fields arguments = new Fields(operation.body(), server);
    Optional<Nfs4Operation> done = answer == Answer.DONE ? result(operation) : Optional.empty();
    Fields results = new Fields(done.isPresent() ? done.get().body() : Optional.empty(), server);
    if (operation.name().equals("WRITE")) {
      events.wrote(
          current,
          arguments.number("offset"),
          arguments.data("data"),
          answer,
          results.in("resok4").writeReply("writeverf"));
    } else if (answer != Answer.REFUSED) {
      handles(operation, arguments, answer);
      if (answer == Answer.DONE) {
        done(operation, arguments, results);
      }
    } else if (operation.name().equals("SETATTR")) {
      failedToSet(operation, arguments);
    }
  }

  /** A SETATTR that failed may have set some attributes, as it says (RFC 8881 section 18.30.3). */
  private void failedToSet(Nfs4Operation operation, Fields arguments) throws IOException {
    Optional<Nfs4Operation> failed = result(operation);
    Optional<XdrValue> body = failed.isPresent() ? failed.get().body() : Optional.empty();
    if (isSizeSet(new Fields(body, server).at("attrsset"))) {
      events.resized(current, arguments.number("obj_attributes.attr_vals.size"));
    }
  }

  private Optional<Nfs4Operation> result(Nfs4Operation operation) {
    if (reply.isEmpty() || operation.index() >= reply.get().count()) {
      return Optional.empty();
    }
    Nfs4Operation result = reply.get().operation(operation.index());
    return result.number() == operation.number() ? Optional.of(result) : Optional.empty();
  }

  /** The handle of the file that is current behind an operation, if the reply tells it anywhere. */
  private Optional<FileRef> handleBehind(Nfs4Operation operation) {
    Optional<Nfs4Operation> result = result(operation);
    Optional<XdrBytes> behind = result.isPresent() ? result.get().handleBehind() : Optional.empty();
    return behind.isPresent() ? Fields.handle(behind.get().bytes(), server) : Optional.empty();
  }

  private Optional<FileRef> either(Optional<FileRef> file, Nfs4Operation operation) {
    return file.isPresent() ? file : handleBehind(operation);
  }

  /** What moves the current file; an operation without an answer is taken to have done so. */
  private void handles(Nfs4Operation operation, Fields arguments, Answer answer)
      throws IOException {
    if (LEAVING_ATTRIBUTES.contains(operation.name())) {
      isAttribute = false;
    }
    switch (operation.name()) {
      case "PUTFH" -> current = either(arguments.handle("object"), operation);
      case "PUTROOTFH" -> root(handleBehind(operation));
      case "PUTPUBFH", "LOOKUPP" -> current = handleBehind(operation);
      case "OPENATTR" -> {
        current = handleBehind(operation);
        isAttribute = true;
      }
      case "SECINFO", "SECINFO_NO_NAME" -> current = consumedBySecinfo ? Optional.empty() : current;
      case "SAVEFH" -> {
        saved = current;
        isSavedAttribute = isAttribute;
      }
      case "RESTOREFH" -> {
        current = either(saved, operation);
        isAttribute = isSavedAttribute;
      }
      case "LOOKUP" -> enter(operation, arguments.bytes("objname"), answer, /* makes= */ false);
      case "CREATE" -> enter(operation, arguments.bytes("objname"), answer, /* makes= */ true);
      case "OPEN" -> open(operation, arguments, answer);
      default -> {
        // Leaves it.
      }
    }
  }

  private void open(Nfs4Operation operation, Fields arguments, Answer answer) throws IOException {
    OptionalLong claim = arguments.number("claim.claim");
    boolean ofCurrent =
        claim.isPresent() && (claim.getAsLong() == CLAIM_PREVIOUS || claim.getAsLong() >= CLAIM_FH);
    if (!ofCurrent) {
      Optional<WireBytes> name = arguments.bytes("claim.file");
      name = name.isPresent() ? name : arguments.bytes("claim.delegate_cur_info.file");
      name = name.isPresent() ? name : arguments.bytes("claim.file_delegate_prev");
      boolean makes = arguments.number("openhow.opentype").orElse(0) == OPEN4_CREATE;
      enter(operation, name, answer, makes);
    }
    if (answer == Answer.DONE && events.takesSizes()) {
      Optional<Nfs4Operation> result = result(operation);
      Fields results =
          new Fields(result.isPresent() ? result.get().body() : Optional.empty(), server);
      opened(arguments.number("openhow.how.createattrs.attr_vals.size"), results);
      opened(arguments.number("openhow.how.ch_createboth.cva_attrs.attr_vals.size"), results);
    }
  }

  /**
   * An OPEN that asks for a size empties a file that there is, and does nothing else to it (RFC
   * 8881 section 18.16.3).
   */
  private void opened(OptionalLong size, Fields results) throws IOException {
    if (size.isPresent()
        && (size.getAsLong() == 0
            || (isSizeSet(results.at("resok4.attrset")) && !isUnchanged(results)))) {
      events.resized(current, size);
    }
  }

  /** Whether the directory of an OPEN is as before: servers answer with all that was asked for. */
  private static boolean isUnchanged(Fields results) {
    OptionalLong before = results.number("resok4.cinfo.before");
    return before.isPresent() && before.equals(results.number("resok4.cinfo.after"));
  }

  private static boolean isSizeSet(Optional<XdrValue> set) {
    return set.isPresent()
        && set.get() instanceof XdrArray words
        && words.size() > 0
        && words.get(0) instanceof XdrNumber first
        && (first.value() & SIZE_BIT) != 0;
  }

  /** Makes what has a name in the current directory the current file. */
  private void enter(
      Nfs4Operation operation, Optional<WireBytes> name, Answer answer, boolean makes)
      throws IOException {
    Optional<FileRef> handle = handleBehind(operation);
    if (isAttribute) {
      current = handle;
      return;
    }
    if (handle.isPresent()) {
      if (answer == Answer.DONE) {
        events.named(handle, current, name, makes);
      }
      current = handle;
      return;
    }
    names++;
    current =
        current.isPresent() && name.isPresent() && name.get().isName() && names <= MOST_NAMES
            ? Optional.of(new FileRef.ByName(current.get(), name.get()))
            : Optional.empty();
  }

  private void root(Optional<FileRef> handle) throws IOException {
    current = handle.isPresent() ? handle : Optional.of(new FileRef.Root(server));
    if (handle.isPresent() && handle.get() instanceof FileRef.ByHandle root) {
      events.root(root);
    }
  }

  private void done(Nfs4Operation operation, Fields arguments, Fields results) throws IOException {
    switch (operation.name()) {
      case "READ" ->
          events.read(
              current,
              arguments.number("offset"),
              results.data("resok4.data"),
              results.isTrue("resok4.eof"));
      case "READ_PLUS" -> readPlus(arguments, results.in("rp_resok4"));
      case "COMMIT" ->
          events.committed(
              current,
              arguments.number("offset"),
              arguments.number("count"),
              results.verifier("resok4.writeverf"));
      case "SETATTR" -> events.resized(current, arguments.number("obj_attributes.attr_vals.size"));
      case "READDIR", "REMOVE", "RENAME", "LINK" -> {
        if (!isAttribute) {
          renames(operation, arguments, results);
        }
      }
      case "ALLOCATE", "DEALLOCATE", "COPY", "CLONE", "WRITE_SAME" ->
          events.changedAtServer(current, operation.name());
      default -> {
        // Says nothing that is of use here.
      }
    }
  }

  private void renames(Nfs4Operation operation, Fields arguments, Fields results)
      throws IOException {
    switch (operation.name()) {
      case "READDIR" -> readDirectory(results);
      case "REMOVE" -> events.removed(current, arguments.bytes("target"));
      case "RENAME" ->
          events.renamed(saved, arguments.bytes("oldname"), current, arguments.bytes("newname"));
      default -> events.named(saved, current, arguments.bytes("newname"), false);
    }
  }

  /** Data and holes in order; the last of them ends the file if the reply says so. */
  private void readPlus(Fields arguments, Fields results) throws IOException {
    if (current.isEmpty()) {
      events.movedUnknown();
      return;
    }
    events.readPlus();
    Optional<XdrValue> previous = Optional.empty();
    for (XdrValue each : results.each("rpr_contents")) {
      if (previous.isPresent()) {
        content(results.of(previous.get()), false);
      }
      previous = Optional.of(each);
    }
    if (previous.isPresent()) {
      content(results.of(previous.get()), results.isTrue("rpr_eof"));
    } else if (results.isTrue("rpr_eof") && results.isEmpty("rpr_contents")) {
      events.read(current, arguments.number("rpa_offset"), Optional.of(Rope.empty()), true);
    }
  }

  private void content(Fields content, boolean end) throws IOException {
    if (content.number("rpc_content").orElse(CONTENT_DATA) == CONTENT_DATA) {
      events.readSome(
          current, content.number("rpc_data.d_offset"), content.data("rpc_data.d_data"), end);
    } else {
      events.readHole(
          current, content.number("rpc_hole.di_offset"), content.number("rpc_hole.di_length"), end);
    }
  }

  private void readDirectory(Fields results) throws IOException {
    for (XdrValue each : results.each("resok4.reply.entries")) {
      Fields entry = results.of(each);
      events.named(entry.handle("attrs.attr_vals.filehandle"), current, entry.bytes("name"), false);
    }
  }
}
