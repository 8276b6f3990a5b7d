package org.rdmadump.report.text;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Severity;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Transport;
import org.rdmadump.report.AddressTexts;
import org.rdmadump.report.KeptTexts;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcStatus;
import org.rdmadump.rpc.RpcStatusCode;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageRoute;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.xdr.schema.XdrProcedure;

/** The columns and clauses that lines of messages and lines of exchanges share. */
final class Headline {
  /** Outcome of a call that was executed (RFC 5531 section 9). */
  private static final String SUCCESS = "SUCCESS";

  /** Of a Send that its receiver did not take. */
  static final String NOT_DELIVERED = "not delivered";

  private static final String NO_CALL = "call not captured";

  /**
   * Widths of the program's column: {@code NFS v3 READDIRPLUS}, {@code NFS v4.1 DESTROY_CLIENTID}.
   */
  private static final int PROGRAM = 18;

  private static final int PROGRAM_NFS_4 = 25;
  private static final int WIDEST_PROGRAM = 29;

  /** {@code 256.1 KiB}. */
  private static final int SIZE_WIDTH = 9;

  /** Up to {@code c99}. */
  private static final int CONNECTION = 3;

  private static final int NFS_4 = 4;
  private static final long UNKNOWN = -1;
  private static final long NO_COMPOUND = -2;
  private static final int MOST_MINOR_VERSION = 255;
  private static final int RULES_NAMED = 2;

  /** So many stay as they were printed last, a power of 2; most captures have fewer. */
  private static final int KEPT = 256;

  private final AddressTexts addresses = new AddressTexts();
  private final KeptTexts<byte[]> programs = new KeptTexts<>();
  private final Palette palette;
  private final @Nullable Ends[] kept = new Ends[KEPT];
  private int connectionWidth = CONNECTION;
  private int clientWidth;
  private int serverWidth;
  private int programWidth = PROGRAM;

  /** The connection and its ends as they were printed. */
  private static final class Ends {
    private final MessageRoute route;
    private final byte[] text;

    Ends(MessageRoute route, byte[] text) {
      this.route = route;
      this.text = text;
    }
  }

  Headline(Palette palette) {
    this.palette = palette;
  }

  /**
   * Appends the connection and its ends, the client always left of the server: {@code c1 192.0.2.2
   * -> 192.0.2.1} towards the server, {@code c1 192.0.2.2 <- 192.0.2.1} towards the client. Columns
   * only ever grow.
   */
  @SuppressWarnings("ReferenceEquality") // Another one may be equal, and is printed anew.
  void putEnds(AsciiBuffer line, RpcMessage message, boolean arrow) {
    MessageRoute route = message.outline().route();
    int at =
        (2 * route.connection() + (message.direction() == Direction.FORWARD ? 1 : 0)) & (KEPT - 1);
    Ends known = kept[at];
    if (known != null && known.route == route) {
      line.putBytes(known.text, known.text.length);
      return;
    }
    int from = line.length();
    putEnds(line, route, arrow);
    kept[at] = new Ends(route, Arrays.copyOfRange(line.array(), from, line.length()));
  }

  private void putEnds(AsciiBuffer line, MessageRoute route, boolean arrow) {
    boolean forward = route.direction() == Direction.FORWARD;
    String source = addresses.of(route.source().address());
    String destination = addresses.of(route.destination().address());
    String client = forward ? source : destination;
    String server = forward ? destination : source;
    int from = line.length();
    line.put('c').putDecimal(route.connection());
    int width = line.length() - from;
    if (width > connectionWidth || client.length() > clientWidth || server.length() > serverWidth) {
      connectionWidth = Math.max(connectionWidth, width);
      clientWidth = Math.max(clientWidth, client.length());
      serverWidth = Math.max(serverWidth, server.length());
      Arrays.fill(kept, null);
    }
    line.spaces(connectionWidth - width + 2).put(client).spaces(clientWidth - client.length());
    line.put(!arrow ? " -- " : forward ? " -> " : " <- ");
    line.put(server).spaces(serverWidth - server.length());
  }

  /**
   * Appends program, version and procedure, of a compound its main operation, in a column that
   * grows up to a limit: to what operations of NFS version 4 need with the first call of it.
   */
  void putProgram(AsciiBuffer line, RpcMessage message) {
    int from = line.column();
    RpcContent content = message.content().rpc().orElse(null);
    XdrProcedure procedure = content == null ? null : content.procedure().orElse(null);
    if (procedure == null) {
      putProgram(line, message, message.rpc().orElseThrow());
    } else {
      putProgram(line, message, procedure);
    }
    padProgram(line, from);
  }

  /** The same of a declared procedure: it is written once and copied from then on. */
  private void putProgram(AsciiBuffer line, RpcMessage message, XdrProcedure procedure) {
    long about = about(message);
    byte[] known = about == UNKNOWN ? null : programs.find(procedure, about);
    if (known != null) {
      line.putBytes(known, known.length);
      return;
    }
    int from = line.length();
    putProgram(line, message, message.rpc().orElseThrow());
    if (about != UNKNOWN) {
      programs.keep(procedure, about, Arrays.copyOfRange(line.array(), from, line.length()));
    }
  }

  /** What a message is about, beside its procedure, as a number. */
  private static long about(RpcMessage message) {
    Nfs4Compound compound = message.content().compound().orElse(null);
    if (compound == null) {
      return NO_COMPOUND;
    }
    Nfs4Operation main = compound.main().orElse(null);
    long minorVersion = compound.minorVersion().orElse(UNKNOWN);
    return main == null || minorVersion < 0 || minorVersion > MOST_MINOR_VERSION
        ? UNKNOWN
        : minorVersion << Integer.SIZE | main.number();
  }

  private void putProgram(AsciiBuffer line, RpcMessage message, RpcSummary rpc) {
    if (programWidth < PROGRAM_NFS_4 && isNfs4(message, rpc)) {
      programWidth = PROGRAM_NFS_4;
    }
    if (rpc.program().isEmpty()) {
      line.put(withoutProgram(rpc));
    } else {
      String program = rpc.programName().orElse("");
      Optional<String> operation = message.operation();
      if (program.isEmpty()) {
        line.put("program ").putDecimal(Integer.toUnsignedLong(rpc.program().getAsInt()));
      } else {
        line.put(program);
      }
      if (rpc.version().isPresent()) {
        line.put(" v");
        putVersion(line, message, rpc.version().getAsInt());
      }
      line.put(' ').put(operation.isPresent() ? operation.get() : "procedure unknown");
    }
  }

  private static boolean isNfs4(RpcMessage message, RpcSummary rpc) {
    boolean nfs = rpc.program().isPresent() && rpc.program().getAsInt() == RpcPrograms.NFS;
    return (nfs && rpc.version().isPresent() && rpc.version().getAsInt() == NFS_4)
        || message.content().compound().isPresent();
  }

  /** Appends the version of a program, of NFS version 4 with the minor one. */
  static void putVersion(AsciiBuffer line, RpcMessage message, int version) {
    Optional<Nfs4Compound> compound = message.content().compound();
    if (compound.isPresent() && compound.get().isCallback()) {
      // The program's own version is 1 or 4, whatever the minor version (RFC 8881 section 20).
      line.put('4');
    } else {
      line.putDecimal(Integer.toUnsignedLong(version));
    }
    if (compound.isPresent() && compound.get().minorVersion().isPresent()) {
      line.put('.').putDecimal(compound.get().minorVersion().getAsLong());
    }
  }

  /** {@return the RPC message in a message, if there are both} */
  static Optional<RpcSummary> rpc(Optional<RpcMessage> message) {
    return message.isPresent() ? message.get().rpc() : Optional.empty();
  }

  /** Appends the size of an RPC message, right-aligned; a dash where it is not known. */
  static void putSize(AsciiBuffer line, Optional<RpcSummary> message) {
    int from = line.length();
    putLength(line, message);
    line.alignRight(from, SIZE_WIDTH);
  }

  /** Whether the size of an RPC message is known. */
  static boolean hasLength(Optional<RpcSummary> message) {
    return message.isPresent() && message.get().length().isPresent();
  }

  /** Appends the size of an RPC message; a dash where it is not known. */
  static void putLength(AsciiBuffer line, Optional<RpcSummary> message) {
    long length = message.isPresent() ? message.get().length().orElse(UNKNOWN) : UNKNOWN;
    if (length >= 0) {
      Quantities.putSize(line, length);
    } else {
      line.put('-');
    }
  }

  /** Appends where a connection ends at a host. */
  static void putNumber(AsciiBuffer line, Endpoint endpoint, Transport transport) {
    if (endpoint.number().isPresent()) {
      line.put(transport.hasPorts() ? " port " : " QP ");
      line.putDecimal(endpoint.number().getAsInt());
    }
  }

  /** {@return why the program of an RPC message is not printed} */
  static String withoutProgram(RpcSummary rpc) {
    return rpc.call() || rpc.callNumber().isPresent() ? "program unknown" : NO_CALL;
  }

  /** Appends what a call without an RPC message is, in the program's column. */
  void putWithoutRpc(AsciiBuffer line, RpcRdmaHeader call) {
    int from = line.column();
    putKind(line, call);
    padProgram(line, from);
  }

  /** Appends that there is no call, in the program's column. */
  void putNoCall(AsciiBuffer line) {
    int from = line.column();
    line.put(NO_CALL);
    padProgram(line, from);
  }

  /**
   * Appends what an exchange is about, in the program's column.
   *
   * @param first its call, or else its reply
   */
  void putSubject(AsciiBuffer line, RpcMessage first, boolean isCall) {
    Palette.Ink ink = isCall ? Palette.Ink.CALL : Palette.Ink.REPLY;
    palette.on(line, ink);
    if (first.rpc().isPresent()) {
      putProgram(line, first);
    } else if (isCall) {
      putWithoutRpc(line, first.header());
    } else {
      putNoCall(line);
    }
    palette.off(line, ink);
  }

  /** Appends what a message without RPC is: its version if that is not known, its procedure. */
  static void putKind(AsciiBuffer line, RpcRdmaHeader header) {
    Optional<RdmaProcedure> procedure = header.procedure();
    if (!header.hasVersion()) {
      line.put("RPC-over-RDMA");
    } else if ((header.version() != 1 || !header.hasProcedureCode()) && header.error().isEmpty()) {
      line.put("RPC-over-RDMA version ").putDecimal(Integer.toUnsignedLong(header.version()));
    } else if (procedure.isPresent()) {
      line.put(procedure.get().name());
    } else {
      line.put("RPC-over-RDMA procedure ");
      line.putDecimal(Integer.toUnsignedLong(header.procedureCode()));
    }
  }

  /** Appends the body of an RDMA_ERROR. */
  static void putError(AsciiBuffer line, RdmaError error) {
    line.put(' ').put(error.codeName());
    if (error.code() == RdmaError.ERR_VERS) {
      line.put(", speaks version ").putDecimal(error.low());
      if (error.high() != error.low()) {
        line.put(" to ").putDecimal(error.high());
      }
    }
  }

  private void padProgram(AsciiBuffer line, int from) {
    int width = line.column() - from;
    programWidth = Math.max(programWidth, Math.min(width, WIDEST_PROGRAM));
    line.spaces(programWidth - width);
  }

  /** {@return the status of a reply, with what else a server says that refuses a call} */
  static Optional<String> outcome(RpcSummary reply) {
    if (reply.refusal().isEmpty()) {
      return reply.status();
    }
    RpcStatus refusal = reply.refusal().get();
    if (refusal.code() == RpcStatusCode.AUTH_ERROR) {
      return Optional.of(refusal.toString());
    }
    String highest = refusal.high() == refusal.low() ? "" : "-" + refusal.high();
    return Optional.of(refusal.code() + " (versions: " + refusal.low() + highest + ")");
  }

  /** Appends the outcome of a reply, if it is known. */
  void putStatus(AsciiBuffer line, RpcSummary reply) {
    String status = outcome(reply).orElse("status unknown");
    boolean failed = reply.status().isPresent() && !status.equals(SUCCESS);
    palette.put(line, failed ? Palette.Ink.ERROR : Palette.Ink.USUAL, status);
  }

  /**
   * Appends that a message was not delivered, if that is so, as a clause.
   *
   * @param whose as of {@link #putTroubles}
   */
  void putDelivery(AsciiBuffer line, Clauses clauses, RpcMessage message, String whose) {
    if (!message.delivered()) {
      putTrouble(line, clauses, Palette.Ink.ERROR, NOT_DELIVERED, whose);
    }
  }

  /**
   * Appends what else is wrong with a message, a clause each.
   *
   * @param whose which of two messages that is, with a space behind it; empty if there is one only
   */
  void putTroubles(AsciiBuffer line, Clauses clauses, RpcMessage message, String whose) {
    if (message.header().truncated()) {
      putTrouble(line, clauses, Palette.Ink.WARNING, "header truncated", whose);
    }
    if (message.header().malformed()) {
      putTrouble(line, clauses, Palette.Ink.ERROR, "header malformed", whose);
    }
    if (message.rpc().isPresent()) {
      RpcSummary rpc = message.rpc().get();
      if (!rpc.complete()) {
        clauses.next(line);
        putMissing(line, rpc.missing(), whose);
      }
      if (rpc.repeatOf().isPresent()) {
        clauses.next(line);
        line.put(whose).put("repeat of #").putDecimal(rpc.repeatOf().getAsLong());
      }
    }
  }

  /** Appends the rules of findings that are more than notes, as one clause. */
  void putFindings(AsciiBuffer line, Clauses clauses, List<Finding> findings) {
    int count = 0;
    Severity unnamed = Severity.NOTE;
    for (int i = 0; i < findings.size(); i++) {
      Severity severity = findings.get(i).rule().severity();
      if (severity == Severity.NOTE) {
        continue;
      }
      if (count == 0) {
        clauses.next(line);
      }
      if (count < RULES_NAMED) {
        line.put(count == 0 ? "" : ", ");
        palette.on(line, Palette.ink(severity));
        line.put(count == 0 ? "! " : "").put(findings.get(i).rule().name());
        palette.off(line, Palette.ink(severity));
      } else if (severity.compareTo(unnamed) > 0) {
        unnamed = severity;
      }
      count++;
    }
    if (count > RULES_NAMED) {
      line.put(" and ");
      palette.on(line, Palette.ink(unnamed));
      line.putDecimal(count - RULES_NAMED).put(" more");
      palette.off(line, Palette.ink(unnamed));
    }
  }

  private void putTrouble(
      AsciiBuffer line, Clauses clauses, Palette.Ink ink, String what, String whose) {
    clauses.next(line);
    palette.on(line, ink);
    line.put(whose).put(what);
    palette.off(line, ink);
  }

  private void putMissing(AsciiBuffer line, List<MissingRange> missing, String whose) {
    palette.on(line, Palette.Ink.WARNING);
    line.put(whose).put("INCOMPLETE");
    if (!missing.isEmpty()) {
      long total = 0;
      for (int i = 0; i < missing.size(); i++) {
        total += missing.get(i).length();
      }
      MissingRange first = missing.get(0);
      line.put(": ");
      Quantities.putCount(line, total, "byte");
      if (missing.size() > 1) {
        line.put(" missing in ").putDecimal(missing.size()).put(" ranges, first ");
        line.putDecimal(first.length()).put(" at ");
      } else {
        line.put(" missing at ");
      }
      line.putDecimal(first.offset()).put(" (");
      line.put(first.reason().text()).put(')');
    }
    palette.off(line, Palette.Ink.WARNING);
  }
}
