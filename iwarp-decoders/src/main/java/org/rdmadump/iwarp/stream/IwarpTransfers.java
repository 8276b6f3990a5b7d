package org.rdmadump.iwarp.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.NetworkOrder;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.ReadRequestHeader;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.Terminate;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.iwarp.mpa.Fpdu;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.FragmentSink;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rdma.ReadSink;
import org.rdmadump.rdma.RequestCounters;
import org.rdmadump.rdma.RequestKind;
import org.rdmadump.rdma.Transport;

/**
 * The RDMA Writes and Reads of one side of a connection: which message a tagged segment continues,
 * and which memory it touches.
 *
 * <p>RDMAP puts no length before a Write and no PSN before anything: a Write goes on as long as its
 * next byte follows and its last segment was not seen.
 */
final class IwarpTransfers {
  /** Requests that wait for their responses; the oldest go first. */
  private static final int MOST_REQUESTS = 256;

  private static final int NO_PSN = -1;

  private final SegmentSender initiator;
  private final List<RdmaReadRequest> requests = new ArrayList<>(0);

  /** Whether requests were let go whose responses may still come. */
  private boolean forgotten;

  private @Nullable FragmentSink write;
  private int writeStag;
  private long writeNext;

  // Where the Write began: in the stream, in memory, and when.
  private long writeFrom;
  private long writeOffset;
  private long writeNanos;

  IwarpTransfers(SegmentSender initiator) {
    this.initiator = initiator;
  }

  /** Takes a Read Request of this side, the one with that MSN. */
  void addIwarpRequest(ReadRequestHeader header, int messageSequence, Fpdu fpdu) {
    Optional<FragmentSink> sink = Optional.empty();
    if (header.size() > 0) {
      FragmentSink opened =
          open(
              RdmaOperation.Kind.READ,
              header.sourceStag(),
              header.sourceOffset(),
              header.size(),
              Optional.of(new ReadSink(messageSequence, header.sinkStag(), header.sinkOffset())),
              fpdu);
      opened.sent(initiator.side(), fpdu.position(), fpdu.end());
      tellFrames(opened, fpdu);
      opened.packet(
          FragmentPlace.REQUEST,
          fpdu.length() - UntaggedHeader.LENGTH - ReadRequestHeader.LENGTH,
          NO_PSN,
          fpdu.lastFrame());
      noteFault(opened, fpdu);
      sink = Optional.of(opened);
      RequestCounters counted = initiator.requests();
      if (counted != null) {
        counted.sent(
            RequestKind.READ, fpdu.position(), fpdu.end(), header.size(), fpdu.firstNanos());
      }
    }
    RdmaReadRequest request = new RdmaReadRequest(header, sink, fpdu.position());
    for (int i = requests.size() - 1; i >= 0; i--) {
      if (requests.get(i).isDoubtful() && requests.get(i).overlaps(request)) {
        forget(i);
      }
    }
    requests.add(request);
    if (requests.size() > MOST_REQUESTS) {
      forget(0);
    }
  }

  private void forget(int request) {
    requests.remove(request);
    forgotten = true;
  }

  /**
   * Takes a segment of a Write that this side sent, or of a response that it was sent. Its header
   * is all there.
   */
  void addIwarpData(Fpdu fpdu, boolean response) {
    byte[] bytes = fpdu.array();
    int stag = TaggedHeader.stag(bytes, fpdu.offset());
    long offset = TaggedHeader.taggedOffset(bytes, fpdu.offset());
    boolean last = DdpControl.isLast(NetworkOrder.shortAt(bytes, fpdu.offset()));
    if (response) {
      response(stag, offset, last, fpdu);
    } else {
      write(stag, offset, last, fpdu);
    }
  }

  private void write(int stag, long offset, boolean last, Fpdu fpdu) {
    int length = fpdu.length() - TaggedHeader.LENGTH;
    FragmentSink sink = write;
    if (sink == null || writeStag != stag || writeNext != offset) {
      if (length == 0) {
        // It touches nothing: a ready-to-receive message, or the end of one that was not seen.
        write = null;
        return;
      }
      if (fpdu.isDamaged() && !initiator.mayWrite(stag, offset, length, fpdu.firstFrame())) {
        write = null;
        return;
      }
      sink = open(RdmaOperation.Kind.WRITE, stag, offset, length, Optional.empty(), fpdu);
      writeStag = stag;
      writeFrom = fpdu.position();
      writeOffset = offset;
      writeNanos = fpdu.firstNanos();
    }
    deliver(sink, initiator.side(), offset, length, last, fpdu);
    writeNext = offset + length;
    write = last ? null : sink;
    RequestCounters counted = last ? initiator.requests() : null;
    if (counted != null) {
      counted.sent(RequestKind.WRITE, writeFrom, fpdu.end(), writeNext - writeOffset, writeNanos);
    }
  }

  private FragmentSink open(
      RdmaOperation.Kind kind,
      int stag,
      long address,
      long length,
      Optional<ReadSink> into,
      Fpdu fpdu) {
    return initiator
        .events(fpdu.firstFrame())
        .operation(
            new RdmaOperation(
                Transport.IWARP,
                kind,
                initiator.side(),
                stag,
                address,
                length,
                NO_PSN,
                fpdu.firstFrame(),
                fpdu.firstNanos(),
                into,
                fpdu.position()));
  }

  private void response(int stag, long offset, boolean last, Fpdu fpdu) {
    RdmaReadRequest request = requestFor(stag, offset);
    int length = fpdu.length() - TaggedHeader.LENGTH;
    if (request == null && (forgotten || initiator.mayLackRequest() || fpdu.isDamaged())) {
      return;
    }
    if (request == null) {
      initiator.finding(
          fpdu.finding(
              IwarpRules.STRAY_RESPONSE,
              Counted.of(length, "byte")
                  + TaggedHeader.text(stag, offset)
                  + " without a captured RDMA Read Request"));
      return;
    }
    // Responses come in the order of the requests: none to an older one comes any more.
    forgotten &= request.isDoubtful();
    int inside = (int) Math.min(length, request.left(offset));
    if (request.sink().isPresent()) {
      FragmentSink sink = request.sink().get();
      int responder = RdmaConnection.opposite(initiator.side());
      deliver(sink, responder, request.sourceOffset(offset), inside, last, fpdu);
      if (inside < length) {
        sink.finding(
            fpdu.finding(
                IwarpRules.STRAY_RESPONSE,
                Counted.of(length - inside, "byte")
                    + " more than the RDMA Read Request asked for"));
      }
    }
    request.reached(offset + inside);
    if (last && !request.isAnswered()) {
      endsEarly(request, fpdu);
    }
    if (last || request.isAnswered()) {
      requests.remove(request);
      RequestCounters counted = initiator.requests();
      if (counted != null && request.isAnswered()) {
        counted.respondedTo(request.position(), fpdu.lastNanos());
      }
    }
  }

  private static void endsEarly(RdmaReadRequest request, Fpdu fpdu) {
    if (request.sink().isPresent()) {
      request
          .sink()
          .get()
          .refused(
              fpdu.finding(
                  IwarpRules.SHORT_RESPONSE,
                  "the Read Response ends after "
                      + request.answered()
                      + " of "
                      + Counted.of(request.header().size(), "byte")));
    }
  }

  /** The request whose response goes on at an offset; else the oldest that has not got so far. */
  private @Nullable RdmaReadRequest requestFor(int stag, long offset) {
    RdmaReadRequest ahead = null;
    for (RdmaReadRequest request : requests) {
      if (request.contains(stag, offset)) {
        if (request.next() == offset) {
          return request;
        }
        if (ahead == null && offset - request.next() > 0) {
          ahead = request;
        }
      }
    }
    return ahead;
  }

  /** Hands over the payload of a tagged segment, its first {@code length} bytes. */
  private static void deliver(
      FragmentSink sink, int sender, long address, int length, boolean last, Fpdu fpdu) {
    sink.sent(sender, fpdu.position(), fpdu.end());
    tellFrames(sink, fpdu);
    sink.packet(
        last ? FragmentPlace.LAST : FragmentPlace.MORE,
        fpdu.length() - TaggedHeader.LENGTH,
        NO_PSN,
        fpdu.lastFrame());
    int end = TaggedHeader.LENGTH + length;
    int at = TaggedHeader.LENGTH;
    boolean isRest = false;
    for (int gap = 0; gap < fpdu.gaps() && at < end; gap++) {
      int from = Math.min(end, Math.max(at, fpdu.gapFrom(gap)));
      int to = Math.min(end, Math.max(at, fpdu.gapTo(gap)));
      boolean cut = fpdu.gapWhy(gap) == Absence.TRUNCATED;
      isRest |= piece(sink, isRest, address, at, from, cut ? to : from, fpdu);
      if (fpdu.gapWhy(gap) == Absence.LOST) {
        sink.damaged(address + from - TaggedHeader.LENGTH, to - from);
      }
      at = to;
    }
    piece(sink, isRest, address, at, end, end, fpdu);
    noteFault(sink, fpdu);
  }

  private static void tellFrames(FragmentSink sink, Fpdu fpdu) {
    for (int i = 0; i < fpdu.frames(); i++) {
      sink.heldBy(fpdu.frame(i));
    }
  }

  /** Hands over bytes of a payload, and says whether there are any. */
  private static boolean piece(
      FragmentSink sink, boolean isRest, long address, int from, int captured, int to, Fpdu fpdu) {
    if (from >= to) {
      return false;
    }
    long first = address + from - TaggedHeader.LENGTH;
    int offset = fpdu.offset() + from;
    long frame = fpdu.lastFrame();
    long nanos = fpdu.lastNanos();
    if (isRest) {
      sink.rest(first, fpdu.bytes(), offset, captured - from, to - from, NO_PSN, frame, nanos);
    } else {
      sink.fragment(first, fpdu.bytes(), offset, captured - from, to - from, NO_PSN, frame, nanos);
    }
    return true;
  }

  private static void noteFault(FragmentSink sink, Fpdu fpdu) {
    Finding fault = fpdu.takeFault();
    if (fault != null) {
      sink.finding(fault);
    }
  }

  /** Says that segments of this side may have been missed. */
  void interrupted() {
    write = null;
  }

  /**
   * Says that responses to this side may have been missed. Of requests into the same memory only
   * the newest is then waited for; those that came before the last time are none of them, as {@link
   * #addIwarpRequest} saw to.
   */
  void responsesInterrupted() {
    int from = requests.size();
    while (from > 0 && !requests.get(from - 1).isDoubtful()) {
      from--;
      requests.get(from).doubt();
    }
    for (int newer = requests.size() - 1; newer > from; newer--) {
      for (int older = newer - 1; older >= from; older--) {
        if (requests.get(older).overlaps(requests.get(newer))) {
          forget(older);
          newer--;
        }
      }
    }
  }

  /**
   * Says that one of the sides gave up the connection: what this side asked for and was not sent
   * does not come. Of a request whose response may have been missed that is not known.
   */
  void terminated(Terminate terminate, Fpdu fpdu) {
    for (RdmaReadRequest request : requests) {
      boolean subject = terminate.readRequest().equals(Optional.of(request.header()));
      if (request.sink().isPresent() && (subject || !request.isDoubtful())) {
        request
            .sink()
            .get()
            .refused(
                fpdu.finding(
                    IwarpRules.READ_REFUSED,
                    "Terminate ("
                        + terminate.text()
                        + ") "
                        + (subject ? "refuses the " : "leaves unanswered the ")
                        + request.header().text()));
      }
    }
  }

  void finish() {
    requests.clear();
    write = null;
  }
}
