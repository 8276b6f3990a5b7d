package org.rdmadump.exercise.journal;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of what is in memory. */
public final class Digests {
  private Digests() {}

  /** {@return the digest of parts that follow each other} */
  public static byte[] of(byte[]... parts) {
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
