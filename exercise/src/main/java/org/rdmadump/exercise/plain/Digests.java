package org.rdmadump.exercise.plain;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256 of what is in memory. */
final class Digests {
  private Digests() {}

  static byte[] of(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
