package org.rdmadump.analysis.check;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.finding.Finding;
import org.rdmadump.nfs.FilePath;

/**
 * A finding with its connection, message and file.
 *
 * <pre>{@code
 * capture.findings().forEach(it -> System.out.println(it.finding().frame() + " " + it.xid()));
 * }</pre>
 *
 * @param finding rule, frame and text
 * @param connection 1-based index of the connection; empty if it is unknown or carries no
 *     RPC-over-RDMA
 * @param xid transaction identifier of the message or exchange; empty for other findings
 * @param message number of the message, or of the exchange's call (its reply if there is no call);
 *     empty for other findings
 * @param path path of the file, as far as it was known at the time; empty if the finding is about
 *     no file, or the file's name is unknown
 * @param ends ends of a connection that carries no RPC-over-RDMA, and so has no index, such as
 *     {@code client QP 17, server QP 18}; empty for other findings
 */
public record CheckFinding(
    Finding finding,
    OptionalInt connection,
    OptionalInt xid,
    OptionalLong message,
    Optional<FilePath> path,
    Optional<String> ends) {
  /** A finding that is not about a connection without RPC-over-RDMA. */
  public CheckFinding(
      Finding finding,
      OptionalInt connection,
      OptionalInt xid,
      OptionalLong message,
      Optional<FilePath> path) {
    this(finding, connection, xid, message, path, Optional.empty());
  }

  /** {@return the same of a connection with these ends} */
  CheckFinding between(String both) {
    return new CheckFinding(finding, connection, xid, message, path, Optional.of(both));
  }
}
