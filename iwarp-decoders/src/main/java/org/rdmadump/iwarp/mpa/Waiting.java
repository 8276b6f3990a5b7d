package org.rdmadump.iwarp.mpa;

import org.rdmadump.tcp.StreamBytes;

/** Bytes of a side of a connection that wait to be decoded, or a hole among them. */
final class Waiting {
  private static final int PIECE_COST = 200;

  private final int side;
  private final StreamBytes piece;
  private final long position;
  private final long missing;
  private boolean taken;

  /** What was acknowledged of each side when it was captured. */
  private long acknowledgedOfFirst;

  private long acknowledgedOfSecond;

  private Waiting(int side, StreamBytes piece, long position, long missing) {
    this.side = side;
    this.piece = piece;
    this.position = position;
    this.missing = missing;
  }

  /** Bytes that outlive the call. */
  static Waiting of(int side, StreamBytes piece) {
    return new Waiting(side, piece, piece.position(), 0);
  }

  /** Bytes that were not captured. */
  static Waiting ofHole(int side, long position, long length) {
    return new Waiting(side, new StreamBytes(), position, length);
  }

  int side() {
    return side;
  }

  /** The bytes; none if they were not captured. */
  StreamBytes piece() {
    return piece;
  }

  long position() {
    return position;
  }

  long end() {
    return position + missing + piece.length();
  }

  /** Bytes that were not captured; 0 if it has those that were. */
  long missing() {
    return missing;
  }

  /** Takes note of what was acknowledged of each side when it was captured. */
  void acknowledged(long ofFirst, long ofSecond) {
    acknowledgedOfFirst = ofFirst;
    acknowledgedOfSecond = ofSecond;
  }

  /** Position before which all that {@code sender} sent was acknowledged when it was captured. */
  long acknowledgedOf(int sender) {
    return sender == 0 ? acknowledgedOfFirst : acknowledgedOfSecond;
  }

  /** What stands behind its first {@code used} bytes. */
  Waiting behind(int used) {
    Waiting rest = of(side, piece.copy(used, piece.length()));
    rest.acknowledged(acknowledgedOfFirst, acknowledgedOfSecond);
    return rest;
  }

  /** Memory that it holds, roughly. */
  int cost() {
    return piece.captured() + PIECE_COST;
  }

  /** Whether an FPDU took it in that may hold others. */
  boolean isTaken() {
    return taken;
  }

  void taken(boolean isTaken) {
    taken = isTaken;
  }
}
