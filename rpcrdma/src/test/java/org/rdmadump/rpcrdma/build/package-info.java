/**
 * Writes RPC-over-RDMA conversations for tests, and decodes them again.
 *
 * <p>An {@link XdrMessage} is an RPC message as it was before anything was taken out of it; {@link
 * Nfs3} and {@link Nfs41} make them. {@link RpcRdmaBuilder} writes the header with its chunk lists.
 * {@link RpcConversation} sends both over a reliable connection and moves the chunks. {@link
 * Decoded} is what the decoder made of the packets, to be compared with the messages byte by byte.
 */
@NullMarked
package org.rdmadump.rpcrdma.build;

import org.jspecify.annotations.NullMarked;
