package org.rdmadump.ib.qp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.bytes.Rope;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rdma.ConnectionEvents;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.Send;

/**
 * Runs captures through a {@link IbDecoder} and keeps what it says.
 *
 * <p>Above the transport it plays a protocol of two messages: {@link #call} has an XID and
 * advertises memory, {@link #reply} has the XID alone.
 */
final class Recording implements ConnectionListener {
  private static final int CALL_LENGTH = 24;

  final List<Connection> opened = new ArrayList<>();
  final List<Finding> findings = new ArrayList<>();
  final IbDecoder decoder = new IbDecoder(this, findings::add);
  private final PacketDecoder packets = new PacketDecoder();
  private final Datagram datagram = new Datagram();

  /** Decodes a whole capture. */
  static Recording of(Capture capture) {
    Recording recording = new Recording();
    recording.decode(capture.source());
    recording.decoder.finish();
    return recording;
  }

  /** Decodes frames and stays open. */
  void decode(FrameSource source) {
    Frame frame = new Frame();
    try {
      while (source.next(frame)) {
        decode(frame);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Decodes a frame. */
  void decode(Frame frame) {
    PacketKind kind = packets.decode(frame, datagram, findings::add);
    Frame holder = packets.holder(frame, datagram);
    if (kind == PacketKind.INFINIBAND_RAW) {
      decoder.raw(holder, datagram);
    } else if (kind == PacketKind.ROCE_V1
        || kind == PacketKind.INFINIBAND
        || (kind == PacketKind.UDP && datagram.destinationPort() == IbDecoder.UDP_PORT)) {
      decoder.decode(holder, datagram);
    }
  }

  /** A message that calls and advertises memory. */
  static byte[] call(int xid, int handle, long address, int length) {
    return ByteBuffer.allocate(CALL_LENGTH)
        .putInt(xid)
        .putInt(handle)
        .putLong(address)
        .putLong(length)
        .array();
  }

  /** A message that calls. */
  static byte[] call(int xid) {
    return call(xid, 0, 0, 0);
  }

  /** A message that answers. */
  static byte[] reply(int xid) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(xid).array();
  }

  @Override
  public ConnectionEvents opened(RdmaConnection connection) {
    Connection fresh = new Connection(connection);
    opened.add(fresh);
    return fresh;
  }

  /** Connections that were not taken over by others. */
  List<Connection> connections() {
    return opened.stream().filter(each -> !each.taken).toList();
  }

  /** The only connection. */
  Connection connection() {
    List<Connection> all = connections();
    if (all.size() != 1) {
      throw new AssertionError(all.size() + " connections: " + all);
    }
    return all.get(0);
  }

  /** Names of the rules of all findings, wherever they were told. */
  List<String> rules() {
    return allFindings().stream().map(finding -> finding.rule().name()).toList();
  }

  /** All findings, wherever they were told. */
  List<Finding> allFindings() {
    List<Finding> all = new ArrayList<>(findings);
    for (Connection each : connections()) {
      all.addAll(each.findings);
      each.sends.forEach(send -> all.addAll(send.findings()));
      each.operations.forEach(operation -> all.addAll(operation.findings));
    }
    return all;
  }

  /** What was said about a connection. */
  static final class Connection implements ConnectionEvents {
    final RdmaConnection connection;
    final List<Send> sends = new ArrayList<>();
    final List<Send> settled = new ArrayList<>();
    final List<Operation> operations = new ArrayList<>();
    final List<Finding> findings = new ArrayList<>();
    final List<Ending> endings = new ArrayList<>();
    boolean taken;

    Connection(RdmaConnection connection) {
      this.connection = connection;
    }

    @Override
    public FragmentSink operation(RdmaOperation operation) {
      Operation fresh = new Operation(operation, operation.initiator());
      operations.add(fresh);
      return fresh;
    }

    @Override
    public void sendArrived(Send send) {
      sends.add(send);
    }

    @Override
    public void sendSettled(Send send) {
      settled.add(send);
    }

    @Override
    public void finding(Finding finding) {
      findings.add(finding);
    }

    @Override
    public void withdraw(Finding finding) {
      findings.remove(finding);
    }

    @Override
    public boolean advertises(int side, int handle, long address, long length) {
      return sends.stream()
          .filter(send -> send.side() == side && isCall(send))
          .anyMatch(
              send ->
                  send.payload().getInt(4) == handle
                      && address >= send.payload().getLong(8)
                      && address + length
                          <= send.payload().getLong(8) + send.payload().getLong(16));
    }

    @Override
    public boolean awaitsReply(int side, int xid) {
      return sends.stream()
          .anyMatch(send -> send.side() == side && isCall(send) && send.payload().getInt(0) == xid);
    }

    private static boolean isCall(Send send) {
      return send.payload().has(0, CALL_LENGTH);
    }

    @Override
    public void join(ConnectionEvents other) {
      Connection joined = (Connection) other;
      joined.taken = true;
      sends.addAll(joined.sends);
      settled.addAll(joined.settled);
      findings.addAll(joined.findings);
      joined.operations.forEach(
          each -> {
            each.initiator = RdmaConnection.opposite(each.initiator);
            operations.add(each);
          });
    }

    @Override
    public void closed(Ending ending) {
      endings.add(ending);
    }

    /** Sends of a side, in order of arrival. */
    List<Send> sends(int side) {
      return sends.stream().filter(send -> send.side() == side).toList();
    }

    /** Their payloads, each a text. */
    List<String> texts(int side) {
      return sends(side).stream().map(send -> text(send.payload())).toList();
    }

    /** The only operation. */
    Operation operation() {
      if (operations.size() != 1) {
        throw new AssertionError(operations.size() + " operations: " + operations);
      }
      return operations.get(0);
    }

    @Override
    public String toString() {
      return connection.endpoint(0) + " - " + connection.endpoint(1) + sends + operations;
    }
  }

  /** Bytes of a rope as text. */
  static String text(Rope rope) {
    return new String(rope.toArray(0, rope.length()), StandardCharsets.ISO_8859_1);
  }

  /** One packet of an operation. */
  record Fragment(long address, int captured, int length, int psn, long frame) {}

  /** An operation and its packets. */
  static final class Operation implements FragmentSink {
    final RdmaOperation operation;
    final List<Fragment> fragments = new ArrayList<>();
    final List<Finding> findings = new ArrayList<>();
    int initiator;
    private final byte[] memory;

    Operation(RdmaOperation operation, int initiator) {
      this.operation = operation;
      this.initiator = initiator;
      this.memory = new byte[(int) Math.min(operation.length(), 1 << 15)];
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
      fragments.add(new Fragment(address, captured, length, psn, frame));
      long at = address - operation.address();
      if (captured > length || captured < 0 || at < 0 || at + length > operation.length()) {
        throw new AssertionError("fragment outside of its operation: " + fragments);
      }
      if (at + captured <= memory.length) {
        bytes.get(offset, memory, (int) at, captured);
      }
    }

    @Override
    public void finding(Finding finding) {
      findings.add(finding);
    }

    @Override
    public void refused(Finding why) {
      findings.add(why);
    }

    /** What its packets carried, in place; zeros elsewhere. */
    byte[] memory() {
      return memory;
    }

    /** Bytes on the wire, repeats counted again. */
    long moved() {
      return fragments.stream().mapToLong(Fragment::length).sum();
    }

    @Override
    public String toString() {
      return operation + " " + fragments;
    }
  }

  /** Frame numbers of findings of a rule. */
  List<Long> framesOf(String rule) {
    return allFindings().stream()
        .filter(finding -> finding.rule().name().equals(rule))
        .map(Finding::frame)
        .toList();
  }

  /** The connection whose first side has this address. */
  Optional<Connection> from(String address) {
    return connections().stream()
        .filter(each -> each.connection.endpoint(0).address().toString().equals(address))
        .findFirst();
  }
}
