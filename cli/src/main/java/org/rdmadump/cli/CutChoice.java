package org.rdmadump.cli;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.FrameWriter;
import org.rdmadump.analysis.frame.HostPair;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** What a cut is about: the numbers of messages or frames that are chosen. */
final class CutChoice implements LimitedListener {
  /** Pairs of hosts at most whose connections' set-up is looked for. */
  private static final int MOST_PAIRS = 65_536;

  private final DumpSettings settings;
  private final BitSet messages = new BitSet();
  private final BitSet frames = new BitSet();
  private final Set<HostPair> hosts = new HashSet<>();

  /** Calls that are chosen and whose replies are yet to come. */
  private final Set<Long> unanswered = new HashSet<>();

  private long records;

  /** NVMe commands among them. */
  private long commands;

  private final Optional<CutConnections> connections;

  CutChoice(DumpSettings settings) {
    this.settings = settings;
    this.connections = settings.connections().map(CutConnections::new);
  }

  /** {@return the connections whose frames are chosen, if they are chosen by their connections} */
  Optional<CutConnections> connections() {
    return connections;
  }

  /**
   * {@return numbers of the messages, and of those that answer them or that they answer: a reply
   * cannot be read without its call, and its reply shows which bytes are of a call}
   */
  BitSet messages() {
    return messages;
  }

  /** {@return numbers of the frames, as far as they are found} */
  BitSet frames() {
    return frames;
  }

  /** {@return the hosts between which the messages went} */
  Set<HostPair> hosts() {
    return hosts;
  }

  /** {@return whether NVMe commands are among what was chosen} */
  boolean hasCommands() {
    return commands > 0;
  }

  /** {@return such as {@code " of 2 messages"}} */
  String ofWhat() {
    if (settings.frames().isPresent()) {
      return "";
    }
    if (connections.isPresent()) {
      return " of " + Counted.of(connections.get().count(), "connection");
    }
    String ofNvme = Counted.of(commands, "NVMe command");
    if (commands > 0 && commands == records) {
      return " of " + ofNvme;
    }
    String ofRpc = Counted.of(records - commands, settings.exchanges() ? "exchange" : "message");
    return " of " + ofRpc + (commands > 0 ? " and " + ofNvme : "");
  }

  /** Chooses messages, whose partners are found anyway, and returns the status of the run. */
  int chooseMessages(Decoding decoding, CaptureOptions options) throws IOException {
    Chosen chosen = new Chosen(settings.choice().withoutPartners(), this);
    decoding.run(options, chosen);
    return chosen.status(decoding.end());
  }

  /** {@return what chooses frames} */
  PrintedFrames ofFrames() {
    FrameWriter writer =
        new FrameWriter() {
          @Override
          public void frame(FrameRecord frame) {
            frames.set((int) frame.number());
          }

          @Override
          public void flush() {}
        };
    return new PrintedFrames(
        writer, settings.frames().flatMap(FrameChoice::filter), settings.limit());
  }

  /** {@return who takes the same as this one and as a filter, and chooses nothing more} */
  MessageListener listener() {
    boolean isOfMessages = connections.isEmpty();
    return new MessageListener() {
      @Override
      public boolean takesExchanges() {
        return isOfMessages;
      }

      @Override
      public boolean takesContent() {
        return isOfMessages;
      }

      @Override
      public boolean takesNames() {
        return isOfMessages;
      }
    };
  }

  @Override
  public boolean full() {
    return isEnough() && unanswered.isEmpty();
  }

  private boolean isEnough() {
    return records >= settings.limit();
  }

  @Override
  public void message(RpcMessage message) {
    if (!settings.exchanges() && !isEnough()) {
      records++;
      add(message);
      if (message.rpc().isPresent() && message.rpc().get().call()) {
        unanswered.add(message.number());
      }
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    boolean chosen = settings.exchanges() ? !isEnough() : isChosen(exchange);
    if (chosen) {
      records += settings.exchanges() ? 1 : 0;
      exchange.call().ifPresent(this::add);
      exchange.reply().ifPresent(this::add);
      add(exchange.findings());
    }
  }

  @Override
  public void nvme(NvmeExchange exchange) {
    if (!isEnough()) {
      records++;
      commands++;
      messages.set((int) exchange.number());
      between(exchange.host(), exchange.controller());
      add(exchange.findings());
    }
  }

  private boolean isChosen(RpcExchange exchange) {
    boolean ofCall = exchange.call().isPresent() && isChosen(exchange.call().get());
    return ofCall || (exchange.reply().isPresent() && isChosen(exchange.reply().get()));
  }

  private boolean isChosen(RpcMessage message) {
    unanswered.remove(message.number());
    return messages.get((int) message.number());
  }

  private void add(RpcMessage message) {
    messages.set((int) message.number());
    message.call().ifPresent(this::add);
    between(message.source(), message.destination());
    add(message.findings());
  }

  private void between(Endpoint one, Endpoint other) {
    if (hosts.size() < MOST_PAIRS) {
      hosts.add(HostPair.of(one.address(), other.address()));
    }
  }

  private void add(List<Finding> findings) {
    for (Finding finding : findings) {
      if (finding.frame() > 0) {
        frames.set((int) finding.frame());
      }
    }
  }
}
