package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.RdmaCapture;
import org.rdmadump.rpcrdma.RpcExchange;

/** Exchanges are selected by the operation and status that they say, of whatever program. */
class ProgramNamesTest {
  private static final String REFUSED = "../testdata/captures/iwarp/iwarp-nfs3-refused-acl.pcap";
  private static final Pattern WORD = Pattern.compile("\\w+");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "iwarp/iwarp-nfs3-refused-acl.pcap",
        "iwarp/iwarp-odd.pcap",
        "rocev2/rocev2-odd.pcap",
        "rocev2/rocev2-nfs42-xattr.pcap",
        "rocev2/rocev2-nfs41-delegation.pcap"
      })
  void shouldSelectByWhatExchangesSay(String name) throws IOException {
    try (RdmaCapture capture = Captures.open(name)) {
      List<RpcExchange> all = Exchanges.of(capture).toList();

      for (String each : names(all, RpcExchange::status)) {
        Assertions.assertThat(calls(Exchanges.of(capture).status(each).toList(), it -> true))
            .as(each)
            .isEqualTo(calls(all, it -> it.status().equals(Optional.of(each))));
      }
      for (String each : names(all, RpcExchange::operation)) {
        Assertions.assertThat(calls(Exchanges.of(capture).operation(each).toList(), it -> true))
            .as(each)
            .containsAll(calls(all, it -> it.operation().equals(Optional.of(each))));
      }
    }
  }

  private static Set<String> names(
      List<RpcExchange> all, Function<RpcExchange, Optional<String>> name) {
    Set<String> names = new TreeSet<>();
    all.forEach(each -> name.apply(each).filter(WORD.asMatchPredicate()).ifPresent(names::add));
    Assertions.assertThat(names).isNotEmpty();
    return names;
  }

  private static List<String> calls(List<RpcExchange> all, Predicate<RpcExchange> wanted) {
    return all.stream().filter(wanted).map(it -> it.connection() + " " + it.xidText()).toList();
  }

  @Test
  void shouldSelectWhatRpcRefused(@Capture(REFUSED) RdmaCapture capture) {
    Exchanges refused = Exchanges.of(capture).status("GARBAGE_ARGS");

    assertThat(refused).hasSize(3).allMatch("nfs_acl.op == SETACL");
    assertThat(refused.get(0)).hasStatus("GARBAGE_ARGS");
    assertThat(Exchanges.of(capture).operation("SETACL")).hasSize(3);
    assertThat(Exchanges.of(capture).operation("NULL")).hasSize(2);
  }

  @Test
  void shouldTakeNamesInAnyCaseAndNumbersOfNfs(@Capture(REFUSED) RdmaCapture capture) {
    Exchanges all = Exchanges.of(capture);

    assertThat(all.status("nfs3err_noent")).hasSize(2);
    assertThat(all.status("2")).hasSize(2);
    assertThat(all.operation("getacl")).hasSize(2);
  }

  @Test
  void shouldIgnoreOperationsOfAnyProgram(@Capture(REFUSED) RdmaCapture capture) {
    Tolerance tolerance = Tolerance.NONE.ignoringOperations("GETACL", "SETACL");

    assertThat(capture).behavesLike(capture, tolerance);
  }

  @Test
  void shouldRefuseWhatNoProgramHas(@Capture(REFUSED) RdmaCapture capture) {
    Exchanges all = Exchanges.of(capture);
    RpcExchange first = all.get(0);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> all.operation("MAFNOD"))
        .withMessageContaining("did you mean MKNOD?");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> all.status("NFS3ERR_ACCESS"))
        .withMessageContaining("did you mean NFS3ERR_ACCES?");
    assertThatIllegalArgumentException().isThrownBy(() -> assertThat(first).hasStatus("NONE"));
  }
}
