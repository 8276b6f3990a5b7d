package org.rdmadump.rpcrdma.cases;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.xdr.XdrReader;

/**
 * Contents of files, put together from the READs and WRITEs of a Linux client, and the SHA-256 that
 * the guest computed when the capture was made.
 *
 * <p>Knows NFS 3, and of 4.1 the compounds SEQUENCE, PUTFH, READ and SEQUENCE, PUTFH, WRITE.
 */
final class FileContents {
  private static final int READ_3 = 6;
  private static final int WRITE_3 = 7;
  private static final int OP_PUTFH = 22;
  private static final int OP_READ = 25;
  private static final int OP_WRITE = 38;
  private static final int OP_SEQUENCE = 53;
  private static final int STATE_ID = 16;
  private static final int SEQUENCE_ARGUMENTS = 32;
  private static final int SEQUENCE_RESULTS = 36;
  private static final int ATTRIBUTES_3 = 84;

  private final Map<String, SortedMap<Long, byte[]>> written = new HashMap<>();
  private final Map<String, SortedMap<Long, byte[]>> read = new HashMap<>();

  private FileContents() {}

  static FileContents of(Decoded decoded) {
    FileContents files = new FileContents();
    for (RpcExchange exchange : decoded.exchanges()) {
      if (exchange.call().isPresent() && exchange.reply().isPresent()) {
        files.take(exchange.call().get(), exchange.reply().get());
      }
    }
    return files;
  }

  /** {@return SHA-256 of everything that was written, file by file} */
  Set<String> written() {
    return digests(written);
  }

  /** {@return SHA-256 of everything that was read, file by file} */
  Set<String> read() {
    return digests(read);
  }

  /**
   * {@return SHA-256 of the files that a client wrote, by the {@code .files.json} of a capture; not
   * of those that were cut afterwards}
   */
  static Set<String> expectedWritten(Path json) {
    return find(
        json,
        "\"size\": ([1-9]\\d*), \"sha256\": \"(?<sha>\\w+)\", \"by\": \"client\","
            + " \"how\": \"[^\"]*randbytes\\((\\1|n)\\)");
  }

  /** {@return SHA-256 of what a client read, by the {@code .files.json} of a capture} */
  static Set<String> expectedRead(Path json) {
    return find(json, "\"bytes\": [1-9]\\d*, \"sha256\": \"(?<sha>\\w+)\"");
  }

  private static Set<String> find(Path json, String pattern) {
    try {
      Set<String> found = new TreeSet<>();
      String text = Files.readString(json).replaceAll("\\s+", " ");
      Matcher matcher = Pattern.compile(pattern).matcher(text);
      while (matcher.find()) {
        found.add(matcher.group("sha"));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void take(RpcMessage call, RpcMessage reply) {
    RpcSummary rpc = call.rpc().orElseThrow();
    if (rpc.program().orElse(0) != 100003) {
      return;
    }
    XdrReader arguments = body(call.stream());
    XdrReader results = body(reply.stream());
    int version = rpc.version().orElse(0);
    int procedure = rpc.procedure().orElse(0);
    if (version == 3 && procedure == WRITE_3) {
      write(handle(arguments, call.stream()), arguments, call.stream());
    } else if (version == 3 && procedure == READ_3) {
      String handle = handle(arguments, call.stream());
      results.skip(Integer.BYTES);
      results.skip(results.bool() ? ATTRIBUTES_3 : 0);
      results.skip(Integer.BYTES);
      read(handle, arguments, results, reply.stream());
    } else if (version == 4 && procedure == 1) {
      compound(arguments, call.stream(), results, reply.stream());
    }
  }

  private void compound(XdrReader arguments, Rope call, XdrReader results, Rope reply) {
    arguments.opaque();
    arguments.skip(2 * Integer.BYTES);
    if (arguments.i32() != OP_SEQUENCE
        || !arguments.skip(SEQUENCE_ARGUMENTS)
        || arguments.i32() != OP_PUTFH) {
      return;
    }
    String handle = handle(arguments, call);
    int operation = arguments.i32();
    arguments.skip(STATE_ID);
    if (operation == OP_WRITE) {
      write(handle, arguments, call);
    } else if (operation == OP_READ) {
      results.i32();
      results.opaque();
      results.skip(3 * Integer.BYTES + SEQUENCE_RESULTS + 4 * Integer.BYTES);
      read(handle, arguments, results, reply);
    }
  }

  private static XdrReader body(Rope stream) {
    RpcHeader whole = (RpcHeader) RpcHeader.read(stream);
    return new XdrReader(stream, whole.bodyOffset(), stream.length());
  }

  private static String handle(XdrReader in, Rope stream) {
    return HexFormat.of().formatHex(bytes(in, stream));
  }

  /** {@code in} is at the offset in the file. */
  private void write(String handle, XdrReader in, Rope stream) {
    long offset = in.u64();
    // NFS 3 has a count before the stability, NFS 4 has not: what follows is 4 bytes longer.
    long atCount = in.position();
    in.skip(Integer.BYTES);
    if (stream.getInt(atCount) == stream.getInt(atCount + 2 * Integer.BYTES)) {
      in.skip(Integer.BYTES);
    }
    put(written, handle, offset, bytes(in, stream));
  }

  /** {@code results} is at the end-of-file flag. */
  private void read(String handle, XdrReader arguments, XdrReader results, Rope reply) {
    long offset = arguments.u64();
    results.bool();
    put(read, handle, offset, bytes(results, reply));
  }

  private static byte[] bytes(XdrReader in, Rope stream) {
    var opaque = in.opaque();
    return stream.toArray(opaque.start(), opaque.end());
  }

  private static void put(
      Map<String, SortedMap<Long, byte[]>> files, String handle, long offset, byte[] bytes) {
    files.computeIfAbsent(handle, name -> new TreeMap<>()).put(offset, bytes);
  }

  private static Set<String> digests(Map<String, SortedMap<Long, byte[]>> files) {
    Set<String> digests = new TreeSet<>();
    files.values().forEach(pieces -> digests.add(sha256(join(pieces))));
    return digests;
  }

  private static byte[] join(SortedMap<Long, byte[]> pieces) {
    byte[] file = {};
    for (Map.Entry<Long, byte[]> piece : pieces.entrySet()) {
      int end = (int) (piece.getKey() + piece.getValue().length);
      file = Arrays.copyOf(file, Math.max(file.length, end));
      System.arraycopy(
          piece.getValue(), 0, file, piece.getKey().intValue(), piece.getValue().length);
    }
    return file;
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
