package org.rdmadump.testkit;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/**
 * Assertions about a connection: what its ends agreed on, and whether they kept to it, so far as
 * the capture was decoded when they are made.
 *
 * <pre>{@code
 * assertThat(connection).hasPathMtu(1024).hasInlineThreshold(FORWARD, 4096).keepsToItsCredits();
 * }</pre>
 */
public final class ConnectionAssert extends DrawnAssert<ConnectionAssert, ConnectionRecord> {
  ConnectionAssert(ConnectionRecord actual) {
    super(actual, ConnectionAssert.class);
  }

  @Override
  String drawing() {
    return "connection of " + given().client() + " with " + given().server();
  }

  /** That it is of this transport. */
  public ConnectionAssert isOver(Transport transport) {
    return check(given().transport() == transport, transport.toString(), given().transport());
  }

  /** That the path MTU is that; iWARP has none. */
  public ConnectionAssert hasPathMtu(int bytes) {
    OptionalInt found = given().pathMtu();
    return check(found.equals(OptionalInt.of(bytes)), "a path MTU of " + bytes, found);
  }

  /**
   * That Sends of so many bytes may go in a direction, as private data says (RFC 8797): 1024 where
   * an end says nothing, though it may be set up for more.
   */
  public ConnectionAssert hasInlineThreshold(Direction direction, int bytes) {
    OptionalInt found = given().inlineThreshold(direction);
    return check(found.equals(OptionalInt.of(bytes)), "an inline threshold of " + bytes, found);
  }

  /** That Sends in a direction may, or may not, invalidate handles of their receiver. */
  public ConnectionAssert allowsInvalidation(Direction direction, boolean yes) {
    Optional<Boolean> found = given().allowsInvalidation(direction);
    return check(found.equals(Optional.of(yes)), "remote invalidation: " + yes, found);
  }

  /**
   * That credits were granted, 1 at least each time, and no call was sent beyond what was granted
   * at that time: of the first grant a call may be ahead (RFC 8166 section 3.3.3). It is of what
   * was decoded so far; {@link CaptureAssert#keepsToItsCredits} is of all of a capture.
   */
  public ConnectionAssert keepsToItsCredits() {
    return Connections.of(given()).areWithinCredits(this);
  }

  /** That the capture holds how it was made, and so all that went over it. */
  public ConnectionAssert isSeenFromStart() {
    return check(given().isSeenFromStart(), "how the connection was made", "nothing of that");
  }
}
