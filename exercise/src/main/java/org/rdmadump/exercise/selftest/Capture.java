package org.rdmadump.exercise.selftest;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.capture.DeviceCounts;
import org.rdmadump.device.EndPort;
import org.rdmadump.exercise.Recorder;
import org.rdmadump.live.CaptureListener;
import org.rdmadump.live.file.CaptureOutput;
import org.rdmadump.live.hca.HcaSniffer;
import org.rdmadump.live.hca.SnifferException;
import org.rdmadump.live.hca.SnifferOptions;
import org.rdmadump.live.net.FilteredDevice;

/** A capture of the port that is going on, or has ended. */
final class Capture implements CaptureListener {
  /** Makes the one file of a capture. */
  private static final class Scratch implements CaptureOutput {
    @Override
    public WritableByteChannel open(Path file) throws IOException {
      return FileChannel.open(
          file,
          StandardOpenOption.WRITE,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING);
    }

    @Override
    public void delete(Path file) throws IOException {
      Files.deleteIfExists(file);
    }
  }

  private final HcaSniffer sniffer;
  private final Watched watched;
  private Optional<Recorder> recorder = Optional.empty();
  private volatile Optional<IOException> failure = Optional.empty();
  private volatile long failedNanos;
  private Optional<DeviceCounts> counts = Optional.empty();

  private Capture(HcaSniffer sniffer, long start) {
    this.sniffer = sniffer;
    this.watched = new Watched(sniffer, start);
  }

  private static Capture of(EndPort port, SnifferOptions options) throws SnifferException {
    // Before its rule is installed, so that no packet can be earlier.
    long start = Watched.now();
    return new Capture(HcaSniffer.open(port, options), start);
  }

  /** Begins to count the packets of a port. */
  static Capture counting(EndPort port, SnifferOptions options) throws SnifferException {
    Capture capture = of(port, options);
    capture.recorder = Optional.of(Recorder.count(capture.watched, capture));
    return capture;
  }

  /**
   * Begins to write the packets of a port to a file.
   *
   * @param filter which of them, in libpcap's language; empty for all
   */
  static Capture recording(EndPort port, SnifferOptions options, String filter, Path file)
      throws IOException {
    Capture capture = of(port, options);
    boolean begun = false;
    try {
      capture.recorder =
          Optional.of(
              Recorder.start(
                  FilteredDevice.of(capture.watched, filter, Integer.MAX_VALUE),
                  filter,
                  file,
                  new Scratch(),
                  capture));
      begun = true;
      return capture;
    } finally {
      if (!begun) {
        capture.sniffer.close();
      }
    }
  }

  @Override
  public void failed(String device, IOException why) {
    failedNanos = System.nanoTime();
    failure = Optional.of(why);
  }

  @Override
  public boolean unwritable(IOException why) {
    failure = Optional.of(why);
    return false;
  }

  /** Ends it, once all packets have come; a second call does nothing. */
  void finish() {
    if (counts.isEmpty()) {
      watched.stall(false);
      counts = Optional.of(recorder.orElseThrow().finish());
    }
  }

  /** {@return what its packets are counted and timed by} */
  Watched watched() {
    return watched;
  }

  /** {@return why it ended early; empty if it did not} */
  Optional<IOException> failure() {
    return failure;
  }

  /** {@return when it ended early, in the time of {@link System#nanoTime}} */
  long failedNanos() {
    return failedNanos;
  }

  /** {@return packets that were dropped, once it has ended; empty if that is unknown} */
  OptionalLong dropped() {
    return counts.orElseThrow().dropped();
  }

  /** {@return what is captured} */
  HcaSniffer sniffer() {
    return sniffer;
  }

  /** {@return what was seen of it, once it has ended} */
  List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(Fact.of("slots", sniffer.slots() + " of " + sniffer.snapLength() + " bytes"));
    facts.add(Fact.of("packets captured", watched.packets()));
    facts.add(Fact.of("bytes captured", watched.bytes()));
    facts.add(Fact.of("packets dropped", words(dropped())));
    if (sniffer.gaps() > 0) {
      facts.add(Fact.of("gaps", sniffer.gaps()));
    }
    if (sniffer.tooLong() > 0) {
      facts.add(Fact.of("packets too long", sniffer.tooLong()));
    }
    failure.ifPresent(why -> facts.add(Fact.of("capture ended", String.valueOf(why.getMessage()))));
    return facts;
  }

  /** {@return a count in words} */
  static String words(OptionalLong count) {
    return count.isPresent() ? Long.toString(count.getAsLong()) : "unknown";
  }
}
