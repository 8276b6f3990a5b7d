package org.rdmadump.report.text;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.nfs.ServerNames;
import org.rdmadump.rpc.RpcCallHeader;

/**
 * Prints the paths of the files that an operation is about, in place of their handles and of names
 * in directories; where these are not known, handles and names are printed as they are.
 */
final class PathText {
  /** Operations of NFS version 4 that have a name in a directory, all labelled {@code name}. */
  private static final Set<String> NAMING =
      Set.of("LOOKUP", "OPEN", "CREATE", "REMOVE", "SECINFO", "LINK");

  private static final Set<String> NAME = Set.of("name");
  private static final Set<String> BOTH_NAMES = Set.of("name", "from", "to");
  private static final String RENAME = "RENAME";
  private static final String LINK = "LINK";
  private static final byte[] UNKNOWN_ABOVE = {(byte) 0xe2, (byte) 0x80, (byte) 0xa6};

  private final Palette palette;
  private FileNames names = FileNames.NONE;
  private int operation;

  /** Handles that were met of the operation. */
  private int handles;

  /** Labels of names that paths told already. */
  private Set<String> told = Set.of();

  PathText(Palette palette) {
    this.palette = palette;
  }

  /** Nothing is known of what comes next. */
  void none() {
    names = FileNames.NONE;
    told = Set.of();
  }

  /** No further handle stands for the files of the operation. */
  void stop() {
    names = FileNames.NONE;
  }

  /**
   * A procedure comes next, the only one of its message.
   *
   * @param header of its call, if that is known
   */
  void procedure(FileNames of, @Nullable RpcCallHeader header, boolean isCall) {
    boolean isOfUse =
        isCall ? !of.isInUnknown(0) : header != null && ServerNames.namesInResults(header);
    about(isOfUse ? of : FileNames.NONE, 0);
  }

  /** An operation of a compound comes next, whose handles are printed before its body. */
  void about(FileNames of, int index) {
    names = of;
    operation = index;
    handles = 0;
    told = Set.of();
  }

  /** Whether the paths are known of an operation of a compound, so that its handles say no more. */
  boolean isKnown(Nfs4Operation of) {
    return !names.isInUnknown(operation)
        && names.path(operation).isPresent()
        && (!of.hasSavedHandle() || names.newPath(operation).isPresent());
  }

  /** Appends the paths of an operation of a compound, of which they are known. */
  void put(AsciiBuffer line, Nfs4Operation of) {
    Optional<FilePath> path = names.path(operation);
    Optional<FilePath> newPath = names.newPath(operation);
    if (newPath.isPresent() && !of.name().equals(LINK)) {
      line.put("from ");
    }
    if (path.isPresent()) {
      put(line, path.get());
    }
    if (newPath.isPresent()) {
      put(line.put(" to "), newPath.get());
    }
    told = of.name().equals(RENAME) ? BOTH_NAMES : NAMING.contains(of.name()) ? NAME : Set.of();
  }

  /** Appends the path in place of the next handle of a procedure; false if none is known. */
  boolean put(AsciiBuffer line) {
    Optional<FilePath> path = handles == 0 ? names.path(operation) : names.newPath(operation);
    boolean isKnown = handles < 2 && path.isPresent();
    handles++;
    told = isKnown ? NAME : Set.of();
    if (isKnown) {
      put(line, path.get());
    }
    return isKnown;
  }

  /** Whether a path told what stands under a label. */
  boolean tells(String label) {
    return !told.isEmpty() && told.contains(label);
  }

  private void put(AsciiBuffer line, FilePath path) {
    put(line, palette, path);
  }

  /** Appends a path. */
  static void put(AsciiBuffer line, Palette palette, FilePath path) {
    palette.on(line, Palette.Ink.NAME);
    if (!path.isPlain()) {
      line.putText(path.text(), FilePath.LONGEST);
    } else {
      (path.isWhole() ? line : line.putSymbol(UNKNOWN_ABOVE).put('/')).putAscii(path.known());
    }
    palette.off(line, Palette.Ink.NAME);
  }
}
