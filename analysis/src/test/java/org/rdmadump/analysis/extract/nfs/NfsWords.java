package org.rdmadump.analysis.extract.nfs;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;

/** An RPC message of NFS, word by word. */
final class NfsWords {
  private static final int CALL = 0;
  private static final int REPLY = 1;
  private static final int RPC_VERSION = 2;
  private static final int NFS = 100003;

  private final Rope.Builder rope = Rope.builder();

  private NfsWords() {}

  /** No words yet, of an operation. */
  static NfsWords none() {
    return new NfsWords();
  }

  /** A call without credentials. */
  static NfsWords call(int version, int procedure) {
    return new NfsWords().put(1, CALL, RPC_VERSION, NFS, version, procedure, 0, 0, 0, 0);
  }

  /** A reply to it that was accepted. */
  static NfsWords reply() {
    return new NfsWords().put(1, REPLY, 0, 0, 0, 0);
  }

  /** A reply to a call that the server could not make sense of: GARBAGE_ARGS. */
  static NfsWords garbage() {
    return new NfsWords().put(1, REPLY, 0, 0, 0, 4);
  }

  NfsWords put(int... words) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * words.length);
    for (int word : words) {
      bytes.putInt(word);
    }
    rope.add(bytes.array());
    return this;
  }

  NfsWords hyper(long value) {
    return put((int) (value >> 32), (int) value);
  }

  /** An opaque or a string. */
  NfsWords opaque(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    put(bytes.length);
    return fixed(bytes);
  }

  /** An opaque whose bytes were not seen. */
  NfsWords unseen(int length) {
    put(length);
    rope.addHole(length, Absence.LOST);
    rope.add(new byte[-length & 3]);
    return this;
  }

  /** A handle of NFS version 2. */
  NfsWords handle2(String text) {
    byte[] bytes = new byte[32];
    byte[] start = text.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(start, 0, bytes, 0, start.length);
    return fixed(bytes);
  }

  private NfsWords fixed(byte[] bytes) {
    ByteArrayOutputStream padded = new ByteArrayOutputStream();
    padded.writeBytes(bytes);
    padded.writeBytes(new byte[-bytes.length & 3]);
    rope.add(padded.toByteArray());
    return this;
  }

  /** The words of an operation. */
  NfsWords then(NfsWords operation) {
    rope.add(operation.rope.build());
    return this;
  }

  /** What is behind here was not captured. */
  NfsWords cut(int length) {
    rope.addHole(length, Absence.TRUNCATED);
    return this;
  }

  Rope rope() {
    return rope.build();
  }
}
