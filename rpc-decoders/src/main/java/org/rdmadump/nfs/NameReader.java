package org.rdmadump.nfs;

import org.rdmadump.bytes.Rope;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.decode.XdrContent;

/** Reads handles and names of NFS version 2 and 3 where they are in a message. */
final class NameReader {
  private static final int HANDLE_OF_VERSION_2 = 32;
  private static final int MOST_HANDLE = 128;
  private static final int ATTRIBUTES_3 = 84;
  private static final int WORD = Integer.BYTES;

  private Rope rope = Rope.empty();
  private long position;
  private long limit;
  private boolean hasFixedHandles;

  /** Says whether handles have the one length of version 2. */
  void hasFixedHandles(boolean has) {
    hasFixedHandles = has;
  }

  /** Begins with the first byte of something. */
  void begin(XdrContent content) {
    rope = content.rope();
    position = content.start();
    limit = content.limit();
  }

  /** Leaves out bytes. Returns whether so many are there. */
  boolean skip(long count) {
    position += count;
    return position <= limit;
  }

  /** Reads the bool before what is optional. */
  boolean isPresent() {
    return word() == 1;
  }

  /** Leaves out post_op_attr. */
  boolean attributes() {
    return !isPresent() || skip(ATTRIBUTES_3);
  }

  private long word() {
    if (limit - position < WORD || !rope.has(position, WORD)) {
      position = limit;
      return -1;
    }
    position += WORD;
    return Integer.toUnsignedLong(rope.getInt(position - WORD));
  }

  /** Reads a handle. Returns whether there is one. */
  boolean handle(NameKey to) {
    long length = hasFixedHandles ? HANDLE_OF_VERSION_2 : word();
    return length <= MOST_HANDLE && bytes(to, length);
  }

  /** Reads a name. Returns whether there is one. */
  boolean name(NameKey to) {
    return bytes(to, word());
  }

  private boolean bytes(NameKey to, long length) {
    long start = position;
    return length > 0 && skip(XdrReader.padded(length)) && to.read(rope, start, length);
  }
}
