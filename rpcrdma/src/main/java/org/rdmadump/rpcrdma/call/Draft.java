package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.SettledBy;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.Contribution;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.StreamLayout;
import org.rdmadump.rpcrdma.WriteChunk;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;

/** A message while it is put together. */
public final class Draft {
  static final Comparator<RdmaTransfer> BY_FIRST_FRAME =
      Comparator.comparingLong(RdmaTransfer::firstFrame);

  final Send send;
  final ParsedHeader parsed;
  public final List<Finding> findings;
  List<RdmaTransfer> transfers = Collections.emptyList();

  /** What frames that are shown carry of its operations. */
  List<Contribution> contributions = Collections.emptyList();

  /** Packets of the Send, where they are wanted one by one. */
  List<RdmaFragment> sendFragments = Collections.emptyList();

  List<ReadChunk> readChunks;
  List<WriteChunk> writeChunks;
  Optional<WriteChunk> replyChunk;
  Optional<RpcSummary> rpc = Optional.empty();
  Optional<RpcMessage> call = Optional.empty();
  Rope stream = Rope.empty();
  StreamLayout layout = StreamLayout.INLINE;
  MessageContent content = MessageContent.NOTHING;

  /** What is in its stream, if that was looked into already. */
  Optional<RpcContent> read = Optional.empty();

  /** What is said of the delivery of its Send if the wait for proof of it goes on. */
  public SettledBy unsettled = SettledBy.EVIDENCE;

  private long firstFrame;
  private long lastFrame;
  private long nanos;

  Draft(Send send, ParsedHeader parsed) {
    this(send, parsed, SegmentsByPosition.chunks(parsed.readList()));
  }

  /** A message whose Read chunks are {@code readChunks}, or are set later. */
  Draft(Send send, ParsedHeader parsed, List<ReadChunk> readChunks) {
    this.send = send;
    this.parsed = parsed;
    this.findings = new ArrayList<>(0);
    note(send.findings());
    this.readChunks = readChunks;
    this.writeChunks = parsed.writeList();
    this.replyChunk = parsed.replyChunk();
    this.firstFrame = send.firstFrame();
    this.lastFrame = send.lastFrame();
    this.nanos = send.lastNanos();
  }

  /** Adds what was noticed, which is mostly nothing. */
  void note(List<Finding> noticed) {
    if (!noticed.isEmpty()) {
      findings.addAll(noticed);
    }
  }

  /** Counts in the operations that moved a segment. */
  void moved(RdmaSegment segment) {
    List<RdmaSubSegment> operations = segment.subSegments();
    if (transfers.isEmpty() && !operations.isEmpty()) {
      transfers = new ArrayList<>(operations.size());
    }
    for (int i = 0; i < operations.size(); i++) {
      RdmaSubSegment subSegment = operations.get(i);
      transfers.add(subSegment.list());
      subSegment.takeFindings(findings);
      contributed(subSegment);
      if (subSegment.size() == 0) {
        continue;
      }
      firstFrame = Math.min(firstFrame, subSegment.operation().frame());
      if (subSegment.lastFrame() > lastFrame) {
        lastFrame = subSegment.lastFrame();
        nanos = subSegment.lastNanos();
      }
    }
  }

  private void contributed(RdmaSubSegment subSegment) {
    Contribution contribution = subSegment.contribution();
    if (contribution != null) {
      if (contributions.isEmpty()) {
        contributions = new ArrayList<>(1);
      }
      contributions.add(contribution);
    }
  }

  private void sortTransfers() {
    for (int i = 1; i < transfers.size(); i++) {
      if (BY_FIRST_FRAME.compare(transfers.get(i - 1), transfers.get(i)) > 0) {
        transfers.sort(BY_FIRST_FRAME);
        return;
      }
    }
  }

  RpcMessage message(
      long number, long runNanos, RdmaConnection connection, int index, Direction direction) {
    sortTransfers();
    Endpoint source = connection.endpoint(send.side());
    Endpoint destination = connection.endpoint(RdmaConnection.opposite(send.side()));
    OptionalInt invalidated = send.invalidates();
    // Of a message that misses bytes, what follows them cannot be judged.
    if (rpc.isPresent() && rpc.get().complete()) {
      content.reviewWhenAsked(send.lastFrame(), lastFrame, layout);
    }
    if (findings.size() > 1) {
      findings.sort(CallInFlight.BY_FRAME);
    }
    return new RpcMessage(
        number,
        firstFrame,
        lastFrame,
        send.lastFrame(),
        send.firstNanos(),
        send.lastNanos(),
        nanos,
        runNanos,
        connection.transport(),
        connection.lane(send.side()),
        index,
        connection.recognition(),
        direction,
        source,
        destination,
        parsed.header(),
        readChunks,
        writeChunks,
        replyChunk,
        send.delivered(),
        send.settledBy().orElse(unsettled),
        send.packets(),
        (int) Math.min(Integer.MAX_VALUE, send.payload().length()),
        sendFragments,
        invalidated,
        transfers,
        rpc,
        call,
        stream,
        layout,
        findings,
        content);
  }
}
