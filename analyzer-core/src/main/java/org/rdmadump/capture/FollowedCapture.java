package org.rdmadump.capture;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A capture that is still being written: a file that grows, and after it those that the writer goes
 * on to. It ends only when its {@link FollowControl} says so.
 *
 * <p>A record that is not whole yet is waited for. A file is over when another one of its rotated
 * set follows it, when its name stands for another file, or when it was overwritten; then the
 * listener is told, and it is read anew. Behind damage the next file is waited for.
 */
public final class FollowedCapture implements FrameSource {
  /** Looks at the folder are so many pauses apart: there may be thousands of files in it. */
  private static final int PAUSES_BETWEEN_LOOKS = 8;

  private final FollowControl control;
  private final MergeListener listener;
  private final RotatedSet set;

  /** Files that are known to come next. */
  private final Deque<Path> files;

  /** What is read; the folder, until it has a file. */
  private Path path;

  private @Nullable FollowedFile file;
  private @Nullable FrameSource source;
  private @Nullable Object key;
  private int pauses;
  private @Nullable Path successor;
  private boolean opened;
  private boolean first = true;
  private boolean over;
  private long lastNanos = Long.MIN_VALUE;
  private long closedBytes;
  private long frames;

  /** Frames before the file. */
  private long framesBefore;

  /** Where a damaged file could not be read on: one that is shorter is another one. */
  private long damagedAt;

  /** What the listener was told of this file last. */
  private Optional<Damage> told = Optional.empty();

  private FollowedCapture(
      RotatedSet set, Deque<Path> files, Path start, FollowControl control, MergeListener listener)
      throws IOException {
    this.control = control;
    this.listener = listener;
    this.set = set;
    this.files = files;
    this.path = start;
    this.key = Files.readAttributes(start, BasicFileAttributes.class).fileKey();
  }

  /**
   * A capture that is not open yet.
   *
   * @param start a file, or a folder with one rotated set, of which the files are read that are
   *     there and those that come
   * @throws IOException if it is not there, no regular file, or a folder with files of which none
   *     can become a capture
   */
  public static FollowedCapture open(Path start, FollowControl control, MergeListener listener)
      throws IOException {
    RotatedSet set = RotatedSet.of(start);
    Deque<Path> files = new ArrayDeque<>();
    if (Files.isDirectory(start)) {
      files.addAll(set.inOrder());
    } else if (Files.exists(start) && !Files.isRegularFile(start)) {
      throw new FileSystemException(start.toString(), null, "neither a file nor a folder");
    } else {
      files.add(start);
    }
    if (files.isEmpty() && set.isOfOthers()) {
      throw new FileSystemException(start.toString(), null, "no capture in the folder");
    }
    return new FollowedCapture(
        set, files, files.isEmpty() ? start : files.element(), control, listener);
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    while (!over) {
      FrameSource from = source;
      if (from == null) {
        goOn();
      } else if (from.next(frame)) {
        if (first) {
          set.reads(path, frame.epochNanos());
          first = false;
        }
        lastNanos = Math.max(lastNanos, frame.epochNanos());
        if (told.isEmpty()) {
          tell(from.damageSoFar(), frames + 1);
        }
        frame.merged(++frames, frame.viewpoint());
        return true;
      } else {
        end(from);
      }
    }
    return false;
  }

  private void end(FrameSource from) throws IOException {
    if (isStopped()) {
      if (told.isPresent()) {
        tell(from.damageSoFar(), frames);
      }
      over = true;
      return;
    }
    FollowedFile ended = file;
    if (ended != null && ended.isOverwritten()) {
      listener.damaged(CaptureInput.of(path), overwritten(from.position()), frames);
      successor = path;
    } else if (from.damage().isPresent()) {
      tell(from.damage(), frames);
      damagedAt = from.position();
    }
    closedBytes += from.position();
    source = null;
    from.close();
  }

  /** Tells of damage, of the first that is passed over at once, of more of it at the end. */
  private void tell(Optional<Damage> damage, long frame) {
    if (damage.isPresent() && !damage.equals(told)) {
      listener.damaged(CaptureInput.of(path), damage.get(), frame);
      told = damage;
    }
  }

  private Damage overwritten(long position) {
    long inFile = frames - framesBefore;
    return new Damage(
        position,
        inFile + 1,
        "overwritten after frame " + inFile + " while it was followed; read again");
  }

  /** Whether the file ended because nobody wanted more of it, so that it may be cut anywhere. */
  private boolean isStopped() {
    FollowedFile from = file;
    return from != null && from.isStopped();
  }

  /** Opens the next file, or waits for it. */
  private void goOn() throws IOException {
    Path next = files.isEmpty() ? successor : files.poll();
    successor = null;
    if (next == null) {
      next = Files.isDirectory(path) ? firstOfFolder() : find();
    }
    if (next == null) {
      over = !control.pause();
      return;
    }
    path = next;
    first = true;
    pauses = 0;
    framesBefore = frames;
    damagedAt = 0;
    told = Optional.empty();
    try {
      key = Files.readAttributes(next, BasicFileAttributes.class).fileKey();
      FollowedFile followed = new FollowedFile(next, this::pause, this::isOver);
      file = followed;
      source = CaptureFile.open(followed, next.toString());
      opened = true;
    } catch (IOException e) {
      over = isStopped();
      if (!over && !opened) {
        throw e;
      }
      if (!over) {
        listener.failed(CaptureInput.of(next), e);
      }
    }
  }

  private boolean pause() throws IOException {
    pauses++;
    return control.pause();
  }

  private boolean isOver(long position, long length) throws IOException {
    if (!files.isEmpty() || successor != null) {
      return true;
    }
    if (length > position || pauses % PAUSES_BETWEEN_LOOKS != 1) {
      return false;
    }
    successor = find();
    return successor != null;
  }

  /** The file of the folder that begins first; null if none has a frame yet. */
  private @Nullable Path firstOfFolder() throws IOException {
    files.addAll(set.inOrder());
    return files.poll();
  }

  /** The file that the writer went on to; null if there is none yet. */
  private @Nullable Path find() throws IOException {
    return isAnother(path) ? path : set.behind(path, lastNanos).orElse(null);
  }

  /** Whether a name stands for another file than it did, or for a damaged one made anew. */
  private boolean isAnother(Path name) throws IOException {
    try {
      BasicFileAttributes now = Files.readAttributes(name, BasicFileAttributes.class);
      return now.size() < damagedAt || !Objects.equals(now.fileKey(), key);
    } catch (NoSuchFileException e) {
      // It was moved away, and another one may not be there yet.
      return false;
    }
  }

  @Override
  public boolean isFollowing() {
    return true;
  }

  @Override
  public long position() {
    FrameSource from = source;
    return from == null ? closedBytes : closedBytes + from.position();
  }

  /** {@return nothing: the listener was told which file was damaged} */
  @Override
  public Optional<Damage> damage() {
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    FrameSource from = source;
    if (from != null) {
      from.close();
    }
  }
}
