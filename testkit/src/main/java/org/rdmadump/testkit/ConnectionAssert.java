package org.rdmadump.testkit;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;

/**
 * Assertions about a connection: what its ends agreed on, and whether they kept to it. They cover
 * the part of the capture decoded so far.
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
    ConnectionRecord it = given();
    String index = it.index().isPresent() ? " " + it.index().getAsInt() : "";
    return "connection"
        + index
        + " from "
        + text(it.client())
        + " to "
        + text(it.server())
        + ", from frame "
        + it.firstFrame();
  }

  private String text(Endpoint end) {
    String kind = given().transport().hasPorts() ? " port " : " QP ";
    return end.address() + (end.number().isPresent() ? kind + end.number().getAsInt() : "");
  }

  /** Verifies the transport. */
  public ConnectionAssert isOver(Transport transport) {
    return check(given().transport() == transport, transport.toString(), given().transport());
  }

  /** Verifies the path MTU; iWARP has none. */
  public ConnectionAssert hasPathMtu(int bytes) {
    OptionalInt found = given().pathMtu();
    return check(found.equals(OptionalInt.of(bytes)), "a path MTU of " + bytes, found);
  }

  /**
   * Verifies the inline threshold of a direction, by private data (RFC 8797): 1024 bytes for an end
   * without private data, even if it is configured for more.
   */
  public ConnectionAssert hasInlineThreshold(Direction direction, int bytes) {
    OptionalInt found = given().inlineThreshold(direction);
    return check(found.equals(OptionalInt.of(bytes)), "an inline threshold of " + bytes, found);
  }

  /** Verifies whether Sends in a direction may invalidate handles of their receiver. */
  public ConnectionAssert allowsInvalidation(Direction direction, boolean yes) {
    Optional<Boolean> found = given().allowsInvalidation(direction);
    return check(found.equals(Optional.of(yes)), "remote invalidation: " + yes, found);
  }

  /**
   * Verifies that every reply granted at least one credit, and no call was sent beyond the grant at
   * that time. One call may come before the first grant (RFC 8166 section 3.3.3). This covers the
   * part decoded so far; {@link CaptureAssert#keepsToItsCredits} covers the whole capture.
   */
  public ConnectionAssert keepsToItsCredits() {
    return Connections.of(given()).areWithinCredits(this);
  }

  /** Verifies that the set-up of the connection was captured. */
  public ConnectionAssert isSeenFromStart() {
    return check(given().isSeenFromStart(), "how the connection was made", "nothing of that");
  }
}
