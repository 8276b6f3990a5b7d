package org.rdmadump.analysis.extract.nfs;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rdmadump.analysis.extract.FileRef;
import org.rdmadump.analysis.extract.WireBytes;
import org.rdmadump.bytes.Rope;
import org.rdmadump.net.IpAddress;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrValue;

/**
 * Arguments or results, by the names of their fields; nothing is found in what is absent.
 *
 * @param root the value that the names begin in, if it could be read
 * @param server whose file handles they have
 */
record Fields(Optional<XdrValue> root, IpAddress server) {
  private static final long UNSTABLE = 0;

  /** The field at a path. */
  Optional<XdrValue> at(String path) {
    return root.isPresent() ? root.get().at(path) : Optional.empty();
  }

  /** The fields of the structure at a path. */
  Fields in(String path) {
    return new Fields(at(path), server);
  }

  /** The fields of a structure in it. */
  Fields of(XdrValue structure) {
    return new Fields(Optional.of(structure), server);
  }

  /** A number, 64-bit ones as their bits. */
  OptionalLong number(String path) {
    return root.isPresent() ? root.get().number(path) : OptionalLong.empty();
  }

  /** Whether a bool is true; false if it is absent. */
  boolean isTrue(String path) {
    return number(path).orElse(0) != 0;
  }

  /** The bytes of an opaque, those that are absent as holes. */
  Optional<Rope> data(String path) {
    Optional<XdrValue> found = at(path);
    return found.isPresent() && found.get() instanceof XdrBytes bytes
        ? Optional.of(bytes.bytes())
        : Optional.empty();
  }

  /** A short opaque or string of which nothing is absent; of a long one the start. */
  Optional<WireBytes> bytes(String path) {
    Optional<Rope> found = data(path);
    return found.isPresent() ? start(found.get()) : Optional.empty();
  }

  private static Optional<WireBytes> start(Rope bytes) {
    Rope start = bytes.slice(0, Math.min(bytes.length(), WireBytes.LONGEST));
    return start.isComplete() ? Optional.of(WireBytes.of(start)) : Optional.empty();
  }

  /** A file handle. */
  Optional<FileRef> handle(String path) {
    Optional<Rope> found = data(path);
    return found.isPresent() ? handle(found.get(), server) : Optional.empty();
  }

  /** A file handle that an operation leaves behind. */
  static Optional<FileRef> handle(Rope handle, IpAddress server) {
    Optional<WireBytes> bytes = start(handle);
    return bytes.isPresent() && bytes.get().length() > 0
        ? Optional.of(new FileRef.ByHandle(server, bytes.get()))
        : Optional.empty();
  }

  /** An opaque of eight bytes, as a number. */
  OptionalLong verifier(String path) {
    Optional<Rope> found = data(path);
    return found.isPresent() && found.get().has(0, Long.BYTES)
        ? OptionalLong.of(found.get().getLong(0))
        : OptionalLong.empty();
  }

  /** What a WRITE of version 3 or 4 was answered, its verifier at a path. */
  Optional<WholeEvents.WriteReply> writeReply(String verifierPath) {
    OptionalLong count = number("count");
    OptionalLong committed = number("committed");
    OptionalLong verifier = verifier(verifierPath);
    return count.isPresent() && committed.isPresent() && verifier.isPresent()
        ? Optional.of(
            new WholeEvents.WriteReply(
                count.getAsLong(), committed.getAsLong() != UNSTABLE, verifier.getAsLong()))
        : Optional.empty();
  }

  /** Whether an array or list is there and has no elements. */
  boolean isEmpty(String path) {
    Optional<XdrValue> found = at(path);
    return found.isPresent() && found.get() instanceof XdrArray array && array.size() == 0;
  }

  /** The elements of an array or list. */
  Iterable<XdrValue> each(String path) {
    Optional<XdrValue> found = at(path);
    return found.isPresent() && found.get() instanceof XdrArray array ? array : List.of();
  }
}
