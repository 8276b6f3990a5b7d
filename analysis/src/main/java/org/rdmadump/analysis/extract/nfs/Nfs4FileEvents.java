package org.rdmadump.analysis.extract.nfs;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;

/** What compounds of NFS version 4 say about files: RFC 7530, RFC 8881, RFC 7862. */
final class Nfs4FileEvents {
  private final WholeEvents events;

  Nfs4FileEvents(WholeEvents events) {
    this.events = events;
  }

  /**
   * Takes a call and its reply, which is {@code answer}ed as far as RPC goes. Operations behind the
   * first that failed were not carried out (RFC 8881 section 16.2.3).
   */
  void compound(IpAddress server, Nfs4Compound call, Optional<Nfs4Compound> reply, Answer answer)
      throws IOException {
    Nfs4Course course = new Nfs4Course(events, server, call.minorVersion().orElse(1), reply);
    for (Nfs4Operation operation : call.operations()) {
      Answer outcome = answer(operation, reply, answer);
      course.step(operation, outcome);
      if (outcome == Answer.REFUSED) {
        return;
      }
    }
  }

  private static Answer answer(
      Nfs4Operation operation, Optional<Nfs4Compound> reply, Answer answer) {
    if (answer != Answer.DONE || reply.isEmpty()) {
      return answer == Answer.REFUSED ? Answer.REFUSED : Answer.UNKNOWN;
    }
    if (operation.index() >= reply.get().operations().size()) {
      boolean cut = reply.get().operations().size() < reply.get().announced();
      return cut || reply.get().status().isEmpty() ? Answer.UNKNOWN : Answer.REFUSED;
    }
    Nfs4Operation result = reply.get().operations().get(operation.index());
    if (result.number() != operation.number() || result.status().isEmpty()) {
      return Answer.UNKNOWN;
    }
    return result.isFailed() ? Answer.REFUSED : Answer.DONE;
  }
}
