package org.rdmadump.live.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.DropCounters;
import org.rdmadump.live.PacketSink;

/** Adds a capture filter and a snap length to a device that applies neither itself. */
public final class FilteredDevice implements CaptureDevice {
  private final CaptureDevice device;
  private final Optional<CaptureFilter> filter;
  private final int snapLength;
  private long refused;

  private FilteredDevice(CaptureDevice device, Optional<CaptureFilter> filter, int snapLength) {
    this.device = device;
    this.filter = filter;
    this.snapLength = snapLength;
  }

  /**
   * {@return the device with a filter and snap length; the device itself if neither has an effect}
   *
   * @param device the device; closing the result closes it
   * @param expression filter in libpcap's language; empty selects all packets
   * @param snapLength largest number of bytes to keep of a packet
   * @throws DeviceOpenException if libpcap is missing, or the expression is invalid
   */
  public static CaptureDevice of(CaptureDevice device, String expression, int snapLength)
      throws DeviceOpenException {
    if (expression.isEmpty() && snapLength >= device.snapLength()) {
      return device;
    }
    Optional<CaptureFilter> filter =
        expression.isEmpty()
            ? Optional.empty()
            : Optional.of(CaptureFilter.of(expression, device.linkType()));
    return new FilteredDevice(device, filter, Math.min(snapLength, device.snapLength()));
  }

  @Override
  public String name() {
    return device.name();
  }

  @Override
  public int linkType() {
    return device.linkType();
  }

  @Override
  public int snapLength() {
    return snapLength;
  }

  /** {@inheritDoc} The number includes packets that the filter rejected. */
  @Override
  public int take(PacketSink sink, int timeoutMillis) throws IOException {
    try {
      return device.take(
          (bytes, offset, captured, original, epochNanos) ->
              pass(sink, bytes, offset, captured, original, epochNanos),
          timeoutMillis);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void pass(
      PacketSink sink, ByteBuffer bytes, int offset, int captured, int original, long epochNanos) {
    if (filter.isPresent() && !matches(filter.get(), bytes, offset, captured, original)) {
      refused++;
      return;
    }
    sink.packet(bytes, offset, Math.min(captured, snapLength), original, epochNanos);
  }

  private boolean matches(
      CaptureFilter by, ByteBuffer bytes, int offset, int captured, int original) {
    try {
      return by.matches(linkType(), bytes, offset, captured, original);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@inheritDoc} Packets that the filter rejected do not count as received. */
  @Override
  public DropCounters counters() {
    DropCounters counters = device.counters();
    return counters.received().isEmpty()
        ? counters
        : new DropCounters(
            OptionalLong.of(counters.received().getAsLong() - refused),
            counters.dropped(),
            counters.droppedByInterface());
  }

  @Override
  public void close() {
    device.close();
  }
}
