package org.rdmadump.analysis.frame;

import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.iwarp.AtomicRequestHeader;
import org.rdmadump.iwarp.AtomicResponseHeader;
import org.rdmadump.iwarp.ImmediateData;
import org.rdmadump.iwarp.ReadRequestHeader;
import org.rdmadump.iwarp.Terminate;

/**
 * What RDMAP says in a DDP segment (RFC 5040 section 4, RFC 7306): at most one of the optional
 * parts but for the STag.
 *
 * @param version RV, 2 bits
 * @param opcode 0 to 15
 * @param invalidateStag of Sends with Invalidate
 * @param readRequest of an RDMA Read Request
 * @param terminate of a Terminate
 * @param atomicRequest of an Atomic Request
 * @param atomicResponse of an Atomic Response
 * @param immediate of Immediate Data
 */
public record RdmapLayer(
    int version,
    int opcode,
    OptionalInt invalidateStag,
    Optional<ReadRequestHeader> readRequest,
    Optional<Terminate> terminate,
    Optional<AtomicRequestHeader> atomicRequest,
    Optional<AtomicResponseHeader> atomicResponse,
    Optional<ImmediateData> immediate) {}
