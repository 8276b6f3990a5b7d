package org.rdmadump.iwarp.stream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.zip.CRC32;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.build.TcpCapture;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;

/** What the decoder tells of segments: connections, Sends, memory that was touched, findings. */
final class Told implements ConnectionListener {
  final List<RdmaConnection> connections = new ArrayList<>();
  final List<Message> sends = new ArrayList<>();
  final List<Operation> operations = new ArrayList<>();
  final List<Finding> findings = new ArrayList<>();
  final List<ConnectionEvents.Ending> endings = new ArrayList<>();
  private final IwarpDecoder decoder;

  /**
   * A Send that was settled.
   *
   * @param connection number of its connection, from 0
   * @param side that sent it
   * @param text its bytes, as {@link #name} tells them, a hole as its length in brackets
   * @param isDelivered whether the other side got it
   */
  record Message(int connection, int side, String text, boolean isDelivered) {}

  /** An RDMA Write or Read, and what was seen of its bytes. */
  static final class Operation {
    final int connection;
    final RdmaOperation announced;
    private final TreeMap<Long, Byte> bytes = new TreeMap<>();
    private long cut;

    private Operation(int connection, RdmaOperation announced) {
      this.connection = connection;
      this.announced = announced;
    }

    /** {@return kind, handle, and where which bytes are, those that the snap length cut counted} */
    String text() {
      StringBuilder text = new StringBuilder();
      text.append(
          String.format(
              Locale.ROOT, "%d %s %08x", connection, announced.kind(), announced.handle()));
      ByteArrayOutputStream run = new ByteArrayOutputStream();
      for (var each : bytes.entrySet()) {
        long address = each.getKey();
        if (run.size() == 0) {
          text.append(String.format(Locale.ROOT, " @%x ", address));
        }
        run.write(each.getValue());
        if (!bytes.containsKey(address + 1)) {
          text.append(name(run.toByteArray()));
          run.reset();
        }
      }
      return cut == 0 ? text.toString() : text.append(" cut ").append(cut).toString();
    }
  }

  private Told(int... ports) {
    decoder = new IwarpDecoder(this, findings::add, ports);
  }

  /** {@return what is told of a capture if iWARP is said to be on some ports} */
  static Told of(TcpCapture capture, int... ports) {
    Told told = new Told(ports);
    PacketDecoder packets = new PacketDecoder();
    Frame frame = new Frame();
    Datagram datagram = new Datagram();
    try (FrameSource source = capture.source()) {
      while (source.next(frame)) {
        if (packets.decode(frame, datagram, told.findings::add) == PacketKind.TCP) {
          told.decoder.decode(frame, datagram);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    told.decoder.finish();
    return told;
  }

  IwarpDecoder decoder() {
    return decoder;
  }

  /** Bytes of the Sends of one side of the first connection that were delivered. */
  List<String> sendsOf(int side) {
    return sends.stream()
        .filter(each -> each.connection == 0 && each.side == side && each.isDelivered)
        .map(Message::text)
        .toList();
  }

  /** All operations, each as one text. */
  List<String> memory() {
    return operations.stream().map(Operation::text).toList();
  }

  /** Names of the rules of all findings. */
  List<String> rules() {
    return findings.stream().map(each -> each.rule().name()).toList();
  }

  @Override
  public ConnectionEvents opened(RdmaConnection connection) {
    connections.add(connection);
    return new Events(connections.size() - 1);
  }

  private final class Events implements ConnectionEvents {
    private final int number;

    Events(int number) {
      this.number = number;
    }

    @Override
    public FragmentSink operation(RdmaOperation operation) {
      Operation fresh = new Operation(number, operation);
      operations.add(fresh);
      return new Sink(fresh);
    }

    @Override
    public void sendArrived(Send send) {}

    @Override
    public void sendSettled(Send send) {
      sends.add(new Message(number, send.side(), text(send.payload()), send.delivered()));
      findings.addAll(send.findings());
    }

    @Override
    public void finding(Finding finding) {
      findings.add(finding);
    }

    @Override
    public boolean advertises(int side, int handle, long address, long length) {
      return false;
    }

    @Override
    public boolean awaitsReply(int side, int xid) {
      return false;
    }

    @Override
    public void join(ConnectionEvents other) {
      throw new AssertionError("TCP names both sides");
    }

    @Override
    public void closed(Ending ending) {
      endings.add(ending);
    }
  }

  private static String text(Rope rope) {
    StringBuilder text = new StringBuilder();
    long at = 0;
    for (var hole : rope.holes()) {
      text.append(name(rope.toArray(at, hole.offset()))).append('[').append(hole.length());
      text.append(']');
      at = hole.offset() + hole.length();
    }
    return text.append(name(rope.toArray(at, rope.length()))).toString();
  }

  /** {@return how many bytes, and a checksum of them} */
  static String name(byte[] bytes) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return String.format(Locale.ROOT, "%d:%08x", bytes.length, sum.getValue());
  }

  private final class Sink implements FragmentSink {
    private final Operation operation;

    Sink(Operation operation) {
      this.operation = operation;
    }

    @Override
    public void fragment(
        long address,
        ByteBuffer bytes,
        int offset,
        int captured,
        int length,
        int psn,
        long frame,
        long epochNanos) {
      for (int i = 0; i < captured; i++) {
        operation.bytes.put(address + i, bytes.get(offset + i));
      }
      operation.cut += length - captured;
    }

    @Override
    public void finding(Finding finding) {
      findings.add(finding);
    }

    @Override
    public void refused(Finding why) {
      findings.add(why);
    }
  }
}
