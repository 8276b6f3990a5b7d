package org.rdmadump.analysis.extract.nfs;

import java.util.Map;
import java.util.Optional;
import org.rdmadump.order.RecentMap;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Which exchanges count of calls that were sent more than once: the first that was answered, or, if
 * none was, the first that is told. Of many calls the oldest are forgotten.
 */
final class SentAgain {
  private static final int MOST = 4096;

  private static final String SUCCESS = "SUCCESS";

  /** What became of them, by the numbers of the first calls. */
  private final Map<Long, Answer> answers = new RecentMap<>(MOST);

  /** How an exchange counts. */
  enum Counts {
    /** It does. */
    YES,
    /** It does, in place of one of the same call without an answer. */
    INSTEAD,
    /** Another one of the same call does. */
    NOT
  }

  /** {@return how an exchange counts} */
  Counts take(RpcMessage call, Optional<RpcMessage> reply) {
    // An earlier reply answered the call, or the one that it repeats.
    if (reply.isPresent() && reply.get().isRepeat()) {
      return Counts.NOT;
    }
    Long first = call.firstNumber();
    Answer before = answers.get(first);
    Answer now = answer(reply);
    if (before == Answer.DONE || (before == Answer.UNKNOWN && now == Answer.UNKNOWN)) {
      return Counts.NOT;
    }
    answers.put(first, now);
    return before == Answer.UNKNOWN ? Counts.INSTEAD : Counts.YES;
  }

  /** As far as RPC goes; a call that was refused may be done when it comes again. */
  private static Answer answer(Optional<RpcMessage> reply) {
    if (reply.isEmpty()) {
      return Answer.UNKNOWN;
    }
    if (reply.get().rpc().isEmpty()) {
      return Answer.REFUSED;
    }
    Optional<String> status = reply.get().rpc().get().status();
    return status.isEmpty()
        ? Answer.UNKNOWN
        : status.get().equals(SUCCESS) ? Answer.DONE : Answer.REFUSED;
  }
}
