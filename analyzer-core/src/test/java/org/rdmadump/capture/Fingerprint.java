package org.rdmadump.capture;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** All frames of a source in little space: how many, and a digest of all that they have. */
record Fingerprint(long frames, String digest, long position) {
  static Fingerprint of(FrameSource source) throws IOException {
    MessageDigest digest = sha256();
    ByteBuffer values = ByteBuffer.allocate(5 * Long.BYTES);
    Frame frame = new Frame();
    while (source.next(frame)) {
      values.clear();
      values.putLong(frame.number()).putLong(frame.epochNanos());
      values.putInt(frame.captured()).putInt(frame.original());
      values.putInt(frame.linkType()).putInt(frame.interfaceId());
      digest.update(values.flip());
      digest.update(frame.bytes().duplicate().position(frame.offset()).limit(frame.end()));
    }
    return new Fingerprint(
        frame.number(), HexFormat.of().formatHex(digest.digest()), source.position());
  }

  boolean sameFrames(Fingerprint other) {
    return frames == other.frames && digest.equals(other.digest);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
