package org.rdmadump.analysis.extract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Counts what READ and WRITE moved, by file, and keeps no bytes of it. */
public final class MovedFiles implements FileEventSink {
  /** Files that are counted apart. */
  private static final int MOST = 4096;

  private final NameTree tree = new NameTree(ExtractLimits.DEFAULT.nodes());
  private final int most;
  private final boolean isByConnection;
  private final Map<Place, FileTraffic> files = new HashMap<>();

  /** In the order in which they were found: that of the map differs from run to run. */
  private final List<FileTraffic> found = new ArrayList<>();

  private long nanos;
  private int connection;
  private boolean counts = true;
  private boolean countsAlready;
  private long others;

  /** What is counted apart. What a record makes to compare itself takes the JVM 15 ms. */
  private record Place(Node node, int connection) {
    @Override
    @SuppressWarnings("ReferenceEquality") // Each is one file.
    public boolean equals(@Nullable Object other) {
      return other instanceof Place that && node == that.node && connection == that.connection;
    }

    @Override
    public int hashCode() {
      return node.hashCode() * 31 + connection;
    }
  }

  /** None so far, of a few thousand at most. */
  public MovedFiles() {
    this(MOST, /* isByConnection= */ false);
  }

  private MovedFiles(int most, boolean isByConnection) {
    this.most = most;
    this.isByConnection = isByConnection;
  }

  /**
   * {@return none so far, each to be counted for every connection that moved it; who asks takes
   * them before they are too many}
   */
  public static MovedFiles byConnection() {
    return new MovedFiles(Integer.MAX_VALUE, /* isByConnection= */ true);
  }

  /**
   * Says which exchange the next events are of.
   *
   * @param isChosen whether it counts; if not, it only tells names
   */
  public void at(RpcExchange exchange, boolean isChosen) {
    Optional<RpcMessage> last = exchange.reply().isPresent() ? exchange.reply() : exchange.call();
    nanos = last.isPresent() ? last.get().sendNanos() : nanos;
    connection = isByConnection ? exchange.connection() : 0;
    counts = isChosen;
  }

  @Override
  public boolean takesSizes() {
    return false;
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
    if (node.isEmpty()) {
      others++;
      return;
    }
    if (data instanceof FileEvent.AnsweredAgain) {
      countsAlready = node.get().answeredAgain();
      return;
    }
    if (data instanceof FileEvent.Wrote && countsAlready) {
      // As a WRITE without an answer, maybe of another connection.
      countsAlready = false;
      return;
    }
    countsAlready = false;
    if (data instanceof FileEvent.WroteUnanswered) {
      node.get().unanswered();
    }
    Place place = new Place(node.get(), connection);
    FileTraffic known = files.get(place);
    if (known == null) {
      if (files.size() == most) {
        others++;
        return;
      }
      known = new FileTraffic(node.get(), connection);
      files.put(place, known);
      found.add(known);
    }
    known.take(data, nanos);
  }

  /** {@return the files, those of which most bytes moved first} */
  public List<MovedFile> files() {
    List<MovedFile> sorted = inOrder();
    sorted.sort(MovedFiles::mostFirst);
    return sorted;
  }

  // What Comparator makes of keys is in no archive of classes, and takes a start a millisecond
  // each.
  private static int mostFirst(MovedFile one, MovedFile other) {
    int by = Long.compare(other.bytes(), one.bytes());
    by = by != 0 ? by : one.path().orElse("").compareTo(other.path().orElse(""));
    return by != 0 ? by : Long.compare(one.firstNanos(), other.firstNanos());
  }

  /** {@return how many are counted apart} */
  public int size() {
    return files.size();
  }

  /**
   * {@return the files in the order in which they were found, which are forgotten with that; their
   * names are not}
   */
  public List<MovedFile> take() {
    List<MovedFile> taken = inOrder();
    files.clear();
    found.clear();
    return taken;
  }

  private List<MovedFile> inOrder() {
    List<MovedFile> moved = new ArrayList<>();
    for (FileTraffic each : found) {
      if (each.hasMoved()) {
        moved.add(each.file());
      }
    }
    return moved;
  }

  /** {@return READs and WRITEs of files that found no room} */
  public long others() {
    return others;
  }
}
