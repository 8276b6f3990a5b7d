package org.rdmadump.ib.build;

/** Opcodes as bytes, for packets written by hand. */
public final class Opcodes {
  public static final int RC_SEND_FIRST = 0x00;
  public static final int RC_SEND_MIDDLE = 0x01;
  public static final int RC_SEND_LAST = 0x02;
  public static final int RC_SEND_LAST_WITH_IMMEDIATE = 0x03;
  public static final int RC_SEND_ONLY = 0x04;
  public static final int RC_SEND_ONLY_WITH_IMMEDIATE = 0x05;
  public static final int RC_WRITE_FIRST = 0x06;
  public static final int RC_WRITE_MIDDLE = 0x07;
  public static final int RC_WRITE_LAST = 0x08;
  public static final int RC_WRITE_LAST_WITH_IMMEDIATE = 0x09;
  public static final int RC_WRITE_ONLY = 0x0a;
  public static final int RC_WRITE_ONLY_WITH_IMMEDIATE = 0x0b;
  public static final int RC_READ_REQUEST = 0x0c;
  public static final int RC_READ_RESPONSE_FIRST = 0x0d;
  public static final int RC_READ_RESPONSE_MIDDLE = 0x0e;
  public static final int RC_READ_RESPONSE_LAST = 0x0f;
  public static final int RC_READ_RESPONSE_ONLY = 0x10;
  public static final int RC_ACKNOWLEDGE = 0x11;
  public static final int RC_ATOMIC_ACKNOWLEDGE = 0x12;
  public static final int RC_COMPARE_SWAP = 0x13;
  public static final int RC_FETCH_ADD = 0x14;
  public static final int RC_SEND_LAST_WITH_INVALIDATE = 0x16;
  public static final int RC_SEND_ONLY_WITH_INVALIDATE = 0x17;
  public static final int RC_FLUSH = 0x1c;
  public static final int RC_ATOMIC_WRITE = 0x1d;
  public static final int UC_WRITE_ONLY = 0x2a;
  public static final int UD_SEND_ONLY = 0x64;
  public static final int CNP = 0x81;
  public static final int XRC_SEND_ONLY = 0xa4;

  /** The first of those that manufacturers may give a meaning. */
  public static final int MANUFACTURER = 0xc0;

  private Opcodes() {}
}
