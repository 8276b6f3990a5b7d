package org.rdmadump.analysis.extract;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.nfs.FilePath;

/** A file or directory that messages spoke of: its handle, its names, its data. */
final class Node {
  /** A name in a directory. Directories are compared by identity, they have no other. */
  record Link(Node directory, WireBytes name) {
    // A key of maps: what a record has by itself takes a start, and each look-up, longer.

    @Override
    public int hashCode() {
      return directory.hashCode() * 31 + name.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Link link
          && directory.equals(link.directory)
          && name.equals(link.name);
    }

    /** {@return the name below as many directories as are known, up to a limit} */
    String path() {
      Deque<String> parts = new ArrayDeque<>();
      parts.addFirst(name.text());
      Node above = directory;
      while (!above.names().isEmpty() && parts.size() < ExtractLimits.DEPTH) {
        Link next = above.names().get(0);
        parts.addFirst(next.name().text());
        above = next.directory();
      }
      return String.join(SEPARATOR, parts);
    }

    /** {@return the directory that the path begins in} */
    private Node top() {
      Node above = directory;
      for (int i = 1; i < ExtractLimits.DEPTH && !above.names().isEmpty(); i++) {
        above = above.names().get(0).directory();
      }
      return above;
    }

    /** Notes what a path of messages has before the {@link #path}, if it ends with that. */
    private void locate(String told) {
      Link at = this;
      int end = told.length();
      for (int depth = 1; ; depth++) {
        String name = at.name.text();
        end -= name.length();
        if (end == 0 || !told.startsWith(name, end) || !told.startsWith(SEPARATOR, end - 1)) {
          return;
        }
        Node above = at.directory;
        List<Link> names = above.names();
        if (names.isEmpty() || depth == ExtractLimits.DEPTH) {
          above.above = told.substring(0, end);
          return;
        }
        at = names.get(0);
        end--;
      }
    }

    /**
     * {@return the path as messages have it}
     *
     * @param last where a message saw the file
     */
    private String wholePath(@Nullable FilePath last) {
      String whole = top().above + path();
      return whole.length() <= FilePath.LONGEST ? whole : shortened(whole, last);
    }

    /** Thousands of deep ones, each told whole, take more than the heap: the beginning goes. */
    private static String shortened(String whole, @Nullable FilePath last) {
      if (last != null && whole.endsWith(SEPARATOR + last.known())) {
        return last.text();
      }
      int cut = whole.indexOf(SEPARATOR, whole.length() - FilePath.LONGEST - 1);
      return cut < 0
          ? ELLIPSIS + whole.substring(whole.length() - FilePath.LONGEST)
          : FilePath.UNKNOWN_ABOVE + whole.substring(cut + 1);
    }
  }

  private static final String SEPARATOR = "/";

  /** Stands for the beginning of a name that is longer than a path may be. */
  private static final String ELLIPSIS = "…";

  private @Nullable Object key;
  private Optional<FileRef.ByHandle> handle = Optional.empty();
  private @Nullable FileContent content;
  private final List<Link> links = new ArrayList<>(1);
  private @Nullable Link last;
  private OptionalLong size = OptionalLong.empty();
  private @Nullable Cuts cuts;
  private long unanswered;
  private int entries;
  private @Nullable FilePath path;
  private boolean isUnlocated;

  /** What messages have before the paths of files in it. */
  private String above = FilePath.UNKNOWN_ABOVE;

  Node(Object key) {
    key(key);
  }

  /** What the table of nodes knows it by; none once it was given up. */
  Optional<Object> key() {
    return Optional.ofNullable(key);
  }

  final void key(@Nullable Object other) {
    key = other;
    if (other instanceof FileRef.ByHandle told) {
      handle = Optional.of(told);
    }
  }

  /** The handle, if a message told it; that of a removed file can be another one's by now. */
  Optional<FileRef.ByHandle> handle() {
    return handle;
  }

  /** The names that it has, in the order in which they were seen. */
  List<Link> links() {
    return links;
  }

  /** The names that it has; if it was removed, the one that it had last. */
  List<Link> names() {
    Link removed = last;
    return links.isEmpty() && removed != null ? List.of(removed) : links;
  }

  /** The address of the server that it is on; empty if no message told it. */
  String server() {
    Object known = handle.isPresent() ? handle.get() : key().orElse(this);
    Node from = this;
    for (int i = 0; i < ExtractLimits.DEPTH && !from.names().isEmpty(); i++) {
      if (known instanceof FileRef.ByHandle || known instanceof FileRef.Root) {
        break;
      }
      from = from.names().get(0).directory();
      known = from.key().orElse(from);
    }
    if (known instanceof FileRef.ByHandle handle) {
      return handle.server().toString();
    }
    return known instanceof FileRef.Root root ? root.server().toString() : "";
  }

  /** Whether all its names were taken away. */
  boolean isRemoved() {
    return links.isEmpty() && last != null;
  }

  void link(Link link) {
    links.add(link);
    link.directory().entries++;
  }

  void unlink(Link link) {
    links.remove(link);
    link.directory().entries--;
    last = link;
  }

  void relink(Link from, Link to) {
    int at = links.indexOf(from);
    links.set(at, to);
    from.directory().entries--;
    to.directory().entries++;
  }

  /** Whether nothing is lost with it but its name. */
  boolean isIdle() {
    return content == null && entries == 0;
  }

  /** Where the last message about its content saw it. */
  Optional<FilePath> path() {
    return Optional.ofNullable(path);
  }

  /** Notes where a message about its content saw it. */
  @SuppressWarnings("ReferenceEquality") // Mostly the same as before: that costs nothing.
  void located(FilePath where) {
    if (where == path) {
      return;
    }
    path = where;
    String told = where.text();
    for (Link each : names()) {
      each.locate(told);
    }
  }

  /** Forgets it, and says whether that is the first time. */
  boolean unlocated() {
    boolean isFirst = !isUnlocated;
    isUnlocated = true;
    path = null;
    return isFirst;
  }

  /** Whether it holds a path that no other file shares. */
  boolean hasLongPath() {
    FilePath known = path;
    return known != null && isLong(known);
  }

  /** Whether a path is so long that each file in its directory has one of its own. */
  static boolean isLong(FilePath path) {
    return path.known().length() > ExtractLimits.SHARED_PATH;
  }

  /**
   * {@return where it is at the end, as messages have it; empty if no message told a name. Of a
   * path of more than {@link FilePath#LONGEST} characters the beginning is left out}
   */
  Optional<String> wholePath() {
    Optional<String> last = path().map(FilePath::text);
    Optional<String> first = Optional.empty();
    for (Link each : names()) {
      Optional<String> whole = Optional.of(each.wholePath(path));
      if (whole.equals(last)) {
        return whole;
      }
      first = first.isPresent() ? first : whole;
    }
    return first.isPresent() ? first : last;
  }

  /** Notes that a WRITE without an answer counts. */
  void unanswered() {
    unanswered++;
  }

  /** Takes back one of them, if there is one. */
  boolean answeredAgain() {
    boolean counts = unanswered > 0;
    unanswered -= counts ? 1 : 0;
    return counts;
  }

  /** The size that was set before anything moved, unsigned. */
  OptionalLong size() {
    return size;
  }

  /** To which sizes it was cut. */
  Cuts cuts() {
    Cuts known = cuts;
    if (known == null) {
      known = new Cuts();
      cuts = known;
    }
    return known;
  }

  /** Notes that its size was set, by a call in {@code frame}. */
  void resized(long to, long frame) {
    if (to >= 0) {
      cuts().add(frame, to);
    }
    FileContent data = content;
    if (data == null) {
      size = OptionalLong.of(to);
    } else {
      data.resized(to);
    }
  }

  Optional<FileContent> content() {
    return Optional.ofNullable(content);
  }

  void content(FileContent data) {
    content = data;
  }
}
