package org.rdmadump.exercise.ping;

import java.io.IOException;

/** Is told what happens while a server is called. */
public interface PingListener {
  /** The connection is there. */
  void connected(PingConnection connection) throws IOException;

  /** A call was answered, or was waited for in vain. */
  void replied(PingReply reply) throws IOException;

  /** {@return whether the user wants to stop; asked often} */
  boolean isStopped();
}
