package org.rdmadump.analysis.filter;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** Passes the records that a filter selects to another listener. */
public final class RecordFilter implements MessageListener {
  /** Calls remembered at a time, until their reply comes; beyond this, the oldest is dropped. */
  private static final int MOST_REMEMBERED = 1 << 16;

  private final Optional<Filter<RpcMessage>> messages;
  private final Optional<Filter<RpcExchange>> exchanges;
  private final Partners partners;
  private final Optional<Filter<NvmeExchange>> nvme;
  private final MessageListener to;
  private final Consumer<RpcMessage> toPartners;
  private final boolean passesExchanges;

  /** Numbers of calls whose replies may come, with the connections of these calls. */
  private final Map<Long, Integer> chosenCalls = new LinkedHashMap<>();

  private long matched;
  private boolean isEnough;

  /**
   * Whether to pass on the other message of an exchange, too.
   *
   * @param calls whether a selected reply also passes its call, before the reply
   * @param replies whether a selected call also passes its reply
   */
  public record Partners(boolean calls, boolean replies) {
    /** Only the selected messages. */
    public static final Partners NONE = new Partners(false, false);
  }

  private RecordFilter(
      Optional<Filter<RpcMessage>> messages,
      Optional<Filter<RpcExchange>> exchanges,
      Partners partners,
      Optional<Filter<NvmeExchange>> nvme,
      MessageListener to,
      Consumer<RpcMessage> toPartners) {
    this.messages = messages;
    this.exchanges = exchanges;
    this.partners = partners;
    this.nvme = nvme;
    this.to = to;
    this.toPartners = toPartners;
    this.passesExchanges = exchanges.isPresent() || to.handlesExchanges();
  }

  /**
   * {@return a filter of messages; it passes an exchange if it selects one of the exchange's
   * messages}
   *
   * @param filter selects messages
   * @param partners which other messages of an exchange to pass
   * @param to receives the records
   */
  public static RecordFilter ofMessages(
      Filter<RpcMessage> filter, Partners partners, MessageListener to) {
    return ofMessages(filter, partners, Optional.empty(), to, to::message);
  }

  /**
   * {@return the same, for captures that hold NVMe commands, too}
   *
   * @param nvme selects those
   * @param toPartners receives messages that are passed for the sake of the other one
   */
  public static RecordFilter ofMessages(
      Filter<RpcMessage> filter,
      Partners partners,
      Optional<Filter<NvmeExchange>> nvme,
      MessageListener to,
      Consumer<RpcMessage> toPartners) {
    return new RecordFilter(Optional.of(filter), Optional.empty(), partners, nvme, to, toPartners);
  }

  /**
   * {@return a filter of exchanges; it passes no messages}
   *
   * @param filter selects exchanges
   * @param to receives the records
   */
  public static RecordFilter ofExchanges(Filter<RpcExchange> filter, MessageListener to) {
    return ofExchanges(filter, Optional.empty(), to);
  }

  /**
   * {@return the same, for captures that hold NVMe commands, too}
   *
   * @param nvme selects those
   */
  public static RecordFilter ofExchanges(
      Filter<RpcExchange> filter, Optional<Filter<NvmeExchange>> nvme, MessageListener to) {
    return new RecordFilter(
        Optional.empty(), Optional.of(filter), Partners.NONE, nvme, to, to::message);
  }

  /** {@return the number of records selected so far, without their partners} */
  public long matched() {
    return matched;
  }

  /** Has nothing more selected: what still comes are replies to calls that were. */
  public void enough() {
    isEnough = true;
  }

  /** {@return whether replies to selected calls are to be passed, and are yet to come} */
  public boolean awaitsPartners() {
    return partners.replies && !chosenCalls.isEmpty();
  }

  /** {@inheritDoc} An exchange says that the reply to its call came, or that none will. */
  @Override
  public boolean handlesExchanges() {
    return passesExchanges || partners.replies;
  }

  @Override
  public boolean takesExchanges() {
    return to.takesExchanges();
  }

  @Override
  public boolean takesContent() {
    return true;
  }

  @Override
  public void message(RpcMessage message) {
    if (messages.isEmpty()) {
      return;
    }
    boolean chosen = !isEnough && messages.get().matches(message);
    if (chosen) {
      matched++;
    }
    Optional<RpcSummary> rpc = message.rpc();
    if (rpc.isPresent() && rpc.get().call()) {
      if (chosen && (partners.calls || partners.replies)) {
        remember(message);
      }
    } else if (rpc.isPresent() && rpc.get().callNumber().isPresent()) {
      boolean callChosen = chosenCalls.remove(rpc.get().callNumber().getAsLong()) != null;
      if (chosen && !callChosen && partners.calls && message.call().isPresent()) {
        toPartners.accept(message.call().get());
      }
      if (callChosen && !chosen && partners.replies) {
        toPartners.accept(message);
        return;
      }
    }
    if (chosen) {
      to.message(message);
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    if (exchange.call().isPresent()) {
      chosenCalls.remove(exchange.call().get().number());
    }
    if (isEnough || !passesExchanges) {
      return;
    }
    boolean chosen =
        exchanges.isPresent()
            ? exchanges.get().matches(exchange)
            : matches(exchange.call()) || matches(exchange.reply());
    if (chosen) {
      matched += exchanges.isPresent() ? 1 : 0;
      to.exchange(exchange);
    }
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    if (nvme.isPresent() && nvme.get().matches(exchange)) {
      matched++;
      to.nvme(exchange);
    }
  }

  /** Forgets calls that have no exchange of their own: they repeat others. */
  @Override
  public void closed(ConnectionRecord connection) {
    if (!chosenCalls.isEmpty() && connection.index().isPresent()) {
      int index = connection.index().getAsInt();
      chosenCalls.values().removeIf(each -> each == index);
    }
  }

  private boolean matches(Optional<RpcMessage> message) {
    return message.isPresent() && messages.isPresent() && messages.get().matches(message.get());
  }

  private void remember(RpcMessage call) {
    if (chosenCalls.size() == MOST_REMEMBERED) {
      chosenCalls.remove(chosenCalls.keySet().iterator().next());
    }
    chosenCalls.put(call.number(), call.connection());
  }
}
