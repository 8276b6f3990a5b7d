package org.rdmadump.exercise.plain;

import java.util.Arrays;
import java.util.List;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.Memory;
import org.rdmadump.exercise.endpoint.Remote;
import org.rdmadump.exercise.journal.Content;
import org.rdmadump.exercise.journal.Side;

/** Reads memory of the other side that a Send of this side took away. */
final class Closed {
  /** Bytes that are read before the Send, and as many behind them that are read after it. */
  static final int LENGTH = 1000;

  /** All of the memory. */
  static final int MEMORY = 2 * LENGTH;

  /** What came of the RDMA READ after the Send. */
  enum MemoryState {
    /** It was not tried, or the connection ended by itself. */
    UNKNOWN,
    /**
     * It was refused, and nothing was read. Over iWARP the completion says no more than that the
     * connection ended: the capture is to have the Terminate message that says why.
     */
    CLOSED,
    /** It succeeded, or brought bytes. */
    OPEN;

    /** The outcome of that number. */
    static MemoryState of(int code) {
      return code == 1 ? CLOSED : code == 2 ? OPEN : UNKNOWN;
    }

    @SuppressWarnings("EnumOrdinal") // both sides are of one version, which Hello compares
    int code() {
      return ordinal();
    }
  }

  /** Places in the pattern that no step of a plan has. */
  private static final int STEP = 4000;

  private final Endpoint endpoint;
  private final Memory sink;

  Closed(Endpoint endpoint) throws EndpointException {
    this.endpoint = endpoint;
    this.sink = endpoint.register(MEMORY);
  }

  /** What the memory holds that a side reads; the half that can be read. */
  static Content content(Hello hello, Side by) {
    int number = STEP + (by == Side.SERVER ? 1 : 0);
    return Content.of(hello.pattern(), hello.seed(), Step.place(number), LENGTH);
  }

  /** Memory that the other side can take away, with what it is to read. */
  static Memory lend(Endpoint endpoint, Hello hello, Side by) throws EndpointException {
    Memory memory = endpoint.registerInvalidatable(MEMORY);
    byte[] bytes = content(hello, by).bytes();
    memory.put(0, bytes);
    // The other half has no zeros, which the sink has.
    Arrays.fill(bytes, (byte) 0x77);
    memory.put(LENGTH, bytes);
    return memory;
  }

  /** Reads the first half; the bytes of it. */
  byte[] readBefore(Remote memory) throws EndpointException {
    endpoint.read(List.of(sink.slice(0, LENGTH)), memory.part(0, LENGTH));
    return sink.bytes(0, LENGTH);
  }

  /** Tries to read the second half, after which the connection is of no more use. */
  MemoryState readAfter(Remote memory) throws EndpointException {
    try {
      endpoint.read(List.of(sink.slice(LENGTH, LENGTH)), memory.part(LENGTH, LENGTH));
      return MemoryState.OPEN;
    } catch (EndpointException e) {
      for (byte each : sink.bytes(LENGTH, LENGTH)) {
        if (each != 0) {
          return MemoryState.OPEN;
        }
      }
      return switch (e.reason()) {
        case DENIED -> MemoryState.CLOSED;
        case DISCONNECTED, FAILED ->
            endpoint.traits().iwarp() ? MemoryState.CLOSED : MemoryState.UNKNOWN;
        case TIMED_OUT -> MemoryState.UNKNOWN;
        default -> throw e;
      };
    }
  }
}
