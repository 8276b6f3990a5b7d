package org.rdmadump.exercise.selftest;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.live.hca.SnifferException;
import org.rdmadump.live.hca.SnifferOptions;

/** Takes the adapter from its driver while it is captured, and gives it back. */
record ResetStep(SelfTestSettings settings) {
  private static final long SOON_NANOS = 1_000_000_000L;
  private static final long MOST_NANOS = 10_000_000_000L;
  private static final long BEFORE_MILLIS = 200;
  private static final long LOOK_MILLIS = 5;

  /** Resets the adapter. */
  Judgement run() throws IOException, InterruptedException {
    if (!settings.mayChange()) {
      return Judgement.skipped(
          "a reset takes the adapter away from all of its users", "--allow-changes does it");
    }
    Path device = settings.port().path().resolve("../../device").normalize();
    if (!Files.exists(device.resolve("driver"))) {
      return Judgement.skipped("the adapter has no driver in sysfs", "");
    }
    String address = String.valueOf(device.toRealPath().getFileName());
    Path driver = device.resolve("driver").toRealPath();
    Path file = settings.scratch().resolve("reset.pcapng");
    Capture capture =
        Capture.recording(settings.port(), SnifferOptions.DEFAULT, settings.filter(), file);
    long nanos;
    try {
      Thread.sleep(BEFORE_MILLIS);
      nanos = timeUntilEnd(capture, driver.resolve("unbind"), address);
    } finally {
      giveBack(capture, driver.resolve("bind"), address);
    }
    List<Fact> facts = new ArrayList<>(capture.facts());
    facts.add(Fact.of("time until it ended", String.format(Locale.ROOT, "%.0f ms", nanos / 1e6)));
    if (capture.failure().isEmpty()) {
      return Judgement.failed(
          "the capture went on for 10 s after the reset", "send the report", facts);
    }
    if (!(capture.failure().get() instanceof SnifferException e
        && e.reason() == SnifferException.Reason.DEVICE_GONE)) {
      return Judgement.failed(
          "the capture ended with: " + capture.failure().get().getMessage(),
          "send the report",
          facts);
    }
    if (!isWhole(file)) {
      return Judgement.failed("the file is not whole", "send the report", facts);
    }
    return nanos > SOON_NANOS
        ? Judgement.failed("the capture ended later than after a second", "send the report", facts)
        : Judgement.passed(facts);
  }

  /** The adapter comes back whatever happened to the capture. */
  private static void giveBack(Capture capture, Path bind, String address) throws IOException {
    try {
      capture.finish();
    } finally {
      write(bind, address);
    }
  }

  /** Writes to a file of the driver, even if this thread was interrupted. */
  private static void write(Path file, String address) throws IOException {
    try (OutputStream out = new FileOutputStream(file.toFile())) {
      out.write(address.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private static long timeUntilEnd(Capture capture, Path unbind, String address)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    // It returns once the driver has let the adapter go, which may take seconds.
    write(unbind, address);
    while (capture.failure().isEmpty() && System.nanoTime() - start < MOST_NANOS) {
      Thread.sleep(LOOK_MILLIS);
    }
    return capture.failure().isPresent()
        ? capture.failedNanos() - start
        : System.nanoTime() - start;
  }

  private static boolean isWhole(Path file) throws IOException {
    try (FrameSource source = CaptureFile.open(file)) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        // All that is asked is whether it can be read to its end.
      }
      return source.damage().isEmpty();
    }
  }
}
