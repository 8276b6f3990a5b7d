package org.rdmadump.cli;

import org.rdmadump.analysis.filter.RecordFilter;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Passes on the records that a run is about. */
final class Chosen implements LimitedListener {
  private final Choice choice;
  private final LimitedListener to;

  /** What messages and exchanges go through: a filter, or nothing but the listener itself. */
  private final MessageListener filtered;

  Chosen(Choice choice, LimitedListener to) {
    this.choice = choice;
    this.to = to;
    this.filtered =
        choice.messages().isPresent()
            ? RecordFilter.ofMessages(
                choice.messages().get(), choice.partners(), choice.nvme(), to, to::partner)
            : choice.exchanges().isPresent()
                ? RecordFilter.ofExchanges(choice.exchanges().get(), choice.nvme(), to)
                : to;
  }

  /**
   * {@return the status of a run that would end with {@code status}, were it not for the filter}
   */
  int status(int status) {
    return choice.expectation() != Expectation.ANYTHING && filtered instanceof RecordFilter filter
        ? choice.status(status, filter.matched())
        : status;
  }

  /** {@inheritDoc} A match is whole with its partner. */
  @Override
  public boolean full() {
    return to.full() && !(filtered instanceof RecordFilter filter && filter.awaitsPartners());
  }

  /** Whether something more is of use; if only replies to what was chosen are, nothing else is. */
  private boolean takesMore() {
    if (!to.full()) {
      return true;
    }
    if (filtered instanceof RecordFilter filter && filter.awaitsPartners()) {
      filter.enough();
      return true;
    }
    return false;
  }

  @Override
  public boolean takesMessages() {
    return filtered.takesMessages();
  }

  @Override
  public boolean handlesExchanges() {
    return choice.exchanges().isPresent() || filtered.handlesExchanges();
  }

  @Override
  public boolean takesExchanges() {
    return choice.exchanges().isPresent() || filtered.takesExchanges();
  }

  @Override
  public boolean takesCalls() {
    return filtered.takesCalls();
  }

  @Override
  public boolean takesContent() {
    return filtered.takesContent();
  }

  @Override
  public boolean takesNames() {
    return filtered.takesNames();
  }

  @Override
  public void message(RpcMessage message) {
    if (takesMore()) {
      filtered.message(message);
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    if (takesMore()) {
      filtered.exchange(exchange);
    }
  }

  @Override
  public void closed(ConnectionRecord connection) {
    filtered.closed(connection);
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    if (!to.full()) {
      filtered.nvme(exchange);
    }
  }
}
