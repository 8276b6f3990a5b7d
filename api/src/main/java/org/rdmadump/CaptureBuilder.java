package org.rdmadump;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.FollowControl;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.DecodeAs;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * A builder for a capture: inputs and options; made by {@link RdmaCapture#builder()}.
 *
 * <pre>{@code
 * RdmaCapture capture = RdmaCapture.builder().file(path).keepBytes(true).open();
 * }</pre>
 */
public final class CaptureBuilder {
  private static final long LEAST_MEMORY = 1 << 20;

  private final List<CaptureInput> inputs = new ArrayList<>();
  private boolean digest = CaptureOptions.DEFAULT.digest();
  private boolean keepBytes = CaptureOptions.DEFAULT.keepBytes();
  private long maxMemory = CaptureOptions.DEFAULT.maxMemory();
  private DecodeAs decodeAs = DecodeAs.USUAL;
  private boolean keepFragments;

  CaptureBuilder() {}

  /** Adds a file. Frames with equal times come in the order in which their files were added. */
  public CaptureBuilder file(Path file) {
    inputs.add(CaptureInput.of(file));
    return this;
  }

  /**
   * Adds an input, such as the contents of an array or an object of a store: {@code
   * CaptureInput.of(() -> new ByteArrayInputStream(bytes), "name", bytes.length)}. A capture of
   * inputs that can all be opened again can be read again.
   */
  public CaptureBuilder input(CaptureInput input) {
    inputs.add(input);
    return this;
  }

  /** Adds files. */
  public CaptureBuilder files(Collection<Path> files) {
    files.forEach(this::file);
    return this;
  }

  /** Sets whether every rebuilt RPC message is hashed with SHA-256 (default false). */
  public CaptureBuilder digest(boolean yes) {
    digest = yes;
    return this;
  }

  /**
   * Sets whether messages keep all of their bytes, including the data of READ and WRITE. By default
   * they keep only what decoding needs.
   */
  public CaptureBuilder keepBytes(boolean yes) {
    keepBytes = yes;
    return this;
  }

  /**
   * Sets whether Sends and RDMA operations list their packets one by one ({@link
   * RpcMessage#sendFragments()}, {@link RdmaTransfer#fragments()}; default false).
   */
  public CaptureBuilder keepFragments(boolean yes) {
    keepFragments = yes;
    return this;
  }

  /**
   * Sets the memory for decoding, in bytes (default 64 MiB).
   *
   * @throws IllegalArgumentException if it is 1 MiB or less
   */
  public CaptureBuilder maxMemory(long bytes) {
    if (bytes <= LEAST_MEMORY) {
      throw new IllegalArgumentException(
          "maxMemory is " + bytes + " bytes, and needs more than " + LEAST_MEMORY);
    }
    maxMemory = bytes;
    return this;
  }

  /** Sets ports that carry RDMA in addition to its standard ports. */
  public CaptureBuilder decodeAs(DecodeAs ports) {
    decodeAs = ports;
    return this;
  }

  /**
   * {@return the capture in the files}
   *
   * @throws IOException if none of them can be read as a capture
   * @throws IllegalStateException if no file or input was added
   */
  public RdmaCapture open() throws IOException {
    return new RdmaCapture(CapturePasses.over(files(), options()));
  }

  /**
   * {@return the capture of a source} Closing the capture closes the source. The capture can be
   * read once.
   *
   * @throws IllegalStateException if a file or input was added: it would not be read
   */
  public RdmaCapture over(FrameSource source) {
    requireNoInputs("over");
    return new RdmaCapture(CapturePasses.over(OpenInput.of(source), options()));
  }

  /**
   * {@return the capture in a file that is still being written, and in those that its writer goes
   * on to} The capture can be read once.
   *
   * @param start a file, or a folder with one rotated set
   * @param control waits where the file has no more, and says whether to go on
   * @throws IOException if there is no such file, or the folder has files of which none can become
   *     a capture
   * @throws IllegalStateException if a file or input was added: it would not be read
   */
  public RdmaCapture follow(Path start, FollowControl control) throws IOException {
    requireNoInputs("follow");
    return new RdmaCapture(CapturePasses.over(OpenInput.following(start, control), options()));
  }

  /**
   * Decodes the files and inputs to their end and reports everything to {@code listener}. An
   * exception of the listener ends this and is passed on.
   *
   * @return the counts, and what was wrong with the input ({@link CaptureSummary#problems()}): one
   *     of several files that cannot be read is left out, a damaged one ends where it is damaged
   * @throws IOException if none of them can be read
   * @throws IllegalStateException if no file or input was added
   */
  public CaptureSummary run(MessageListener listener) throws IOException {
    try (OpenInput input = OpenInput.of(files())) {
      return decode(input, listener);
    }
  }

  /**
   * Decodes a source to its end in the calling thread and reports everything to {@code listener}. A
   * live source ends when another thread closes it.
   *
   * @return as {@link #run(MessageListener)}
   * @throws IOException if the source fails
   * @throws IllegalStateException if a file or input was added: it would not be read
   */
  public CaptureSummary run(FrameSource source, MessageListener listener) throws IOException {
    requireNoInputs("run");
    return decode(OpenInput.of(source), listener);
  }

  private CaptureSummary decode(OpenInput input, MessageListener listener) throws IOException {
    CaptureSummary counts = new CaptureDecoder(input.source(), options(), listener).decodeAll();
    return counts.withProblems(input.problems());
  }

  private List<CaptureInput> files() {
    if (inputs.isEmpty()) {
      throw new IllegalStateException("no file to read");
    }
    return inputs;
  }

  private void requireNoInputs(String method) {
    if (!inputs.isEmpty()) {
      throw new IllegalStateException(
          method
              + " reads only what it is given, not "
              + inputs.get(0).name()
              + ", which was added to the builder");
    }
  }

  private CaptureOptions options() {
    return new CaptureOptions(digest, keepBytes, maxMemory, decodeAs, keepFragments);
  }
}
