package org.rdmadump.rpc;

/** What became of a call (RFC 5531 section 9: accept_stat, then reject_stat). */
public enum RpcStatusCode {
  SUCCESS,
  PROG_UNAVAIL,
  PROG_MISMATCH,
  PROC_UNAVAIL,
  GARBAGE_ARGS,
  SYSTEM_ERR,
  RPC_MISMATCH,
  AUTH_ERROR
}
