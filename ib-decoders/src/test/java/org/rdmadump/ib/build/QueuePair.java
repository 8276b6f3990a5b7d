package org.rdmadump.ib.build;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.Psn;

/**
 * One end of a {@link Conversation}: sends requests to its peer and answers the peer's.
 *
 * <p>Messages are split over the path MTU and take their PSNs one after the other. What the peer
 * acknowledges by itself can be switched off at the conversation.
 */
public final class QueuePair {
  /** Number of a first queue pair, on both ends, as Soft-RoCE has it. */
  public static final int DEFAULT_QPN = 0x11;

  private final Conversation conversation;
  private final String name;
  private final Station station;
  private Optional<QueuePair> peer = Optional.empty();
  private int qpn = DEFAULT_QPN;
  private int nextPsn;
  private int msn;

  QueuePair(Conversation conversation, String name, Station station, int firstPsn) {
    this.conversation = conversation;
    this.name = name;
    this.station = station;
    this.nextPsn = firstPsn;
  }

  void meet(QueuePair other) {
    this.peer = Optional.of(other);
  }

  QueuePair peer() {
    return peer.orElseThrow();
  }

  String name() {
    return name;
  }

  /** {@return the host} */
  public Station station() {
    return station;
  }

  /** {@return its number} */
  public int qpn() {
    return qpn;
  }

  /** Sets its number. */
  public QueuePair qpn(int number) {
    this.qpn = number;
    return this;
  }

  /** {@return the PSN of its next request; before connecting, its starting PSN} */
  public int nextPsn() {
    return nextPsn;
  }

  /** Sets the PSN of its next request: to start elsewhere, or to go back and repeat. */
  public QueuePair nextPsn(int psn) {
    this.nextPsn = psn & Psn.MASK;
    return this;
  }

  /** Sends a message; answers the PSN of its first packet. */
  public int send(byte[] message) {
    return message(Opcodes.RC_SEND_FIRST, message, plain(), Opcodes.RC_SEND_LAST, plain());
  }

  /** Sends a message with immediate data; answers the PSN of its first packet. */
  public int sendWithImmediate(byte[] message, int immediate) {
    return message(
        Opcodes.RC_SEND_FIRST,
        message,
        plain(),
        Opcodes.RC_SEND_LAST_WITH_IMMEDIATE,
        packet -> packet.immediate(immediate));
  }

  /** Sends a message that takes a handle of the peer away; answers the PSN of its first packet. */
  public int sendInvalidating(byte[] message, int handle) {
    return message(
        Opcodes.RC_SEND_FIRST,
        message,
        plain(),
        Opcodes.RC_SEND_LAST_WITH_INVALIDATE,
        packet -> packet.ieth(handle));
  }

  /** Writes into the peer's memory; answers the PSN of its first packet. */
  public int write(int handle, long address, byte[] data) {
    return message(
        Opcodes.RC_WRITE_FIRST,
        data,
        packet -> packet.reth(address, handle, data.length),
        Opcodes.RC_WRITE_LAST,
        plain());
  }

  /** Writes with immediate data; answers the PSN of its first packet. */
  public int writeWithImmediate(int handle, long address, byte[] data, int immediate) {
    return message(
        Opcodes.RC_WRITE_FIRST,
        data,
        packet -> packet.reth(address, handle, data.length),
        Opcodes.RC_WRITE_LAST_WITH_IMMEDIATE,
        packet -> packet.immediate(immediate));
  }

  /** Reads from the peer's memory, which answers at once with the given bytes. */
  public ReadRequest read(int handle, long address, byte[] comesBack) {
    ReadRequest request = readRequest(handle, address, comesBack.length);
    peer().readResponse(request, comesBack);
    return request;
  }

  /** Sends an RDMA READ request only. */
  public ReadRequest readRequest(int handle, long address, int length) {
    ReadRequest request = new ReadRequest(nextPsn, handle, address, length, conversation.mtu());
    nextPsn = Psn.add(nextPsn, request.packets());
    return readRequest(request);
  }

  /** Sends an RDMA READ request again, or what is left of it; the next PSN stays as it is. */
  public ReadRequest readRequest(ReadRequest request) {
    emit(
        packet(Opcodes.RC_READ_REQUEST)
            .psn(request.psn())
            .ackRequest()
            .reth(request.address(), request.handle(), request.length()));
    return request;
  }

  /** Answers an RDMA READ request of the peer in full. */
  public void readResponse(ReadRequest request, byte[] data) {
    msn++;
    for (int i = 0; i < request.packets(); i++) {
      readResponse(request, data, i);
    }
  }

  /** Sends one packet, counted from 0, of the answer to an RDMA READ request of the peer. */
  public void readResponse(ReadRequest request, byte[] data, int index) {
    int last = request.packets() - 1;
    int opcode;
    if (last == 0) {
      opcode = Opcodes.RC_READ_RESPONSE_ONLY;
    } else if (index == 0) {
      opcode = Opcodes.RC_READ_RESPONSE_FIRST;
    } else {
      opcode = index == last ? Opcodes.RC_READ_RESPONSE_LAST : Opcodes.RC_READ_RESPONSE_MIDDLE;
    }
    RocePacket packet =
        packet(opcode).psn(Psn.add(request.psn(), index)).payload(part(data, index));
    emit(opcode == Opcodes.RC_READ_RESPONSE_MIDDLE ? packet : packet.ack(msn));
  }

  /** Swaps eight bytes of the peer's memory if they are as expected; it answers what they were. */
  public void compareSwap(int handle, long address, long swap, long compare, long original) {
    emit(atomic(Opcodes.RC_COMPARE_SWAP).atomicEth(address, handle, swap, compare));
    peer().atomicAck(takePsn(), original);
  }

  /** Adds to eight bytes of the peer's memory; it answers what they were. */
  public void fetchAdd(int handle, long address, long add, long original) {
    emit(atomic(Opcodes.RC_FETCH_ADD).atomicEth(address, handle, add, 0));
    peer().atomicAck(takePsn(), original);
  }

  /** Acknowledges all of the peer's packets up to a PSN. */
  public void acknowledge(int psn) {
    emit(packet(Opcodes.RC_ACKNOWLEDGE).psn(psn).ack(msn));
  }

  /** Refuses a packet of the peer. */
  public void nak(int psn, NakCode code) {
    emit(packet(Opcodes.RC_ACKNOWLEDGE).psn(psn).nak(code, msn));
  }

  /** Asks that a range be made persistent; the peer answers. */
  public void flush(int rKey, long address, int length) {
    emit(packet(Opcodes.RC_FLUSH).feth(0, 2).reth(address, rKey, length));
    peer().answerWithoutData(takePsn());
  }

  /** Writes eight bytes at once; the peer answers. */
  public void atomicWrite(int rKey, long address, byte[] bytes) {
    emit(packet(Opcodes.RC_ATOMIC_WRITE).reth(address, rKey, bytes.length).payload(bytes));
    peer().answerWithoutData(takePsn());
  }

  private void answerWithoutData(int psn) {
    msn++;
    emit(packet(Opcodes.RC_READ_RESPONSE_ONLY).psn(psn).ack(msn));
  }

  /** Tells the peer to send a packet again later. */
  public void rnrNak(int psn, int timerCode) {
    emit(packet(Opcodes.RC_ACKNOWLEDGE).psn(psn).rnrNak(timerCode, msn));
  }

  /** Tells the peer that its packets met congestion. */
  public void congestion() {
    emit(packet(Opcodes.CNP).becn().payload(new byte[16]));
  }

  /** {@return a packet to the peer's queue pair, to be changed and given to {@link #emit}} */
  public RocePacket packet(int opcode) {
    return conversation
        .packet(station, peer().station)
        .opcode(opcode)
        .destinationQp(peer().qpn)
        .psn(nextPsn);
  }

  /** Puts a packet into the capture, whatever it is. */
  public void emit(RocePacket packet) {
    Packet written = Packet.of(0, "", packet);
    Opcode opcode = written.opcode();
    conversation.capture().add(name + " " + opcode.text() + " psn " + written.psn(), packet);
  }

  private int message(
      int firstOpcode,
      byte[] data,
      UnaryOperator<RocePacket> onFirst,
      int lastOpcode,
      UnaryOperator<RocePacket> onLast) {
    int first = nextPsn;
    int packets = Math.max(1, (data.length + conversation.mtu() - 1) / conversation.mtu());
    for (int i = 0; i < packets; i++) {
      boolean isFirst = i == 0;
      boolean isLast = i == packets - 1;
      RocePacket packet =
          packet(opcode(firstOpcode, lastOpcode, isFirst, isLast)).payload(part(data, i));
      if (isFirst) {
        packet = onFirst.apply(packet);
      }
      if (isLast) {
        packet = onLast.apply(packet).ackRequest();
      }
      emit(packet);
      takePsn();
    }
    peer().msn++;
    if (conversation.acks()) {
      peer().acknowledge(Psn.add(nextPsn, -1));
    }
    return first;
  }

  /** The opcodes of one operation follow each other, but those with Invalidate stand apart. */
  private static int opcode(int first, int last, boolean isFirst, boolean isLast) {
    if (!isLast) {
      return isFirst ? first : first + 1;
    }
    if (!isFirst) {
      return last;
    }
    return last == Opcodes.RC_SEND_LAST_WITH_INVALIDATE ? last + 1 : last + 2;
  }

  private RocePacket atomic(int opcode) {
    return packet(opcode).ackRequest();
  }

  private void atomicAck(int psn, long original) {
    msn++;
    emit(packet(Opcodes.RC_ATOMIC_ACKNOWLEDGE).psn(psn).ack(msn).atomicAckEth(original));
  }

  private int takePsn() {
    int taken = nextPsn;
    nextPsn = Psn.add(nextPsn, 1);
    return taken;
  }

  private byte[] part(byte[] data, int index) {
    int from = Math.min(data.length, index * conversation.mtu());
    return Arrays.copyOfRange(data, from, Math.min(data.length, from + conversation.mtu()));
  }

  private static UnaryOperator<RocePacket> plain() {
    return UnaryOperator.identity();
  }
}
