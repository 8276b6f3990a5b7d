package org.rdmadump.rpc.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrProcedure;

class RpcProtocolsTest {
  private static final int MOST_PROCEDURES = 32;

  private final RpcProtocols protocols = new RpcProtocols();

  @ParameterizedTest
  @CsvSource({
    "100000, 2",
    "100000, 3",
    "100000, 4", // portmap, rpcbind
    "100003, 2",
    "100003, 3", // NFS
    "100005, 1",
    "100005, 2",
    "100005, 3", // MOUNT
    "100021, 1",
    "100021, 2",
    "100021, 3",
    "100021, 4", // NLM
    "100024, 1", // NSM
    "100227, 2",
    "100227, 3" // NFS_ACL
  })
  void shouldDeclareEveryProcedureThatHasAName(long program, long version) {
    for (int procedure = 0; procedure < MOST_PROCEDURES; procedure++) {
      assertThat(protocols.procedure(program, version, procedure).map(XdrProcedure::name))
          .as("procedure %d", procedure)
          .isEqualTo(RpcPrograms.procedureName(program, version, procedure));
    }
  }

  /** Counts before data are those of READ3resok and WRITE3args (RFC 1813 sections 3.3.6, 3.3.7). */
  @Test
  void shouldKnowWhichMessagesHoldACountBeforeData() {
    Set<String> counted = new TreeSet<>();
    for (long version = 2; version <= 4; version++) {
      for (int number = 0; number < MOST_PROCEDURES; number++) {
        Optional<XdrProcedure> found = protocols.procedure(RpcPrograms.NFS, version, number);
        if (found.isPresent()) {
          for (XdrField body : List.of(found.get().arguments(), found.get().results())) {
            if (body.type().holdsCounts()) {
              counted.add(body.type().name());
            }
          }
        }
      }
    }
    assertThat(counted).containsExactly("READ3res", "WRITE3args");
  }

  @Test
  void shouldKnowNoProcedureOfOtherPrograms() {
    assertThat(protocols.procedure(RpcPrograms.NFS, 1, 0)).isEmpty();
    assertThat(protocols.procedure(RpcPrograms.NFS, 0xffffffffL, 0)).isEmpty();
    assertThat(protocols.procedure(RpcPrograms.RQUOTA, 1, 0)).isEmpty();
    assertThat(protocols.procedure(0, 1, 0)).isEmpty();
    assertThat(protocols.procedure(0xffffffffL, 1, 0)).isEmpty();
    assertThat(protocols.procedure(RpcPrograms.NFS, 3, 22)).isEqualTo(Optional.empty());
  }
}
