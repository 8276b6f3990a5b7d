package org.rdmadump.exercise.build;

import java.util.OptionalInt;

/** A connection as its packets show it. */
interface Wire {
  /** The packets that make it, with what both programs say. */
  void connect(byte[] client, byte[] server);

  /** The packets that end it. */
  void disconnect();

  /** What the client sends. */
  End client();

  /** What the server sends. */
  End server();

  /** What one end sends. */
  interface End {
    /** A Send, with immediate data or a handle to take away, or without. */
    void send(byte[] bytes, OptionalInt immediate, OptionalInt invalidates);

    /** An RDMA Write. */
    void write(int handle, long address, byte[] bytes, OptionalInt immediate);

    /** An RDMA Read, and the answer of the other end. */
    void read(int handle, long address, byte[] comesBack);

    /** An RDMA Read that the other end refuses. */
    void refusedRead(int handle, long address, int length);
  }
}
