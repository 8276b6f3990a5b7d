package org.rdmadump.rpcrdma.build;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * What the decoder made of a capture, every byte kept.
 *
 * @param messages in the order in which they came out
 * @param exchanges in the order in which they came out
 * @param alone findings that no message and no exchange has
 * @param summary the counts
 */
public record Decoded(
    List<RpcMessage> messages,
    List<RpcExchange> exchanges,
    List<Finding> alone,
    CaptureSummary summary) {
  /** Bytes are kept and digested, up to 64 MiB. */
  public static final CaptureOptions EVERYTHING = new CaptureOptions(true, true, 64L << 20);

  /** Decodes a capture. */
  public static Decoded of(Capture capture) {
    return of(capture.source(), EVERYTHING);
  }

  /** Decodes frames. */
  public static Decoded of(List<Copied> frames) {
    return of(new FrameList(frames), EVERYTHING);
  }

  /** Decodes frames. What these conversations carry is no NFS, beyond what a Write chunk needs. */
  public static Decoded of(FrameSource source, CaptureOptions options) {
    return of(source, options, false);
  }

  /** Decodes a capture whose messages are NFS to the last byte, and all that is in them. */
  public static Decoded withContent(Capture capture) {
    return withContent(capture.source());
  }

  /** The same of frames. */
  public static Decoded withContent(FrameSource source) {
    return of(source, EVERYTHING, true);
  }

  private static Decoded of(FrameSource source, CaptureOptions options, boolean content) {
    List<RpcMessage> messages = new ArrayList<>();
    List<RpcExchange> exchanges = new ArrayList<>();
    List<Finding> alone = new ArrayList<>();
    MessageListener listener =
        new MessageListener() {
          @Override
          public void message(RpcMessage message) {
            messages.add(message);
          }

          @Override
          public void exchange(RpcExchange exchange) {
            exchanges.add(exchange);
          }

          @Override
          public void finding(Finding finding, OptionalInt connection) {
            alone.add(finding);
          }

          @Override
          public boolean takesContent() {
            return content;
          }
        };
    CaptureDecoder capture = new CaptureDecoder(source, options, listener);
    try {
      while (true) {
        if (!capture.decodeNext()) {
          break;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Decoded(messages, exchanges, alone, capture.finish());
  }

  /** {@return the only call with an XID, repeats aside} */
  public RpcMessage call(int xid) {
    return only("call " + xid, message -> isRpc(message, xid, true) && !isRepeat(message));
  }

  /** {@return the only reply with an XID, repeats aside} */
  public RpcMessage reply(int xid) {
    return only("reply " + xid, message -> isRpc(message, xid, false) && !isRepeat(message));
  }

  /** {@return every message with an XID in its RPC-over-RDMA header} */
  public List<RpcMessage> all(int xid) {
    return messages.stream().filter(message -> message.header().xid() == xid).toList();
  }

  /** {@return the only message that fits} */
  public RpcMessage only(String what, Predicate<RpcMessage> wanted) {
    List<RpcMessage> found = messages.stream().filter(wanted).toList();
    if (found.size() != 1) {
      throw new NoSuchElementException(found.size() + " of " + what + " among " + messages);
    }
    return found.get(0);
  }

  /** {@return the only exchange with an XID} */
  public RpcExchange exchange(int xid) {
    List<RpcExchange> found = exchanges.stream().filter(each -> each.xid() == xid).toList();
    if (found.size() != 1) {
      throw new NoSuchElementException(found.size() + " exchanges " + xid + " in " + exchanges);
    }
    return found.get(0);
  }

  /** {@return of each message in a line what it is and what it holds, in the order of messages} */
  public List<String> outlines() {
    List<String> outlines = new ArrayList<>(messages.size());
    for (RpcMessage each : messages) {
      outlines.add(
          String.format(
              Locale.ROOT,
              "%08x %s %s",
              each.header().xid(),
              each.direction(),
              each.rpc().map(rpc -> rpc.call() + " " + rpc.complete() + " " + rpc.sha256())));
    }
    return outlines;
  }

  /** {@return names of the rules of all findings at messages and exchanges} */
  public Set<String> rules() {
    Set<String> rules = new TreeSet<>();
    messages.forEach(message -> rules(message).forEach(rules::add));
    exchanges.forEach(exchange -> exchange.findings().forEach(each -> rules.add(name(each))));
    return rules;
  }

  /** {@return names of the rules of a message's findings} */
  public static List<String> rules(RpcMessage message) {
    return message.findings().stream().map(Decoded::name).toList();
  }

  private static String name(Finding finding) {
    return finding.rule().name();
  }

  private static boolean isRpc(RpcMessage message, int xid, boolean call) {
    return message.rpc().isPresent()
        && message.header().xid() == xid
        && message.rpc().get().call() == call;
  }

  private static boolean isRepeat(RpcMessage message) {
    return message.rpc().isPresent() && message.rpc().get().repeatOf().isPresent();
  }
}
