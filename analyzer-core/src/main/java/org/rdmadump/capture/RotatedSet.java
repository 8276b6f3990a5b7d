package org.rdmadump.capture;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.order.RecentMap;

/**
 * The files that a rotating capture writes to a folder, and which of them comes next: of those that
 * were changed as late as the one before, the one that begins first, but no earlier than the one
 * before ended.
 */
final class RotatedSet {
  /** How far frames may be out of order where one file ends and the next begins. */
  private static final long TOLERANCE_NANOS = 2_000_000_000L;

  /** Files that are remembered as read. */
  private static final int MOST_READ = 1024;

  private final Path folder;

  /** What the names have in common, null if all files of the folder belong to it. */
  private final @Nullable String set;

  /** Files that were read, with the time of their first frame: a ring uses its names again. */
  private final Map<Path, Long> read = new RecentMap<>(MOST_READ);

  private RotatedSet(Path folder, @Nullable String set) {
    this.folder = folder;
    this.set = set;
  }

  /** The set that a file belongs to by its name, or all files of a folder. */
  static RotatedSet of(Path start) {
    if (Files.isDirectory(start)) {
      return new RotatedSet(start, null);
    }
    Path folder = start.toAbsolutePath().getParent();
    return new RotatedSet(folder == null ? start : folder, RotatedName.set(start));
  }

  /** The files that have frames, by the time of their first one. */
  List<Path> inOrder() throws IOException {
    Map<Path, Long> begins = new LinkedHashMap<>();
    for (Path file : files()) {
      OptionalLong begin = begin(file);
      if (begin.isPresent()) {
        begins.put(file, begin.getAsLong());
      }
    }
    List<Path> files = new ArrayList<>(begins.keySet());
    files.sort(Comparator.comparing(begins::get));
    return files;
  }

  /** Whether it has files, and none of them is a capture, or may become one. */
  boolean isOfOthers() throws IOException {
    List<Path> files = files();
    for (Path file : files) {
      if (mayBeCapture(file)) {
        return false;
      }
    }
    return !files.isEmpty();
  }

  private static boolean mayBeCapture(Path file) {
    try {
      CaptureInput.of(file).glance().close();
      return true;
    } catch (NotACaptureException e) {
      return e.isTooShort();
    } catch (IOException e) {
      // It may be written just now: the next look tells.
      return true;
    }
  }

  /** Notes that a file is read, whose first frame is of {@code nanos}. */
  void reads(Path file, long nanos) {
    read.remove(file.toAbsolutePath());
    read.put(file.toAbsolutePath(), nanos);
  }

  /**
   * The file that follows {@code current}.
   *
   * @param lastNanos time of the last frame so far, {@link Long#MIN_VALUE} if there is none
   */
  Optional<Path> behind(Path current, long lastNanos) throws IOException {
    FileTime changed = changed(current).orElse(FileTime.fromMillis(0));
    Path best = null;
    long bestBegin = 0;
    for (Path file : files()) {
      Optional<FileTime> when = changed(file);
      if (isSame(file, current) || when.isEmpty() || when.get().compareTo(changed) < 0) {
        continue;
      }
      OptionalLong begin = begin(file);
      if (begin.isEmpty() || isRead(file, begin.getAsLong())) {
        continue;
      }
      boolean follows =
          lastNanos == Long.MIN_VALUE
              ? when.get().compareTo(changed) > 0
              : begin.getAsLong() >= lastNanos - TOLERANCE_NANOS;
      if (follows && (best == null || begin.getAsLong() < bestBegin)) {
        best = file;
        bestBegin = begin.getAsLong();
      }
    }
    return Optional.ofNullable(best);
  }

  private static boolean isSame(Path one, Path other) {
    return one.toAbsolutePath().normalize().equals(other.toAbsolutePath().normalize());
  }

  private boolean isRead(Path file, long begin) {
    Long known = read.get(file.toAbsolutePath());
    return known != null && known == begin;
  }

  /** When a file was changed last; nothing if it is not there any more. */
  private static Optional<FileTime> changed(Path file) {
    try {
      return Optional.of(Files.readAttributes(file, BasicFileAttributes.class).lastModifiedTime());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The time of the first frame; nothing if there is none yet, or it is no capture. */
  private static OptionalLong begin(Path file) {
    Frame frame = new Frame();
    try (FrameSource source = CaptureInput.of(file).glance()) {
      return source.next(frame) ? OptionalLong.of(frame.epochNanos()) : OptionalLong.empty();
    } catch (IOException e) {
      // It may be written just now, or was taken away: the next look tells.
      return OptionalLong.empty();
    }
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        boolean belongs = set == null ? !Files.isHidden(entry) : RotatedName.set(entry).equals(set);
        if (belongs && Files.isRegularFile(entry)) {
          files.add(entry);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    // Where times are equal, the first of these comes first.
    files.sort(Comparator.comparing(Path::toString, new NameOrder()));
    return files;
  }
}
