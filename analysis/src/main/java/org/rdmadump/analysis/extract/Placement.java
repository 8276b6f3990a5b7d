package org.rdmadump.analysis.extract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.rdmadump.bytes.ByteRanges;

/** The end of an extraction: hashes what was rebuilt, names it, and puts it where it belongs. */
final class Placement {
  private static final String NAMELESS = "fh-";
  private static final int SHORT_HASH = 16;
  private static final String READ = ".read";

  private final OutputFolder output;
  private final FileStore store;
  private final ViewHash hash;
  private final SafePaths paths;
  private final Map<Node, Path> reserved = new HashMap<>();
  private final ViewReport nothing;

  /**
   * Places files in {@code output}.
   *
   * @param hurried whether the user waits for the end; the rest is not hashed then
   */
  Placement(OutputFolder output, FileStore store, ExtractLimits limits, BooleanSupplier hurried) {
    this.output = output;
    this.store = store;
    this.hash = new ViewHash(store, limits, hurried);
    this.paths = new SafePaths(output, List.of(Extraction.MANIFEST));
    this.nothing = new ViewReport(0, 0, List.of(), Optional.of(hash.of(new byte[0])));
  }

  /**
   * Takes the paths of files, first of those that were not removed: a name is that of the file that
   * has it at the end.
   */
  void reserve(List<Node> nodes) throws FolderException {
    try {
      for (boolean removed : new boolean[] {false, true}) {
        for (Node node : nodes) {
          if (node.isRemoved() == removed) {
            reserved.put(node, paths.file(link(node), otherwise(node), ""));
          }
        }
      }
    } catch (IOException e) {
      throw new FolderException(output.path(), e);
    }
  }

  private static Optional<Node.Link> link(Node node) {
    return node.names().stream().findFirst();
  }

  private Optional<String> handleHash(Node node) {
    return node.handle().map(known -> hash.of(known.handle().toArray()));
  }

  private String otherwise(Node node) {
    return NAMELESS + handleHash(node).map(hex -> hex.substring(0, SHORT_HASH)).orElse("");
  }

  /** Puts one file where it belongs, for which a path was reserved. */
  ExtractedFile place(Node node, FileContent content) throws FolderException {
    try {
      return placeFile(node, content);
    } catch (FolderException e) {
      throw e;
    } catch (IOException e) {
      throw new FolderException(output.path(), e);
    }
  }

  private ExtractedFile placeFile(Node node, FileContent content) throws IOException {
    content.finish();
    Optional<FileView> written = content.written();
    Optional<FileView> read = content.read();
    ViewReport writtenReport = written.isPresent() ? report(written.get()) : nothing;
    ViewReport readReport = read.isPresent() ? report(read.get()) : nothing;
    Path main = reserved.remove(node);
    if (main == null) {
      throw new IllegalStateException("no path is reserved");
    }
    String path = move(written.or(() -> read).orElseThrow(), main);
    Optional<String> readPath = Optional.empty();
    if (written.isPresent() && read.isPresent() && !isSame(writtenReport, readReport)) {
      readPath = Optional.of(move(read.get(), paths.file(link(node), otherwise(node), READ)));
    }
    ViewReport mainReport = written.isPresent() ? writtenReport : readReport;
    return new ExtractedFile(
        node.server(),
        handleHash(node),
        node.path(),
        names(node),
        node.isRemoved(),
        written.isPresent(),
        path,
        readPath,
        writtenReport,
        readReport,
        content.isCommitted(),
        endedSize(content, mainReport),
        content.unanswered(),
        content.failed(),
        List.copyOf(content.serverChanges()));
  }

  private ViewReport report(FileView view) throws IOException {
    view.complete();
    ByteRanges seen = view.seen();
    return new ViewReport(view.end(), seen.covered(), view.gaps(seen), hash.of(view));
  }

  private String move(FileView view, Path path) throws IOException {
    store.close(view.file());
    output.place(view.file(), path);
    return path.toString();
  }

  private static boolean isSame(ViewReport written, ViewReport read) {
    return written.length() == read.length()
        && written.sha256().isPresent()
        && written.sha256().equals(read.sha256());
  }

  private static OptionalLong endedSize(FileContent content, ViewReport main) {
    OptionalLong size = content.size();
    return size.isPresent() && size.getAsLong() == main.length() ? OptionalLong.empty() : size;
  }

  private static List<String> names(Node node) {
    List<String> names = new ArrayList<>();
    for (Node.Link link : node.names()) {
      names.add(link.path());
    }
    return names;
  }
}
