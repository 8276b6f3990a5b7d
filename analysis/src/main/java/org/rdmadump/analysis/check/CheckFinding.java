package org.rdmadump.analysis.check;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.finding.Finding;
import org.rdmadump.nfs.FilePath;

/**
 * A finding and what it is about.
 *
 * <pre>{@code
 * capture.findings().forEach(it -> System.out.println(it.finding().frame() + " " + it.xid()));
 * }</pre>
 *
 * @param finding rule, frame and what was found
 * @param connection 1-based index of the connection; empty if it is not known, or carries no
 *     RPC-over-RDMA
 * @param xid transaction identifier of the message or exchange; empty if it is about none
 * @param message number of the message; empty if it is not about one
 * @param path of the file that the message or exchange is about, as it was known then; empty if it
 *     is about none, or no message told its name
 */
public record CheckFinding(
    Finding finding,
    OptionalInt connection,
    OptionalInt xid,
    OptionalLong message,
    Optional<FilePath> path) {}
