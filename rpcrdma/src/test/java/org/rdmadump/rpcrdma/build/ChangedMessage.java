package org.rdmadump.rpcrdma.build;

import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rpcrdma.MessageOutline;
import org.rdmadump.rpcrdma.MessageRoute;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.StreamLayout;
import org.rdmadump.rpcrdma.WriteChunk;

/** A message of a capture, of which a test changes something. */
public final class ChangedMessage {
  private final RpcMessage of;
  private List<ReadChunk> readChunks;
  private List<WriteChunk> writeChunks;
  private int sendPackets;
  private int sendLength;
  private List<RdmaFragment> sendFragments;
  private List<Finding> findings;
  private RpcRdmaHeader header;
  private Optional<WriteChunk> replyChunk;
  private Optional<RpcSummary> rpc;
  private long lastFrame;
  private StreamLayout layout;

  /** The message as it is. */
  public ChangedMessage(RpcMessage of) {
    this.of = of;
    this.readChunks = of.readChunks();
    this.writeChunks = of.writeChunks();
    this.sendPackets = of.sendPackets();
    this.sendLength = of.sendLength();
    this.sendFragments = of.sendFragments();
    this.findings = of.findings();
    this.header = of.header();
    this.replyChunk = of.replyChunk();
    this.rpc = of.rpc();
    this.lastFrame = of.lastFrame();
    this.layout = of.layout();
  }

  /** {@return the same with these Read chunks} */
  public ChangedMessage readChunks(ReadChunk... chunks) {
    readChunks = List.of(chunks);
    return this;
  }

  /** {@return the same with these Write chunks} */
  public ChangedMessage writeChunks(WriteChunk... chunks) {
    writeChunks = List.of(chunks);
    return this;
  }

  /** {@return the same with a Send of so many packets} */
  public ChangedMessage sendPackets(int packets) {
    sendPackets = packets;
    return this;
  }

  /** {@return the same with a Send of so many bytes} */
  public ChangedMessage sendLength(int bytes) {
    sendLength = bytes;
    return this;
  }

  /** {@return the same with these packets of its Send} */
  public ChangedMessage sendFragments(RdmaFragment... fragments) {
    sendFragments = List.of(fragments);
    return this;
  }

  /** {@return the same with these findings} */
  public ChangedMessage findings(Finding... more) {
    findings = List.of(more);
    return this;
  }

  /** {@return the same with another header} */
  public ChangedMessage header(RpcRdmaHeader other) {
    header = other;
    return this;
  }

  /** {@return the same with another Reply chunk, or none} */
  public ChangedMessage replyChunk(Optional<WriteChunk> chunk) {
    replyChunk = chunk;
    return this;
  }

  /** {@return the same with another summary of its RPC message} */
  public ChangedMessage rpc(RpcSummary other) {
    rpc = Optional.of(other);
    return this;
  }

  /** {@return the same completed by another frame} */
  public ChangedMessage lastFrame(long number) {
    lastFrame = number;
    return this;
  }

  /** {@return the same whose stream travelled otherwise} */
  public ChangedMessage layout(StreamLayout other) {
    layout = other;
    return this;
  }

  /** {@return the message with what was changed} */
  public RpcMessage message() {
    return new RpcMessage(
        new MessageOutline(
            of.number(),
            of.firstFrame(),
            lastFrame,
            of.sendFrame(),
            of.sendBeginNanos(),
            of.sendNanos(),
            of.completedNanos(),
            new MessageRoute(
                of.runNanos(),
                of.transport(),
                of.lane(),
                of.connection(),
                of.recognition(),
                of.direction(),
                of.source(),
                of.destination()),
            header,
            of.delivered(),
            of.settledBy(),
            sendPackets,
            sendLength,
            of.invalidated(),
            rpc,
            layout),
        readChunks,
        writeChunks,
        replyChunk,
        sendFragments,
        of.transfers(),
        of.call(),
        of.stream(),
        findings,
        of.content());
  }
}
