package org.rdmadump.iwarp.mpa;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.finding.Finding;
import org.rdmadump.finding.Rule;
import org.rdmadump.tcp.StreamBytes;

/**
 * The FPDU that is being decoded: its ULPDU, a DDP segment, without markers. One object, set anew
 * for each; its bytes are valid during the call only. Indexes count from the ULPDU's first byte.
 */
public final class Fpdu {
  private static final ByteBuffer NONE = ByteBuffer.allocate(0);
  private static final long[] NO_FRAMES = {};

  private ByteBuffer bytes = NONE;
  private byte[] array = new byte[0];
  private int offset;
  private int length;
  private final Gaps gaps = new Gaps();
  private long firstFrame;
  private long firstNanos;
  private int frameOffset;
  private long endFrame;
  private long lastFrame;
  private long lastNanos;

  /** Frames that hold some of it, where that is more than one. */
  private long[] frames = NO_FRAMES;

  private int frameCount;
  private long position;
  private long end;
  private @Nullable Finding fault;
  private boolean damaged;

  /** An empty one. */
  Fpdu() {}

  /** Sets it to a ULPDU in a buffer over an array, which has the same indexes. */
  void set(ByteBuffer bytes, byte[] array, int offset, int length) {
    this.bytes = bytes;
    this.array = array;
    this.offset = offset;
    this.length = length;
    gaps.clear();
    fault = null;
    damaged = false;
  }

  /**
   * Sets it to one that lies in a piece.
   *
   * @param at index in the piece where it begins, with its length
   * @param size of it, up to its end in the piece
   */
  void setInPlace(StreamBytes piece, int at, int size) {
    int start = piece.offset() + at;
    int ulpdu = NetworkOrder.shortAt(piece.array(), start);
    set(piece.bytes(), piece.array(), start + FpduHeaderTest.LENGTH_FIELD, ulpdu);
    begins(piece.position() + at, piece.frame(), piece.epochNanos(), piece.frameOffset() + at);
    ends(piece.position() + at + size);
    int captured = piece.captured() - at;
    if (captured < size) {
      absent(captured - FpduHeaderTest.LENGTH_FIELD, ulpdu, Absence.TRUNCATED);
    }
  }

  void begins(long position, long frame, long nanos, int frameOffset) {
    this.position = position;
    this.firstFrame = frame;
    this.firstNanos = nanos;
    this.frameOffset = frameOffset;
    this.endFrame = frame;
    this.lastFrame = frame;
    this.lastNanos = nanos;
    this.frameCount = 0;
  }

  /** Goes on in a frame, up to a position. */
  void goesOn(long end, long frame, long nanos) {
    if (frame != endFrame) {
      if (frameCount == 0) {
        heldBy(firstFrame);
      }
      heldBy(frame);
    }
    this.end = end;
    this.endFrame = frame;
    if (frame > lastFrame) {
      this.lastFrame = frame;
      this.lastNanos = nanos;
    }
  }

  private void heldBy(long frame) {
    if (frameCount == frames.length) {
      frames = Arrays.copyOf(frames, 2 * frameCount + 2);
    }
    frames[frameCount++] = frame;
  }

  void ends(long end) {
    this.end = end;
  }

  /** Bytes that the list of its frames takes. */
  int cost() {
    return frames.length * Long.BYTES;
  }

  /** Gives back the list of its frames. */
  void releaseFrames() {
    frames = NO_FRAMES;
    frameCount = 0;
  }

  void absent(int from, int to, Absence why) {
    gaps.add(Math.max(0, from), Math.min(length, to), why);
  }

  void fault(Finding finding) {
    fault = finding;
  }

  /** Takes what is behind its header for lost, and its header for not quite certain. */
  void damaged(int header) {
    damaged = true;
    gaps.clear();
    gaps.add(Math.min(header, length), length, Absence.LOST);
  }

  /**
   * Whether its CRC is wrong, so that its receiver refused it: its header looks right, but is to be
   * believed only where it fits to what came before.
   */
  public boolean isDamaged() {
    return damaged;
  }

  /** Bytes of the ULPDU. */
  public int length() {
    return length;
  }

  /** Buffer that holds the ULPDU. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** The array behind {@link #bytes()}, with the same indexes; it is only read. */
  public byte[] array() {
    return array;
  }

  /** Index of the ULPDU's first byte in {@link #bytes()}. */
  public int offset() {
    return offset;
  }

  /** Whether {@code [from, to)} is inside of the ULPDU and all there. */
  public boolean has(int from, int to) {
    return to <= length && gaps.isFree(from, to);
  }

  /** Whether the snap length cut some of {@code [from, to)}. */
  public boolean isCut(int from, int to) {
    return gaps.isAny(Absence.TRUNCATED, from, to);
  }

  /** Bytes before the first that is absent. */
  public int present() {
    return gaps.count() == 0 ? length : gaps.from(0);
  }

  /** Ranges that are absent. */
  public int gaps() {
    return gaps.count();
  }

  /** Where an absent range begins. */
  public int gapFrom(int index) {
    return gaps.from(index);
  }

  /** Where it ends. */
  public int gapTo(int index) {
    return gaps.to(index);
  }

  /** Why it is absent. */
  public Absence gapWhy(int index) {
    return gaps.why(index);
  }

  /** Frame that holds its first byte. */
  public long firstFrame() {
    return firstFrame;
  }

  /** Time of that frame. */
  public long firstNanos() {
    return firstNanos;
  }

  /** Where in that frame it begins. */
  public int frameOffset() {
    return frameOffset;
  }

  /** Frame that holds its last byte. */
  public long endFrame() {
    return endFrame;
  }

  /** How many frames are known to hold some of it; 0 if it is one. */
  public int frames() {
    return frameCount;
  }

  /** A frame that holds some of it, in the order of its bytes. */
  public long frame(int index) {
    return frames[index];
  }

  /** The last frame that it needed: segments may be captured in another order than its bytes. */
  public long lastFrame() {
    return lastFrame;
  }

  /** Time of that frame. */
  public long lastNanos() {
    return lastNanos;
  }

  /** Position in the stream where it begins. */
  public long position() {
    return position;
  }

  /** Position behind its CRC. */
  public long end() {
    return end;
  }

  /** {@return a finding about it, where it begins} */
  public Finding finding(Rule rule, String message) {
    return new Finding(rule, firstFrame, frameOffset, message);
  }

  /** What is wrong with it as a whole, to be told by who takes it: once. */
  public @Nullable Finding takeFault() {
    Finding taken = fault;
    fault = null;
    return taken;
  }
}
