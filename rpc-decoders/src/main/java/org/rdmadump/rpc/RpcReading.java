package org.rdmadump.rpc;

/** What came of reading an RPC header: all of it, a part, or why it is none. */
public sealed interface RpcReading permits RpcHeader, RpcReading.Partial, RpcReading.Malformed {
  /**
   * A part of the header was not captured; nothing was wrong with what was.
   *
   * @param known what was readable
   * @param at position in the message of the first value that is absent
   */
  record Partial(RpcPrefix known, long at) implements RpcReading {}

  /**
   * This is no RPC message, or a broken one.
   *
   * @param known what was readable
   * @param at position in the message of the value that cannot be right
   * @param why what was found and what was expected, for a person
   */
  record Malformed(RpcPrefix known, long at, String why) implements RpcReading {}
}
