package org.rdmadump.analysis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.check.FindingFields;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.analysis.frame.Dissected;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.rule.CheckRules;
import org.rdmadump.analysis.rule.ConnectionRules;
import org.rdmadump.analysis.stats.ConnectionFields;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Rule;

/**
 * Of a field with a known set of values, a filter knows a wrong one, and large letters do not
 * matter.
 */
class ClosedValuesTest {
  /** Fields whose values nobody can list: names that people give, digests, sentences, numbers. */
  private static final Set<String> OPEN =
      Set.of(
          "findings.message",
          "connection.protocol_evidence",
          "connection.protocol_doubt",
          "connection.ended.reason",
          "nvme.data.sha256",
          "nvme.cqe.connect.parameter",
          "rwh.type",
          "vcrc.value",
          "eth.type",
          "sll.type",
          "vlan.type",
          "gre.type",
          "geneve.type",
          "udp.checksum");

  /** What only takes one value of a set, as an operation or a reason, declares the set. */
  @Test
  void shouldKnowTheValuesOfAllTextsThatAreOfASet() {
    Stream<String> without =
        Stream.of(NvmeFields.registry(), ConnectionFields.registry(), FrameFields.registry())
            .flatMap(registry -> registry.all().stream())
            .filter(field -> field.dialect() == Dialect.OWN && field.values().isEmpty())
            .filter(field -> field.has(FieldType.TEXT) || field.has(FieldType.NAMED))
            .map(Field::name)
            .filter(name -> !name.matches("(rpc|nfs|nfs_acl|mount|nlm|nsm|portmap)\\..*"))
            .distinct();

    assertThat(without).isSubsetOf(OPEN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          connection.ended.how == dreqq | dreq
          connection.ended.by != clinet | client
          connection.requests.kind in {send, wriet} | write
          connection.protocol == SMBDirect | "SMB Direct"
          connection.nvme.refusal == "Invalid QIDD" | "Invalid QID"
          connection.traffic.client.naks == "Invalid Requst" | "Invalid Request"
          """)
  void shouldSayWhatWasProbablyMeant(String filter, String meant) {
    FilterException wrong = refused(filter, ConnectionFields.registry());

    assertThat(wrong.reason())
        .contains(" is never ", "did you mean " + meant + "? rdmadump fields ");
  }

  @ParameterizedTest
  @CsvSource({
    "nfs.op == SETACL, nfs_acl.op == SETACL",
    "nfs.op in {mnt}, mount.op == mnt",
    "nfs.op == MOUNT, rpc.program_name == MOUNT",
    "nfs.op == NFS4ERR_STALE, nfs.status == NFS4ERR_STALE",
    "nfs_acl.op == READ, nfs.op == READ",
    "nfs_acl.op == 'NULL|WRITE', nfs.op == WRITE",
    "mount.status == NFS4ERR_STALE, nfs.status == NFS4ERR_STALE",
    "rpc.program_name == READ, nfs.op == READ",
    "rpcrdma.procedure == NFS, rpc.program_name == NFS",
    "findings.severity == bth.psn-gap, findings.rule == bth.psn-gap"
  })
  void shouldNameTheFieldThatHasTheValue(String filter, String meant) throws FilterException {
    for (FieldRegistry<?> each : List.of(MessageFields.registry(), ExchangeFields.registry())) {
      assertThat(refused(filter, each).reason()).endsWith("; did you mean " + meant + "?");
      assertThat(Filter.of(meant, each)).isNotNull();
    }
  }

  @Test
  void shouldNameTheFieldOfFramesThatHasTheValue() {
    assertThat(refused("cm.message == \"RC RDMA WRITE First\"", FrameFields.registry()).reason())
        .endsWith("; did you mean bth.opcode == \"RC RDMA WRITE First\"?");
  }

  /** Rules have names of fields: aeth.nak, grh.version, rdmap.terminate and others. */
  @Test
  void shouldTakeARuleForARuleAlsoIfAFieldHasItsName() throws Exception {
    Path capture = Path.of("..", "testdata", "captures", "iwarp", "iwarp-odd.pcap");
    List<FrameRecord> frames = Dissected.of(capture).frames();
    for (String written : List.of("rdmap.terminate", "'rdmap.terminate'")) {
      Filter<FrameRecord> filter = Filter.of("findings.rule == " + written, FrameFields.registry());

      assertThat(frames.stream().filter(filter::matches).count()).as(written).isEqualTo(3);
    }
  }

  /** A value that is hardly different is nearer than the same one of a field of another kind. */
  @Test
  void shouldPreferTheFieldThatWasAsked() {
    assertThat(refused("nfs.op == CREAT", MessageFields.registry()).reason())
        .contains("did you mean CREATE?");
  }

  /** Only check finds out that they are broken, by whole messages, connections and files. */
  @Test
  void shouldRefuseRulesThatNoRecordHas() throws FilterException {
    List<FieldRegistry<?>> records =
        List.of(
            MessageFields.registry(),
            ExchangeFields.registry(),
            NvmeFields.registry(),
            FrameFields.registry());
    List<Rule> ofCheck = new ArrayList<>(CheckRules.all());
    ofCheck.addAll(ConnectionRules.all());
    ofCheck.addAll(CaptureRules.ofWhole());
    for (Rule rule : ofCheck) {
      String only = rule.name() + " here; rdmadump check --rules " + rule.name() + " tells of it";
      for (FieldRegistry<?> each : records) {
        for (String relation : List.of("== %s", "!= %s", "in {icrc.mismatch, %s}", "== '%s'")) {
          String filter = "findings.rule " + String.format(Locale.ROOT, relation, rule.name());
          assertThat(refused(filter, each).reason()).isEqualTo("findings.rule is never " + only);
        }
      }
      assertThat(refused("any(findings: rule == " + rule.name() + ")", records.get(1)).reason())
          .isEqualTo("rule is never " + only);
      assertThat(Filter.of("rule == " + rule.name(), FindingFields.registry())).isNotNull();
      assertThat(Filter.of("findings.rule != " + rule.name(), FindingFields.registry()))
          .isNotNull();
    }
  }

  /** Frames have the finding about the first of them that was cut. */
  @Test
  void shouldRefuseRulesAboutFramesOfMessages() throws FilterException {
    String filter = "findings.rule == " + CaptureRules.FRAMES_CUT.name();

    assertThat(Filter.of(filter, FrameFields.registry())).isNotNull();
    assertThat(refused(filter, MessageFields.registry()).reason())
        .startsWith("findings.rule is never capture.frames-cut here; ");
  }

  /** Of texts, which records need not have, if the word says so. */
  @ParameterizedTest
  @CsvSource({
    "connection.protocol == unknown, connection.protocol",
    "connection.protocol == None, connection.protocol",
    "connection.ended.how != none, connection.ended.how"
  })
  void shouldSayHowToAskForRecordsWithoutAValue(String filter, String field)
      throws FilterException {
    assertThat(refused(filter, ConnectionFields.registry()).reason())
        .startsWith(field + " is never ")
        .doesNotContain("did you mean")
        .endsWith("; where it is absent: not " + field);
    assertThat(Filter.of("not " + field, ConnectionFields.registry())).isNotNull();
  }

  @Test
  void shouldSayNothingOfAbsenceWhereItIsNotMeant() {
    for (String filter : List.of("connection.ended.how == dreqq", "connection.protocol == foo")) {
      assertThat(refused(filter, ConnectionFields.registry()).reason()).doesNotContain("absent");
    }
    assertThat(refused("aeth.kind == foo", FrameFields.registry()).reason())
        .doesNotContain("absent");
  }

  /** Asking for those without it would choose nothing. */
  @Test
  void shouldSayNothingOfAbsenceOfFieldsThatAreAlwaysThere() {
    for (String filter : List.of("rule == none", "severity == none", "severity == unknown")) {
      assertThat(refused(filter, FindingFields.registry()).reason())
          .contains(" is never ")
          .doesNotContain("absent");
    }
    assertThat(refused("connection.transport == none", ConnectionFields.registry()).reason())
        .doesNotContain("absent");
  }

  /** Inside of any() a name has no group, and outside of it not NAME is no field. */
  @Test
  void shouldSayNothingOfAbsenceInsideOfAny() {
    assertThat(refused("any(findings: rule == none)", MessageFields.registry()).reason())
        .startsWith("rule is never none")
        .doesNotContain("absent");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cm.message == ConnectReqest",
        "mpa.start_up == Requst",
        "cm.sts == \"Invalid QIDD\"",
        "rdmap.terminate == \"DDP: invalid STagg\"",
        "tcp.flags == SYNN",
        "nvme.operation == Wriet"
      })
  void shouldSayTheSameOfFrames(String filter) {
    assertThat(refused(filter, FrameFields.registry()).reason()).contains("did you mean ");
  }

  /** What ends in a number is as wrong as other words, unless output writes numbers so. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvme.operation == \"Wriet 1\"",
        "nvme.operation == \"opcode 193\"",
        "nvme.status == \"Sucess 0x0\"",
        "bth.opcode == \"RC unknwon 0x1f\"",
        "cm.reason == \"reason 0x22\"",
        "cm.message == \"reason 34\"",
        "rdmap.terminate == \"DDP: error 1\"",
        "rpcrdma.procedure == \"message 7\""
      })
  void shouldRefuseNumbersBehindOtherWords(String filter) {
    assertThat(refused(filter, FrameFields.registry()).reason()).contains(" is never ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvme.operation == \"Opcode 0xC1\"",
        "nvme.operation == \"fabrics type 0x7f\"",
        "nvme.status == \"vendor specific status 0x1f\"",
        "bth.opcode == \"RC unknown 0x1F\"",
        "bth.opcode == \"Manufacturer unknown 0xc0\"",
        "mad.attribute == \"attribute 0x1234\"",
        "cm.reason == \"reason 34\"",
        "cm.sts == \"status 0x20\"",
        "rdmap.terminate == \"ddp: error type 1 code 0x20\"",
        "rdmap.terminate == \"layer 5: error type 0 code 0x00\"",
        "rpcrdma.procedure == \"procedure 7\""
      })
  void shouldTakeNumbersAsOutputWritesThem(String filter) throws FilterException {
    assertThat(Filter.of(filter, FrameFields.registry())).isNotNull();
  }

  private static <R> FilterException refused(String filter, FieldRegistry<R> fields) {
    return catchThrowableOfType(FilterException.class, () -> Filter.of(filter, fields));
  }

  /** A text that is shown of a set, as fields of records are. */
  private record Shown(String text) {}

  private static FieldRegistry<Shown> things() {
    return new FieldRegistry<Shown>("things")
        .add(FieldType.TEXT, "operation", "", (thing, to) -> to.text(thing.text()))
        .values(List.of("Read", "Get Log Page"))
        .numbered(List.of("opcode 0x%02x", "type %d code 0x%x"))
        .add(FieldType.TEXT, "name", "", (thing, to) -> to.text(thing.text()));
  }

  @ParameterizedTest
  @CsvSource({
    "operation == read, Read, true",
    "operation != READ, Read, false",
    "operation in {\"get log page\"}, Get Log Page, true",
    "operation == \"opcode 0xc1\", opcode 0xc1, true",
    "operation == \"OPCODE 0xC1\", opcode 0xc1, true",
    "operation == \"opcode 0x5\", opcode 0x05, true",
    "operation != \"Type 07 Code 0xA\", type 7 code 0xa, false",
    "operation == \"opcode 0xc2\", opcode 0xc1, false",
    "operation contains read, Read, false",
    "name == read, Read, false"
  })
  void shouldTakeLargeLettersForSmallOnesInSetsOnly(String filter, String value, boolean chosen)
      throws FilterException {
    assertThat(Filter.of(filter, things()).matches(new Shown(value))).isEqualTo(chosen);
  }
}
