package org.rdmadump.live.hca;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import org.rdmadump.device.EndPort;
import org.rdmadump.device.RdmaDevices;
import org.rdmadump.link.LinkType;
import org.rdmadump.live.CaptureDevice;
import org.rdmadump.live.DropCounters;
import org.rdmadump.live.PacketSink;
import org.rdmadump.live.hca.SnifferException.Reason;
import org.rdmadump.natives.NativeLibraryException;

/**
 * Captures the packets of a port of an RDMA adapter. A sniffer rule copies them to a raw packet
 * queue pair. This includes packets that the adapter handles itself, which no net device shows.
 *
 * <p>Packets are passed on in the memory that the adapter wrote. Any thread may call {@link
 * #close}, even while another thread waits in {@link #take}.
 */
public final class HcaSniffer implements CaptureDevice {
  /** System property: path of the library used as libibverbs. */
  public static final String VERBS = "rdmadump.sniffer.verbs";

  /** Most packets of one call: enough to make the call cheap, few compared to the slots. */
  private static final int BATCH = 256;

  /**
   * Bytes for InfiniBand headers: LRH, GRH, BTH, the longest extended headers and both CRCs have
   * 114.
   */
  private static final int INFINIBAND_HEADERS = 128;

  /** Bytes for Ethernet header, VLAN tags and FCS. */
  private static final int ETHERNET_HEADERS = 64;

  /** MTU of the largest Ethernet frames in use, for a port without net device. */
  private static final int JUMBO = 9216;

  private static final int CACHE_LINE = 64;

  private final EndPort port;
  private final Control control;
  private final ByteBuffer ring;
  private final int slots;
  private final int slotLength;
  private final boolean shortOfMemory;
  private final OutOfBuffer outOfBuffer;

  /** Held while the handle is in use. */
  private final ReentrantLock use = new ReentrantLock();

  /** Held to wake a wait, and to make the handle invalid. */
  private final Object validity = new Object();

  private volatile boolean closing;
  private long handle;
  private boolean taking;
  private long taken;

  private HcaSniffer(
      EndPort port, Control control, long handle, SnifferOptions options, boolean checkOnly)
      throws SnifferException {
    this.port = port;
    this.control = control;
    this.handle = handle;
    this.slotLength =
        roundedUp(options.packetLength().orElseGet(() -> longestPacket(port, control)));
    int wanted = checkOnly ? 1 : Math.max(1, Math.min(asked(options), control.mostSlots()));
    int flags =
        (options.busyPoll() ? Control.BUSY_POLL : 0)
            | (options.adapterClock() ? 0 : Control.SYSTEM_CLOCK)
            | (checkOnly ? Control.CHECK_ONLY : 0);
    this.outOfBuffer = OutOfBuffer.of(port.path());
    this.ring = start(wanted, least(options), flags);
    this.slots = ring.capacity() / slotLength;
    this.shortOfMemory = slots < wanted;
  }

  /** Starts with a number of slots, or with the least if there is no memory for so many. */
  private ByteBuffer start(int number, int least, int flags) throws SnifferException {
    ByteBuffer memory = allocate(number, least);
    int count = memory.capacity() / slotLength;
    if (SnifferNatives.start(handle, memory, count, slotLength, flags)) {
      return memory;
    }
    SnifferException obstacle = new Obstacle(port).of(control);
    if (obstacle.reason() == Reason.NO_MEMORY && least < count) {
      return start(least, least, flags);
    }
    throw obstacle;
  }

  private int asked(SnifferOptions options) {
    if (options.bufferBytes().isPresent()) {
      long fitting = options.bufferBytes().getAsLong() / slotLength;
      return (int) Math.min(fitting, SnifferOptions.MOST_SLOTS);
    }
    return options.slots() == SnifferOptions.BY_SPEED
        ? DefaultSlots.of(port.rate(), slotLength)
        : options.slots();
  }

  /** Where nobody asked for a number, fewer will do if memory is short. */
  private static int least(SnifferOptions options) {
    return options.slots() == SnifferOptions.BY_SPEED && options.bufferBytes().isEmpty()
        ? DefaultSlots.LEAST
        : Integer.MAX_VALUE;
  }

  private static int roundedUp(int length) {
    return (length + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
  }

  private static int longestPacket(EndPort port, Control control) {
    int mtu = Math.max(control.activeMtu(), control.maxMtu());
    return control.isEthernet()
        ? Math.max(
            port.netDeviceMtu().orElse(JUMBO) + ETHERNET_HEADERS,
            control.activeMtu() + INFINIBAND_HEADERS)
        : mtu + INFINIBAND_HEADERS;
  }

  private ByteBuffer allocate(int number, int least) throws SnifferException {
    try {
      return ByteBuffer.allocateDirect(Math.multiplyExact(number, slotLength));
    } catch (OutOfMemoryError | ArithmeticException e) {
      if (least < number) {
        return allocate(least, least);
      }
      throw new Obstacle(port)
          .exception(
              Reason.NO_MEMORY,
              "",
              0,
              number
                  + " slots of "
                  + slotLength
                  + " bytes do not fit in memory; fewer do, or -XX:MaxDirectMemorySize=SIZE lets"
                  + " Java have more");
    }
  }

  /**
   * {@return the port with this name}
   *
   * @param devices the devices of the machine
   * @param name {@code DEVICE} for its first port, {@code DEVICE:PORT} or {@code DEVICE/PORT}
   * @throws org.rdmadump.device.DeviceException if there is none
   */
  public static EndPort port(RdmaDevices devices, String name) {
    return devices.findPortName(name.replace(':', '/'));
  }

  /**
   * Starts to capture a port.
   *
   * @param port the port
   * @param options slots, buffer, polling and clock
   * @throws SnifferException if the port cannot be sniffed; all its resources are released
   */
  public static HcaSniffer open(EndPort port, SnifferOptions options) throws SnifferException {
    return open(port, options, false);
  }

  /**
   * {@return the reason why a port cannot be sniffed; empty if it can}
   *
   * <p>It tries every step of a capture, but receives no packet. This takes a few milliseconds.
   */
  public static Optional<SnifferException> obstacle(EndPort port) {
    try {
      open(port, SnifferOptions.DEFAULT, true).close();
      return Optional.empty();
    } catch (SnifferException e) {
      return Optional.of(e);
    }
  }

  private static HcaSniffer open(EndPort port, SnifferOptions options, boolean checkOnly)
      throws SnifferException {
    loadLibrary(port);
    Control control = new Control(BATCH);
    String verbs = System.getProperty(VERBS, "");
    long handle = SnifferNatives.open(verbs, port.parent().name(), port.portId(), control.bytes());
    if (handle == 0) {
      throw new Obstacle(port).of(control);
    }
    try {
      return new HcaSniffer(port, control, handle, options, checkOnly);
    } catch (SnifferException | RuntimeException e) {
      SnifferNatives.close(handle);
      throw e;
    }
  }

  private static void loadLibrary(EndPort port) throws SnifferException {
    try {
      SnifferNatives.LIBRARY.load();
      requireLayout(port, SnifferNatives.layout());
    } catch (NativeLibraryException | UnsatisfiedLinkError e) {
      throw new Obstacle(port)
          .exception(Reason.NO_NATIVE_LIBRARY, "", 0, String.valueOf(e.getMessage()));
    }
  }

  /** Refuses a library with another memory layout than {@link Control}. */
  static void requireLayout(EndPort port, long layout) throws SnifferException {
    if (layout != Control.LAYOUT) {
      throw new Obstacle(port)
          .exception(
              Reason.NO_NATIVE_LIBRARY,
              "",
              0,
              "the native library has layout "
                  + Long.toHexString(layout)
                  + ", Java has "
                  + Long.toHexString(Control.LAYOUT));
    }
  }

  @Override
  public String name() {
    return port.toString();
  }

  @Override
  public int linkType() {
    return control.isEthernet() ? LinkType.ETHERNET : LinkType.INFINIBAND;
  }

  @Override
  public int snapLength() {
    return slotLength;
  }

  /** {@return the speed of the link in the words of sysfs, such as 100 Gb/sec (4X EDR)} */
  public Optional<String> rate() {
    return port.rate();
  }

  /** {@return the number of slots: packets that the adapter can deliver before one is taken} */
  public int slots() {
    return slots;
  }

  /**
   * {@return whether there are fewer slots than the speed of the link asks for} Memory was short,
   * or may not be locked ({@code ulimit -l}).
   */
  public boolean isShortOfMemory() {
    return shortOfMemory;
  }

  /** {@return whether the adapter's clock, not the system's, timed the last packets} */
  public boolean isAdapterClock() {
    return control.isAdapterClock();
  }

  /**
   * {@return the number of gaps: the adapter's queues failed and were made again} Packets during a
   * gap were neither captured nor counted.
   */
  public int gaps() {
    return control.gaps();
  }

  /** {@return the number of packets lost because they were longer than {@link #snapLength}} */
  public long tooLong() {
    return control.tooLong();
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the sniffer is closed, or the sink calls this method
   */
  @Override
  public int take(PacketSink sink, int timeoutMillis) throws SnifferException {
    use.lock();
    if (taking) {
      use.unlock();
      throw new IllegalStateException(port + " is handing packets over");
    }
    try {
      requireOpen();
      taking = true;
      int count = SnifferNatives.poll(handle, BATCH, Math.max(timeoutMillis, 0));
      if (count < 0) {
        throw new Obstacle(port).of(control);
      }
      return count == 0 ? 0 : handOver(sink, count);
    } finally {
      taking = false;
      if (closing) {
        free();
      }
      use.unlock();
    }
  }

  private int handOver(PacketSink sink, int count) {
    int given = 0;
    try {
      while (given < count && !closing) {
        sink.packet(
            ring,
            control.slot(given) * slotLength,
            control.captured(given),
            control.original(given),
            control.time(given));
        given++;
      }
    } finally {
      taken += given;
      SnifferNatives.release(handle);
    }
    return given;
  }

  /**
   * {@inheritDoc}
   *
   * <p>The dropped packets are packets without a free slot, including those of other queue pairs of
   * the port, and failed receives. All counts are empty if the device does not count packets
   * without a slot, and after {@link #gaps}.
   *
   * @throws IllegalStateException if the sniffer is closed
   */
  @Override
  public DropCounters counters() {
    use.lock();
    try {
      requireOpen();
      OptionalLong withoutSlot = outOfBuffer.since();
      if (withoutSlot.isEmpty() || control.gaps() > 0) {
        return DropCounters.UNKNOWN;
      }
      long dropped = withoutSlot.getAsLong() + control.failed();
      return new DropCounters(
          OptionalLong.of(taken + dropped), OptionalLong.of(dropped), OptionalLong.empty());
    } finally {
      use.unlock();
    }
  }

  private void requireOpen() {
    if (closing) {
      throw new IllegalStateException(port + " is closed");
    }
  }

  @Override
  public void close() {
    closing = true;
    synchronized (validity) {
      if (handle != 0) {
        SnifferNatives.wake(handle);
      }
    }
    use.lock();
    try {
      // Called from a sink: its batch ends first.
      if (!taking) {
        free();
      }
    } finally {
      use.unlock();
    }
  }

  private void free() {
    long last;
    synchronized (validity) {
      last = handle;
      handle = 0;
    }
    if (last != 0) {
      SnifferNatives.close(last);
    }
  }
}
