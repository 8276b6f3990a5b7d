package org.rdmadump.rpcrdma.call;

import org.rdmadump.rpc.RpcHeaderReader;
import org.rdmadump.rpc.content.RpcDecoder;

/**
 * What the messages of a run are read with, one after the other, and what is wanted of them.
 *
 * @param takesContent whether what is inside the RPC messages is looked at by someone
 * @param digests whether what is put together is hashed
 * @param decoder knows the declarations of what is in RPC messages
 * @param headers reads their headers
 * @param identities what calls asked for
 * @param lengths of messages and segments
 */
record MessageReading(
    boolean takesContent,
    boolean digests,
    RpcDecoder decoder,
    RpcHeaderReader headers,
    KnownIdentities identities,
    KnownLengths lengths) {
  /** Nothing was read yet. */
  MessageReading(boolean takesContent, boolean digests) {
    this(
        takesContent,
        digests,
        new RpcDecoder(),
        new RpcHeaderReader(),
        new KnownIdentities(),
        new KnownLengths());
  }
}
