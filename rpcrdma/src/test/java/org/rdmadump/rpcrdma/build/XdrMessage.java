package org.rdmadump.rpcrdma.build;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;

/** A whole RPC message, and the DDP-eligible items in it, counted from 0. */
public final class XdrMessage {
  private static final int UNIT = 4;

  private final byte[] bytes;
  private final List<Item> items;

  /**
   * Where the bytes of an item are in the message, behind their length word.
   *
   * @param position of the first
   * @param length how many, round-up not counted
   */
  public record Item(int position, int length) {
    int end() {
      return position + ((length + UNIT - 1) & -UNIT);
    }
  }

  XdrMessage(byte[] bytes, List<Item> items) {
    this.bytes = bytes.clone();
    this.items = List.copyOf(items);
  }

  /** {@return all bytes: what a decoder is to get back} */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** {@return number of bytes} */
  public int length() {
    return bytes.length;
  }

  /** {@return the bytes without those of every item, and without their round-up} */
  public byte[] reduced() {
    ByteArrayOutputStream reduced = new ByteArrayOutputStream();
    int from = 0;
    for (Item item : items) {
      reduced.write(bytes, from, item.position - from);
      from = item.end();
    }
    reduced.write(bytes, from, bytes.length - from);
    return reduced.toByteArray();
  }

  /** {@return the bytes without those of one item} */
  public byte[] reducedBy(int index) {
    return new XdrMessage(bytes, List.of(items.get(index))).reduced();
  }

  /** {@return XDR position of an item} */
  public int position(int index) {
    return items.get(index).position;
  }

  /** {@return position of an item in the reduced message: where its length word ends there} */
  public int reducedPosition(int index) {
    int removed = 0;
    for (Item item : items.subList(0, index)) {
      removed += item.end() - item.position;
    }
    return position(index) - removed;
  }

  /** {@return the bytes of an item} */
  public byte[] item(int index) {
    Item item = items.get(index);
    return Arrays.copyOfRange(bytes, item.position, item.position + item.length);
  }
}
