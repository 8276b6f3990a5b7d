package org.rdmadump.analysis.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
import org.rdmadump.analysis.export.Tshark;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.testing.Needs;

class WiresharkNamesTest {
  private static final int NFS = 100_003;
  private static final int RENAME = 14;
  private static final int LOOKUP = 15;
  private static final int READDIR = 26;
  private static final int SECINFO = 33;

  @Test
  void shouldHaveTheAuxiliaryGroupsBehindTheGroup() throws Exception {
    // Given a call of AUTH_SYS by group 100 and three others
    RpcWords credential = RpcWords.values().u32(7).string("host").u32(1000, 100, 3, 4, 24, 100);
    RpcMessage message =
        RpcSample.call(RpcWords.bareCall(NFS, 3, 0).u32(1).opaque(credential).u32(0, 0));
    FieldRegistry<RpcMessage> fields = MessageFields.registry();

    // when rpc.auth.gid is read, then it has all, as in Wireshark.
    List<Long> groups = new ArrayList<>();
    boolean found =
        fields
            .find("rpc.auth.gid")
            .orElseThrow()
            .reader()
            .read(
                message,
                new ValueVisitor() {
                  @Override
                  public boolean number(long value) {
                    return !groups.add(value);
                  }
                });

    assertThat(found).isFalse();
    assertThat(groups).containsExactly(100L, 4L, 24L, 100L);
    assertThat(Filter.of("rpc.auth.gid == 24", fields).matches(message)).isTrue();
    assertThat(Filter.of("rpc.auth.gid == 25", fields).matches(message)).isFalse();
  }

  /** LOOKUP and SECINFO of names with a tab, and with bytes that are not UTF-8. */
  private static RpcMessage ofOddNames() {
    byte[] odd = {'b', (byte) 0xff, 'd'};
    return RpcSample.call(
        RpcWords.call(NFS, 4, 1)
            .u32(0, 0, 2)
            .u32(LOOKUP)
            .string("tab\there")
            .u32(SECINFO)
            .opaque(odd));
  }

  @ParameterizedTest
  @ValueSource(strings = {"nfs.pathname.component", "nfs.name"})
  void shouldHaveEachNameOnceWhateverItsBytes(String name) {
    // Given names that are no plain text, when read, then each is there once, as in Wireshark.
    Field<RpcMessage> field = MessageFields.registry().find(name).orElseThrow();

    assertThat(new FieldText(",").list(field, ofOddNames(), 9))
        .containsExactly("tab\there", "b\ufffdd");
  }

  @Test
  void shouldHaveTheVerifierOfAReaddirAsANumber() {
    RpcMessage readdir =
        RpcSample.call(
            RpcWords.call(NFS, 4, 1)
                .u32(0, 0, 1)
                .u32(READDIR)
                .u64(3, 0x1_0000_0002L)
                .u32(100, 100, 0));
    Field<RpcMessage> field = MessageFields.registry().find("nfs.cookie_verf4").orElseThrow();

    assertThat(new FieldText(",").list(field, readdir, 9)).containsExactly("4294967298");
  }

  @Test
  void shouldHaveTheNamesOfBothFilesOfARenameOnce() {
    RpcWords handle = RpcWords.values().u32(7);
    RpcMessage rename =
        RpcSample.call(
            RpcWords.call(NFS, 3, RENAME)
                .opaque(handle)
                .string("from")
                .opaque(handle)
                .string("to"));
    Field<RpcMessage> field = MessageFields.registry().find("nfs.name").orElseThrow();

    assertThat(new FieldText(",").list(field, rename, 9)).containsExactly("from", "to");
  }

  /** Bases of numbers, from tshark's list of its fields. */
  @Test
  void shouldShowNumbersInTheBaseOfTshark(@TempDir Path home) throws Exception {
    Needs.tshark();
    Map<String, Set<String>> bases = new HashMap<>();
    for (String line : new Tshark(home).glossary("fields")) {
      String[] parts = line.split("\t", -1);
      if (parts[0].equals("F")) {
        bases.computeIfAbsent(parts[2], its -> new TreeSet<>()).add(parts[5]);
      }
    }
    List<String> differ = new ArrayList<>();
    for (String block : List.of("messages", "declared", "NVMe commands", "frames")) {
      WiresharkTable.block(block)
          .forEach(
              (name, row) -> {
                FieldType type = row.type();
                Set<String> theirs = bases.getOrDefault(name, Set.of());
                if ((type.name().startsWith("HEX") && theirs.contains("BASE_DEC"))
                    || (type == FieldType.UNSIGNED && theirs.contains("BASE_HEX"))) {
                  differ.add(name + " " + type + " " + theirs);
                }
              });
    }

    assertThat(bases).containsKey("nfs.cookie_verf4");
    assertThat(differ).isEmpty();
  }

  /** Ours may leave out {@code operations.}; what is ours stays ours, but for that one. */
  @Test
  void shouldTakeNoNameOfOurs() {
    FieldRegistry<RpcMessage> fields = MessageFields.registry();
    Set<String> names = new TreeSet<>(WiresharkTable.block("declared").keySet());
    names.addAll(WiresharkTable.block("messages").keySet());

    names.removeIf(
        name ->
            !name.startsWith("nfs.")
                || fields.find("nfs.operations." + name.substring("nfs.".length())).isEmpty());

    assertThat(names).containsExactly("nfs.fh.length");
  }

  @Test
  void shouldAdviseOnFieldsThatNoRecordHas() {
    for (String name : WiresharkTable.block("advice").keySet()) {
      assertThat(WiresharkTable.advice(name)).as(name).isPresent();
      assertThat(MessageFields.registry().find(name)).as(name).isEmpty();
      assertThat(FrameFields.registry().find(name)).as(name).isEmpty();
    }
    assertThat(WiresharkTable.advice("icmp.type")).isEqualTo(WiresharkTable.advice("icmp"));
    assertThat(WiresharkTable.advice("_ws.col.Protocol")).isPresent();
    assertThat(WiresharkTable.advice("tcp.options.sack.count")).isPresent();
    assertThat(WiresharkTable.advice("nfs.nothing")).isEmpty();
  }
}
