package org.rdmadump.exercise.rpc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.rdmadump.exercise.Pattern;

/**
 * Calls and replies of NFS that carry a pattern: NULL, READ and WRITE of version 3 (RFC 1813), and
 * compounds of version 4.0 (RFC 7530) with several of them. A reply says in its write verifiers, or
 * in the attributes of a file that was read, what the server rebuilt: the first bytes of the
 * SHA-256 of the whole call.
 */
final class NfsMessages {
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
  private static final int PROCEDURE_UNAVAILABLE = 3;
  private static final int STATEID = 16;
  private static final int VERIFIER = 8;
  private static final int WORDS_BEFORE_FSID = 11;
  private static final int HANDLE = 32;
  private static final long HANDLE_MAGIC = 0x72646d6164756d70L;
  private static final byte[] TAG = "exercise".getBytes(StandardCharsets.US_ASCII);
  private static final int MOST_OPERATIONS = 16;
  private static final int MOST_READ = RpcPlan.LONGEST;

  private NfsMessages() {}

  /** The call. */
  static XdrMessage call(RpcCall call) {
    XdrWriter out = new XdrWriter().u32(call.xid()).u32(CALL).u32(RPC_VERSION).u32(PROGRAM);
    int count = call.writes().size() + call.reads().size();
    if (call.version() == VERSION_3) {
      int procedure = count == 0 ? NULL : call.writes().isEmpty() ? READ_3 : WRITE_3;
      out.u32(VERSION_3).u32(procedure).u64(0).u64(0);
      if (count > 0) {
        int length = call.writes().isEmpty() ? call.reads().get(0) : call.writes().get(0);
        out.opaque(handle(call)).u64(call.offset(0)).u32(length);
        if (procedure == WRITE_3) {
          out.u32(FILE_SYNC).item(data(call, 0, length));
        }
      }
      return out.message();
    }
    out.u32(call.version()).u32(COMPOUND).u64(0).u64(0);
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

  /**
   * The reply to a call, as a server makes it that has nothing but the call.
   *
   * @throws MalformedException if it is no call of an exercise
   */
  static XdrMessage reply(byte[] call) throws MalformedException {
    XdrCursor in = new XdrCursor(call, 0);
    int xid = in.u32();
    if (in.u32() != CALL || in.u32() != RPC_VERSION || in.u32() != PROGRAM) {
      throw new MalformedException("no RPC call of version 2 to NFS");
    }
    int version = in.u32();
    int procedure = in.u32();
    for (int i = 0; i < 2; i++) {
      in.u32();
      in.opaque();
    }
    XdrWriter out = new XdrWriter().u32(xid).u32(REPLY).u32(0).u64(0);
    if (procedure == NULL) {
      return out.u32(0).message();
    }
    byte[] verifier = Arrays.copyOf(digest(call), VERIFIER);
    if (version == VERSION_3 && procedure == READ_3) {
      read3(call, in, out.u32(0));
    } else if (version == VERSION_3 && procedure == WRITE_3) {
      write3(in, verifier, out.u32(0));
    } else if (version != VERSION_3 && procedure == COMPOUND) {
      compound(in, verifier, out.u32(0));
    } else {
      out.u32(PROCEDURE_UNAVAILABLE);
    }
    return out.message();
  }

  private static void read3(byte[] call, XdrCursor in, XdrWriter out) throws MalformedException {
    Source source = source(in.opaque());
    long offset = in.u64();
    byte[] data = source.bytes(offset, length(in.u32()));
    // Status, attributes, of which only fsid and fileid say something: what was called.
    out.u32(0).u32(1);
    for (int i = 0; i < WORDS_BEFORE_FSID; i++) {
      out.u32(0);
    }
    byte[] digest = digest(call);
    out.fixed(Arrays.copyOf(digest, 2 * VERIFIER));
    // Times; count, not the end.
    out.u64(0).u64(0).u64(0).u32(data.length).u32(0).item(data);
  }

  private static void write3(XdrCursor in, byte[] verifier, XdrWriter out)
      throws MalformedException {
    Source source = source(in.opaque());
    long offset = in.u64();
    in.u32();
    in.u32();
    byte[] data = in.opaque();
    if (!Arrays.equals(data, source.bytes(offset, data.length))) {
      // Status, no attributes before and after.
      out.u32(ERROR_IO).u64(0);
      return;
    }
    out.u32(0).u64(0).u32(data.length).u32(FILE_SYNC).fixed(verifier);
  }

  private static void compound(XdrCursor in, byte[] verifier, XdrWriter out)
      throws MalformedException {
    byte[] tag = in.opaque();
    in.u32();
    int count = in.u32();
    if (count < 0 || count > MOST_OPERATIONS) {
      throw new MalformedException(Integer.toUnsignedString(count) + " operations");
    }
    Optional<Source> source = Optional.empty();
    List<XdrWriterStep> results = new ArrayList<>();
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
    out.u32(status).opaque(tag).u32(results.size());
    for (XdrWriterStep result : results) {
      XdrWriter unused = result.write(out);
    }
  }

  /** Writes a result. */
  private interface XdrWriterStep {
    XdrWriter write(XdrWriter to);
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

  private static byte[] digest(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
