package org.rdmadump.ib;

import static org.rdmadump.ib.ExtensionHeader.AETH;
import static org.rdmadump.ib.ExtensionHeader.ATOMIC_ACK_ETH;
import static org.rdmadump.ib.ExtensionHeader.ATOMIC_ETH;
import static org.rdmadump.ib.ExtensionHeader.DETH;
import static org.rdmadump.ib.ExtensionHeader.FETH;
import static org.rdmadump.ib.ExtensionHeader.IETH;
import static org.rdmadump.ib.ExtensionHeader.IMM_DT;
import static org.rdmadump.ib.ExtensionHeader.RDETH;
import static org.rdmadump.ib.ExtensionHeader.RETH;
import static org.rdmadump.ib.ExtensionHeader.XRC_ETH;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Opcode of the base transport header: what the packet does and which headers follow.
 *
 * <p>There is one instance for each of the 256 codes, so instances compare by identity and looking
 * one up allocates nothing. A code that this version does not know is an instance too, with {@link
 * Operation#UNKNOWN} and no extension headers.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.2 (OpCode); annexes A14 (XRC), A17 (CNP)
 * and A19 (FLUSH, ATOMIC WRITE).
 */
@SuppressWarnings("EnumOrdinal") // An index into a table of our own, never stored.
public final class Opcode {
  /** What {@link #offsetOf} answers for a header that is not there. */
  public static final int ABSENT = -1;

  private static final int RC = 0x00;
  private static final int UC = 0x20;
  private static final int RD = 0x40;
  private static final int UD = 0x60;
  private static final int XRC = 0xa0;
  private static final int CNP = 0x81;

  private static final int SEND = 0x00;
  private static final int RDMA_WRITE = 0x06;
  private static final int RDMA_READ_REQUEST = 0x0c;
  private static final int RDMA_READ_RESPONSE = 0x0d;
  private static final int ACKNOWLEDGE = 0x11;
  private static final int ATOMIC_ACKNOWLEDGE = 0x12;
  private static final int COMPARE_SWAP = 0x13;
  private static final int FETCH_ADD = 0x14;
  private static final int RESYNC = 0x15;
  private static final int SEND_LAST_WITH_INVALIDATE = 0x16;
  private static final int SEND_ONLY_WITH_INVALIDATE = 0x17;
  private static final int FLUSH = 0x1c;
  private static final int ATOMIC_WRITE = 0x1d;

  private static final String NUMBERED = " 0x%02x";

  private static final List<ExtensionHeader> NO_HEADERS = List.of();

  /** Of a code without headers. */
  private static final byte[] NO_OFFSETS = new byte[ExtensionHeader.values().length];

  static {
    Arrays.fill(NO_OFFSETS, (byte) ABSENT);
  }

  private static final Opcode[] TABLE = table();

  private final int code;
  private final TransportService service;
  private final Operation operation;
  private final Part part;
  private final boolean payload;
  private final boolean aside;
  private final List<ExtensionHeader> headers;
  private final byte[] offsets;
  private final int headersLength;

  private Opcode(
      int code, Operation operation, Part part, boolean payload, List<ExtensionHeader> headers) {
    this.code = code;
    this.service = TransportService.ofOpcode(code);
    this.operation = operation;
    this.part = part;
    this.payload = payload;
    this.headers = headers;
    this.aside = headers.contains(IMM_DT) || headers.contains(ATOMIC_ETH);
    if (headers.isEmpty()) {
      this.offsets = NO_OFFSETS;
      this.headersLength = Bth.LENGTH;
      return;
    }
    this.offsets = NO_OFFSETS.clone();
    int at = Bth.LENGTH;
    for (ExtensionHeader header : headers) {
      offsets[header.ordinal()] = (byte) at;
      at += header.length();
    }
    this.headersLength = at;
  }

  /** {@return the opcode of a code; only the low eight bits count, so a signed byte is fine} */
  public static Opcode of(int code) {
    return TABLE[code & 0xff];
  }

  /** {@return the byte on the wire, 0 to 255} */
  public int code() {
    return code;
  }

  /** {@return the transport service; known even for some unknown opcodes} */
  public TransportService service() {
    return service;
  }

  /** {@return what the packet does, whatever its place in the message} */
  public Operation operation() {
    return operation;
  }

  /** {@return the packet's place in its message; {@link Part#ONLY} for an unknown opcode} */
  public Part part() {
    return part;
  }

  /** {@return whether this version knows the opcode} */
  public boolean isKnown() {
    return operation != Operation.UNKNOWN;
  }

  /** {@return whether the packet is neither the first nor the last} */
  public boolean isMiddle() {
    return part == Part.MIDDLE;
  }

  /** {@return whether the packet is the whole message} */
  public boolean isOnly() {
    return part == Part.ONLY;
  }

  /** {@return whether the message begins with this packet} */
  public boolean startsMessage() {
    return part.starts();
  }

  /** {@return whether the message ends with this packet} */
  public boolean endsMessage() {
    return part.ends();
  }

  /**
   * {@return whether the responder sends it: a READ response or an acknowledgement, whose PSN is
   * the requester's}
   */
  public boolean isResponse() {
    return operation.isResponse();
  }

  /** {@return whether this version knows the opcode, and its service acknowledges packets} */
  public boolean isReliable() {
    return service.isReliable() && isKnown();
  }

  /** {@return whether it carries Immediate Data, or asks for an atomic operation} */
  public boolean hasAside() {
    return aside;
  }

  /** {@return whether message bytes (possibly none) stand behind the headers} */
  public boolean hasPayload() {
    return payload;
  }

  /** {@return the extension headers in wire order, immutable} */
  public List<ExtensionHeader> headers() {
    return headers;
  }

  /** {@return whether {@code header} follows} */
  public boolean has(ExtensionHeader header) {
    return offsets[header.ordinal()] != ABSENT;
  }

  /**
   * {@return where {@code header} begins, in bytes from the first byte of the base transport
   * header, or {@link #ABSENT}}
   */
  public int offsetOf(ExtensionHeader header) {
    return offsets[header.ordinal()];
  }

  /**
   * {@return bytes of the base transport header and all extension headers: where payload begins}
   */
  public int headersLength() {
    return headersLength;
  }

  private static String text(TransportService service) {
    return service == TransportService.MANUFACTURER ? "manufacturer" : service.name();
  }

  /** {@return how opcodes without a name are written: a format for each service} */
  public static List<String> numbered() {
    return Stream.of(TransportService.values())
        .map(service -> text(service) + ' ' + Operation.UNKNOWN.text() + NUMBERED)
        .toList();
  }

  /**
   * {@return the name in the specification's spelling, such as {@code RC SEND Last with Immediate},
   * or {@code RC unknown 0x1f}}
   */
  public String text() {
    if (operation == Operation.CONGESTION_NOTIFICATION) {
      return operation.text();
    }
    StringBuilder name = new StringBuilder();
    name.append(text(service));
    name.append(' ').append(operation.text());
    switch (operation) {
      case SEND, RDMA_WRITE, RDMA_READ_RESPONSE -> name.append(' ').append(part.text());
      case UNKNOWN -> name.append(String.format(Locale.US, NUMBERED, code));
      default -> {}
    }
    if (has(IMM_DT)) {
      name.append(" with Immediate");
    } else if (has(IETH)) {
      name.append(" with Invalidate");
    }
    return name.toString();
  }

  @Override
  public String toString() {
    return text();
  }

  private static Opcode[] table() {
    Opcode[] table = new Opcode[256];
    for (int code = 0; code < table.length; code++) {
      table[code] = new Opcode(code, Operation.UNKNOWN, Part.ONLY, false, NO_HEADERS);
    }
    sendsAndWrites(table, RC, NO_HEADERS);
    readsAndAtomics(table, RC, NO_HEADERS, NO_HEADERS);
    sendsWithInvalidate(table, RC, NO_HEADERS);

    sendsAndWrites(table, UC, NO_HEADERS);

    List<ExtensionHeader> datagram = List.of(RDETH, DETH);
    sendsAndWrites(table, RD, datagram);
    readsAndAtomics(table, RD, datagram, List.of(RDETH));
    put(table, RD + RESYNC, Operation.RESYNC, Part.ONLY, false, datagram);

    put(table, UD + SEND + 4, Operation.SEND, Part.ONLY, true, List.of(DETH));
    put(table, UD + SEND + 5, Operation.SEND, Part.ONLY, true, List.of(DETH), IMM_DT);

    List<ExtensionHeader> shared = List.of(XRC_ETH);
    sendsAndWrites(table, XRC, shared);
    readsAndAtomics(table, XRC, shared, NO_HEADERS);
    sendsWithInvalidate(table, XRC, shared);

    put(table, CNP, Operation.CONGESTION_NOTIFICATION, Part.ONLY, false, NO_HEADERS);
    return table;
  }

  private static void sendsAndWrites(Opcode[] table, int base, List<ExtensionHeader> prefix) {
    parts(table, base + SEND, Operation.SEND, prefix, List.of());
    parts(table, base + RDMA_WRITE, Operation.RDMA_WRITE, prefix, List.of(RETH));
  }

  /** The six opcodes of an operation that takes any number of packets, from its First on. */
  private static void parts(
      Opcode[] table,
      int first,
      Operation operation,
      List<ExtensionHeader> prefix,
      List<ExtensionHeader> start) {
    List<ExtensionHeader> starting = new ArrayList<>(prefix);
    starting.addAll(start);
    put(table, first, operation, Part.FIRST, true, starting);
    put(table, first + 1, operation, Part.MIDDLE, true, prefix);
    put(table, first + 2, operation, Part.LAST, true, prefix);
    put(table, first + 3, operation, Part.LAST, true, prefix, IMM_DT);
    put(table, first + 4, operation, Part.ONLY, true, starting);
    put(table, first + 5, operation, Part.ONLY, true, starting, IMM_DT);
  }

  private static void readsAndAtomics(
      Opcode[] table, int base, List<ExtensionHeader> request, List<ExtensionHeader> response) {
    put(
        table,
        base + RDMA_READ_REQUEST,
        Operation.RDMA_READ_REQUEST,
        Part.ONLY,
        false,
        request,
        RETH);
    int read = base + RDMA_READ_RESPONSE;
    put(table, read, Operation.RDMA_READ_RESPONSE, Part.FIRST, true, response, AETH);
    put(table, read + 1, Operation.RDMA_READ_RESPONSE, Part.MIDDLE, true, response);
    put(table, read + 2, Operation.RDMA_READ_RESPONSE, Part.LAST, true, response, AETH);
    put(table, read + 3, Operation.RDMA_READ_RESPONSE, Part.ONLY, true, response, AETH);
    put(table, base + ACKNOWLEDGE, Operation.ACKNOWLEDGE, Part.ONLY, false, response, AETH);
    put(
        table,
        base + ATOMIC_ACKNOWLEDGE,
        Operation.ATOMIC_ACKNOWLEDGE,
        Part.ONLY,
        false,
        response,
        AETH,
        ATOMIC_ACK_ETH);
    put(table, base + COMPARE_SWAP, Operation.COMPARE_SWAP, Part.ONLY, false, request, ATOMIC_ETH);
    put(table, base + FETCH_ADD, Operation.FETCH_ADD, Part.ONLY, false, request, ATOMIC_ETH);
    put(table, base + FLUSH, Operation.FLUSH, Part.ONLY, false, request, FETH, RETH);
    put(table, base + ATOMIC_WRITE, Operation.ATOMIC_WRITE, Part.ONLY, true, request, RETH);
  }

  private static void sendsWithInvalidate(Opcode[] table, int base, List<ExtensionHeader> prefix) {
    put(table, base + SEND_LAST_WITH_INVALIDATE, Operation.SEND, Part.LAST, true, prefix, IETH);
    put(table, base + SEND_ONLY_WITH_INVALIDATE, Operation.SEND, Part.ONLY, true, prefix, IETH);
  }

  private static void put(
      Opcode[] table,
      int code,
      Operation operation,
      Part part,
      boolean payload,
      List<ExtensionHeader> prefix,
      ExtensionHeader... more) {
    List<ExtensionHeader> headers = new ArrayList<>(prefix);
    headers.addAll(List.of(more));
    table[code] = new Opcode(code, operation, part, payload, List.copyOf(headers));
  }
}
