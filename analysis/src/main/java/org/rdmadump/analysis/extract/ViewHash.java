package org.rdmadump.analysis.extract;

import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.rdmadump.bytes.ByteRanges;

/**
 * Hashes views by reading them back. Zeros that are not on disk are hashed up to a limit: a single
 * offset on the wire can stand for years of them.
 */
final class ViewHash {
  private static final int BUFFER = 1 << 16;

  private final FileStore store;
  private final BooleanSupplier hurried;
  private final long mostOfFile;
  private final byte[] bytes = new byte[BUFFER];
  private final byte[] zeros = new byte[BUFFER];
  private final MessageDigest digest;
  private long left;

  /**
   * For the views of a run.
   *
   * @param hurried whether the user waits for the end; nothing is hashed then
   */
  ViewHash(FileStore store, ExtractLimits limits, BooleanSupplier hurried) {
    this.store = store;
    this.hurried = hurried;
    this.mostOfFile = limits.zerosOfFile();
    this.left = limits.zerosOfRun();
    try {
      this.digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** {@return the hash of a view from its start to its end, if that is not too long a way} */
  Optional<String> of(FileView view) throws IOException {
    ByteRanges stored = view.stored();
    long absent = view.end() - stored.covered();
    if (absent > Math.min(left, mostOfFile)) {
      return Optional.empty();
    }
    left -= absent;
    digest.reset();
    long at = 0;
    for (int i = 0; i < stored.count(); i++) {
      if (!addZeros(stored.from(i) - at) || !addStored(view, stored.from(i), stored.to(i))) {
        return Optional.empty();
      }
      at = stored.to(i);
    }
    return addZeros(view.end() - at)
        ? Optional.of(HexFormat.of().formatHex(digest.digest()))
        : Optional.empty();
  }

  /** {@return the hash of a few bytes} */
  String of(byte[] some) {
    digest.reset();
    return HexFormat.of().formatHex(digest.digest(some));
  }

  private boolean addZeros(long count) {
    long rest = count;
    while (rest > 0 && !hurried.getAsBoolean()) {
      int length = (int) Math.min(BUFFER, rest);
      digest.update(zeros, 0, length);
      rest -= length;
    }
    return rest == 0;
  }

  private boolean addStored(FileView view, long from, long to) throws IOException {
    long at = from;
    while (at < to && !hurried.getAsBoolean()) {
      int length = (int) Math.min(BUFFER, to - at);
      store.read(view.file(), at, bytes, length);
      digest.update(bytes, 0, length);
      at += length;
    }
    return at == to;
  }
}
