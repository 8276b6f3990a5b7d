package org.rdmadump.bench;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Computes SHA-256 over as many bytes as told, in pieces as large as the pages of segments. */
public final class Sha256 {
  private static final int PAGE = 4096;

  private Sha256() {}

  /** Takes the number of bytes, and prints what they have come to. */
  public static void main(String[] arguments) throws NoSuchAlgorithmException {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    byte[] page = new byte[PAGE];
    long rest = Long.parseLong(arguments[0]);
    while (rest > 0) {
      int count = (int) Math.min(rest, PAGE);
      digest.update(page, 0, count);
      rest -= count;
    }
    byte[] value = digest.digest();
    System.out.println(Integer.toHexString(value[0] & 0xff));
  }
}
