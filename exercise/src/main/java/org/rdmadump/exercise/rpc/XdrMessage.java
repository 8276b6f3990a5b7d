package org.rdmadump.exercise.rpc;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * An RPC message as it was before anything was moved out of it.
 *
 * <p>RFC 8166 section 3.4: data items that are DDP-eligible leave it with their round-up, and their
 * length words stay.
 */
final class XdrMessage {
  private static final int UNIT = 4;

  /**
   * Data that may be moved apart.
   *
   * @param position of its first byte in the message
   * @param length bytes of it, round-up not counted
   */
  record Item(int position, int length) {
    private int end() {
      return position + ((length + UNIT - 1) & -UNIT);
    }
  }

  private final byte[] bytes;
  private final List<Item> items;

  XdrMessage(byte[] bytes, List<Item> items) {
    this.bytes = bytes;
    this.items = List.copyOf(items);
  }

  /** All bytes; the array itself. */
  byte[] bytes() {
    return bytes;
  }

  List<Item> items() {
    return items;
  }

  byte[] data(Item item) {
    return Arrays.copyOfRange(bytes, item.position, item.position + item.length);
  }

  /** All bytes, or what is left of them when all items are moved. */
  byte[] bytes(boolean moved) {
    return moved ? reduced() : bytes;
  }

  private byte[] reduced() {
    ByteArrayOutputStream left = new ByteArrayOutputStream();
    int from = 0;
    for (Item item : items) {
      left.write(bytes, from, item.position - from);
      from = item.end();
    }
    left.write(bytes, from, bytes.length - from);
    return left.toByteArray();
  }
}
