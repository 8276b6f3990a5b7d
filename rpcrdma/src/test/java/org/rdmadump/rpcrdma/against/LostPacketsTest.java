package org.rdmadump.rpcrdma.against;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Opcode;
import org.rdmadump.net.Datagram;
import org.rdmadump.net.PacketDecoder;
import org.rdmadump.net.PacketKind;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.testing.Cases;

/**
 * Real captures that lose data packets at random: as many bytes are missing as were in them, and
 * all others are those of the whole capture.
 */
class LostPacketsTest {
  private static final int TRIALS = Cases.atLeast(6);

  /** One in so many packets is lost, from few to all. */
  private static final int[] ODDS = {200, 20, 3, 1};

  private static final class Lost implements Predicate<Frame> {
    private static final int ROCE = 4791;
    private static final int ICRC = 4;

    private final SplittableRandom random;
    private final int odds;
    private final PacketDecoder decoder = new PacketDecoder();
    private final Datagram datagram = new Datagram();
    private long bytes;

    Lost(SplittableRandom random, int odds) {
      this.random = random;
      this.odds = odds;
    }

    @Override
    public boolean test(Frame frame) {
      if (decoder.decode(frame, datagram, Lost::noFinding) != PacketKind.UDP
          || datagram.destinationPort() != ROCE) {
        return false;
      }
      Bth bth = Bth.read(frame.bytes(), datagram.payloadOffset());
      Opcode opcode = bth.opcode();
      if (!isOnlyData(opcode) || random.nextInt(odds) > 0) {
        return false;
      }
      bytes += datagram.payloadLength() - opcode.headersLength() - bth.padCount() - ICRC;
      return true;
    }

    /** Whether a packet says neither where its bytes belong nor how many there are in all. */
    private static boolean isOnlyData(Opcode opcode) {
      return switch (opcode.operation()) {
        case RDMA_READ_RESPONSE -> true;
        case RDMA_WRITE -> !opcode.startsMessage();
        case SEND -> opcode.isMiddle();
        default -> false;
      };
    }

    private static void noFinding(Finding finding) {
      throw new AssertionError(finding);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2-nfs3-acl.pcap",
        "rocev2-nfs3-basic.pcap",
        "rocev2-nfs41-direct.pcap",
        "rocev2-nfs41-ipv6.pcap",
        "rocev2-nfs41-krb5i.pcap",
        "rocev2-nfs41-pcapng.pcapng",
        "rocev2-nfs41-vlan.pcap",
        "rocev2-nfs42-xattr.pcap"
      })
  void shouldMissExactlyWhatWasLost(String name) {
    Map<String, RpcMessage> whole = messages(Filtered.of("rocev2/" + name));
    assertThat(whole.values()).allMatch(message -> rpc(message).complete());
    SplittableRandom random = new SplittableRandom(name.length());
    for (int trial = 0; trial < TRIALS; trial++) {
      for (int odds : ODDS) {
        Lost lost = new Lost(random.split(), odds);
        Map<String, RpcMessage> rest = messages(Filtered.of("rocev2/" + name).without(lost));

        assertThat(rest.keySet()).isEqualTo(whole.keySet());
        long missing = 0;
        for (Map.Entry<String, RpcMessage> message : whole.entrySet()) {
          RpcMessage left = rest.getOrDefault(message.getKey(), message.getValue());
          missing += compared(message.getKey(), message.getValue(), left);
        }
        // One in one is every packet of data there is.
        assertThat(lost.bytes).isGreaterThanOrEqualTo(odds == 1 ? 1 : 0);
        assertThat(missing).as("missing, one in %d lost", odds).isEqualTo(lost.bytes);
      }
    }
  }

  /** Nothing but a call that is missing itself keeps its reply from being known as that. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "iwarp/iwarp-nfs41-conformance.pcap",
        "iwarp/iwarp-nfs41-crc.pcap",
        "iwarp/iwarp-nfs41-ipv6.pcap",
        "iwarp/iwarp-nfs41-midstream.pcap",
        "iwarp/iwarp-nfs41-p2p.pcap",
        "rocev2/rocev2-nfs41-vlan.pcap"
      })
  void shouldFindTheCallOfEachReplyWhateverElseWasLost(String name) {
    SplittableRandom random = new SplittableRandom(name.length());
    for (int trial = 0; trial < TRIALS; trial++) {
      SplittableRandom losses = random.split();
      Map<String, RpcMessage> rest =
          messages(Filtered.of(name).without(frame -> losses.nextInt(30) == 0));

      assertThat(rest).hasSizeGreaterThan(50);
      rest.forEach(
          (key, message) -> {
            if (!rpc(message).call() && rest.containsKey(key.replace("reply", "call"))) {
              assertThat(rpc(message).callNumber()).as("trial, %s", key).isPresent();
            }
          });
    }
  }

  /** Compares what is there, and counts what is missing. */
  private static long compared(String name, RpcMessage whole, RpcMessage rest) {
    RpcSummary rpc = rpc(rest);
    assertThat(rpc.length()).as(name).isEqualTo(rpc(whole).length());
    assertThat(rpc.complete()).as(name).isEqualTo(rpc.missing().isEmpty());
    long at = 0;
    long missing = 0;
    for (MissingRange range : rpc.missing()) {
      assertSame(name, whole, rest, at, range.offset());
      at = range.offset() + range.length();
      missing += range.length();
    }
    assertSame(name, whole, rest, at, rpc.length().orElseThrow());
    return missing;
  }

  private static void assertSame(
      String name, RpcMessage whole, RpcMessage rest, long from, long to) {
    assertThat(rest.stream().toArray(from, to))
        .as("%s, bytes %d to %d", name, from, to)
        .isEqualTo(whole.stream().toArray(from, to));
  }

  private static Map<String, RpcMessage> messages(Filtered capture) {
    Map<String, RpcMessage> messages = new LinkedHashMap<>();
    for (RpcMessage message : Decoded.of(capture, Decoded.EVERYTHING).messages()) {
      if (message.rpc().isEmpty()) {
        continue;
      }
      RpcSummary rpc = rpc(message);
      String name =
          (rpc.call() ? "call " : "reply ")
              + Integer.toHexString(rpc.xid())
              + " of connection "
              + message.connection();
      assertThat(messages.put(name, message)).as(name).isNull();
    }
    return messages;
  }

  private static RpcSummary rpc(RpcMessage message) {
    return message.rpc().orElseThrow();
  }
}
