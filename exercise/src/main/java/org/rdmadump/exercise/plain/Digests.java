package org.rdmadump.exercise.plain;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of what is in memory. */
final class Digests {
  private Digests() {}

  static byte[] of(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
