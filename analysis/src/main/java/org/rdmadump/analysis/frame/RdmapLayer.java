package org.rdmadump.analysis.frame;

import java.util.Optional;
import org.rdmadump.iwarp.AtomicRequestHeader;
import org.rdmadump.iwarp.AtomicResponseHeader;

/**
 * What RDMAP says in a DDP segment (RFC 5040 section 4, RFC 7306).
 *
 * @param version RV, 2 bits
 * @param opcode 0 to 15
 * @param invalidated STag that ends, of Sends with Invalidate
 * @param content header that is behind DDP's: of Read Requests, Terminates, Atomic Requests and
 *     Responses, and of Immediate Data
 */
public record RdmapLayer(
    int version, int opcode, Optional<Integer> invalidated, Optional<Record> content) {
  /** {@return the header behind DDP's, if it is of that type} */
  <T extends Record> Optional<T> content(Class<T> type) {
    return content.filter(type::isInstance).map(type::cast);
  }

  /** {@return name of an atomic operation, which its response repeats} */
  Optional<Integer> atomicId() {
    Optional<Integer> request =
        content(AtomicRequestHeader.class).map(AtomicRequestHeader::identifier);
    return request.isPresent()
        ? request
        : content(AtomicResponseHeader.class).map(AtomicResponseHeader::identifier);
  }
}
