package org.rdmadump.rpcrdma.truth;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * What NFSv3 and NFSv4 READs and WRITEs moved, by file handle; just enough of RFC 1813, RFC 2203,
 * RFC 7530 and RFC 8881 for what a Linux client sends.
 */
final class NfsData {
  private static final int NFS = 100003;
  private static final int GSS = 6;
  private static final int GSS_PROCEDURE = 4;
  private static final int GSS_SERVICE = 12;
  private static final int GSS_INTEGRITY = 2;
  private static final int READ3 = 6;
  private static final int WRITE3 = 7;
  private static final int COMPOUND = 1;
  private static final int PUTFH = 22;
  private static final int READ4 = 25;
  private static final int WRITE4 = 38;
  private static final int SEQUENCE = 53;
  private static final int ATTRIBUTES3 = 84;
  private static final int STATE_ID = 16;
  private static final int SEQUENCE_ARGUMENTS = 32;
  private static final int SEQUENCE_RESULT = 36;

  private final Map<String, FileImage> written = new HashMap<>();
  private final Map<String, FileImage> read = new HashMap<>();

  /** Digests of the written files after each WRITE: a file can be written over later. */
  private final Set<String> states = new TreeSet<>();

  private NfsData() {}

  static NfsData of(DecodedCapture decoded) {
    NfsData data = new NfsData();
    decoded.exchanges().forEach(data::exchange);
    return data;
  }

  /** Digests of the written files, after each WRITE. */
  Set<String> written() {
    return states;
  }

  /** Digests of what was read. */
  Set<String> read() {
    Set<String> digests = new TreeSet<>();
    read.values().forEach(image -> digests.add(image.sha256()));
    return digests;
  }

  private void exchange(RpcExchange exchange) {
    if (exchange.call().filter(NfsData::isWhole).isEmpty()
        || exchange.reply().filter(NfsData::isWhole).isEmpty()) {
      return;
    }
    ByteBuffer call = bytes(exchange.call().get());
    ByteBuffer reply = bytes(exchange.reply().get());
    call.position(3 * Integer.BYTES);
    int program = call.getInt();
    int version = call.getInt();
    int procedure = call.getInt();
    int flavor = call.getInt();
    ByteBuffer credential = ByteBuffer.wrap(opaque(call));
    call.getInt();
    opaque(call);
    reply.position(4 * Integer.BYTES);
    opaque(reply);
    if (program != NFS || reply.getInt() != 0) {
      return;
    }
    if (flavor == GSS) {
      if (credential.getInt(GSS_PROCEDURE) != 0
          || credential.getInt(GSS_SERVICE) != GSS_INTEGRITY) {
        return;
      }
      // Length of what is protected, and the sequence number.
      call.getLong();
      reply.getLong();
    }
    if (version == 3) {
      version3(procedure, call, reply);
    } else if (procedure == COMPOUND) {
      version4(call, reply);
    }
  }

  private static boolean isWhole(RpcMessage message) {
    return message.rpc().isPresent() && message.rpc().get().complete();
  }

  private static ByteBuffer bytes(RpcMessage message) {
    return ByteBuffer.wrap(message.stream().toArray(0, message.stream().length()));
  }

  private void version3(int procedure, ByteBuffer call, ByteBuffer reply) {
    if (procedure == WRITE3) {
      String file = handle(call);
      long offset = call.getLong();
      call.getLong();
      write(file, offset, opaque(call));
    } else if (procedure == READ3 && reply.getInt() == 0) {
      String file = handle(call);
      long offset = call.getLong();
      if (reply.getInt() == 1) {
        skip(reply, ATTRIBUTES3);
      }
      reply.getLong();
      image(read, file).put(offset, opaque(reply));
    }
  }

  private void version4(ByteBuffer call, ByteBuffer reply) {
    opaque(call);
    call.getInt();
    int operations = call.getInt();
    reply.getInt();
    opaque(reply);
    int results = reply.getInt();
    String file = "";
    for (int i = 0; i < Math.min(operations, results); i++) {
      int operation = call.getInt();
      if (reply.getInt() != operation || reply.getInt() != 0) {
        return;
      }
      switch (operation) {
        case SEQUENCE -> {
          skip(call, SEQUENCE_ARGUMENTS);
          skip(reply, SEQUENCE_RESULT);
        }
        case PUTFH -> file = handle(call);
        case WRITE4 -> {
          skip(call, STATE_ID);
          long offset = call.getLong();
          call.getInt();
          write(file, offset, opaque(call));
          return;
        }
        case READ4 -> {
          skip(call, STATE_ID);
          long offset = call.getLong();
          reply.getInt();
          image(read, file).put(offset, opaque(reply));
          return;
        }
        default -> {
          return;
        }
      }
    }
  }

  private void write(String file, long offset, byte[] data) {
    FileImage image = image(written, file);
    image.put(offset, data);
    states.add(image.sha256());
  }

  private static FileImage image(Map<String, FileImage> images, String file) {
    return images.computeIfAbsent(file, handle -> new FileImage());
  }

  private static String handle(ByteBuffer in) {
    return HexFormat.of().formatHex(opaque(in));
  }

  private static byte[] opaque(ByteBuffer in) {
    byte[] value = new byte[in.getInt()];
    in.get(value);
    skip(in, -value.length & (Integer.BYTES - 1));
    return value;
  }

  private static void skip(ByteBuffer in, int bytes) {
    in.position(in.position() + bytes);
  }
}
