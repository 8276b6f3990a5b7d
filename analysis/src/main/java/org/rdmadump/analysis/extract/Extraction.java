package org.rdmadump.analysis.extract;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Rebuilds files from what messages say about them.
 *
 * <p>Bytes go to disk as they come; memory holds names and ranges, up to {@link ExtractLimits}. At
 * the end each file gets a path from its names, below the output folder. A failure to write is a
 * {@link FolderException}.
 */
public final class Extraction implements FileEventSink, Closeable {
  /** The name of the manifest in the output folder; no file gets it. */
  public static final String MANIFEST = "manifest.json";

  private final OutputFolder output;
  private final ExtractLimits limits;
  private final FileStore store;
  private final NameTree tree;
  private final List<Node> files = new ArrayList<>();
  private long refusedFiles;
  private long unknownFiles;

  /** An extraction into {@code output}. */
  public Extraction(OutputFolder output, ExtractLimits limits) {
    this.output = output;
    this.limits = limits;
    this.store = new FileStore(output.unfinished(), limits);
    this.tree = new NameTree(limits.nodes());
  }

  @Override
  public void event(FileEvent event) throws FolderException {
    try {
      take(event);
    } catch (IOException e) {
      throw new FolderException(output.path(), e);
    }
  }

  private void take(FileEvent event) throws IOException {
    tree.take(event);
    if (event instanceof FileEvent.Resized resized) {
      tree.find(resized.file()).ifPresent(node -> node.resized(resized.size(), resized.frame()));
    } else if (event instanceof FileEvent.MovedUnknown) {
      unknownFiles++;
    } else if (event instanceof FileEvent.Data data) {
      takeData(data);
    }
  }

  private void takeData(FileEvent.Data event) throws IOException {
    Optional<Node> node = tree.find(event.file());
    Optional<FileContent> content = node.flatMap(Node::content);
    if (content.isEmpty() && isOfOthers(event)) {
      // Of nothing that was seen.
      return;
    }
    if (content.isEmpty()) {
      content = node.flatMap(this::newContent);
    }
    if (content.isPresent()) {
      content.get().take(event);
    } else {
      refusedFiles++;
    }
  }

  /** Whether an event says nothing by itself. */
  private static boolean isOfOthers(FileEvent.Data event) {
    return event instanceof FileEvent.Committed || event instanceof FileEvent.AnsweredAgain;
  }

  private Optional<FileContent> newContent(Node node) {
    if (files.size() == limits.files()) {
      return Optional.empty();
    }
    FileContent content = new FileContent(store, node.size(), node.cuts());
    node.content(content);
    files.add(node);
    return Optional.of(content);
  }

  /**
   * Puts every file in its place.
   *
   * @param sink gets the files, in the order in which their data was first seen
   * @param hurried whether the user waits for the end; the rest is not hashed then
   * @return what it came to
   * @throws FolderException if a file cannot be put there
   * @throws IOException if {@code sink} fails
   */
  public ExtractSummary finish(ExtractedFileSink sink, BooleanSupplier hurried) throws IOException {
    Placement placement = new Placement(output, store, limits, hurried);
    long placed = 0;
    long bytes = 0;
    long incomplete = 0;
    List<Node> moved = new ArrayList<>();
    for (Node node : files) {
      if (node.content().filter(FileContent::hasMoved).isPresent()) {
        moved.add(node);
      }
    }
    placement.reserve(moved);
    for (Node node : moved) {
      ExtractedFile file = placement.place(node, node.content().orElseThrow());
      sink.file(file);
      placed++;
      bytes += file.main().bytes();
      incomplete += file.isCut() ? 1 : 0;
    }
    return new ExtractSummary(
        placed,
        bytes,
        incomplete,
        tree.evicted(),
        refusedFiles,
        unknownFiles,
        store.room().refused() + store.uncommitted().refused(),
        store.beyond());
  }

  @Override
  public void close() throws IOException {
    store.close();
  }
}
