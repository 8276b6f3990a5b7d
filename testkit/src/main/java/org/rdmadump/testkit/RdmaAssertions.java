package org.rdmadump.testkit;

import java.nio.file.Path;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The entry points of assertions; import them statically, with AssertJ's own.
 *
 * <pre>{@code
 * import static org.rdmadump.testkit.RdmaAssertions.assertThat;
 * }</pre>
 */
public final class RdmaAssertions {
  private RdmaAssertions() {}

  /** {@return assertions about a whole capture} */
  public static CaptureAssert assertThat(RdmaCapture capture) {
    return new CaptureAssert(capture);
  }

  /** {@return assertions about a call and its reply} */
  public static ExchangeAssert assertThat(RpcExchange exchange) {
    return new ExchangeAssert(exchange);
  }

  /** {@return assertions about a set of exchanges} */
  public static ExchangesAssert assertThat(Exchanges exchanges) {
    return new ExchangesAssert(exchanges);
  }

  /** {@return assertions about a connection} */
  public static ConnectionAssert assertThat(ConnectionRecord connection) {
    return new ConnectionAssert(connection);
  }

  /**
   * Verifies that a capture matches a golden file; the same as {@link CaptureAssert#matchesGolden}.
   */
  public static void assertMatchesGolden(RdmaCapture capture, Path file) {
    CaptureAssert unused = assertThat(capture).matchesGolden(file);
  }

  /** {@return assertions about a call or a reply} */
  public static MessageAssert assertThat(RpcMessage message) {
    return new MessageAssert(message);
  }
}
