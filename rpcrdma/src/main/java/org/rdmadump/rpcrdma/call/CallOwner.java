package org.rdmadump.rpcrdma.call;

/** The connection that carries a call, as those know it who keep calls of all connections. */
public interface CallOwner {
  /** Gives up a call for which there is no room. */
  void evict(CallInFlight call);

  /** Takes note that memory of a call is advertised anew: no more data of it comes. */
  void replaced(CallInFlight call);

  /** Says that the run remembers calls of it until it ends. */
  void leavesCalls();

  /** Whether its end was seen, though data of it may still come. */
  boolean hasEnded();

  /** Whether packets of it were not captured: a reply may be among them. */
  boolean mayLackReplies();

  /** Frame of the latest message that answered something, 0 if none did. */
  long lastReplyFrame();
}
