package org.rdmadump.live.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Timestamp;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.pcap4j.core.BpfProgram;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.BlockingMode;
import org.pcap4j.core.PcapHandle.TimestampPrecision;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.core.PcapStat;
import org.pcap4j.core.RawPacketListener;
import org.pcap4j.packet.namednumber.DataLinkType;
import org.rdmadump.link.LinkType;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.DeviceOpenException;
import org.rdmadump.live.DeviceOpenException.Reason;
import org.rdmadump.live.DropCounters;
import org.rdmadump.live.PacketSink;

/**
 * A net device captured through libpcap.
 *
 * <p>It polls libpcap with short pauses. On Linux, libpcap's own wait does not end without a
 * packet, whatever its timeout.
 */
public final class NetDeviceCapture implements CaptureDevice {
  /** All net devices at once, a pseudo device of libpcap. */
  public static final String ANY = "any";

  private static final Path STATISTICS = Path.of("/sys/class/net");

  /** Most packets taken at once, so that other devices get their turn. */
  private static final int MOST_AT_ONCE = 512;

  private static final long FIRST_PAUSE_MILLIS = 1;
  private static final long LONGEST_PAUSE_MILLIS = 4;
  private static final long MILLIS_PER_SECOND = 1000;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  // What pcap_activate answers.
  private static final int NO_SUCH_DEVICE = -5;
  private static final int PERMISSION_DENIED = -8;
  private static final int PROMISC_PERMISSION_DENIED = -11;

  /** A libpcap counter, which has 32 bits and wraps. */
  private static final class Count {
    private long sum;
    private int last;

    void count(long now) {
      sum += Integer.toUnsignedLong((int) now - last);
      last = (int) now;
    }
  }

  /** Passes packets on; libpcap calls it, and would lose exceptions. */
  private final class Listener implements RawPacketListener {
    private @Nullable PacketSink sink;
    private @Nullable Throwable failure;

    @Override
    public void gotPacket(byte[] packet) {
      PacketSink to = sink;
      if (to == null || failure != null) {
        return;
      }
      try {
        Timestamp time = handle.getTimestamp();
        Integer original = handle.getOriginalLength();
        to.packet(
            ByteBuffer.wrap(packet).order(ByteOrder.BIG_ENDIAN),
            0,
            packet.length,
            Math.max(packet.length, original),
            Math.floorDiv(time.getTime(), MILLIS_PER_SECOND) * NANOS_PER_SECOND + time.getNanos());
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }

    void rethrow() {
      if (failure instanceof RuntimeException exception) {
        throw exception;
      }
      if (failure instanceof Error error) {
        throw error;
      }
    }
  }

  private final String name;
  private final PcapHandle handle;
  private final int linkType;
  private final int snapLength;

  /** Whether libpcap reads the interface's drop counter; otherwise it reports 0. */
  private final boolean countsOfInterface;

  private final Listener listener = new Listener();
  private final Count received = new Count();
  private final Count dropped = new Count();
  private final Count droppedByInterface = new Count();
  private boolean closed;

  private NetDeviceCapture(
      String name, PcapHandle handle, int snapLength, boolean countsOfInterface) {
    this.name = name;
    this.countsOfInterface = countsOfInterface;
    this.handle = handle;
    this.linkType = LinkTypes.ofFile(handle.getDlt().value());
    this.snapLength = snapLength;
  }

  /**
   * Opens a net device; from now on the kernel keeps packets for it.
   *
   * @param name name of a net device, or {@link #ANY}
   * @param options filter, snap length and buffer
   * @throws DeviceOpenException if the device cannot be captured
   */
  public static NetDeviceCapture open(String name, NetCaptureOptions options)
      throws DeviceOpenException {
    Libpcap.load();
    PcapHandle handle = activate(name, options);
    try {
      handle.setBlockingMode(BlockingMode.NONBLOCKING);
      if (name.equals(ANY)) {
        tellInterfaces(handle);
      }
      if (!options.filter().isEmpty()) {
        handle.setFilter(compiled(handle, options.filter()));
      }
      boolean counts = options.promiscuous() && Files.isDirectory(STATISTICS.resolve(name));
      return new NetDeviceCapture(name, handle, options.snapLength(), counts);
    } catch (DeviceOpenException e) {
      handle.close();
      throw e;
    } catch (PcapNativeException e) {
      handle.close();
      throw new DeviceOpenException(Reason.OTHER, name + ": " + Libpcap.text(e), e);
    } catch (NotOpenException e) {
      handle.close();
      throw new DeviceOpenException(Reason.OTHER, name + ": closed while it was opened", e);
    }
  }

  /** Has each packet say which device it passed; not before libpcap 1.10. */
  private static void tellInterfaces(PcapHandle handle) throws NotOpenException {
    try {
      handle.setDlt(DataLinkType.getInstance(LinkType.LINUX_SLL2));
    } catch (PcapNativeException e) {
      // A packet that passes two devices is decoded twice then.
    }
  }

  private static BpfProgram compiled(PcapHandle handle, String filter)
      throws DeviceOpenException, NotOpenException {
    try {
      return Libpcap.compile(handle, filter);
    } catch (PcapNativeException e) {
      throw new DeviceOpenException(Reason.WRONG_FILTER, Libpcap.text(e), e);
    }
  }

  private static PcapHandle activate(String name, NetCaptureOptions options)
      throws DeviceOpenException {
    try {
      return activate(name, options, TimestampPrecision.NANO);
    } catch (PcapNativeException e) {
      if (reason(e) != Reason.OTHER) {
        throw failure(name, e);
      }
    }
    try {
      // A device without nanosecond timestamps fails only now.
      return activate(name, options, TimestampPrecision.MICRO);
    } catch (PcapNativeException e) {
      throw failure(name, e);
    }
  }

  private static PcapHandle activate(
      String name, NetCaptureOptions options, TimestampPrecision precision)
      throws PcapNativeException {
    return new PcapHandle.Builder(name)
        .snaplen(options.snapLength())
        .promiscuousMode(
            options.promiscuous() ? PromiscuousMode.PROMISCUOUS : PromiscuousMode.NONPROMISCUOUS)
        .timeoutMillis(options.readTimeoutMillis())
        .bufferSize(options.bufferBytes())
        .immediateMode(options.immediate())
        .timestampPrecision(precision)
        .build();
  }

  private static Reason reason(PcapNativeException e) {
    Integer code = e.getReturnCode();
    return switch (code == null ? 0 : code) {
      case NO_SUCH_DEVICE -> Reason.NO_DEVICE;
      case PERMISSION_DENIED, PROMISC_PERMISSION_DENIED -> Reason.NO_PRIVILEGE;
      default -> Reason.OTHER;
    };
  }

  private static DeviceOpenException failure(String name, PcapNativeException e) {
    Reason reason = reason(e);
    String words =
        switch (reason) {
          case NO_PRIVILEGE -> "capturing needs the capability CAP_NET_RAW";
          case NO_DEVICE -> "no such net device";
          default -> Libpcap.text(e);
        };
    return new DeviceOpenException(reason, name + ": " + words, e);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int linkType() {
    return linkType;
  }

  @Override
  public int snapLength() {
    return snapLength;
  }

  @Override
  public int take(PacketSink sink, int timeoutMillis) throws IOException {
    int taken = dispatch(sink);
    if (taken > 0 || timeoutMillis <= 0) {
      return taken;
    }
    long start = System.nanoTime();
    long pause = FIRST_PAUSE_MILLIS;
    while (taken == 0 && System.nanoTime() - start < timeoutMillis * 1_000_000L) {
      try {
        Thread.sleep(pause);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return 0;
      }
      pause = Math.min(LONGEST_PAUSE_MILLIS, pause + 1);
      taken = dispatch(sink);
    }
    return taken;
  }

  private int dispatch(PacketSink sink) throws IOException {
    listener.sink = sink;
    try {
      int taken = handle.dispatch(MOST_AT_ONCE, listener);
      listener.rethrow();
      return taken;
    } catch (PcapNativeException e) {
      throw new IOException(Libpcap.text(e), e);
    } catch (InterruptedException e) {
      // pcap4j's result of a broken loop; no code breaks the loop.
      return 0;
    } catch (NotOpenException e) {
      throw new IOException("closed", e);
    } finally {
      listener.sink = null;
    }
  }

  @Override
  public DropCounters counters() {
    try {
      PcapStat now = handle.getStats();
      received.count(now.getNumPacketsReceived());
      dropped.count(now.getNumPacketsDropped());
      droppedByInterface.count(now.getNumPacketsDroppedByIf());
    } catch (PcapNativeException | NotOpenException e) {
      // The device went away: its last counts stand.
    }
    return new DropCounters(
        OptionalLong.of(received.sum),
        OptionalLong.of(dropped.sum),
        countsOfInterface ? OptionalLong.of(droppedByInterface.sum) : OptionalLong.empty());
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      handle.close();
    }
  }
}
