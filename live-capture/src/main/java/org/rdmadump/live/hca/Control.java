package org.rdmadump.live.hca;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The results of the sniffer in C: {@code struct sniffer_control} and the packets of a batch. */
final class Control {
  /** Option bits of {@link SnifferNatives#start}. */
  static final int BUSY_POLL = 1;

  static final int CHECK_ONLY = 2;
  static final int SYSTEM_CLOCK = 4;

  private static final int STEP = 0;
  private static final int ERROR = 4;
  private static final int LINK_LAYER = 8;
  private static final int ACTIVE_MTU = 12;
  private static final int MAX_MTU = 16;
  private static final int MOST_SLOTS = 20;
  private static final int CLOCK = 24;
  private static final int GAPS = 28;
  private static final int FAILED = 32;
  private static final int TOO_LONG = 40;
  private static final int TEXT = 48;
  private static final int RECORDS = 240;

  private static final int SLOT = 0;
  private static final int CAPTURED = 4;
  private static final int ORIGINAL = 8;
  private static final int TIME = 16;
  private static final int RECORD_LENGTH = 24;

  private static final int ADAPTER_CLOCK = 1;
  private static final int ETHERNET = 2;
  private static final int VERSION = 1;

  /** Version, number of steps, and lengths, as in {@link SnifferNatives#layout}. */
  static final long LAYOUT =
      (long) VERSION << 48
          | (long) Step.values().length << 32
          | (long) RECORDS << 16
          | RECORD_LENGTH;

  private final ByteBuffer bytes;

  /** Creates room for batches of up to {@code most} packets. */
  Control(int most) {
    this.bytes =
        ByteBuffer.allocateDirect(RECORDS + most * RECORD_LENGTH).order(ByteOrder.nativeOrder());
  }

  ByteBuffer bytes() {
    return bytes;
  }

  /** {@return the last failed step} */
  Step step() {
    return Step.of(bytes.getInt(STEP));
  }

  /** {@return the errno of the failed step, or 0} */
  int error() {
    return bytes.getInt(ERROR);
  }

  /** {@return the message of the linker, or the name of the missing function} */
  String text() {
    int end = TEXT;
    while (end < RECORDS && bytes.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - TEXT];
    bytes.get(TEXT, text);
    return new String(text, StandardCharsets.UTF_8);
  }

  boolean isEthernet() {
    return bytes.getInt(LINK_LAYER) == ETHERNET;
  }

  int activeMtu() {
    return bytes.getInt(ACTIVE_MTU);
  }

  int maxMtu() {
    return bytes.getInt(MAX_MTU);
  }

  int mostSlots() {
    return bytes.getInt(MOST_SLOTS);
  }

  boolean isAdapterClock() {
    return bytes.getInt(CLOCK) == ADAPTER_CLOCK;
  }

  int gaps() {
    return bytes.getInt(GAPS);
  }

  long failed() {
    return bytes.getLong(FAILED);
  }

  long tooLong() {
    return bytes.getLong(TOO_LONG);
  }

  int slot(int packet) {
    return bytes.getInt(RECORDS + packet * RECORD_LENGTH + SLOT);
  }

  int captured(int packet) {
    return bytes.getInt(RECORDS + packet * RECORD_LENGTH + CAPTURED);
  }

  int original(int packet) {
    return bytes.getInt(RECORDS + packet * RECORD_LENGTH + ORIGINAL);
  }

  long time(int packet) {
    return bytes.getLong(RECORDS + packet * RECORD_LENGTH + TIME);
  }
}
