package org.rdmadump.testkit;

import java.util.List;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.WriteChunk;

/** A message of a capture, of which a test changes something. */
final class ChangedMessage {
  private final RpcMessage of;
  private List<ReadChunk> readChunks;
  private List<WriteChunk> writeChunks;
  private int sendPackets;
  private int sendLength;
  private List<RdmaFragment> sendFragments;
  private List<Finding> findings;

  ChangedMessage(RpcMessage of) {
    this.of = of;
    this.readChunks = of.readChunks();
    this.writeChunks = of.writeChunks();
    this.sendPackets = of.sendPackets();
    this.sendLength = of.sendLength();
    this.sendFragments = of.sendFragments();
    this.findings = of.findings();
  }

  ChangedMessage readChunks(ReadChunk... chunks) {
    readChunks = List.of(chunks);
    return this;
  }

  ChangedMessage writeChunks(WriteChunk... chunks) {
    writeChunks = List.of(chunks);
    return this;
  }

  ChangedMessage sendPackets(int packets) {
    sendPackets = packets;
    return this;
  }

  ChangedMessage sendLength(int bytes) {
    sendLength = bytes;
    return this;
  }

  ChangedMessage sendFragments(RdmaFragment... fragments) {
    sendFragments = List.of(fragments);
    return this;
  }

  ChangedMessage findings(Finding... more) {
    findings = List.of(more);
    return this;
  }

  RpcMessage message() {
    return new RpcMessage(
        of.number(),
        of.firstFrame(),
        of.lastFrame(),
        of.sendFrame(),
        of.sendBeginNanos(),
        of.sendNanos(),
        of.completedNanos(),
        of.runNanos(),
        of.transport(),
        of.lane(),
        of.connection(),
        of.recognition(),
        of.direction(),
        of.source(),
        of.destination(),
        of.header(),
        readChunks,
        writeChunks,
        of.replyChunk(),
        of.delivered(),
        of.settledBy(),
        sendPackets,
        sendLength,
        sendFragments,
        of.invalidated(),
        of.transfers(),
        of.rpc(),
        of.call(),
        of.stream(),
        of.layout(),
        findings,
        of.content());
  }
}
