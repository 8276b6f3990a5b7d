package org.rdmadump.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A capture that a run reads beside others, by name: a file, or a stream.
 *
 * <pre>{@code
 * CaptureInput.of(() -> new ByteArrayInputStream(bytes), "name", bytes.length);
 * }</pre>
 */
public abstract sealed class CaptureInput {
  /** What the system says when it is to read a directory. */
  private static final String DIRECTORY = "Is a directory";

  private final String name;

  private CaptureInput(String name) {
    this.name = name;
  }

  /** {@return the capture in a file; a file that is not regular, such as a FIFO, is opened once} */
  public static CaptureInput of(Path file) {
    return new OfFile(file);
  }

  /** {@return the capture that a stream delivers, which can be opened once} */
  public static CaptureInput of(InputStream stream, String name) {
    return new OfStream(stream, name);
  }

  /**
   * {@return a capture that can be opened again, such as an object of a store}
   *
   * @param opening opens a stream from its first byte on, closed by who reads it
   * @param name what it is called; files of a rotated set are told by it
   * @param size its length in bytes
   */
  public static CaptureInput of(Opening opening, String name, long size) {
    return new OfObject(opening, name, size);
  }

  /** Opens a stream of a capture, as often as it is asked to. */
  @FunctionalInterface
  public interface Opening {
    /**
     * {@return the capture from its first byte on}
     *
     * @throws IOException if it cannot be opened
     */
    InputStream open() throws IOException;
  }

  /** {@return what it is called in messages} */
  public String name() {
    return name;
  }

  /**
   * {@return its length in bytes, {@code Long.MAX_VALUE} if unknown}
   *
   * @throws IOException if the file cannot be looked at
   */
  public long size() throws IOException {
    return Long.MAX_VALUE;
  }

  /** {@return why an input could not be read, for a person; without its name} */
  public static String reason(IOException why) {
    if (why instanceof NoSuchFileException) {
      return "no such file";
    }
    if (why instanceof AccessDeniedException) {
      return "permission denied";
    }
    String message = why.getMessage();
    if (why instanceof FileSystemException failure && failure.getReason() != null) {
      // Its message repeats the name.
      message = failure.getReason();
    }
    if (DIRECTORY.equals(message)) {
      return "is a directory";
    }
    return message == null ? why.getClass().getSimpleName() : message;
  }

  /** {@return the name of the rotated set that it seems to belong to} */
  String set() {
    return name;
  }

  /** {@return whether it can be opened again} */
  public boolean isRepeatable() {
    return false;
  }

  /**
   * Opens it to be read.
   *
   * @throws NotACaptureException if it is not a capture
   * @throws IOException if it cannot be read
   */
  public abstract FrameSource open() throws IOException;

  /**
   * As {@link #open}, beside many others.
   *
   * @param capacity bytes that the read buffer begins with, if the input is not compressed
   */
  FrameSource open(int capacity) throws IOException {
    return open();
  }

  /** As {@link #open}, with little memory, for a look at its first frame. */
  FrameSource glance() throws IOException {
    return open();
  }

  private static final class OfFile extends CaptureInput {
    /** Bytes that a first frame mostly fits into. */
    private static final int GLANCE = 1 << 12;

    private final Path file;

    OfFile(Path file) {
      super(file.toString());
      this.file = file;
    }

    @Override
    public long size() throws IOException {
      return isRepeatable() ? Files.size(file) : Long.MAX_VALUE;
    }

    @Override
    String set() {
      return RotatedName.set(file);
    }

    @Override
    public boolean isRepeatable() {
      return Files.isRegularFile(file);
    }

    @Override
    public FrameSource open() throws IOException {
      return CaptureFile.open(file);
    }

    @Override
    FrameSource open(int capacity) throws IOException {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      return CaptureFile.openOrClose(new BlockReader(new FileReads(channel), capacity), name());
    }

    @Override
    FrameSource glance() throws IOException {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      return CaptureFile.openOrClose(new BlockReader(channel, GLANCE), name());
    }
  }

  private static final class OfStream extends CaptureInput {
    private final InputStream stream;

    OfStream(InputStream stream, String name) {
      super(name);
      this.stream = stream;
    }

    @Override
    public FrameSource open() throws IOException {
      return CaptureFile.open(stream, name());
    }
  }

  private static final class OfObject extends CaptureInput {
    private final Opening opening;
    private final long size;

    OfObject(Opening opening, String name, long size) {
      super(name);
      this.opening = opening;
      this.size = size;
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    String set() {
      return RotatedName.set(Path.of(name()));
    }

    @Override
    public boolean isRepeatable() {
      return true;
    }

    @Override
    public FrameSource open() throws IOException {
      return CaptureFile.open(opening.open(), name());
    }
  }
}
