package org.rdmadump.analysis.stats;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.FilePath;

/**
 * What is counted by path. If there is no room for another one, the half of which least bytes moved
 * goes, and of equals those with least calls.
 */
final class FileTable {
  private static final Comparator<FileStats> MOST_FIRST = FileTable::mostFirst;

  private final int most;
  private final Map<Place, FileStats> files = new HashMap<>();
  private FileUse left = FileUse.NONE;

  // What was asked for last.
  private @Nullable FileStats last;
  private @Nullable FilePath lastPath;
  private @Nullable IpAddress lastServer;

  // What Comparator makes of keys is in no archive of classes, and takes a start a millisecond
  // each.
  private static int mostFirst(FileStats one, FileStats other) {
    int by =
        Long.compare(
            other.readBytes() + other.writtenBytes(), one.readBytes() + one.writtenBytes());
    by = by != 0 ? by : Long.compare(other.calls(), one.calls());
    by = by != 0 ? by : one.path().text().compareTo(other.path().text());
    return by != 0 ? by : one.server().compareTo(other.server());
  }

  /** Ordered, so that a table of many whose texts have one hash is searched as fast as others. */
  private record Place(IpAddress server, FilePath path) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int by = path.text().compareTo(other.path.text());
      by = by != 0 ? by : Long.compare(server.high(), other.server.high());
      return by != 0 ? by : Long.compare(server.low(), other.server.low());
    }

    @Override
    public int hashCode() {
      return path.hashCode() * 31 + server.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Place place && path.equals(place.path) && server.equals(place.server);
    }
  }

  FileTable(int most) {
    this.most = most;
  }

  /** What is counted of a path. */
  @SuppressWarnings("ReferenceEquality") // Of the same file it mostly is the same object.
  FileStats of(IpAddress server, FilePath path) {
    FileStats found = last;
    if (found == null || lastPath != path || lastServer != server) {
      found = find(server, path);
      last = found;
      lastPath = path;
      lastServer = server;
    }
    return found;
  }

  private FileStats find(IpAddress server, FilePath path) {
    Place place = new Place(server, path);
    FileStats known = files.get(place);
    if (known == null) {
      if (files.size() >= most) {
        halve();
      }
      known = new FileStats(server.toString(), path);
      files.put(place, known);
    }
    return known;
  }

  private void halve() {
    FileUse kept = use().first(most / 2);
    left =
        new FileUse(
            List.of(),
            kept.others(),
            kept.otherCalls(),
            kept.otherReadBytes(),
            kept.otherWrittenBytes());
    files.values().retainAll(Set.copyOf(kept.most()));
  }

  /** {@return all that was counted} */
  FileUse use() {
    List<FileStats> sorted = new ArrayList<>(files.values());
    sorted.sort(MOST_FIRST);
    return new FileUse(
        sorted, left.others(), left.otherCalls(), left.otherReadBytes(), left.otherWrittenBytes());
  }
}
