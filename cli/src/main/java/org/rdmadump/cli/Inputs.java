package org.rdmadump.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Damage;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/**
 * The captures of a run as one: their frames merged by time, earlier named ones first where times
 * are equal, and numbered through. As a supplier, it gives the time of the first frame.
 */
final class Inputs implements FrameSource, LongSupplier {
  /** The name of standard input. */
  static final String STANDARD_INPUT = "-";

  /** What Linux says on reading one. */
  private static final String DIRECTORY = "Is a directory";

  private final List<String> names;
  private final List<FrameSource> sources;
  private final Frame[] heads;
  private final boolean[] ready;
  private final long size;
  private int current;
  private long frames;
  private long firstNanos;

  private Inputs(List<String> names, List<FrameSource> sources, long size) {
    this.names = names;
    this.sources = sources;
    this.size = size;
    this.heads = new Frame[sources.size()];
    this.ready = new boolean[sources.size()];
    for (int i = 0; i < heads.length; i++) {
      heads[i] = new Frame();
    }
  }

  /**
   * Opens all captures.
   *
   * @param in what {@code -} stands for
   * @throws UnreadableException if one of them cannot be opened; none is open then
   */
  static Inputs open(List<String> names, InputStream in) throws UnreadableException {
    List<FrameSource> sources = new ArrayList<>();
    long size = 0;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      try {
        if (name.equals(STANDARD_INPUT)) {
          sources.add(CaptureFile.open(in, name));
          size = Long.MAX_VALUE;
        } else if (name.isEmpty()) {
          throw new NoSuchFileException(name);
        } else {
          Path file = Path.of(name);
          sources.add(CaptureFile.open(file));
          size = size == Long.MAX_VALUE ? size : size + Files.size(file);
        }
      } catch (IOException e) {
        new Inputs(names, sources, size).closeQuietly();
        throw new UnreadableException(
            display(name) + ": " + reason(e) + (i == 0 ? hint(name, e) : ""), e);
      } catch (InvalidPathException e) {
        new Inputs(names, sources, size).closeQuietly();
        throw new UnreadableException(name + ": not a file name", new IOException(e));
      }
    }
    return new Inputs(names, sources, size == 0 ? Long.MAX_VALUE : size);
  }

  /** The first name may have been meant as a verb. */
  private static String hint(String name, IOException e) {
    if (!(e instanceof NoSuchFileException) || !name.matches("[a-z]+")) {
      return "";
    }
    if (Verb.of(name).isPresent()) {
      return "; a verb comes before its options, try --help";
    }
    List<String> verbs = new ArrayList<>();
    for (Verb verb : Verb.values()) {
      verbs.add(verb.word());
    }
    Optional<String> nearest = Nearest.to(name, verbs);
    return " or verb"
        + (nearest.isPresent() ? " (did you mean " + nearest.get() + "?)" : "")
        + ", try --help";
  }

  /** {@return what to call an input in a message} */
  static String display(String name) {
    if (name.isEmpty()) {
      return "''";
    }
    return name.equals(STANDARD_INPUT) ? "standard input" : name;
  }

  /** {@return why a file could not be read or written, for a person} */
  static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    String message = e.getMessage();
    if (e instanceof FileSystemException failure && failure.getReason() != null) {
      // Its message repeats the name.
      message = failure.getReason();
    }
    if (DIRECTORY.equals(message)) {
      return "is a directory";
    }
    return message == null ? e.getClass().getSimpleName() : message;
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    boolean found = heads.length == 1 ? sources.get(0).next(frame) : nextByTime(frame);
    if (found) {
      if (frames == 0) {
        firstNanos = frame.epochNanos();
      }
      frames++;
    }
    return found;
  }

  /** {@return frames so far} */
  long frames() {
    return frames;
  }

  /** {@return bytes of all inputs, {@code Long.MAX_VALUE} if that is not known} */
  long size() {
    return size;
  }

  /** {@return name of the input that was read last} */
  String currentName() {
    return display(names.get(current));
  }

  /** {@return what is wrong with each input that ended before its end, named} */
  List<String> damages() {
    List<String> damages = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Optional<Damage> damage = sources.get(i).damage();
      if (damage.isPresent()) {
        Damage d = damage.get();
        damages.add(display(names.get(i)) + ": " + d.message() + ", at byte " + d.byteOffset());
      }
    }
    return damages;
  }

  @Override
  public long getAsLong() {
    return firstNanos;
  }

  @Override
  public long position() {
    long sum = 0;
    for (int i = 0; i < sources.size(); i++) {
      sum += sources.get(i).position();
    }
    return sum;
  }

  @Override
  public Optional<Damage> damage() {
    for (FrameSource source : sources) {
      if (source.damage().isPresent()) {
        return source.damage();
      }
    }
    return Optional.empty();
  }

  @Override
  public void close() throws IOException {
    for (FrameSource source : sources) {
      source.close();
    }
  }

  void closeQuietly() {
    for (FrameSource source : sources) {
      try {
        source.close();
      } catch (IOException e) {
        // Nothing more is read from it, so nothing is lost.
      }
    }
  }

  private boolean nextByTime(Frame frame) throws IOException {
    int earliest = -1;
    for (int i = 0; i < heads.length; i++) {
      if (!ready[i]) {
        current = i;
        ready[i] = sources.get(i).next(heads[i]);
      }
      if (ready[i] && (earliest < 0 || heads[i].epochNanos() < heads[earliest].epochNanos())) {
        earliest = i;
      }
    }
    if (earliest < 0) {
      return false;
    }
    Frame head = heads[earliest];
    frame.set(
        head.bytes(),
        head.offset(),
        head.captured(),
        head.original(),
        head.epochNanos(),
        head.linkType(),
        head.interfaceId(),
        frames + 1);
    ready[earliest] = false;
    current = earliest;
    return true;
  }
}
