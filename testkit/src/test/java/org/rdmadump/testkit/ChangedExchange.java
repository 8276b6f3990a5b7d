package org.rdmadump.testkit;

import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** An exchange of a capture, of which a test changes something. */
final class ChangedExchange {
  private final RpcExchange of;
  private Optional<RpcMessage> call;
  private Optional<RpcMessage> reply;
  private List<RdmaTransfer> transfers;
  private List<Finding> findings;

  ChangedExchange(RpcExchange of) {
    this.of = of;
    this.call = of.call();
    this.reply = of.reply();
    this.transfers = of.transfers();
    this.findings = of.findings();
  }

  ChangedExchange call(RpcMessage other) {
    call = Optional.of(other);
    return this;
  }

  ChangedExchange reply(RpcMessage other) {
    reply = Optional.of(other);
    return this;
  }

  ChangedExchange withoutReply() {
    reply = Optional.empty();
    return this;
  }

  ChangedExchange transfers(RdmaTransfer... others) {
    transfers = List.of(others);
    return this;
  }

  ChangedExchange findings(Finding... others) {
    findings = List.of(others);
    return this;
  }

  RpcExchange exchange() {
    return new RpcExchange(
        of.xid(), of.connection(), call, reply, of.timing(), transfers, findings);
  }

  /** The same operation elsewhere, of another length, or in more packets. */
  static RdmaTransfer moved(RdmaTransfer from, long address, long length, int packets) {
    return new RdmaTransfer(
        from.kind(),
        from.handle(),
        address,
        length,
        from.transferred(),
        packets,
        from.firstPsn(),
        from.lastPsn(),
        from.firstFrame(),
        from.lastFrame(),
        from.firstNanos(),
        from.lastNanos(),
        from.sink(),
        from.fragments());
  }

  /** The same operation in other packets. */
  static RdmaTransfer in(RdmaTransfer from, List<RdmaFragment> fragments) {
    return new RdmaTransfer(
        from.kind(),
        from.handle(),
        from.address(),
        from.length(),
        from.transferred(),
        from.packets(),
        from.firstPsn(),
        from.lastPsn(),
        from.firstFrame(),
        from.lastFrame(),
        from.firstNanos(),
        from.lastNanos(),
        from.sink(),
        fragments);
  }
}
