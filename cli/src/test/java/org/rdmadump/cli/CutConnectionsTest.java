package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.stats.WithoutRpc;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.ConnectionRecord;

/** {@code --connections -w}: all frames of connections, and of no others. */
class CutConnectionsTest extends CutCase {
  @ParameterizedTest
  @CsvSource({
    "rxe-perftest.pcap, connection == 4",
    "rxe-perftest.pcap, connection.service == ud",
    "rxe-cm.pcap, connection == 3",
    "rxe-nvme.pcap, connection == 1 and connection.protocol == \"nvme over rdma\"",
    "rxe-nvme.pcap, connection.operations > 100",
    "siw-rping.pcap, connection == 2",
    "siw-perftest.pcap, connection.ended.how == fin",
    "siw-nvme.pcap, connection == 2"
  })
  void shouldGiveTheSameConnectionsWithSetUpAndEnd(String capture, String chosen)
      throws IOException {
    String file = CAPTURES.resolve("verbs").resolve(capture).toString();
    List<ObjectNode> all = records("--connections", "--json", "-Y", chosen, file);
    assertThat(run("--connections", "-Y", chosen, "-w", cut, file)).isZero();

    assertThat(err.toString(UTF_8)).matches("(?s).*rdmadump: \\d+ frames of \\d+ connections?.*");
    assertThat(records("--connections", "--json", cut)).isEqualTo(all).isNotEmpty();
    assertThat(frames(Path.of(file))).containsSubsequence(frames(Path.of(cut)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rocev2/rocev2-mixed-versions.pcap",
        "rocev2/rocev2-nfs41-midstream.pcap",
        "rocev2/rocev2-nfs41-ipv6.pcap",
        "iwarp/iwarp-nfs41-ipv6.pcap",
        "iwarp/iwarp-mixed-versions.pcap",
        "iwarp/iwarp-nfs41-loss.pcap"
      })
  void shouldGiveTheSameConnectionOfNfs(String capture) throws IOException {
    String file = CAPTURES.resolve(capture).toString();
    String chosen = "connection.commands_connection == 1";
    assertThat(run("--connections", "-Y", chosen, "-w", cut, file)).isZero();

    ObjectNode first = records("stats", "--json", file).get(0);
    assertThat(first.get("record").asText()).isEqualTo("connection");
    assertThat(records("stats", "--json", cut))
        .filteredOn(each -> each.get("record").equals(first.get("record")))
        .containsExactly(first);
    assertThat(frames(Path.of(file))).containsSubsequence(frames(Path.of(cut)));
  }

  @ParameterizedTest
  @EnumSource(names = {"IPV4_FRAGMENTS", "VXLAN_FRAGMENTED"})
  void shouldTakeAllFragmentsOfPackets(Form form) throws IOException {
    Path file = folder.resolve(form.fileName());
    RewrittenCapture.of(Path.of(ACL)).write(form, file);
    String chosen = "connection.commands_connection == 1";
    assertThat(run("--connections", "-Y", chosen, "-w", cut, file.toString())).isZero();

    assertThat(frames(Path.of(cut))).isEqualTo(frames(file));
  }

  @Test
  void shouldGiveTheSameConnectionsOfTwoFiles() throws IOException {
    String rping = CAPTURES.resolve("verbs/rxe-rping.pcap").toString();
    String perftest = CAPTURES.resolve("verbs/rxe-perftest.pcap").toString();
    String chosen = "connection in {1, 4}";
    List<ObjectNode> all = records("--connections", "--json", "-Y", chosen, rping, perftest);
    assertThat(run("--connections", "-Y", chosen, "-w", cut, rping, perftest)).isZero();

    assertThat(records("--connections", "--json", cut)).isEqualTo(all);
    assertThat(all)
        .filteredOn(each -> each.get("record").asText().equals("rdma_connection"))
        .hasSize(2);
  }

  private static Conversation between(Capture capture, int client, int server) {
    Conversation wire = Conversation.between("192.0.2.2", "192.0.2.1").on(capture);
    wire.client().qpn(client);
    wire.server().qpn(server);
    return wire;
  }

  private void cutConnections(Capture capture, String chosen) {
    String file = capture.toPcap(folder.resolve("in.pcap")).toString();
    assertThat(run("--connections", "-Y", chosen, "-w", cut, "--force", file)).isZero();
  }

  @Test
  void shouldTellConnectionsApartThatHaveTheSameQueuePairsOneAfterTheOther() throws IOException {
    Capture capture = new Capture();
    Conversation before = between(capture, 0x21, 0x22).port(5_000).connect();
    before.client().send(new byte[10]);
    before.disconnect();
    int first = capture.size();
    Conversation next = between(capture, 0x21, 0x22).port(5_000).communicationIds(7, 8);
    next.client().nextPsn(700_000);
    next.connect().client().send(new byte[20]);
    next.disconnect();

    cutConnections(capture, "connection == 1");
    List<Copy> ofFirst = frames(Path.of(cut));
    cutConnections(capture, "connection == 2");

    List<Copy> all = frames(folder.resolve("in.pcap"));
    assertThat(ofFirst).isEqualTo(all.subList(0, first));
    assertThat(frames(Path.of(cut))).isEqualTo(all.subList(first, all.size()));
  }

  /** They are not listed either. */
  @Test
  void shouldGiveNoPlaceToMereSignsOfConnections() {
    KnownConnections known = new KnownConnections();
    known.begin();
    for (int i = 0; i <= WithoutRpc.Collector.MOST; i++) {
      Endpoint end = new Endpoint(IpAddress.ofIpv4(0xc0000201), OptionalInt.of(i));
      ConnectionRecord sign =
          new ConnectionRecord(new RdmaConnection(Transport.ROCEV2, end, end, i + 1));
      assertThat(sign.isMereSign()).isTrue();
      known.closedWithoutRpc(sign);
    }
    known.end(List.of());

    assertThat(known.withoutRpc()).isEmpty();
    assertThat(known.others()).isZero();
  }

  @Test
  void shouldSayIfThereAreConnectionsThatItDoesNotChooseFrom() {
    Capture capture = new Capture();
    for (int i = 1; i <= WithoutRpc.Collector.MOST + 1; i++) {
      between(capture, i, i).client().send(new byte[10]);
    }

    cutConnections(capture, "connection == 1");

    assertThat(err.toString(UTF_8))
        .endsWith(
            "rdmadump: 1 connection left out, so the cut may lack some that are chosen: -w chooses"
                + " from the first 16,384 connections with RPC and the first 2,048 without\n");
  }

  @Test
  void shouldTakeWhatTheConnectionManagerSaidOfAConnectionAndNoMore() throws IOException {
    String file = CAPTURES.resolve("verbs/rxe-cm.pcap").toString();
    assertThat(run("--connections", "-Y", "connection == 3", "-w", cut, file)).isZero();

    assertThat(run("--frames", "-Y", "cm", "-T", "fields", "-e", "cm.message", cut)).isZero();
    assertThat(out.toString(UTF_8).lines())
        .containsExactly(
            "ConnectRequest", "ConnectReply", "ReadyToUse", "DisconnectRequest", "DisconnectReply");
  }

  @Test
  void shouldTakeTheHandshakeOfTcpFromItsFirstFrameToItsLast() throws IOException {
    String file = CAPTURES.resolve("verbs/siw-rping.pcap").toString();
    assertThat(run("--connections", "-Y", "connection == 2", "-w", cut, file)).isZero();

    assertThat(run("--frames", "-T", "fields", "-e", "tcp.flags", cut)).isZero();
    List<String> flags = out.toString(UTF_8).lines().toList();
    assertThat(flags).startsWith("SYN", "SYN|ACK", "ACK").endsWith("ACK");
    assertThat(flags.subList(flags.size() - 4, flags.size())).anyMatch(all -> all.contains("FIN"));
  }

  @Test
  void shouldSayHowConnectionsWithRpcAreChosenIfNoneIs() {
    assertThat(run("--connections", "-Y", "connection == 1", "--expect-match", "-w", cut, ACL))
        .isEqualTo(ExitStatus.NO_MATCH);
    assertThat(err.toString(UTF_8))
        .startsWith("rdmadump: 0 frames of 0 connections written\n")
        .contains("-Y 'connection.commands_connection == 1'");
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-mixed-versions.pcap, connection < 2",
    "rocev2/rocev2-mixed-versions.pcap, connection <= 0",
    "iwarp/iwarp-nfs41-ipv6.pcap, connection != 1",
    "verbs/rxe-nvme.pcap, connection != 1",
    "verbs/rxe-perftest.pcap, connection < 3",
    "rocev2/rocev2-mixed-versions.pcap, ",
    "verbs/siw-rping.pcap, "
  })
  void shouldChooseByNumbersWhatIsPrintedByThem(String capture, String chosen) throws IOException {
    String file = CAPTURES.resolve(capture).toString();
    List<String> filter = chosen == null ? List.of() : List.of("-Y", chosen);
    assertThat(run(words("--connections -T fields -e connection", filter, file))).isZero();
    long printed = out.toString(UTF_8).lines().count();
    assertThat(run(words("--connections -w " + cut, filter, file))).isZero();

    assertThat(err.toString(UTF_8))
        .contains(" frames of " + printed + (printed == 1 ? " connection " : " connections "));
    assertThat(frames(Path.of(cut)).isEmpty()).isEqualTo(printed == 0);
  }

  private static String[] words(String first, List<String> filter, String file) {
    List<String> words = new ArrayList<>(List.of(first.split(" ", -1)));
    words.addAll(filter);
    words.add(file);
    return words.toArray(new String[0]);
  }

  @Test
  void shouldChooseConnectionsWithRpcByWhatIsTrueOfThemToo() throws IOException {
    String file = CAPTURES.resolve("iwarp/iwarp-nfs41-ipv6.pcap").toString();
    assertThat(run("--connections", "-Y", "connection.service_port == 20049", "-w", cut, file))
        .isZero();

    assertThat(err.toString(UTF_8)).contains(" frames of 1 connection written");
    assertThat(frames(Path.of(cut))).isNotEmpty();
  }

  @Test
  void shouldSayThatConnectionsComeWithTheirSetUp() {
    assertThat(run("--connections", "--with-setup", "-w", cut, ACL)).isEqualTo(ExitStatus.USAGE);

    assertThat(err.toString(UTF_8))
        .startsWith(
            "rdmadump: --connections writes all frames of a connection, its set-up too, so leave"
                + " out --with-setup\n");
    assertThat(Path.of(cut)).doesNotExist();
  }
}
