/**
 * RPC-over-RDMA version 1 from both sides: messages and chunk lists as RFC 8166 has them, with NFS
 * calls and replies in them. Written apart from the decoder that is to be proven.
 */
@NullMarked
package org.rdmadump.exercise.rpc;

import org.jspecify.annotations.NullMarked;
