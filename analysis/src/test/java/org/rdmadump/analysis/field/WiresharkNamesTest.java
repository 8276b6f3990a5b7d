package org.rdmadump.analysis.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.rpcrdma.RpcMessage;

class WiresharkNamesTest {
  private static final int NFS = 100_003;

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
