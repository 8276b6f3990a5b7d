package org.rdmadump.rdma;

import java.util.function.LongConsumer;

/** Is told of connections as a transport finds them. */
public interface ConnectionListener {
  /** A connection, or one direction of it, was found. The returned object receives its events. */
  ConnectionEvents opened(RdmaConnection connection);

  /** A connection was asked for and never came to be; its end says why. */
  default void rejected(RdmaConnection connection) {}

  /**
   * Takes what one endpoint sends another without a reliable connection, over an unreliable one or
   * as datagrams, before anything of it is counted.
   */
  default void willCount(RdmaConnection sent) {}

  /** Takes the same, at the end of the capture. */
  default void unconnected(RdmaConnection sent) {}

  /**
   * Whether there is no room for more. Whoever follows connections then gives up those that were
   * used least lately before it takes new ones.
   */
  default boolean isFull() {
    return false;
  }

  /**
   * Says that {@code bytes} more of memory, or less if negative, are held to follow connections.
   */
  default void holds(long bytes) {}

  /** {@return what is told of memory as {@link #holds} is} */
  default LongConsumer ofMemory() {
    return new LongConsumer() {
      @Override
      public void accept(long bytes) {
        holds(bytes);
      }
    };
  }
}
