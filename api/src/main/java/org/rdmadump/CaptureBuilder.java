package org.rdmadump;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.rdmadump.capture.CaptureInput;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.DecodeAs;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * Says what to read and how; made by {@link RdmaCapture#builder()}.
 *
 * <pre>{@code
 * RdmaCapture capture = RdmaCapture.builder().file(path).keepBytes(true).open();
 * }</pre>
 */
public final class CaptureBuilder {
  private final List<CaptureInput> inputs = new ArrayList<>();
  private boolean digest = CaptureOptions.DEFAULT.digest();
  private boolean keepBytes = CaptureOptions.DEFAULT.keepBytes();
  private long maxMemory = CaptureOptions.DEFAULT.maxMemory();
  private DecodeAs decodeAs = DecodeAs.USUAL;
  private boolean keepFragments;

  CaptureBuilder() {}

  /** Adds a file; those of the same time come in the order in which they were added. */
  public CaptureBuilder file(Path file) {
    inputs.add(CaptureInput.of(file));
    return this;
  }

  /** Adds files. */
  public CaptureBuilder files(Collection<Path> files) {
    files.forEach(this::file);
    return this;
  }

  /** Whether every rebuilt RPC message is hashed with SHA-256; usually not. */
  public CaptureBuilder digest(boolean yes) {
    digest = yes;
    return this;
  }

  /**
   * Whether messages have all of their bytes, what READ and WRITE move too; usually only what is
   * needed to decode them.
   */
  public CaptureBuilder keepBytes(boolean yes) {
    keepBytes = yes;
    return this;
  }

  /**
   * Whether Sends and RDMA operations list their packets one by one ({@link
   * RpcMessage#sendFragments()}, {@link RdmaTransfer#fragments()}); usually not.
   */
  public CaptureBuilder keepFragments(boolean yes) {
    keepFragments = yes;
    return this;
  }

  /**
   * Bytes that decoding may hold; usually 64 MiB.
   *
   * @throws IllegalArgumentException if it is 1 MiB or less
   */
  public CaptureBuilder maxMemory(long bytes) {
    if (bytes <= 1 << 20) {
      throw new IllegalArgumentException("at most " + bytes + " bytes of memory");
    }
    maxMemory = bytes;
    return this;
  }

  /** Ports on which RDMA is to be looked for besides its own. */
  public CaptureBuilder decodeAs(DecodeAs ports) {
    decodeAs = ports;
    return this;
  }

  /**
   * {@return the capture in the files}
   *
   * @throws IOException if none of them can be read as a capture
   * @throws IllegalStateException if no file was added
   */
  public RdmaCapture open() throws IOException {
    return new RdmaCapture(CapturePasses.over(files(), options()));
  }

  /**
   * {@return the capture of what a source delivers, which is closed with it} There is one pass over
   * it.
   */
  public RdmaCapture over(FrameSource source) {
    return new RdmaCapture(CapturePasses.over(source, options()));
  }

  /**
   * Decodes the files to their end and tells {@code listener} all of it.
   *
   * @throws IOException if none of them can be read
   * @throws IllegalStateException if no file was added
   */
  public CaptureSummary run(MessageListener listener) throws IOException {
    try (OpenInput input = OpenInput.of(files())) {
      return run(input.source(), listener);
    }
  }

  /**
   * Decodes a source to its end and tells {@code listener} all of it, in the calling thread; a live
   * one ends when another thread closes it.
   *
   * @throws IOException if it cannot be read any further
   */
  public CaptureSummary run(FrameSource source, MessageListener listener) throws IOException {
    return new CaptureDecoder(source, options(), listener).decodeAll();
  }

  private List<CaptureInput> files() {
    if (inputs.isEmpty()) {
      throw new IllegalStateException("no file to read");
    }
    return inputs;
  }

  private CaptureOptions options() {
    return new CaptureOptions(digest, keepBytes, maxMemory, decodeAs, keepFragments);
  }
}
