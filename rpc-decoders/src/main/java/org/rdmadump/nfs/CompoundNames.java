package org.rdmadump.nfs;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * The names in compounds of NFS version 4: which file is current, which saved, operation by
 * operation (RFC 8881 section 16.2.3.1). What the server did up to the first operation that failed
 * teaches.
 */
final class CompoundNames {
  private static final int CLAIM_NULL = 0;
  private static final int CLAIM_DELEGATE_CUR = 2;
  private static final int CLAIM_DELEGATE_PREV = 3;

  /** A bit for each step of which results may teach a name. */
  private static final int TEACHING =
      1 << Nfs4Operations.OPENS
          | 1 << Nfs4Operations.PUTS_ROOT
          | 1 << Nfs4Operations.PUTS_PUBLIC
          | 1 << Nfs4Operations.REMOVES
          | 1 << Nfs4Operations.LISTS
          | 1 << Nfs4Operations.ENTERS
          | 1 << Nfs4Operations.GOES_UP
          | 1 << Nfs4Operations.OPENS_ATTRIBUTES
          | 1 << Nfs4Operations.RENAMES
          | 1 << Nfs4Operations.LINKS;

  private final NameTable table;
  private final FileServer server;
  private final ServerRoots roots;
  private final NameDoubts doubts;
  private final NameKey handle = new NameKey();
  private final NameKey name = new NameKey();
  private final NameKey otherName = new NameKey();
  private final CompoundPlace current = new CompoundPlace();
  private final CompoundPlace saved = new CompoundPlace();

  // Of the compound that is gone over.
  private @Nullable Nfs4Compound results;
  private Outcome outcome = Outcome.NOT_DONE;
  private int index;
  private final CompoundPaths paths = new CompoundPaths();

  /** Steps that are about a name in, or the file of, what was saved. */
  private static final Set<Integer> NAMING_SAVED =
      Set.of(Nfs4Operations.RENAMES, Nfs4Operations.LINKS);

  CompoundNames(NameTable table, FileServer server, NameDoubts doubts) {
    this.table = table;
    this.server = server;
    this.roots = new ServerRoots(table, server);
    this.doubts = doubts;
  }

  /** {@return the files of a call; with results, of its reply, which may teach} */
  FileNames names(Nfs4Compound call, Optional<Nfs4Compound> answer, boolean isNew) {
    results = answer.orElse(null);
    outcome = isNew && results != null ? Outcome.DONE : Outcome.NOT_DONE;
    return names(call);
  }

  /** Forgets what a call may have changed of which it is not known whether it was done. */
  void doubt(Nfs4Compound call) {
    if (mayTakeAway(call)) {
      results = null;
      outcome = Outcome.UNCERTAIN;
      names(call);
    }
  }

  private FileNames names(Nfs4Compound call) {
    table.asks(/* isVersion4= */ true);
    int count = call.count();
    int all = results != null && outcome.isDone() ? Math.max(count, results.count()) : count;
    paths.begin(count);
    current.unknown();
    saved.unknown();
    for (index = 0; index < all; index++) {
      paths.next(index);
      Nfs4Operation result = result();
      // Results of what was cut off the call tell what was done, but not to which name.
      Nfs4Operation operation = index < count || result == null ? call.operation(index) : result;
      outcome = judge(operation, result);
      if (call.isCallback()) {
        at(operation.handle());
        paths.about(current.path);
      } else {
        int step = Nfs4Operations.step(operation.facts());
        if (!isAmongAttributes(step)) {
          step(operation, step);
        }
      }
    }
    FileNames names = paths.names(call.main().isPresent() ? call.main().get().index() : 0);
    results = null;
    current.unknown();
    saved.unknown();
    return names;
  }

  /** {@return whether results of a compound may teach something} */
  static boolean mayTeach(Nfs4Compound call) {
    if (call.isCallback()) {
      return false;
    }
    // What is cut off may teach, too.
    if (call.count() < call.announced()) {
      return true;
    }
    for (int i = 0; i < call.count(); i++) {
      if ((TEACHING >> Nfs4Operations.step(call.operation(i).facts()) & 1) != 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayTakeAway(Nfs4Compound call) {
    for (int i = 0; i < call.count() && !call.isCallback(); i++) {
      int step = Nfs4Operations.step(call.operation(i).facts());
      if (step == Nfs4Operations.REMOVES || step == Nfs4Operations.RENAMES) {
        return true;
      }
    }
    return false;
  }

  /** What became of an operation, as far as its result and what became of those before it tell. */
  private Outcome judge(Nfs4Operation operation, @Nullable Nfs4Operation result) {
    Nfs4Compound answer = results;
    if (answer == null) {
      return outcome;
    }
    if (!outcome.mayBeDone()) {
      return Outcome.NOT_DONE;
    }
    if (result == null) {
      return isCutOff(answer) ? Outcome.UNCERTAIN : Outcome.NOT_DONE;
    }
    if (result.number() != operation.number()) {
      return Outcome.NOT_DONE;
    }
    if (outcome.isDone() && result.isMissing()) {
      return Outcome.MISSING;
    }
    return outcome.isDone() && result.isDone()
        ? Outcome.DONE
        : result.isFailed() ? Outcome.NOT_DONE : Outcome.UNCERTAIN;
  }

  /** Whether results may have been there of the operation, and of all before it. */
  private boolean isCutOff(Nfs4Compound answer) {
    XdrNumber status = answer.status().orElse(null);
    return index < answer.announced()
        || (answer.announced() == 0 && (status == null || status.value() == ResultStatus.OK));
  }

  private @Nullable Nfs4Operation result() {
    Nfs4Compound all = results;
    return all != null && index < all.count() ? all.operation(index) : null;
  }

  /** Goes on behind OPENATTR: what is named there is in no directory. */
  private boolean isAmongAttributes(int step) {
    if (!current.isAttribute && !(saved.isAttribute && NAMING_SAVED.contains(step))) {
      return false;
    }
    switch (step) {
      case Nfs4Operations.ENTERS, Nfs4Operations.OPENS -> current.attribute(behindHandle());
      case Nfs4Operations.GOES_UP -> {
        current.unknown();
        behind();
        paths.about(current.path);
      }
      case Nfs4Operations.REMOVES,
          Nfs4Operations.LISTS,
          Nfs4Operations.SECURES_NAME,
          Nfs4Operations.RENAMES,
          Nfs4Operations.LINKS -> {
        // Of no path.
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void step(Nfs4Operation operation, int step) {
    switch (step) {
      case Nfs4Operations.STAYS,
          Nfs4Operations.TELLS_ATTRIBUTES,
          Nfs4Operations.TELLS_HANDLE,
          Nfs4Operations.SECURES ->
          paths.about(current.path);
      case Nfs4Operations.PUTS -> {
        at(operation.handle());
        paths.about(current.path);
      }
      case Nfs4Operations.OPENS -> open(operation);
      case Nfs4Operations.SAVES -> {
        paths.about(current.path);
        saved.set(current);
      }
      case Nfs4Operations.RESTORES -> {
        current.set(saved);
        paths.about(current.path);
      }
      case Nfs4Operations.PUTS_ROOT -> root(/* isPublic= */ false);
      case Nfs4Operations.PUTS_PUBLIC -> root(/* isPublic= */ true);
      case Nfs4Operations.REMOVES -> removed(operation);
      case Nfs4Operations.LISTS -> {
        paths.about(current.path);
        listed();
      }
      case Nfs4Operations.ENTERS ->
          into(
              operation.body(),
              "objname",
              operation.number() == Nfs4Operations.CREATE,
              /* isFile= */ false);
      case Nfs4Operations.GOES_UP -> above();
      case Nfs4Operations.OPENS_ATTRIBUTES -> {
        paths.about(current.path);
        current.attribute(behindHandle());
      }
      case Nfs4Operations.SECURES_NAME -> {
        if (name(operation.body(), "name", name)) {
          paths.about(path(current, name), isUnknown(current));
        }
      }
      case Nfs4Operations.RENAMES -> renamed(operation);
      case Nfs4Operations.LINKS -> linked(operation);
      case Nfs4Operations.COPIES -> paths.both(saved.path, current.path, false);
      default -> {
        // About no file.
      }
    }
  }

  // ---- what is current

  private void at(Optional<XdrBytes> named) {
    NameNode node = take(named, handle) ? table.find(server, handle) : null;
    current.set(node, named, node == null ? null : table.path(node));
  }

  private void root(boolean isPublic) {
    NameNode node = roots.root(isPublic);
    Optional<XdrBytes> told = behindHandle();
    if (take(told, handle)) {
      roots.root(isPublic, handle);
      node = roots.root(isPublic);
    }
    current.set(node, Optional.empty(), table.path(node));
    paths.about(current.path);
  }

  /**
   * Goes into a directory, which is current, by a name in it.
   *
   * @param isMade whether no file had the name
   * @param isFile whether it is the name of what is no directory
   */
  private void into(Optional<XdrValue> arguments, String field, boolean isMade, boolean isFile) {
    if (!name(arguments, field, name)) {
      intoUnnamed(isMade);
      return;
    }
    boolean isInUnknown = isUnknown(current);
    FilePath path = path(current, name);
    NameNode directory = directory(current);
    Optional<XdrBytes> told = behindHandle();
    if (outcome.isMissing() || (outcome.isDone() && isMade)) {
      table.removed(directory, name);
    }
    if (outcome.isDone() && isMade && take(told, handle)) {
      table.anew(server, handle);
    }
    NameNode child = directory == null ? null : table.child(directory, name);
    if (outcome.isDone() && directory != null) {
      child = taught(directory, child, told, path, isFile);
    }
    paths.about(path, isInUnknown);
    current.set(child, told, path);
  }

  /** Goes to a file whose name is not known: its handle may be. */
  private void intoUnnamed(boolean isMade) {
    boolean isSomewhere = isLost(current);
    NameNode directory = current.node;
    Optional<XdrBytes> told = behindHandle();
    current.unknown();
    if (take(told, handle)) {
      if (isMade) {
        table.anew(server, handle);
      } else if (!isSomewhere) {
        doubts.foundIn(directory, handle);
      }
      at(told);
    }
  }

  /** Notes the file that a name in a directory was found to have, by its handle if that is told. */
  private NameNode taught(
      NameNode directory,
      @Nullable NameNode known,
      Optional<XdrBytes> told,
      FilePath path,
      boolean isFile) {
    if (!take(told, handle)) {
      return known == null ? linked(table.add(server), directory, path) : known;
    }
    NameNode file = table.find(server, handle);
    if (file == null && known != null && !known.hasHandle()) {
      table.adopt(known, handle);
      return known;
    }
    if (file != null && isFile && file.children > 0) {
      // It was a directory that had the handle before.
      return linked(table.anew(server, handle), directory, path);
    }
    return linked(file == null ? table.findOrAdd(server, handle) : file, directory, path);
  }

  private NameNode linked(NameNode file, NameNode directory, FilePath path) {
    table.link(file, directory, name, path);
    return file;
  }

  private void open(Nfs4Operation operation) {
    Optional<XdrValue> body = operation.body();
    Optional<XdrValue> claim = body.isPresent() ? body.get().at("claim") : Optional.empty();
    if (!(claim.orElse(null) instanceof XdrUnion union)) {
      current.unknown();
      return;
    }
    switch ((int) union.number()) {
      case CLAIM_NULL -> into(claim, "file", /* isMade= */ false, /* isFile= */ true);
      case CLAIM_DELEGATE_CUR ->
          into(claim, "delegate_cur_info.file", /* isMade= */ false, /* isFile= */ true);
      case CLAIM_DELEGATE_PREV ->
          into(claim, "file_delegate_prev", /* isMade= */ false, /* isFile= */ true);
      default -> paths.about(current.path);
    }
  }

  private void above() {
    NameNode node = current.node;
    NameNode parent = node == null ? null : node.parent;
    Optional<XdrBytes> told = behindHandle();
    if (take(told, handle)) {
      parent = table.above(server, node, handle);
    }
    if (parent == null || parent.gone) {
      current.set(null, told, null);
    } else {
      current.set(parent, told, table.path(parent));
    }
    paths.about(current.path);
  }

  /** What is current behind an operation that leads to an unknown place. */
  private void behind() {
    Optional<XdrBytes> told = behindHandle();
    if (told.isPresent()) {
      at(told);
    }
  }

  // ---- names in directories

  private void removed(Nfs4Operation operation) {
    boolean isNamed = name(operation.body(), "target", name);
    if (isNamed) {
      paths.about(path(current, name), isUnknown(current));
    }
    if (outcome.mayBeDone() && isLost(current)) {
      doubts.removedAnywhere(/* but= */ null);
    } else if (outcome.mayBeDone() && !isNamed) {
      doubts.removedIn(current.node, /* but= */ null);
    } else if (outcome.mayBeDone() || outcome.isMissing()) {
      table.removed(current.node, name);
    }
  }

  private void renamed(Nfs4Operation operation) {
    boolean isNamed = name(operation.body(), "oldname", name);
    boolean isNewNamed = name(operation.body(), "newname", otherName);
    if (!isNamed || !isNewNamed) {
      doubtRenamed(isNamed, isNewNamed);
      return;
    }
    boolean isInUnknown = isUnknown(saved) || isUnknown(current);
    FilePath made = path(current, otherName);
    paths.both(path(saved, name), made, isInUnknown);
    NameNode to = directory(current);
    if (outcome.isDone() && to != null && !isLost(saved)) {
      table.renamed(saved.node, name, to, otherName, made);
    } else if (outcome.isMissing()) {
      table.removed(saved.node, name);
    } else {
      doubtRenamed(/* isNamed= */ true, /* isNewNamed= */ true);
    }
  }

  /** Forgets what RENAME may have moved or replaced. */
  private void doubtRenamed(boolean isNamed, boolean isNewNamed) {
    if (!outcome.mayBeDone()) {
      return;
    }
    if (isLost(current)) {
      doubts.removedAnywhere(saved.node);
    } else if (isNewNamed) {
      table.removed(current.node, otherName);
    } else {
      doubts.removedIn(current.node, saved.node);
    }
    if (isLost(saved)) {
      doubts.movedFromAnywhere(current.node);
    } else if (isNamed) {
      doubts.moved(saved.node, name);
    } else {
      doubts.movedFrom(saved.node, current.node);
    }
  }

  private void linked(Nfs4Operation operation) {
    if (!name(operation.body(), "newname", name)) {
      return;
    }
    FilePath made = path(current, name);
    paths.both(saved.path, made, saved.path == null || isUnknown(current));
    NameNode to = directory(current);
    if (outcome.isDone() && to != null) {
      table.removed(to, name);
      NameNode file = directory(saved);
      if (file != null) {
        table.linked(file, to, name, made);
      }
    }
  }

  /** Learns from entries of a directory that were asked for with their handles. */
  private void listed() {
    Nfs4Operation result = outcome.isDone() ? result() : null;
    NameNode directory = result == null ? null : directory(current);
    XdrValue body = result == null ? null : result.body().orElse(null);
    if (directory == null
        || body == null
        || !(body.at("resok4.reply.entries").orElse(null) instanceof XdrArray list)) {
      return;
    }
    for (XdrValue each : list) {
      Optional<XdrValue> entry = Optional.of(each);
      Optional<XdrValue> told = each.at("attrs.attr_vals.filehandle");
      if (told.isEmpty()) {
        // Nobody asked for handles, or that of this entry is not to be had.
        continue;
      }
      if (told.get() instanceof XdrBytes bytes
          && take(bytes, handle)
          && name(entry, "name", name)) {
        NameNode file = table.findOrAdd(server, handle);
        table.link(file, directory, name, table.path(directory, name, /* asked= */ null));
      }
    }
  }

  /** The file of a place; one that is not known yet is made if something is to be taught of it. */
  private @Nullable NameNode directory(CompoundPlace place) {
    if (place.node == null && outcome.isDone() && place.handle.isPresent()) {
      place.node = take(place.handle, handle) ? table.findOrAdd(server, handle) : null;
    }
    return place.node;
  }

  private FilePath path(CompoundPlace directory, NameKey of) {
    return directory.node == null && directory.path != null
        ? directory.path.child(of.text())
        : table.path(directory.node, of, /* asked= */ null);
  }

  /** Whether nothing tells which file it is. */
  private boolean isLost(CompoundPlace place) {
    return place.node == null && place.path == null && !take(place.handle, handle);
  }

  private static boolean isUnknown(CompoundPlace directory) {
    return directory.path == null;
  }

  // ---- reading

  /** The handle that is current behind the operation, as far as the reply tells. */
  private Optional<XdrBytes> behindHandle() {
    Nfs4Operation result = outcome.isDone() ? result() : null;
    return result == null ? Optional.empty() : result.handleBehind();
  }

  private static boolean name(Optional<XdrValue> values, String field, NameKey to) {
    XdrValue whole = values.orElse(null);
    return whole != null
        && whole.at(field).orElse(null) instanceof XdrBytes bytes
        && take(bytes, to);
  }

  private static boolean take(Optional<XdrBytes> bytes, NameKey to) {
    XdrBytes given = bytes.orElse(null);
    return given != null && take(given, to);
  }

  private static boolean take(XdrBytes bytes, NameKey to) {
    return to.read(bytes.rope(), bytes.contentStart(), bytes.length());
  }
}
