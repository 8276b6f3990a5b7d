package org.rdmadump.rpcrdma.against;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.ForwardingSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;

/** A capture of {@code testdata} with frames left out or cut. */
final class Filtered extends ForwardingSource {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures");
  private static final int UDP_DESTINATION = 36;
  private static final int OPCODE = 42;
  private static final int UD_SEND_ONLY = 0x64;

  private final FrameSource source;
  private final Predicate<Frame> kept;
  private final int snapLength;
  private final Frame whole = new Frame();

  private Filtered(FrameSource source, Predicate<Frame> kept, int snapLength) {
    super(source);
    this.source = source;
    this.kept = kept;
    this.snapLength = snapLength;
  }

  /** Opens a capture by its name, such as {@code rocev2/rocev2-nfs3-basic.pcap}. */
  static Filtered of(String name) {
    return of(CAPTURES.resolve(name));
  }

  static Filtered of(Path file) {
    try {
      return new Filtered(CaptureFile.open(file), frame -> true, Integer.MAX_VALUE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Every capture there is. */
  static List<Path> all() {
    try (Stream<Path> files = Files.walk(CAPTURES)) {
      return files.filter(file -> file.toString().matches(".*\\.pcap(ng)?")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Leaves frames out. */
  Filtered without(Predicate<Frame> unwanted) {
    return new Filtered(source, kept.and(unwanted.negate()), snapLength);
  }

  /** Leaves the connection manager's frames out. */
  Filtered withoutCm() {
    return without(Filtered::isCm);
  }

  /** Cuts frames. */
  Filtered cut(int length) {
    return new Filtered(source, kept, length);
  }

  /** Whether a frame over IPv4 without options or VLAN is the connection manager's. */
  static boolean isCm(Frame frame) {
    return frame.captured() > OPCODE
        && frame.bytes().getShort(frame.offset() + UDP_DESTINATION) == 4791
        && frame.bytes().get(frame.offset() + OPCODE) == UD_SEND_ONLY;
  }

  @Override
  public boolean next(Frame frame) throws IOException {
    while (super.next(whole)) {
      if (kept.test(whole)) {
        int captured = Math.min(snapLength, whole.captured());
        ByteBuffer bytes = whole.bytes().duplicate().limit(whole.offset() + captured);
        frame.set(
            bytes,
            whole.offset(),
            captured,
            whole.original(),
            whole.epochNanos(),
            whole.linkType(),
            whole.interfaceId(),
            whole.number());
        return true;
      }
    }
    return false;
  }
}
