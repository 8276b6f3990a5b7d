package org.rdmadump.analysis.extract;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Counts what READ and WRITE moved, by file, and keeps no bytes of it. */
public final class MovedFiles implements FileEventSink {
  /** Files that are counted apart. */
  private static final int MOST = 4096;

  private static final Comparator<MovedFile> BY_BYTES =
      Comparator.comparingLong(MovedFile::bytes)
          .reversed()
          .thenComparing(file -> file.path().orElse(""))
          .thenComparingLong(MovedFile::firstNanos);

  private final NameTree tree = new NameTree(ExtractLimits.DEFAULT.nodes());
  private final IdentityHashMap<Node, FileTraffic> files = new IdentityHashMap<>();

  /** In the order in which they were found: that of the map differs from run to run. */
  private final List<FileTraffic> found = new ArrayList<>();

  private long nanos;
  private boolean counts = true;
  private long others;

  /** None so far. */
  public MovedFiles() {}

  /**
   * Says which exchange the next events are of.
   *
   * @param isChosen whether it counts; if not, it only tells names
   */
  public void at(RpcExchange exchange, boolean isChosen) {
    Optional<RpcMessage> last = exchange.reply().isPresent() ? exchange.reply() : exchange.call();
    nanos = last.isPresent() ? last.get().sendNanos() : nanos;
    counts = isChosen;
  }

  @Override
  public void event(FileEvent event) {
    tree.take(event);
    if (counts && event instanceof FileEvent.Data data) {
      count(data);
    }
  }

  private void count(FileEvent.Data data) {
    Optional<Node> node = tree.find(data.file());
    FileTraffic known = node.isPresent() ? files.get(node.get()) : null;
    if (known == null) {
      if (node.isEmpty() || files.size() == MOST) {
        others++;
        return;
      }
      known = new FileTraffic(node.get());
      files.put(node.get(), known);
      found.add(known);
    }
    known.take(data, nanos);
  }

  /** {@return the files, those of which most bytes moved first} */
  public List<MovedFile> files() {
    List<MovedFile> sorted = new ArrayList<>();
    for (FileTraffic each : found) {
      if (each.hasMoved()) {
        sorted.add(each.file());
      }
    }
    sorted.sort(BY_BYTES);
    return sorted;
  }

  /** {@return READs and WRITEs of files that found no room} */
  public long others() {
    return others;
  }
}
