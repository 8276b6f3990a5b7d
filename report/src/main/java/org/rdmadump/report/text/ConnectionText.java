package org.rdmadump.report.text;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.stats.ConnectionStats;
import org.rdmadump.analysis.stats.NumberedConnection;
import org.rdmadump.rdma.CmEnd;
import org.rdmadump.rdma.CmSetup;
import org.rdmadump.rdma.ConnectionEnd;
import org.rdmadump.rdma.ConnectionSetup;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.MpaEnd;
import org.rdmadump.rdma.MpaSetup;
import org.rdmadump.rdma.Recognition;
import org.rdmadump.rdma.Transport;
import org.rdmadump.report.RequestTables;
import org.rdmadump.report.StatsTables;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MovedBy;
import org.rdmadump.rpcrdma.NvmeQueue;
import org.rdmadump.rpcrdma.UpperProtocol;

/** Prints what is known of a connection, a line for each kind of thing. */
final class ConnectionText {
  private static final String INDENT = "      ";

  /** Columns of a terminal. */
  private static final int WIDTH = 80;

  private final AsciiBuffer text;
  private final Palette palette;

  ConnectionText(AsciiBuffer text, Palette palette) {
    this.text = text;
    this.palette = palette;
  }

  void put(ConnectionStats stats) {
    ConnectionRecord connection = stats.record();
    begin(StatsTables.name(connection), connection);
    recognition(connection);
    text.newline();
    frames(connection);
    setup(connection);
    inline(connection);
    messages(connection);
    credits("calls", connection.credits(Direction.FORWARD));
    credits("callbacks", connection.credits(Direction.BACKWARD));
    bytes(connection);
    end(stats);
  }

  /** Appends what is known of a connection without RPC-over-RDMA. */
  void put(NumberedConnection found) {
    ConnectionRecord connection = found.record();
    String name = RequestTables.name(found);
    begin(name, connection);
    text.put(
        switch (connection.service()) {
          case RELIABLE -> "";
          case UNRELIABLE -> ", unreliable";
          case DATAGRAM -> ", datagrams";
          case EXTENDED -> ", XRC";
          case RELIABLE_DATAGRAM -> ", reliable datagrams";
        });
    if (!connection.service().isReliable()) {
      text.newline();
      frames(connection);
      return;
    }
    recognition(connection);
    text.newline();
    frames(connection);
    setup(connection);
    if (connection.setupNanos().isPresent()) {
      text.put(INDENT).put("the request to connect was answered after ");
      Quantities.putDuration(text, connection.setupNanos().getAsLong());
      text.newline();
    }
    protocol(connection);
    NvmeQueue.of(connection).ifPresent(this::queue);
    end(connection);
  }

  private void protocol(ConnectionRecord connection) {
    if (connection.protocol().isEmpty()) {
      text.put(INDENT).put("protocol unknown").newline();
      if (!connection.protocolDoubt().isEmpty()) {
        text.put(INDENT).put("  ").put(connection.protocolDoubt()).newline();
      }
      return;
    }
    UpperProtocol protocol = connection.protocol().get();
    String named = INDENT + "protocol " + protocol.name() + ", by";
    text.put(named);
    if (named.length() + protocol.evidence().length() >= WIDTH) {
      text.newline().put(INDENT).put(" ");
    }
    text.put(" ").put(protocol.evidence()).newline();
  }

  private void queue(NvmeQueue queue) {
    text.put(INDENT).put("queue ").putDecimal(queue.host().queue());
    if (queue.host().controller() != 0) {
      // 0 says nothing: the admin queue connects before there is one, and Linux never says.
      text.put(" of controller ").putDecimal(queue.host().controller());
    }
    text.put("; host queues: receive ").putDecimal(queue.host().receiveSize());
    text.put(", send ").putDecimal(queue.host().sendSize());
    if (queue.controllerReceiveSize().isPresent()) {
      text.put("; controller: receive ").putDecimal(queue.controllerReceiveSize().getAsInt());
    }
    text.newline();
    if (queue.refusal().isPresent()) {
      text.put(INDENT).put("the controller refused: ").put(queue.refusal().get()).newline();
    }
  }

  private void begin(String name, ConnectionRecord connection) {
    palette.on(text, Palette.Ink.CALL);
    text.put("  ").put(name).spaces(Math.max(1, INDENT.length() - 2 - name.length()));
    palette.off(text, Palette.Ink.CALL);
    endpoint(connection.client(), connection.transport());
    text.put(" -> ");
    endpoint(connection.server(), connection.transport());
    text.put(", ").put(connection.transport().label());
    if (connection.servicePort().isPresent()) {
      text.put(", service port ").putDecimal(connection.servicePort().getAsInt());
    }
  }

  private void recognition(ConnectionRecord connection) {
    text.put(
        connection.recognition() == Recognition.INFERRED
            ? ", found by its packets"
            : ", found by " + connection.recognition().label());
  }

  private void endpoint(Endpoint endpoint, Transport transport) {
    Headline.putNumber(text.put(endpoint.address().toString()), endpoint, transport);
  }

  private void frames(ConnectionRecord connection) {
    text.put(INDENT).put("frames ").putDecimal(connection.firstFrame());
    text.put(" to ").putDecimal(connection.lastFrame());
    if (connection.pathMtu().isPresent()) {
      text.put(", path MTU ").putDecimal(connection.pathMtu().getAsInt());
    }
    text.newline();
  }

  private void setup(ConnectionRecord connection) {
    Optional<ConnectionSetup> setup = connection.setup();
    if (setup.isEmpty()) {
      text.put(INDENT).put("its beginning was not captured").newline();
    } else if (setup.get() instanceof CmSetup cm) {
      text.put(INDENT).put("service ID ").putHex(cm.serviceId());
      number(", retry count ", cm.retryCount());
      text.newline();
      end("client", cm.active());
      end("server", cm.passive());
    } else if (setup.get() instanceof MpaSetup mpa) {
      end("request", mpa.request());
      end("reply", mpa.reply());
    }
  }

  private void end(String who, CmEnd end) {
    if (end.isKnown()) {
      text.put(INDENT).put(who).put(":");
      number(" responder resources ", end.responderResources());
      number(", initiator depth ", end.initiatorDepth());
      number(", RNR retry count ", end.rnrRetryCount());
      number(", starting PSN ", end.startingPsn());
      text.newline();
    }
  }

  private void end(String which, Optional<MpaEnd> end) {
    if (end.isPresent()) {
      MpaEnd mpa = end.get();
      text.put(INDENT).put("MPA ").put(which).put(": revision ").putDecimal(mpa.revision());
      text.put(mpa.markers() ? ", markers" : "").put(mpa.crc() ? ", CRC" : "");
      text.put(mpa.peerToPeer() ? ", peer-to-peer" : "").put(mpa.rejected() ? ", rejected" : "");
      number(", IRD ", mpa.inboundReads());
      number(", ORD ", mpa.outboundReads());
      text.newline();
    }
  }

  private void number(String what, OptionalInt value) {
    if (value.isPresent()) {
      text.put(what).putDecimal(value.getAsInt());
    }
  }

  private void inline(ConnectionRecord connection) {
    OptionalInt forward = connection.inlineThreshold(Direction.FORWARD);
    OptionalInt backward = connection.inlineThreshold(Direction.BACKWARD);
    if (forward.isEmpty() || backward.isEmpty()) {
      return;
    }
    text.put(INDENT).put("inline threshold ").putDecimal(forward.getAsInt());
    text.put(" to the server, ").putDecimal(backward.getAsInt()).put(" to the client");
    boolean client = connection.allowsInvalidation(Direction.BACKWARD).orElse(false);
    boolean server = connection.allowsInvalidation(Direction.FORWARD).orElse(false);
    text.put("; remote invalidation ");
    text.put(client ? server ? "by both" : "by the server" : server ? "by the client" : "by none");
    text.newline();
  }

  private void messages(ConnectionRecord connection) {
    text.put(INDENT);
    Quantities.putCount(text, connection.calls(), "call");
    text.put(", ").putDecimal(connection.replies());
    text.put(connection.replies() == 1 ? " reply" : " replies");
    if (connection.callbacks() > 0) {
      text.put(", ");
      Quantities.putCount(text, connection.callbacks(), "callback");
    }
    some(connection.repeats(), " repeated");
    some(connection.errors(), " RDMA_ERROR");
    some(connection.unansweredCalls(), " without an answer");
    text.newline();
  }

  private void some(long count, String what) {
    if (count > 0) {
      text.put(", ").putDecimal(count).put(what);
    }
  }

  private void credits(String what, CreditUse credits) {
    if (credits.mostInFlight() > 0 || credits.isGrantSeen()) {
      text.put(INDENT).put("credits for ").put(what).put(": asked ").putDecimal(credits.asked());
      if (credits.isGrantSeen()) {
        text.put(", granted ").putDecimal(credits.leastGranted());
      }
      if (credits.mostGranted() != credits.leastGranted()) {
        text.put(" to ").putDecimal(credits.mostGranted());
      }
      text.put(", at most ").putDecimal(credits.mostInFlight()).put(" in flight").newline();
    }
  }

  private void bytes(ConnectionRecord connection) {
    String before = INDENT + "moved ";
    for (MovedBy each : MovedBy.values()) {
      if (connection.bytes(each) > 0) {
        text.put(before);
        Quantities.putSize(text, connection.bytes(each));
        text.put(' ').put(phrase(each));
        before = ", ";
      }
    }
    if (before.equals(", ")) {
      text.newline();
    }
  }

  private static String phrase(MovedBy movedBy) {
    return switch (movedBy) {
      case INLINE -> "inline";
      case READ_CHUNK -> "by Read chunks";
      case WRITE_CHUNK -> "by Write chunks";
      case REPLY_CHUNK -> "by Reply chunks";
      case POSITION_ZERO -> "by Position-Zero Read chunks";
    };
  }

  private void end(ConnectionStats stats) {
    ConnectionRecord connection = stats.record();
    if (stats.reconnectOf().isPresent()) {
      ConnectionStats earlier = stats.reconnectOf().get();
      text.put(INDENT).put("follows ").put(StatsTables.name(earlier.record()));
      text.put(", which ended: ");
      how(earlier.record());
      text.newline();
    }
    end(connection);
  }

  private void end(ConnectionRecord connection) {
    if (connection.end().isPresent()) {
      Palette.Ink ink = isCalm(connection.end().get()) ? Palette.Ink.USUAL : Palette.Ink.WARNING;
      text.put(INDENT);
      palette.on(text, ink);
      how(connection);
      palette.off(text, ink);
      text.newline();
    }
  }

  private static boolean isCalm(ConnectionEnd end) {
    return end.reason().isEmpty()
        && end.how() != ConnectionEnd.How.RST
        && end.how() != ConnectionEnd.How.REJ;
  }

  private void how(ConnectionRecord connection) {
    ConnectionEnd end = connection.end().orElseThrow();
    text.put(
        switch (end.how()) {
          case DREQ -> "disconnect request";
          case REJ -> "rejected";
          case FIN, RST -> "TCP " + end.how().label().toUpperCase(Locale.ROOT);
          case TERMINATE -> "Terminate";
          case REPLACED -> "replaced by another connection";
          case JOINED -> "merged: it was one direction of another connection";
          case EVICTED -> "forgotten because of a limit of rdmadump";
          case CAPTURE_END -> "open when the capture ended";
        });
    Optional<Boolean> byClient = connection.endedByClient();
    if (byClient.isPresent()) {
      text.put(byClient.get() ? " by the client" : " by the server");
    }
    if (end.frame() > 0) {
      text.put(" in frame ").putDecimal(end.frame());
    }
    if (!end.reason().isEmpty()) {
      text.put(": ").put(end.reason());
    }
  }
}
