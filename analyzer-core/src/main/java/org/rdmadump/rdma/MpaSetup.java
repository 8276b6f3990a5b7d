package org.rdmadump.rdma;

import java.util.Optional;

/**
 * A connection that MPA start-up frames made.
 *
 * <p>RFC 5044 section 7.1, RFC 6581.
 *
 * @param request what the initiator said, if that was captured
 * @param reply what the responder said, if that was captured
 */
public record MpaSetup(Optional<MpaEnd> request, Optional<MpaEnd> reply)
    implements ConnectionSetup {}
