package org.rdmadump.analysis.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
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
}
