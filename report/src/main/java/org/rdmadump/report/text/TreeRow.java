package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.List;

/** A row of a tree, the times that its bar shows, and the rows below it. */
final class TreeRow {
  /**
   * A part of a row, behind which a line may be broken.
   *
   * @param text printable ASCII
   * @param ink what it is printed in
   */
  record Clause(String text, Palette.Ink ink) {}

  /**
   * From when to when something moved.
   *
   * @param from nanoseconds since the epoch
   * @param to the same, not before {@code from}
   */
  record Span(long from, long to) {}

  private final List<Clause> clauses = new ArrayList<>();
  private final List<Span> spans = new ArrayList<>(1);
  private final List<TreeRow> below = new ArrayList<>(0);
  private boolean remarkable;
  private long bytes;
  private long firstFrame = Long.MAX_VALUE;
  private long lastFrame;

  /** Adds a clause. */
  TreeRow say(String text) {
    return say(text, Palette.Ink.USUAL);
  }

  /** Adds a clause in a colour. */
  TreeRow say(String text, Palette.Ink ink) {
    clauses.add(new Clause(text, ink));
    remarkable |= ink == Palette.Ink.WARNING || ink == Palette.Ink.ERROR;
    return this;
  }

  /** Adds a time at which something moved. */
  TreeRow moved(long from, long to) {
    spans.add(new Span(Math.min(from, to), to));
    return this;
  }

  /** Says how much it is about, for the row that may stand for it. */
  TreeRow measures(long moreBytes, long fromFrame, long toFrame) {
    bytes += moreBytes;
    firstFrame = Math.min(firstFrame, fromFrame);
    lastFrame = Math.max(lastFrame, toFrame);
    return this;
  }

  /** Adds a row below this one. */
  TreeRow add(TreeRow row) {
    below.add(row);
    remarkable |= row.remarkable;
    return this;
  }

  List<Clause> clauses() {
    return clauses;
  }

  List<Span> spans() {
    return spans;
  }

  List<TreeRow> below() {
    return below;
  }

  /** {@return whether something in it or below it is more than a note} */
  boolean isRemarkable() {
    return remarkable;
  }

  long bytes() {
    return bytes;
  }

  /** {@return the first frame that it is about, {@code Long.MAX_VALUE} if none} */
  long firstFrame() {
    return firstFrame;
  }

  /** {@return the last frame that it is about, 0 if none} */
  long lastFrame() {
    return lastFrame;
  }
}
