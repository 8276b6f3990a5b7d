package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Mad;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;
import org.rdmadump.ib.mad.MadHeader;
import org.rdmadump.rdma.Send;

/** Datagrams of all management classes. */
class ManagementDatagramsTest {
  private static final int NO_RECORDS = 0x0300;
  private static final int PATH_RECORD = 0x0035;
  private static final int PORT_COUNTERS = 0x0012;
  private static final int NODE_INFO = 0x0011;

  /** Ethernet, IPv4, UDP, BTH and DETH. */
  private static final int PAYLOAD = 14 + 20 + 8 + 12 + 8;

  private static final byte[] DATA = data();

  @TempDir Path folder;
  private Conversation c;

  @BeforeEach
  void begin() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);
  }

  private static byte[] data() {
    byte[] data = new byte[2500];
    new SplittableRandom(1).nextBytes(data);
    return data;
  }

  private void client(byte[] mad) {
    c.client().emit(Mad.packet(c.client(), mad));
  }

  private void server(byte[] mad) {
    c.server().emit(Mad.packet(c.server(), mad));
  }

  private void talkToManagers() {
    client(Mad.of(Mad.SUBN, Mad.GET, 0, NODE_INFO));
    client(Mad.of(Mad.SUBN_DIRECTED, Mad.GET, 0, NODE_INFO));
    server(Mad.of(Mad.SUBN_DIRECTED, Mad.GET_RESP, 0x8000, NODE_INFO));
    client(Mad.of(Mad.SUBN_ADM, Mad.GET, 0, PATH_RECORD));
    server(Mad.of(Mad.SUBN_ADM, Mad.GET_RESP, NO_RECORDS, PATH_RECORD));
    client(Mad.of(Mad.PERF, Mad.GET, 0, PORT_COUNTERS));
    for (int other : new int[] {0x05, 0x06, 0x08, 0x09, 0x10, 0x2f, 0x30, 0x4f, 0x02}) {
      client(Mad.of(other, Mad.GET, 0, 1));
    }
  }

  @Test
  void shouldCountThemByClass() {
    c.connect();
    talkToManagers();

    ManagementDatagrams seen = Recording.of(c.capture()).decoder.management();
    assertThat(seen.counts())
        .containsExactly(
            entry("Subn LID routed", 1L),
            entry("Subn directed route", 2L),
            entry("SubnAdm", 2L),
            entry("Perf", 1L),
            entry("BM", 1L),
            entry("DevMgt", 1L),
            entry("ComMgt", 3L),
            entry("SNMP", 1L),
            entry("Vendor", 3L),
            entry("Application", 2L),
            entry("Reserved", 1L));
    assertThat(seen.failures())
        .containsExactly(entry("SubnAdmGetResp(PathRecord): ERR_NO_RECORDS", 1L));
  }

  @Test
  void shouldCountErrorsByNameUpToALimit() {
    for (int attribute = 0; attribute < 100; attribute++) {
      server(Mad.of(Mad.SUBN_ADM, Mad.GET_RESP, NO_RECORDS, attribute));
      server(Mad.of(Mad.SUBN_ADM, Mad.GET_RESP, NO_RECORDS, 0));
    }

    assertThat(Recording.of(c.capture()).decoder.management().failures())
        .hasSize(65)
        .containsEntry("SubnAdmGetResp(attribute 0x0000): ERR_NO_RECORDS", 101L)
        .containsEntry("SubnAdmGetResp(PathRecord): ERR_NO_RECORDS", 1L)
        .containsEntry("others", 36L);
  }

  @Test
  void shouldCountRefusedConnectionsByReasonAndPrivateDataButNoRepeats() {
    c.request(new byte[0]).reject(RejectReason.CONSUMER_REJECT, new byte[] {0x0a, 0, 0x7f});
    c.reject(RejectReason.CONSUMER_REJECT, new byte[] {0x0a, 0, 0x7f});
    c.request(new byte[0]).reject(RejectReason.INVALID_SERVICE_ID, new byte[0]);

    assertThat(Recording.of(c.capture()).decoder.management().refusals())
        .containsExactly(
            entry("Consumer Reject, private data 0a007f", 1L), entry("Invalid Service ID", 1L));
  }

  @Test
  void shouldCountTwoRefusedClientsOnceWhoseRefusalsComeAgainInTurns() {
    Conversation other = Conversation.between("192.168.77.3", "192.168.77.1").on(c.capture());
    for (int attempt = 0; attempt < 3; attempt++) {
      for (Conversation each : List.of(c, other)) {
        each.request(new byte[0]).reject(RejectReason.INVALID_SERVICE_ID, new byte[0]);
      }
    }

    assertThat(Recording.of(c.capture()).decoder.management().refusals())
        .containsExactly(entry("Invalid Service ID", 2L));
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "ROCE_V1",
        "INFINIBAND",
        "INFINIBAND_WITHOUT_CRCS",
        "INFINIBAND_GLOBAL",
        "INFINIBAND_ROUTED",
        "ERF_INFINIBAND"
      })
  void shouldCountTheSameInEveryForm(Form form) throws IOException {
    talkToManagers();
    Recording plain = Recording.of(c.capture());
    Path file = c.capture().toPcap(folder.resolve("plain.pcap"));
    Path rewritten = RewrittenCapture.of(file).write(form, folder.resolve(form.fileName()));

    Recording seen = new Recording();
    try (FrameSource source = CaptureFile.open(rewritten)) {
      seen.decode(source);
    }
    assertThat(seen.decoder.management().counts())
        .isNotEmpty()
        .isEqualTo(plain.decoder.management().counts());
    assertThat(seen.rules()).containsExactly("mad.status");
  }

  @Test
  void shouldTellWhatWentWrongAndWhere() {
    client(Mad.of(Mad.SUBN_ADM, Mad.GET, 0, PATH_RECORD));
    server(Mad.of(Mad.SUBN_ADM, Mad.GET_RESP, NO_RECORDS, PATH_RECORD));
    server(Mad.of(Mad.SUBN_DIRECTED, Mad.GET_RESP, 0x800c, NODE_INFO));

    assertThat(Recording.of(c.capture()).findings)
        .containsExactly(
            new Finding(
                IbRules.MAD_STATUS,
                2,
                PAYLOAD + 4,
                "SubnAdmGetResp(PathRecord): ERR_NO_RECORDS (status 0x0300)"),
            new Finding(
                IbRules.MAD_STATUS,
                3,
                PAYLOAD + 4,
                "SubnGetResp(NodeInfo): attribute not supported with this method (status 0x000c)"));
  }

  @Test
  void shouldCountThemFromWhereTheirHeaderIsWhole() {
    for (int length = 0; length <= PAYLOAD + MadHeader.MAD_LENGTH; length++) {
      begin();
      server(Mad.of(Mad.SUBN_ADM, Mad.GET_RESP, NO_RECORDS, PATH_RECORD));
      Recording seen = Recording.of(c.capture().snapLength(length));

      boolean whole = length >= PAYLOAD + MadHeader.LENGTH;
      assertThat(seen.decoder.management().counts()).as("%d bytes", length).hasSize(whole ? 1 : 0);
      assertThat(seen.rules())
          .as("%d bytes", length)
          .isEqualTo(whole ? List.of("mad.status") : List.of());
    }
  }

  @Test
  void shouldTellOfEveryOtherLength() {
    byte[] mad = Mad.of(Mad.PERF, Mad.GET, 0, PORT_COUNTERS);
    for (int length = 0; length < 2 * MadHeader.MAD_LENGTH; length++) {
      begin();
      client(mad);
      c.capture().drop(0);
      c.client().emit(Mad.packet(c.client(), mad).payload(Arrays.copyOf(mad, length)));
      Recording seen = Recording.of(c.capture());

      assertThat(seen.rules())
          .as("%d bytes", length)
          .isEqualTo(length == MadHeader.MAD_LENGTH ? List.of() : List.of("mad.bad-length"));
      assertThat(seen.decoder.management().counts()).hasSize(length >= MadHeader.LENGTH ? 1 : 0);
    }
  }

  @Test
  void shouldNotReadAnotherBaseVersion() {
    byte[] mad = Mad.of(Mad.SUBN, Mad.GET, 0xffff, NODE_INFO);
    mad[0] = (byte) 0x80;
    client(mad);

    Recording seen = Recording.of(c.capture());
    assertThat(seen.rules()).containsExactly("mad.unknown-version");
    assertThat(seen.decoder.management().counts()).isEmpty();
  }

  @Test
  void shouldTakeWhatManagersWereRedirectedTo() {
    byte[] mad = Mad.of(Mad.PERF, Mad.GET, 0, PORT_COUNTERS);
    c.client().emit(Mad.packet(c.client(), mad).destinationQp(77));
    c.client().emit(Mad.packet(c.client(), mad).deth(0, 77));

    assertThat(Recording.of(c.capture()).decoder.management().counts())
        .containsExactly(entry("Perf", 2L));
  }

  @Test
  void shouldLeaveOtherDatagramsAlone() {
    byte[] mad = Mad.of(Mad.PERF, Mad.GET_RESP, 0xffff, PORT_COUNTERS);
    c.client().emit(Mad.packet(c.client(), mad).destinationQp(77).deth(0, 78));
    c.client().emit(Mad.packet(c.client(), mad).opcode(Opcodes.RC_SEND_ONLY + 0x20));

    Recording seen = Recording.of(c.capture());
    assertThat(seen.decoder.management().counts()).isEmpty();
    assertThat(seen.rules()).isEmpty();
  }

  @Test
  void shouldDisturbNoConnection() {
    c.connect();
    talk();
    Recording alone = Recording.of(c.capture());
    List<Tuple> sends =
        alone.connection().sends.stream()
            .map(each -> tuple(each.firstPsn(), each.packets(), each.endSeen()))
            .toList();
    int packets = c.capture().size();

    for (int between = 0; between < packets; between++) {
      begin();
      c.connect();
      talk();
      SplittableRandom random = new SplittableRandom(between);
      for (int code = 0; code < 256; code++) {
        byte[] mad =
            Mad.of(code, random.nextInt(256), random.nextInt(0x10000), random.nextInt(0x40));
        if (code == MadHeader.COMMUNICATION_MANAGEMENT) {
          mad[3] = Mad.GET;
        }
        int psn = random.nextInt(4000);
        c.client().emit(Mad.packet(c.client(), mad).psn(psn));
        c.capture().move(c.capture().size() - 1, between);
      }

      Recording seen = Recording.of(c.capture());
      assertThat(seen.connection().sends)
          .as("before packet %d", between)
          .extracting(Send::firstPsn, Send::packets, Send::endSeen)
          .isEqualTo(sends);
      assertThat(seen.connection().settled).hasSameSizeAs(alone.connection().settled);
      assertThat(seen.connection().operation().memory()).isEqualTo(DATA);
      assertThat(seen.connection().endings).isEqualTo(alone.connection().endings);
      assertThat(seen.rules()).containsOnly("mad.status");
    }
  }

  private void talk() {
    c.client().send(DATA);
    c.server().write(0x977, 0x1000, DATA);
    c.server().send(DATA);
    c.disconnect();
  }
}
