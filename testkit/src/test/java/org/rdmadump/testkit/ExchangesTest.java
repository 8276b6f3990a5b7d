package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.RdmaCapture;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/** Sets of exchanges are whole and the same, whatever else is asked of their capture. */
class ExchangesTest {
  private static final String NFS41 = "../testdata/captures/rocev2/rocev2-nfs41-conformance.pcap";

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs3-basic.pcap", "rocev2/rocev2-nfs41-vlan.pcap"})
  void shouldTakeADirectoryForNoneOfTheFilesThatAreNamedInIt(String file) throws IOException {
    try (RdmaCapture capture = Captures.open(file)) {
      Exchanges onFolder = Exchanges.of(capture).onFile("basic");

      Assertions.assertThat(onFolder.operation("GETATTR").count()).isPositive();
      for (String naming : List.of("REMOVE", "OPEN", "RENAME")) {
        Assertions.assertThat(onFolder.operation(naming).isEmpty()).as(naming).isTrue();
      }
    }
  }

  @Test
  void shouldTakeADirectoryThatIsNamedLateForNoneOfItsFiles(@TempDir Path folder)
      throws IOException {
    // given a capture that begins behind the LOOKUP of the directory
    Path late = Captures.frames("rocev2/rocev2-nfs42-xattr.pcap", 77, 1_000_000, folder);
    try (RdmaCapture capture = Captures.open(late)) {
      Exchanges onFolder = Exchanges.of(capture).onFile("basic");

      Assertions.assertThat(onFolder.isEmpty()).isFalse();
      for (String naming : List.of("REMOVE", "OPEN", "RENAME")) {
        Assertions.assertThat(onFolder.operation(naming).isEmpty()).as(naming).isTrue();
      }
    }
  }

  @Test
  void shouldVisitAllWhileOthersAreAsked(@Capture(NFS41) RdmaCapture capture) {
    Exchanges all = Exchanges.of(capture);
    AtomicInteger visited = new AtomicInteger();

    assertThat(all.notMatching("nfs.op == EXCHANGE_ID || nfs.op == CREATE_SESSION"))
        .allSatisfy(
            each -> {
              // Each question decodes all of it.
              if (visited.incrementAndGet() % 10 == 0) {
                Assertions.assertThat(all.sessions()).isNotNull();
                assertThat(capture).hasConnections(1);
                assertThat(all.operation("READ")).isNotEmpty();
              }
            });

    Assertions.assertThat(visited)
        .hasValue(
            (int) all.notMatching("nfs.op == EXCHANGE_ID || nfs.op == CREATE_SESSION").count());
    Assertions.assertThat(visited.get()).isGreaterThan(50);
  }

  @Test
  void shouldAskForTheConnection(@Capture(NFS41) RdmaCapture capture) {
    Exchanges all = Exchanges.of(capture);

    assertThat(all).allMatch("connection.service_port == 20049");
    assertThat(all).noneMatch("connection.client_qp == 1");
    assertThat(all.notMatching("connection.client_qp")).isEmpty();
  }

  @Test
  void shouldWalkThroughAllWhileTheyAreCounted(@Capture(NFS41) RdmaCapture capture) {
    List<Integer> seen = new ArrayList<>();
    for (RpcExchange each : Exchanges.of(capture)) {
      seen.add(each.xid());
      Assertions.assertThat(Exchanges.of(capture).get(0)).isNotNull();
      if (seen.size() % 16 == 0) {
        Assertions.assertThat(Exchanges.of(capture).count()).isGreaterThan(50);
      }
    }

    Assertions.assertThat(seen)
        .isEqualTo(Exchanges.of(capture).stream().map(RpcExchange::xid).toList());
  }

  @Test
  void shouldSayHowManyThereAreIfOneIsNotThere(@Capture(NFS41) RdmaCapture capture) {
    Exchanges writes = Exchanges.of(capture).operation("WRITE");
    long count = writes.count();

    Assertions.assertThat(writes.get((int) count - 1).xid())
        .isEqualTo(writes.toList().get((int) count - 1).xid());
    assertThatThrownBy(() -> writes.get((int) count))
        .isInstanceOf(AssertionError.class)
        .hasMessage("no exchange " + count + " of operation WRITE: there are " + count);
    assertThatThrownBy(() -> writes.get(-1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("exchange -1: the first is 0");
  }

  @Test
  void shouldAnswerOneQuestionAboutWhatCanBeReadOnce() throws IOException {
    try (RdmaCapture capture = RdmaCapture.over(CaptureFile.open(Path.of(NFS41)))) {
      Assertions.assertThat(Exchanges.of(capture).count()).isGreaterThan(50);

      assertThatThrownBy(() -> Exchanges.of(capture).count())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("can be read once, and was");
    }
  }

  @Test
  void shouldBeClosedWithTheCapture() throws IOException {
    RdmaCapture capture = Captures.open(Path.of(NFS41));
    Iterator<RpcExchange> unfinished = Exchanges.of(capture).iterator();
    Assertions.assertThat(unfinished.next()).isNotNull();

    capture.close();

    assertThatThrownBy(() -> Exchanges.of(capture).count())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the capture is closed");
    assertThatThrownBy(unfinished::next).hasMessage("the capture is closed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"WRITE || nfs.op", "a) || (b", "", "READ "})
  void shouldRefuseWhatIsNoName(String name, @Capture(NFS41) RdmaCapture capture) {
    Exchanges all = Exchanges.of(capture);

    assertThatThrownBy(() -> all.operation(name)).hasMessageContaining("is no name or address");
    assertThatThrownBy(() -> all.status(name)).hasMessageContaining("is no name or address");
    assertThatThrownBy(() -> all.server(name)).hasMessageContaining("is no name or address");
  }

  @Test
  void shouldNegateAllOfAnExpression(@Capture(NFS41) RdmaCapture capture) {
    Exchanges all = Exchanges.of(capture);

    assertThatThrownBy(() -> all.notMatching("nfs.op == READ) || (nfs.op == WRITE"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(all.operation("READ").notMatching("nfs.op == READ || nfs.op == WRITE")).isEmpty();
  }

  @Test
  void shouldSayThatThereIsNothingToAssertOn() {
    assertThatThrownBy(() -> assertThat(Arrays.asList(new RpcMessage[1]).get(0)).isComplete())
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("expected something");
  }

  @Test
  void shouldFindTheExchangesOnAFile(@Capture(NFS41) RdmaCapture capture) {
    Exchanges onFile = Exchanges.of(capture).onFile("suite/4096");
    assertThat(onFile.operation("WRITE")).isNotEmpty();
    assertThat(onFile.operation("READ")).isNotEmpty();
    assertThat(onFile.operation("OPEN")).isNotEmpty();
    assertThat(onFile).allMatch("nfs.path == '/suite/4096'");
    Assertions.assertThat(Exchanges.of(capture).onFile("4096").count()).isEqualTo(onFile.count());
    Assertions.assertThat(Exchanges.of(capture).onFile("/suite/4096").count())
        .isEqualTo(onFile.count());
    Assertions.assertThat(Exchanges.of(capture).onFile("96").isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void shouldTakeNoEmptyNameForAFile(String name, @Capture(NFS41) RdmaCapture capture) {
    Exchanges all = Exchanges.of(capture);
    assertThatThrownBy(() -> all.onFile(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the name of the file is empty");
    assertThatThrownBy(() -> assertThat(capture).file(name))
        .hasMessage("the name of the file is empty");
  }

  @Test
  void shouldNameTheNearestFilesWhereThereIsNoneOfTheName(@Capture(NFS41) RdmaCapture capture) {
    Exchanges wrong = Exchanges.of(capture).onFile("4097");
    assertThatThrownBy(() -> assertThat(wrong).isNotEmpty())
        .hasMessageMatching(
            "(?s)expected an exchange of file 4097 but there is none; the capture names"
                + " /suite/4096, (/\\S*, ){3}/\\S* and \\d+ more\\s*");
    assertThatThrownBy(() -> wrong.get(0)).hasMessageContaining("are 0; the capture names /suite/");

    // A file that is there says nothing of others.
    assertThatThrownBy(
            () -> assertThat(Exchanges.of(capture).onFile("4096").operation("MKNOD")).isNotEmpty())
        .hasMessage("expected an exchange of file 4096 && operation MKNOD but there is none");
  }

  @Test
  void shouldTakeTheServerForTheSameInEitherDirection() throws IOException {
    try (RdmaCapture capture = Captures.open("rocev2/rocev2-nfs41-delegation.pcap")) {
      Exchanges callbacks = Exchanges.of(capture).operation("CB_RECALL");
      assertThat(callbacks).isNotEmpty();
      assertThat(callbacks.server("192.168.77.1")).hasSize(callbacks.count());
      assertThat(Exchanges.of(capture).server("192.168.77.1"))
          .hasSize(Exchanges.of(capture).count());
      assertThat(Exchanges.of(capture).server("192.168.77.2")).isEmpty();
    }
  }

  @Test
  void shouldKnowTheServerOfRepliesWithoutTheirCall(@TempDir Path folder) throws IOException {
    Path replies = Captures.sentBy("rocev2/rocev2-nfs3-acl.pcap", "192.168.77.1", folder);
    try (RdmaCapture capture = Captures.open(replies)) {
      Exchanges all = Exchanges.of(capture);
      assertThat(all).isNotEmpty();
      assertThat(all.server("192.168.77.1")).hasSize(all.count());
    }
  }

  @Test
  void shouldAskEachForItsConnection(@Capture(NFS41) RdmaCapture capture) {
    assertThat(Exchanges.of(capture).operation("READ"))
        .allSatisfy(each -> each.matches("connection.service_port == 20049"));

    RpcExchange alone = Exchanges.of(capture).get(0);
    assertThatThrownBy(() -> assertThat(alone).matches("connection.service_port == 20049"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("connection.service_port is a field of connections");
  }

  @Test
  void shouldSayThatDataIsNotKept() throws IOException {
    Path file = Captures.path("rocev2/rocev2-nfs3-basic.pcap");
    String expression = "nfs.symlink.to == 'big'";
    try (RdmaCapture kept = Captures.open(file);
        RdmaCapture plain = RdmaCapture.open(file)) {
      RpcExchange whole = Exchanges.of(kept).operation("SYMLINK").get(1);
      RpcExchange without = Exchanges.of(plain).operation("SYMLINK").get(1);

      assertThat(whole).matches("nfs.symlink.to");
      for (ThrowingCallable each :
          List.<ThrowingCallable>of(
              () -> assertThat(without).matches(expression),
              () -> Exchanges.of(plain).matching(expression),
              () ->
                  assertThat(Exchanges.of(plain).operation("SYMLINK"))
                      .allSatisfy(it -> it.matches(expression)))) {
        assertThatThrownBy(each)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("open it with keepBytes(true)");
      }
    }
  }

  @Test
  void shouldFindARenamedFileByEitherName(
      @Capture("../testdata/captures/rocev2/rocev2-nfs3-basic.pcap") RdmaCapture capture) {
    Exchanges before = Exchanges.of(capture).onFile("basic/mid");
    Exchanges behind = Exchanges.of(capture).onFile("basic/middle");
    assertThat(before.operation("WRITE")).isNotEmpty();
    Assertions.assertThat(behind.operation("WRITE").isEmpty()).isTrue();
    assertThat(before.operation("RENAME")).hasSize(1);
    assertThat(behind.operation("RENAME")).hasSize(1);
    assertThat(behind.operation("SETATTR")).isNotEmpty();
  }
}
