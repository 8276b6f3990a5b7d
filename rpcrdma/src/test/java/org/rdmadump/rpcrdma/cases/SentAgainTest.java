package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.Bth;
import org.rdmadump.ib.Reth;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.rpcrdma.build.RealCaptures;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * Packets of which the capture holds an earlier copy, against a count by PSN alone: a request, or a
 * response, is one if a packet of that host with that PSN was there before. The PSNs of a Read
 * request are those of its responses, so that one that asks for the rest of another is a repeat.
 */
class SentAgainTest {
  private static final int UDP_DESTINATION = 36;
  private static final int ROCEV2 = 4791;
  private static final int BTH = 42;
  private static final int RETH = BTH + Bth.LENGTH;
  private static final int SOURCE = 26;
  private static final int CONNECTION_MANAGER = 1;
  private static final int MTU = 1024;

  private static final int RELIABLE_CONNECTION_END = 0x20;
  private static final int READ_REQUEST = 0x0c;
  private static final int FIRST_RESPONSE = 0x0d;
  private static final int LAST_RESPONSE = 0x10;
  private static final int ACKNOWLEDGE = 0x11;

  /** What one host sent, counted by PSN. */
  private static final class Host {
    final int address;
    final BitSet requests = new BitSet();
    final BitSet responses = new BitSet();
    int sentAgain;
    int readsSentAgain;

    Host(int address) {
      this.address = address;
    }

    void packet(ByteBuffer frame) {
      Bth bth = Bth.read(frame, BTH);
      int opcode = frame.get(BTH) & 0xff;
      assertThat(opcode).as("opcode of a reliable connection").isLessThan(RELIABLE_CONNECTION_END);
      if (opcode == ACKNOWLEDGE) {
        return;
      }
      boolean response = opcode >= FIRST_RESPONSE && opcode <= LAST_RESPONSE;
      BitSet seen = response ? responses : requests;
      int span = 1;
      boolean again = seen.get(bth.psn());
      if (opcode == READ_REQUEST) {
        span = (int) ((Reth.read(frame, RETH).dmaLength() + MTU - 1) / MTU);
        readsSentAgain += again ? 1 : 0;
      }
      sentAgain += again ? 1 : 0;
      seen.set(bth.psn(), bth.psn() + span);
    }
  }

  private static List<Host> countedByPsn(List<Copied> frames) {
    List<Host> hosts = new ArrayList<>();
    for (Copied each : frames) {
      ByteBuffer frame = ByteBuffer.wrap(each.bytes());
      boolean rocev2 = frame.capacity() > RETH && frame.getShort(UDP_DESTINATION) == ROCEV2;
      if (rocev2 && Bth.read(frame, BTH).destinationQp() != CONNECTION_MANAGER) {
        host(hosts, frame.getInt(SOURCE)).packet(frame);
      }
    }
    return hosts;
  }

  private static Host host(List<Host> hosts, int address) {
    for (Host each : hosts) {
      if (each.address == address) {
        return each;
      }
    }
    Host fresh = new Host(address);
    hosts.add(fresh);
    return fresh;
  }

  /** What the decoder told. */
  private static final class Told implements MessageListener {
    final List<ConnectionRecord> connections = new ArrayList<>();
    final List<String> repeatedReads = new ArrayList<>();

    /** Packets that findings say were sent again. */
    long again;

    static Told of(String name) throws IOException {
      Told told = new Told();
      try (FrameSource source = RealCaptures.open(name)) {
        CaptureDecoder capture = new CaptureDecoder(source, CaptureOptions.DEFAULT, told);
        boolean more = true;
        while (more) {
          more = capture.decodeNext();
        }
        capture.finish();
      }
      return told;
    }

    @Override
    public void closed(ConnectionRecord connection) {
      connections.add(connection);
    }

    private void count(Finding finding) {
      Matcher seen = SEEN.matcher(finding.message());
      Matcher data = DATA.matcher(finding.message());
      if (finding.message().startsWith("RDMA READ Request repeated")) {
        again++;
      } else if (seen.matches()) {
        again += Integer.parseInt(seen.group(1)) - 1;
      } else if (data.matches()) {
        again += Integer.parseInt(data.group(1));
      }
    }

    @Override
    public void exchange(RpcExchange exchange) {
      exchange.findings().forEach(this::count);
    }

    @Override
    public void finding(Finding finding, OptionalInt connection) {
      count(finding);
    }

    @Override
    public void message(RpcMessage message) {
      for (Finding each : message.findings()) {
        count(each);
        if (each.rule().name().equals("bth.psn-repeat")
            && each.message().startsWith("RDMA READ Request repeated")) {
          repeatedReads.add(each.message());
        }
      }
    }
  }

  private static final Pattern SEEN =
      Pattern.compile("SEND packet with PSN \\d+ seen (\\d+) times");
  private static final Pattern DATA = Pattern.compile("(\\d+) (?:data )?packets? retransmitted.*");

  @ParameterizedTest
  @ValueSource(strings = {"nfs3-basic", "nfs3-dropped-late", "nfs41-loss", "nfs41-reorder"})
  @DisplayName("requests and responses sent again, host by host")
  void shouldAgreeWithACountByPsn(String scenario) throws IOException {
    String name = "rocev2/rocev2-" + scenario + ".pcap";

    List<ConnectionRecord> told = Told.of(name).connections;
    List<Host> hosts = countedByPsn(FrameList.of(name));

    assertThat(told).hasSize(1);
    assertThat(hosts).hasSize(2);
    assertThat(told.get(0).traffic(Direction.FORWARD).retransmitted())
        .isEqualTo(hosts.get(0).sentAgain);
    assertThat(told.get(0).traffic(Direction.BACKWARD).retransmitted())
        .isEqualTo(hosts.get(1).sentAgain);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nfs3-basic", "nfs3-dropped-late", "nfs41-loss", "nfs41-reorder"})
  @DisplayName("what is counted as sent again is in findings, also behind the message it is of")
  void shouldTellOfEachPacketThatIsCounted(String scenario) throws IOException {
    Told told = Told.of("rocev2/rocev2-" + scenario + ".pcap");

    ConnectionRecord connection = told.connections.get(0);
    assertThat(told.again)
        .isEqualTo(
            connection.traffic(Direction.FORWARD).retransmitted()
                + connection.traffic(Direction.BACKWARD).retransmitted());
  }

  @Test
  @DisplayName("Reads asked for again, whole or for the rest")
  void shouldSayWhichReadsWereAskedForAgain() throws IOException {
    String name = "rocev2/rocev2-nfs41-loss.pcap";

    List<String> told = Told.of(name).repeatedReads;

    assertThat(countedByPsn(FrameList.of(name)).get(1).readsSentAgain).isEqualTo(18);
    assertThat(told)
        .hasSize(18)
        .contains(
            "RDMA READ Request repeated for the last 19456 bytes, PSN 554143",
            "RDMA READ Request repeated, PSN 554162",
            "RDMA READ Request repeated for the last 15360 bytes, PSN 554510");
  }
}
