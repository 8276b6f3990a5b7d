package org.rdmadump.analysis.overview;

import java.util.Optional;
import org.rdmadump.analysis.check.Silence;
import org.rdmadump.analysis.stats.OperationKey;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The longest time in which a call waited and nothing new moved over its connection.
 *
 * @param silences how many there are, this one included
 * @param nanos how long it lasted
 * @param connection where nothing moved
 * @param frame the last frame with new data before it
 * @param key what the call that waited is counted under; empty if that is not known
 * @param callFrame frame that ended the Send of this call
 * @param xid of this call
 * @param until what ended it
 * @param repeat the answer to a repeat of the call, if the call itself got none
 */
public record LongSilence(
    long silences,
    long nanos,
    int connection,
    long frame,
    Optional<OperationKey> key,
    long callFrame,
    int xid,
    Silence.Until until,
    Optional<Repeat> repeat) {
  /**
   * An answer that came to a repeat of a call.
   *
   * @param connection over which it came
   * @param nanos how long after the call itself
   */
  public record Repeat(int connection, long nanos) {}

  static LongSilence of(Silence longest, long silences, AnsweredAgain repeats) {
    RpcMessage call = longest.call();
    Optional<Repeat> repeat =
        longest.until() == Silence.Until.REPLY
            ? Optional.empty()
            : repeats
                .answer(call)
                .map(it -> new Repeat(it.connection(), it.nanos() - call.sendBeginNanos()));
    return new LongSilence(
        silences,
        longest.nanos(),
        call.connection(),
        longest.frame(),
        call.rpc().map(it -> OperationKey.of(call, it)),
        call.sendFrame(),
        call.header().xid(),
        longest.until(),
        repeat);
  }
}
