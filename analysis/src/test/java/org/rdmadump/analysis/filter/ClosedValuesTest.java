package org.rdmadump.analysis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.analysis.stats.ConnectionFields;

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

  private static <R> FilterException refused(String filter, FieldRegistry<R> fields) {
    return catchThrowableOfType(FilterException.class, () -> Filter.of(filter, fields));
  }

  /** A text that is shown of a set, as fields of records are. */
  private record Shown(String text) {}

  private static FieldRegistry<Shown> things() {
    return new FieldRegistry<Shown>("things")
        .add(FieldType.TEXT, "operation", "", (thing, to) -> to.text(thing.text()))
        .values(List.of("Read", "Get Log Page"))
        .add(FieldType.TEXT, "name", "", (thing, to) -> to.text(thing.text()));
  }

  @ParameterizedTest
  @CsvSource({
    "operation == read, Read, true",
    "operation != READ, Read, false",
    "operation in {\"get log page\"}, Get Log Page, true",
    "operation == \"opcode 0xc1\", opcode 0xc1, true",
    "operation contains read, Read, false",
    "name == read, Read, false"
  })
  void shouldTakeLargeLettersForSmallOnesInSetsOnly(String filter, String value, boolean chosen)
      throws FilterException {
    assertThat(Filter.of(filter, things()).matches(new Shown(value))).isEqualTo(chosen);
  }
}
