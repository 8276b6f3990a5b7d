package org.rdmadump.cli;

import java.io.IOException;
import java.util.Optional;
import org.rdmadump.analysis.ForwardingListener;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Passes on all of a run up to as many exchanges as were asked for, and says of each whether a
 * filter chooses it.
 */
final class ChosenExchanges implements LimitedListener, ForwardingListener {
  private final MessageListener others;
  private final Optional<Filter<RpcExchange>> filter;
  private final Optional<Filter<NvmeExchange>> nvme;
  private final long limit;
  private final boolean tellsFindings;
  private final Taker taker;
  private long count;
  private long commands;

  /** What takes exchanges. */
  interface Taker {
    /** Takes one, also if it is not chosen. */
    void exchange(RpcExchange exchange, boolean chosen) throws IOException;
  }

  /**
   * Passes exchanges on to {@code taker}, and all else to {@code others}.
   *
   * @param filter empty to choose all
   * @param nvme the same of NVMe commands, which go to {@code others}
   * @param limit exchanges that are chosen, at most
   * @param tellsFindings whether the output has what was found in messages, or how often
   */
  ChosenExchanges(
      MessageListener others,
      Optional<Filter<RpcExchange>> filter,
      Optional<Filter<NvmeExchange>> nvme,
      long limit,
      boolean tellsFindings,
      Taker taker) {
    this.others = others;
    this.filter = filter;
    this.nvme = nvme;
    this.limit = limit;
    this.tellsFindings = tellsFindings;
    this.taker = taker;
  }

  /** {@return exchanges that were chosen, NVMe commands among them} */
  long count() {
    return count;
  }

  /** {@return NVMe commands that were chosen} */
  long commands() {
    return commands;
  }

  @Override
  public MessageListener to() {
    return others;
  }

  @Override
  public boolean takesCalls() {
    return others.takesCalls();
  }

  @Override
  public boolean takesNames() {
    return filter.isPresent() || others.takesNames();
  }

  @Override
  public boolean takesFindings() {
    return filter.isPresent() || tellsFindings;
  }

  @Override
  public boolean full() {
    return count >= limit;
  }

  @Override
  public void exchange(RpcExchange exchange) {
    if (full()) {
      return;
    }
    boolean chosen = filter.isEmpty() || filter.get().matches(exchange);
    count += chosen ? 1 : 0;
    try {
      taker.exchange(exchange, chosen);
    } catch (IOException e) {
      throw new OutputFailure(e);
    }
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    if (!full() && (nvme.isEmpty() || nvme.get().matches(exchange))) {
      count++;
      commands++;
      others.nvme(exchange);
    }
  }

  @Override
  public void message(RpcMessage message) {
    if (!full()) {
      others.message(message);
    }
  }
}
