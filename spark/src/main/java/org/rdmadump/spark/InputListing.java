package org.rdmadump.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Lists captures, by the file systems of Hadoop. */
final class InputListing {
  /**
   * Names of captures in a folder, compressed or not, numbered or not. What is compressed by xz or
   * bzip2 cannot be read, but is not left out in silence: it becomes a problem.
   */
  private static final Pattern CAPTURE =
      Pattern.compile("[^._].*\\.(?:pcap|pcapng|cap|dmp)\\d*(?:\\.(?:gz|zst|xz|bz2))?");

  private final SortedMap<String, InputFile> files = new TreeMap<>();

  private InputListing() {}

  /**
   * {@return files by path, each once}
   *
   * @param paths files and globs, whose files are all taken; folders, with those below them, of
   *     which files are taken that have the name of a capture
   * @throws FileNotFoundException if there is nothing at a path
   * @throws IOException if something cannot be listed
   */
  static List<InputFile> of(Collection<String> paths, Configuration configuration)
      throws IOException {
    InputListing listing = new InputListing();
    for (String each : paths) {
      listing.add(new Path(each), configuration);
    }
    return new ArrayList<>(listing.files.values());
  }

  private void add(Path path, Configuration configuration) throws IOException {
    FileSystem system = path.getFileSystem(configuration);
    FileStatus[] found = system.globStatus(path);
    if (found == null || found.length == 0) {
      throw new FileNotFoundException(path + ": no such file or folder");
    }
    for (FileStatus each : found) {
      if (each.isFile()) {
        add(each);
      } else {
        addBelow(system, each.getPath());
      }
    }
  }

  private void addBelow(FileSystem system, Path folder) throws IOException {
    RemoteIterator<? extends FileStatus> below = system.listFiles(folder, /* recursive= */ true);
    while (below.hasNext()) {
      FileStatus each = below.next();
      if (CAPTURE.matcher(each.getPath().getName()).matches()) {
        add(each);
      }
    }
  }

  private void add(FileStatus file) {
    String path = file.getPath().toString();
    files.put(path, new InputFile(path, file.getLen(), file.getModificationTime()));
  }
}
