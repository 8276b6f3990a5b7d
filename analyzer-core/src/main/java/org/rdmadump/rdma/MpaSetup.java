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
    implements ConnectionSetup {
  /** Neither was captured. */
  public static final MpaSetup UNKNOWN = new MpaSetup(Optional.empty(), Optional.empty());

  /** {@return whether neither was captured} */
  public boolean isEmpty() {
    return request.isEmpty() && reply.isEmpty();
  }

  /** {@return the same with what one of them said} */
  public MpaSetup with(boolean initiator, MpaEnd said) {
    return initiator
        ? new MpaSetup(Optional.of(said), reply)
        : new MpaSetup(request, Optional.of(said));
  }
}
