package org.rdmadump.analysis.extract;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** Files that are written to by turns; the least lately used is closed when there are too many. */
final class OpenFiles implements Closeable {
  private final Map<Path, FileChannel> open = new LinkedHashMap<>(16, 0.75f, true);

  /** {@return a channel to read and write {@code file}, which is made if it is not there} */
  FileChannel get(Path file) throws IOException {
    FileChannel known = open.get(file);
    if (known != null) {
      return known;
    }
    if (open.size() == ExtractLimits.OPEN_FILES) {
      Iterator<FileChannel> eldest = open.values().iterator();
      FileChannel channel = eldest.next();
      eldest.remove();
      channel.close();
    }
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    open.put(file, channel);
    return channel;
  }

  /** Closes {@code file} if it is open, so that it can be moved anywhere. */
  void close(Path file) throws IOException {
    FileChannel channel = open.remove(file);
    if (channel != null) {
      channel.close();
    }
  }

  @Override
  public void close() throws IOException {
    IOException first = null;
    for (FileChannel channel : open.values()) {
      try {
        channel.close();
      } catch (IOException e) {
        first = first == null ? e : first;
      }
    }
    open.clear();
    if (first != null) {
      throw first;
    }
  }
}
