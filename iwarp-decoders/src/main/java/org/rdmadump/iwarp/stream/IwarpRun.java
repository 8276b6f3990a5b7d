package org.rdmadump.iwarp.stream;

import org.rdmadump.finding.FindingSink;
import org.rdmadump.rdma.ConnectionListener;
import org.rdmadump.tcp.DamageEvidence;
import org.rdmadump.tcp.RecentBytesPool;
import org.rdmadump.tcp.StreamMemory;

/** What all connections of a decoder share. */
final class IwarpRun {
  /** Bytes that the streams may keep until something else comes. */
  private static final long MOST_BYTES = 12L << 20;

  private final ConnectionListener listener;
  private final FindingSink findings;
  private final FpduListener fpdus;
  private final StreamMemory memory = new StreamMemory(MOST_BYTES);
  private final RecentBytesPool recent = new RecentBytesPool();
  private final DamageEvidence damage = new DamageEvidence();
  private final long[] counts = new long[IwarpCount.values().length];
  private boolean following;

  IwarpRun(ConnectionListener listener, FindingSink findings, FpduListener fpdus) {
    this.listener = listener;
    this.findings = findings;
    this.fpdus = fpdus;
  }

  /** Is told of connections. */
  ConnectionListener listener() {
    return listener;
  }

  /** Takes what belongs to no connection. */
  FindingSink findings() {
    return findings;
  }

  /** Is shown every FPDU. */
  FpduListener fpdus() {
    return fpdus;
  }

  StreamMemory memory() {
    return memory;
  }

  RecentBytesPool recent() {
    return recent;
  }

  /** Whether segments seem to be damaged on their way. */
  DamageEvidence damage() {
    return damage;
  }

  /** Says that somebody may be waiting for what is decoded. */
  void follow() {
    following = true;
  }

  /** Whether somebody may be waiting for what is decoded. */
  boolean isFollowing() {
    return following;
  }

  void count(IwarpCount what) {
    add(what, 1);
  }

  @SuppressWarnings("EnumOrdinal") // An index within a run, never stored.
  void add(IwarpCount what, long more) {
    counts[what.ordinal()] += more;
  }

  @SuppressWarnings("EnumOrdinal") // An index within a run, never stored.
  long counted(IwarpCount what) {
    return counts[what.ordinal()];
  }
}
