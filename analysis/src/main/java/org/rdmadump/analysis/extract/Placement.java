package org.rdmadump.analysis.extract;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  /** Puts one file where it belongs. */
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
    Optional<String> handleHash = node.handle().map(known -> hash.of(known.handle().toArray()));
    Optional<Node.Link> link = node.names().stream().findFirst();
    String otherwise = NAMELESS + handleHash.map(hex -> hex.substring(0, SHORT_HASH)).orElse("");
    String path = move(written.or(() -> read).orElseThrow(), link, otherwise, "");
    Optional<String> readPath = Optional.empty();
    if (written.isPresent() && read.isPresent() && !isSame(writtenReport, readReport)) {
      readPath = Optional.of(move(read.get(), link, otherwise, READ));
    }
    ViewReport main = written.isPresent() ? writtenReport : readReport;
    return new ExtractedFile(
        node.server(),
        handleHash,
        node.path(),
        names(node),
        node.isRemoved(),
        written.isPresent(),
        path,
        readPath,
        writtenReport,
        readReport,
        content.isCommitted(),
        endedSize(content, main),
        content.unanswered(),
        content.failed(),
        List.copyOf(content.serverChanges()));
  }

  private ViewReport report(FileView view) throws IOException {
    view.complete();
    ByteRanges seen = view.seen();
    return new ViewReport(view.end(), seen.covered(), view.gaps(seen), hash.of(view));
  }

  private String move(FileView view, Optional<Node.Link> link, String otherwise, String suffix)
      throws IOException {
    store.close(view.file());
    Path path = paths.file(link, otherwise, suffix);
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
