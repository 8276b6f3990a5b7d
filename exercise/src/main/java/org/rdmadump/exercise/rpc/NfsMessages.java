package org.rdmadump.exercise.rpc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.rdmadump.exercise.journal.Digests;
import org.rdmadump.exercise.journal.Exchange;
import org.rdmadump.exercise.journal.Pattern;
import org.rdmadump.exercise.journal.RpcCall;

/**
 * Calls and replies of NFS that carry a pattern: NULL, READ and WRITE of version 3 (RFC 1813), and
 * compounds of version 4.0 (RFC 7530) with several of them. Calls have credentials of AUTH_SYS, so
 * that replies may have a verifier of AUTH_SHORT, whose content is the server's own affair (RFC
 * 5531 appendix A): the SHA-256 of the whole call as the server rebuilt it.
 */
public final class NfsMessages {
  private static final int CALL = 0;
  private static final int REPLY = 1;
  private static final int RPC_VERSION = 2;
  private static final int PROGRAM = 100_003;
  private static final int VERSION_3 = 3;
  private static final int NULL = 0;
  private static final int COMPOUND = 1;
  private static final int READ_3 = 6;
  private static final int WRITE_3 = 7;
  private static final int READ_4 = 25;
  private static final int PUTFH_4 = 22;
  private static final int WRITE_4 = 38;
  private static final int FILE_SYNC = 2;
  private static final int ERROR_IO = 5;
  private static final int AUTH_SYS = 1;
  private static final int AUTH_SHORT = 2;
  private static final int PROGRAM_UNAVAILABLE = 1;
  private static final int PROGRAM_MISMATCH = 2;
  private static final int PROCEDURE_UNAVAILABLE = 3;
  private static final int GARBAGE_ARGUMENTS = 4;
  private static final int VERSION_4 = 4;
  private static final int STATEID = 16;
  private static final int VERIFIER = 8;
  private static final int HANDLE = 32;
  private static final long HANDLE_MAGIC = 0x72646d6164756d70L;
  private static final byte[] TAG = "exercise".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] MACHINE = "rdmadump".getBytes(StandardCharsets.US_ASCII);
  private static final int MOST_OPERATIONS = 16;
  private static final int MOST_READ = RpcPlan.LONGEST;

  private NfsMessages() {}

  /** {@return the whole RPC call of an exchange} */
  public static byte[] call(Exchange exchange) {
    return call(exchange.made()).bytes();
  }

  /** {@return the whole RPC reply that an exchange was to have} */
  public static byte[] reply(Exchange exchange) {
    return replyTo(call(exchange)).bytes();
  }

  /** The call. */
  static XdrMessage call(RpcCall call) {
    XdrWriter out = new XdrWriter().u32(call.xid()).u32(CALL).u32(RPC_VERSION).u32(PROGRAM);
    int count = call.writes().size() + call.reads().size();
    if (call.version() == VERSION_3) {
      int procedure = count == 0 ? NULL : call.writes().isEmpty() ? READ_3 : WRITE_3;
      credentials(out.u32(VERSION_3).u32(procedure));
      if (count > 0) {
        int length = call.writes().isEmpty() ? call.reads().get(0) : call.writes().get(0);
        out.opaque(handle(call)).u64(call.offset(0)).u32(length);
        if (procedure == WRITE_3) {
          out.u32(FILE_SYNC).item(data(call, 0, length));
        }
      }
      return out.message();
    }
    credentials(out.u32(call.version()).u32(COMPOUND));
    out.opaque(TAG).u32(0).u32(1 + count).u32(PUTFH_4).opaque(handle(call));
    int number = 0;
    for (int length : call.writes()) {
      out.u32(WRITE_4).fixed(new byte[STATEID]).u64(call.offset(number)).u32(FILE_SYNC);
      out.item(data(call, number++, length));
    }
    for (int length : call.reads()) {
      out.u32(READ_4).fixed(new byte[STATEID]).u64(call.offset(number++)).u32(length);
    }
    return out.message();
  }

  /** AUTH_SYS of nobody in particular, and no verifier. */
  private static void credentials(XdrWriter out) {
    byte[] body = new XdrWriter().u32(0).opaque(MACHINE).u32(0).u32(0).u32(0).message().bytes();
    XdrWriter unused = out.u32(AUTH_SYS).opaque(body).u64(0);
  }

  private static byte[] data(RpcCall call, int number, int length) {
    return call.pattern().bytes(call.seed(), call.offset(number), length);
  }

  private static byte[] handle(RpcCall call) {
    return ByteBuffer.allocate(HANDLE)
        .putLong(HANDLE_MAGIC)
        .putLong(call.seed())
        .putInt(call.pattern().code())
        .array();
  }

  /** The reply to a call of this side. */
  static XdrMessage replyTo(byte[] call) {
    try {
      return reply(call);
    } catch (MalformedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The reply to a call, as a server makes it that has nothing but the call.
   *
   * @throws MalformedException if it is no call
   */
  static XdrMessage reply(byte[] call) throws MalformedException {
    XdrCursor in = new XdrCursor(call);
    int xid = in.u32();
    if (in.u32() != CALL) {
      throw new MalformedException("an RPC message that is no call");
    }
    if (in.u32() != RPC_VERSION) {
      // Denied: RPC_MISMATCH, from version 2 to 2.
      return new XdrWriter()
          .u32(xid)
          .u32(REPLY)
          .u32(1)
          .u32(0)
          .u64(2L << Integer.SIZE | 2)
          .message();
    }
    int program = in.u32();
    int version = in.u32();
    int procedure = in.u32();
    int flavour = in.u32();
    in.opaque();
    in.u32();
    in.opaque();
    byte[] digest = Digests.of(call);
    XdrWriter out = accepted(xid, flavour, digest);
    if (program != PROGRAM) {
      return out.u32(PROGRAM_UNAVAILABLE).message();
    }
    if (version != VERSION_3 && version != VERSION_4) {
      return out.u32(PROGRAM_MISMATCH).u32(VERSION_3).u32(VERSION_4).message();
    }
    try {
      return results(version, procedure, digest, in, out).message();
    } catch (MalformedException e) {
      return accepted(xid, flavour, digest).u32(GARBAGE_ARGUMENTS).message();
    }
  }

  private static XdrWriter accepted(int xid, int flavour, byte[] digest) {
    XdrWriter out = new XdrWriter().u32(xid).u32(REPLY).u32(0);
    return flavour == AUTH_SYS ? out.u32(AUTH_SHORT).opaque(digest) : out.u64(0);
  }

  private static XdrWriter results(
      int version, int procedure, byte[] digest, XdrCursor in, XdrWriter out)
      throws MalformedException {
    byte[] verifier = Arrays.copyOf(digest, VERIFIER);
    if (procedure == NULL) {
      return out.u32(0);
    }
    if (version == VERSION_3 && procedure == READ_3) {
      return read3(in, out.u32(0));
    }
    if (version == VERSION_3 && procedure == WRITE_3) {
      return write3(in, verifier, out.u32(0));
    }
    return version == VERSION_4 && procedure == COMPOUND
        ? compound(in, verifier, out.u32(0))
        : out.u32(PROCEDURE_UNAVAILABLE);
  }

  private static XdrWriter read3(XdrCursor in, XdrWriter out) throws MalformedException {
    Source source = source(in.opaque());
    long offset = in.u64();
    byte[] data = source.bytes(offset, length(in.u32()));
    // Status, no attributes; count, not the end.
    return out.u32(0).u32(0).u32(data.length).u32(0).item(data);
  }

  private static XdrWriter write3(XdrCursor in, byte[] verifier, XdrWriter out)
      throws MalformedException {
    Source source = source(in.opaque());
    long offset = in.u64();
    in.u32();
    in.u32();
    byte[] data = in.opaque();
    if (!Arrays.equals(data, source.bytes(offset, data.length))) {
      // Status, no attributes before and after.
      return out.u32(ERROR_IO).u64(0);
    }
    return out.u32(0).u64(0).u32(data.length).u32(FILE_SYNC).fixed(verifier);
  }

  private static XdrWriter compound(XdrCursor in, byte[] verifier, XdrWriter out)
      throws MalformedException {
    byte[] tag = in.opaque();
    in.u32();
    int count = in.u32();
    if (count < 0 || count > MOST_OPERATIONS) {
      throw new MalformedException(Integer.toUnsignedString(count) + " operations");
    }
    Optional<Source> source = Optional.empty();
    List<UnaryOperator<XdrWriter>> results = new ArrayList<>();
    int status = 0;
    long asked = 0;
    for (int i = 0; i < count && status == 0; i++) {
      int operation = in.u32();
      if (operation == PUTFH_4) {
        source = Optional.of(source(in.opaque()));
        results.add(to -> to.u32(PUTFH_4).u32(0));
      } else if (operation == WRITE_4 && source.isPresent()) {
        in.fixed(STATEID);
        long offset = in.u64();
        in.u32();
        byte[] data = in.opaque();
        status = Arrays.equals(data, source.get().bytes(offset, data.length)) ? 0 : ERROR_IO;
        if (status == 0) {
          results.add(to -> to.u32(WRITE_4).u32(0).u32(data.length).u32(FILE_SYNC).fixed(verifier));
        } else {
          results.add(to -> to.u32(WRITE_4).u32(ERROR_IO));
        }
      } else if (operation == READ_4 && source.isPresent()) {
        in.fixed(STATEID);
        long offset = in.u64();
        int length = length(in.u32());
        asked += length;
        if (asked > MOST_READ) {
          throw new MalformedException("READs of " + asked + " bytes in all");
        }
        byte[] data = source.get().bytes(offset, length);
        results.add(to -> to.u32(READ_4).u32(0).u32(0).item(data));
      } else {
        throw new MalformedException("operation " + Integer.toUnsignedString(operation));
      }
    }
    XdrWriter to = out.u32(status).opaque(tag).u32(results.size());
    for (UnaryOperator<XdrWriter> result : results) {
      to = result.apply(to);
    }
    return to;
  }

  /** Where data comes from, as a file handle says. */
  private record Source(Pattern pattern, long seed) {
    byte[] bytes(long offset, int length) {
      return pattern.bytes(seed, offset, length);
    }
  }

  private static Source source(byte[] handle) throws MalformedException {
    if (handle.length == HANDLE && ByteBuffer.wrap(handle).getLong(0) == HANDLE_MAGIC) {
      ByteBuffer data = ByteBuffer.wrap(handle);
      Optional<Pattern> pattern = Pattern.of(data.getInt(2 * Long.BYTES));
      if (pattern.isPresent()) {
        return new Source(pattern.get(), data.getLong(Long.BYTES));
      }
    }
    throw new MalformedException("a file handle of another server");
  }

  private static int length(int count) throws MalformedException {
    if (count < 0 || count > MOST_READ) {
      throw new MalformedException("READ of " + Integer.toUnsignedString(count) + " bytes");
    }
    return count;
  }
}
