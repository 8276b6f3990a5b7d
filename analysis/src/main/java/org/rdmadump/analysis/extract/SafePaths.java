package org.rdmadump.analysis.extract;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds each file a place of its own in the output folder, below folders that are called as the
 * directories were. What the wire says chooses names only, never where a path leads.
 */
final class SafePaths {
  /** Bytes of a path below the output folder; a longer one begins at the top again. */
  private static final int LONGEST = 1000;

  private static final String MARK = "~";

  /** A folder in the output, and the names taken in it, with the number to try next. */
  private static final class Folder {
    final Path path;
    final Map<String, Integer> taken = new HashMap<>();

    Folder(Path path) {
      this.path = path;
    }
  }

  private final OutputFolder output;
  private final Folder top;
  private final boolean anyName;
  private final Map<Node, Folder> folders = new HashMap<>();

  /**
   * Paths in an output folder.
   *
   * @param reserved names at its top that no file may have
   */
  SafePaths(OutputFolder output, List<String> reserved) {
    this.output = output;
    this.top = new Folder(output.path().getFileSystem().getPath(""));
    this.anyName = takesAnyName(output.path());
    for (String name : reserved) {
      top.taken.put(SafeName.folded(name), 2);
    }
  }

  /**
   * {@return a path of its own for a file}
   *
   * @param link the file's name; empty if it has none
   * @param otherwise what to call it then
   * @param suffix added to the name
   */
  Path file(Optional<Node.Link> link, String otherwise, String suffix) throws IOException {
    Folder folder = link.isPresent() ? folder(link.get().directory(), 0) : top;
    String name = safe(link.map(known -> known.name().text()).orElse(otherwise)) + suffix;
    Folder place = fits(folder, name) ? folder : top;
    Path path = take(place, name);
    while (!output.isFree(path)) {
      path = take(place, name);
    }
    return path;
  }

  private Folder folder(Node directory, int depth) throws IOException {
    Folder known = folders.get(directory);
    if (known != null) {
      return known;
    }
    List<Node.Link> names = directory.names();
    if (names.isEmpty() || depth == ExtractLimits.DEPTH) {
      return top;
    }
    Node.Link link = names.get(0);
    Folder parent = folder(link.directory(), depth + 1);
    String name = safe(link.name().text());
    Folder place = fits(parent, name) ? parent : top;
    Path path = take(place, name);
    while (!output.makeFolder(path)) {
      path = take(place, name);
    }
    Folder made = new Folder(path);
    folders.put(directory, made);
    return made;
  }

  private String safe(String name) {
    String safe = SafeName.of(name);
    return anyName ? safe : SafeName.ascii(safe);
  }

  private static boolean fits(Folder folder, String name) {
    return bytes(folder.path.toString()) + bytes(name) < LONGEST;
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /** Takes a name in a folder, numbered if it is taken. */
  private static Path take(Folder folder, String name) {
    String key = SafeName.folded(name);
    int number = folder.taken.getOrDefault(key, 1);
    String candidate = number == 1 ? name : name + MARK + number;
    while (number > 1 && folder.taken.containsKey(SafeName.folded(candidate))) {
      number++;
      candidate = name + MARK + number;
    }
    folder.taken.put(key, number + 1);
    folder.taken.putIfAbsent(SafeName.folded(candidate), 2);
    return folder.path.resolve(candidate);
  }

  /** Whether the system's names may hold more than ASCII; in the C locale they may not. */
  private static boolean takesAnyName(Path folder) {
    try {
      return folder.resolve("\u00e9").toString().length() > 0;
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
