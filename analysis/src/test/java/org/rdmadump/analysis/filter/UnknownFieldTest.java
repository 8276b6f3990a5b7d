package org.rdmadump.analysis.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.analysis.stats.ConnectionFields;

/** What is suggested for fields that do not exist. */
class UnknownFieldTest {
  private static final int LEAST_LETTERS = 4;

  private static String reason(String field, FieldRegistry<?> fields, FieldRegistry<?>... others) {
    return catchThrowableOfType(
            FilterException.class, () -> Filter.of(field, fields, List.of(others)))
        .reason();
  }

  @ParameterizedTest
  @CsvSource({
    "nvme.latncy, nvme.latency_ns",
    "nvme.latency, nvme.latency_ns",
    "nvme.statu, nvme.status",
    "nvme.cmd.opcode, nvme.cmd.opc",
    "nvme.cmd.frst_frame, nvme.cmd.first_frame",
    "nvem.cmd.opc, nvme.cmd.opc",
    "nvme.number, number",
    "nvme.connection, connection",
    "connection.number, connection",
    "nvme.latency_ns.max, nvme.latency_ns"
  })
  void shouldSuggestWhatIsOfTheSameGroup(String asked, String meant) {
    assertThat(reason(asked, NvmeFields.registry()))
        .isEqualTo("no field " + asked + "; did you mean " + meant + "?");
  }

  @Test
  void shouldLeaveOutTheNameOfTheRecordThatIsAsked() {
    assertThat(reason("message.number", MessageFields.registry(), FrameFields.registry()))
        .isEqualTo("no field message.number; did you mean number?");
  }

  @Test
  void shouldPreferTheSameGroupOfOtherRecords() {
    // given messages, which have nlm.status
    assertThat(reason("nvme.statu", MessageFields.registry(), NvmeFields.registry()))
        .isEqualTo("no field nvme.statu; did you mean nvme.status, of NVMe commands?");
    // given frames, which have Wireshark's frame.number
    assertThat(reason("nvme.number", FrameFields.registry(), NvmeFields.registry()))
        .isEqualTo("no field nvme.number; did you mean number, of NVMe commands?");
  }

  /** A group that no kind of record has is misspelt, whatever the others have of its last part. */
  @ParameterizedTest
  @CsvSource({
    "rcp.xid, rpc.xid",
    "rpcs.xid, rpc.xid",
    "rpcrmda.xid, rpcrdma.xid",
  })
  void shouldCorrectTheGroupBeforeItLooksElsewhere(String asked, String meant) {
    assertThat(
            reason(
                asked,
                MessageFields.registry(),
                ExchangeFields.registry(),
                NvmeFields.registry(),
                FrameFields.registry(),
                ConnectionFields.registry()))
        .isEqualTo("no field " + asked + "; did you mean " + meant + "?");
  }

  @Test
  void shouldCorrectTheGroupOfFramesLikewise() {
    assertThat(
            reason(
                "fram.number",
                FrameFields.registry(),
                MessageFields.registry(),
                NvmeFields.registry()))
        .isEqualTo("no field fram.number; did you mean frame.number?");
  }

  /** What only begins as a field does, or as a group, is none. */
  @ParameterizedTest
  @ValueSource(strings = {"nvmecommand", "timestamp_us", "zzzz.cqexyz"})
  void shouldTakeNoWordForTheNameThatItBeginsWith(String asked) {
    assertThat(reason(asked, NvmeFields.registry()))
        .isEqualTo("no field " + asked + "; rdmadump fields lists all");
  }

  @Test
  void shouldTakeTheLongestAbbreviation() {
    FieldRegistry<String> fields =
        new FieldRegistry<String>("things")
            .number(FieldType.UNSIGNED, "a.len", "", String::length)
            .number(FieldType.UNSIGNED, "a.length", "", String::length);

    assertThat(reason("a.length_of_it", fields))
        .isEqualTo("no field a.length_of_it; did you mean a.length?");
  }

  @ParameterizedTest
  @CsvSource({
    "layers.ip.src, ip.src",
    "layers.mpa.crc, mpa.crc",
    "layers.tcp.src_port, tcp.src_port",
    "layers.rpcrdma.version, rpcrdma.version"
  })
  void shouldSuggestAHeaderByItsPathInJson(String asked, String meant) {
    // given messages, which have fields with these last parts, too
    assertThat(reason(asked, FrameFields.registry(), MessageFields.registry()))
        .isEqualTo("no field " + asked + "; did you mean " + meant + "?");
  }

  @Test
  void shouldSuggestWhatStandsDeeperInAGroupOfAGroup() {
    assertThat(
            reason("rpcrdma.read_chunks.length", MessageFields.registry(), FrameFields.registry()))
        .isEqualTo(
            "no field rpcrdma.read_chunks.length; did you mean"
                + " rpcrdma.read_chunks.segments.length?");
  }

  @Test
  void shouldSayHowToFindFieldsByAWord() {
    assertThat(reason("mtu", MessageFields.registry(), ConnectionFields.registry()))
        .isEqualTo("no field mtu; rdmadump fields mtu finds some");
    assertThat(reason("some.read_chunk", MessageFields.registry()))
        .isEqualTo("no field some.read_chunk; rdmadump fields read_chunk finds some");
  }

  @Test
  void shouldSayThatNothingIsNear() {
    assertThat(reason("nvme.ztqk", NvmeFields.registry()))
        .isEqualTo("no field nvme.ztqk; rdmadump fields nvme lists those of nvme");
    assertThat(reason("zz.ztqk", NvmeFields.registry()))
        .isEqualTo("no field zz.ztqk; rdmadump fields lists all");
  }

  /** Names of Wireshark's that rdmadump has otherwise, or not at all. */
  @ParameterizedTest
  @CsvSource({
    "tcp.options.mss_val, rdmadump does not decode options of TCP; --frames -x shows their bytes",
    "ip.checksum.status, rdmadump does not show checksums of IP; --frames -x shows their bytes",
    "mount.path, rdmadump has it as mount.dirpath"
  })
  void shouldSayWhatToAskForInstead(String asked, String advice) {
    assertThat(reason(asked, FrameFields.registry(), MessageFields.registry()))
        .isEqualTo("no field %s; %s", asked, advice);
  }

  /** Names of Wireshark's that are none of ours: what is near is another fact. */
  @ParameterizedTest
  @CsvSource({
    "tcp.pdu.size, tcp",
    "tcp.analysis.push_bytes_sent, tcp.analysis",
    "infiniband.cm.req.maxcmretr, infiniband.cm.req",
    "iwarp_rdma.rsv, iwarp_rdma"
  })
  void shouldListTheLayerOfWhatNothingIsLike(String asked, String layer) {
    assertThat(reason(asked, FrameFields.registry(), MessageFields.registry()))
        .isEqualTo("no field %s; rdmadump fields %s lists those of %s", asked, layer, layer);
  }

  @Test
  void shouldLookDeeperInTheSameGroup() {
    assertThat(
            reason("rpcrdma.write_chunks.length", MessageFields.registry(), FrameFields.registry()))
        .isEqualTo(
            "no field rpcrdma.write_chunks.length; did you mean"
                + " rpcrdma.write_chunks.segments.length?");
  }

  @Test
  void shouldKnowWhatConnectionsHave() {
    assertThat(reason("client", ConnectionFields.registry(), MessageFields.registry()))
        .isEqualTo("no field client; did you mean connection.client?");
  }

  @Test
  void shouldSayWhatAPartIsAskedBy() {
    assertThat(
            reason(
                "any(nfs.operations: nfs.op == WRITE)",
                MessageFields.registry(),
                MessageFields.registry()))
        .isEqualTo("inside any() the names are those of the part: op");
  }

  /** What people write who have not read the names of fields. */
  @ParameterizedTest
  @CsvSource({
    "op, nfs.op",
    "operation, nfs.op or rpc.procedure_name",
    "nfs.operation, nfs.op",
    "rpc.proc, rpc.procedure_name",
    "nfs.sequence.slotid, nfs.slotid",
    "slow, rpc.latency_ns",
    "nfs.latency, rpc.latency_ns",
    "credit, rpcrdma.credits",
    "owner, nfs.owner",
    "clientid, nfs.clientid",
    "incomplete, rpc.complete or rpc.missing",
    "path, nfs.path",
    "file, nfs.path or nfs.fh",
    "nfs.full_name, nfs.path",
    "fh, nfs.fh",
    "status, nfs.status or rpc.status",
    "nfs.error, nfs.status",
    "rpc.rtt, rpc.latency_ns",
    "uid, rpc.credential.uid",
    "host, addr or src or dst",
    "opcode, nfs.op",
    "rpcrdma.chunks, rpcrdma.read_chunks or rpcrdma.write_chunks"
  })
  void shouldKnowTheCommonWordsForFields(String asked, String meant) {
    assertThat(
            reason(asked, MessageFields.registry(), NvmeFields.registry(), FrameFields.registry()))
        .isEqualTo("no field " + asked + "; did you mean " + meant + "?");
  }

  /** Who forgets the field, as in {@code nfs.op == READ or WRITE}. */
  @ParameterizedTest
  @CsvSource({
    "WRITE, nfs.op == WRITE",
    "read, nfs.op == READ",
    "NFS4ERR_DELAY, nfs.status == NFS4ERR_DELAY",
    "RDMA_NOMSG, rpcrdma.procedure == RDMA_NOMSG",
    "rocev2, transport == rocev2",
    "0x0a85c64e, rpcrdma.xid == 0x0a85c64e",
    "192.168.77.1, addr == 192.168.77.1",
    "10.0.0.0/8, addr == 10.0.0.0/8"
  })
  void shouldKnowTheFieldOfAValueThatStandsAlone(String asked, String meant) {
    assertThat(reason(asked, MessageFields.registry()))
        .isEqualTo("no field " + asked + "; did you mean " + meant + "?");
  }

  @Test
  void shouldKnowTheComparisonForAValueThatIsAFieldOfOtherRecords() {
    assertThat(reason("call", MessageFields.registry(), ExchangeFields.registry()))
        .isEqualTo("call is a field of exchanges, not of messages. Messages have rpc.type == call");
  }

  /** The same word means something else where other records are asked for. */
  @Test
  void shouldTakeTheWordForFieldsOfTheRecordsThatAreAskedFor() {
    assertThat(reason("opcode", FrameFields.registry(), MessageFields.registry()))
        .isEqualTo("no field opcode; did you mean bth.opcode or rdmap.opcode?");
    assertThat(reason("rtt", FrameFields.registry(), MessageFields.registry()))
        .isEqualTo("no field rtt; did you mean rpc.latency_ns, of messages?");
  }

  static Stream<FieldRegistry<?>> registries() {
    return Stream.of(NvmeFields.registry(), ConnectionFields.registry(), FrameFields.registry());
  }

  /** Whatever letter is left out of the last part. */
  @ParameterizedTest
  @MethodSource("registries")
  void shouldSuggestAFieldOfTheGroupForEverySlipInTheLastPart(FieldRegistry<?> fields) {
    List<String> names =
        fields.all().stream()
            .filter(field -> !field.has(FieldType.GROUP))
            .map(Field::name)
            .filter(name -> name.indexOf('.') > 0)
            .filter(name -> name.length() - name.lastIndexOf('.') > LEAST_LETTERS)
            .toList();
    assertThat(names).hasSizeGreaterThan(40);
    for (String name : names) {
      String wrong = name.substring(0, name.length() - 2) + name.charAt(name.length() - 1);
      if (fields.find(wrong).isEmpty()) {
        String group = name.substring(0, name.indexOf('.') + 1);

        assertThat(reason(wrong, fields)).contains("; did you mean " + group);
      }
    }
  }
}
