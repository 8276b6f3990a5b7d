package org.rdmadump.rpcrdma.call;

import java.util.Optional;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.ItemCount;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.xdr.XdrReader;
import org.rdmadump.xdr.decode.DdpOutcome;
import org.rdmadump.xdr.decode.DdpWalker;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.schema.XdrField;

/**
 * Compares the Read chunks of a call with the arguments that may be moved (RFC 8166 section 3.4.5,
 * RFC 8267). What does not fit shifts all that is behind it, so only the first is told.
 */
final class ReadChunkReview implements DdpWalker {
  private final CallInFlight call;
  private final Draft draft;
  private final SegmentsByPosition readSegments;
  private final ItemCount count = new ItemCount();

  /** Index of the next chunk. */
  private int next;

  /** Whether something did not fit. */
  private boolean lost;

  private ReadChunkReview(CallInFlight call, SegmentsByPosition readSegments, Draft draft) {
    this.call = call;
    this.draft = draft;
    this.readSegments = readSegments;
    // What is at position 0 of a message without inline part is that message.
    this.next =
        readSegments.count() > 0 && readSegments.position(0) == 0 && !call.parsed.carriesMessage()
            ? 1
            : 0;
  }

  /**
   * Notes what does not agree.
   *
   * @param readSegments of the call
   * @param draft has the call, rebuilt, and takes the findings
   */
  static void judge(
      RpcDecoder decoder, CallInFlight call, SegmentsByPosition readSegments, Draft draft) {
    if (call.rpc().isEmpty() || (!draft.findings.isEmpty() && isOutside(draft))) {
      return;
    }
    RpcContent content = decoder.content(draft.stream, call.rpc());
    draft.read = Optional.of(content);
    if (readSegments.count() > 0 || content.holdsCounts()) {
      ReadChunkReview review = new ReadChunkReview(call, readSegments, draft);
      review.rest(known(content.walkReduced(review)));
    }
  }

  /** Up to which position all items are known. */
  private static long known(Optional<DdpOutcome> walked) {
    if (walked.isEmpty()) {
      return 0;
    }
    DdpOutcome outcome = walked.get();
    return outcome.end() == XdrEnd.COMPLETE || outcome.end() == XdrEnd.TRAILING
        ? Long.MAX_VALUE
        : outcome.position();
  }

  @Override
  public void slot(XdrField field) {
    // Calls have no Write chunks to be served.
  }

  @Override
  public void count(XdrField field, long value) {
    count.is(value);
  }

  @Override
  public boolean isMoved(XdrField field, long position, long length) {
    if (!lost && next < readSegments.count() && readSegments.position(next) < position) {
      misplaced();
    }
    if (lost) {
      return false;
    }
    count.compare(length, call.send.lastFrame(), draft.findings);
    if (next < readSegments.count() && readSegments.position(next) == position) {
      compare(length);
      next++;
    }
    return false;
  }

  /** Compares the next chunk with the length word before it. */
  private void compare(long length) {
    long chunk = 0;
    for (RdmaSegment segment : readSegments.at(readSegments.position(next))) {
      chunk += segment.length();
    }
    // Some senders move the round-up too.
    if (chunk != length && chunk != XdrReader.padded(length)) {
      lost = true;
      draft.findings.add(
          Finding.inFrame(
              RpcRdmaRules.LENGTH_DIFFERS,
              call.send.lastFrame(),
              "the Read chunk at position "
                  + readSegments.position(next)
                  + " has "
                  + chunk
                  + " bytes, its length word says "
                  + length));
    }
  }

  /** Judges the chunks behind the last item that was found. */
  private void rest(long known) {
    while (!lost && next < readSegments.count()) {
      if (readSegments.position(next) <= known) {
        misplaced();
      }
      next++;
    }
  }

  /** Notes that the next chunk is at no item. */
  private void misplaced() {
    lost = true;
    long position = readSegments.position(next);
    draft.findings.add(
        Finding.inFrame(
            RpcRdmaRules.NOT_ELIGIBLE,
            call.send.lastFrame(),
            "the Read chunk at position " + position + " is not at a DDP-eligible argument"));
  }

  /** Whether it was noted already that positions do not fit the message. */
  private static boolean isOutside(Draft draft) {
    for (Finding each : draft.findings) {
      if (each.rule().equals(RpcRdmaRules.BAD_POSITION)
          || each.rule().equals(RpcRdmaRules.UNALIGNED_POSITION)) {
        return true;
      }
    }
    return false;
  }
}
