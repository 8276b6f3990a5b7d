package org.rdmadump.rpcrdma.truth;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** A file as READs or WRITEs build it up. */
final class FileImage {
  private byte[] bytes = new byte[0];

  void put(long offset, byte[] data) {
    int end = Math.toIntExact(offset + data.length);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, end);
    }
    System.arraycopy(data, 0, bytes, (int) offset, data.length);
  }

  String sha256() {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
