package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.RdmaCapture;

/** Which calls have no answer, and which answers no call, is what the summary counts. */
class CallsAndAnswersTest {
  /** A client with one message each over many connections. */
  private static final String ODD = "iwarp/iwarp-odd.pcap";

  /** A call that had no answer, was sent again after a minute, and had one then. */
  private static final String MIXED = "iwarp/iwarp-mixed-versions.pcap";

  private static final String AGAIN = "rpc.xid == 0xc3a44e82";

  @TempDir private Path folder;

  /** A call with its reply. */
  private Path aCall() throws IOException {
    return Captures.frames(ODD, 3, 15, folder);
  }

  /** RDMA_DONE, which nothing answers. */
  private Path done() throws IOException {
    return Captures.frames(ODD, 40, 51, folder);
  }

  /** An RDMA_ERROR, whose cause was not captured. */
  private Path error() throws IOException {
    return Captures.frames(ODD, 62, 78, folder);
  }

  @Test
  void shouldNotTakeAMessageWithoutRpcForACall() throws IOException {
    try (RdmaCapture alone = Captures.open(done());
        RdmaCapture both = Captures.open(aCall(), done())) {
      assertThatThrownBy(() -> assertThat(alone).hasNoCallsWithoutReply())
          .hasMessageStartingWith("expected calls but there is none");
      assertThatThrownBy(() -> assertThat(alone).hasNoRepliesWithoutCall())
          .hasMessageStartingWith("expected replies but there is none");
      assertThat(both).hasNoCallsWithoutReply().hasNoRepliesWithoutCall();
    }
  }

  @Test
  void shouldTakeAnErrorForAnAnswer() throws IOException {
    try (RdmaCapture both = Captures.open(aCall(), error())) {
      assertThat(both).hasNoCallsWithoutReply();
      assertThatThrownBy(() -> assertThat(both).hasNoRepliesWithoutCall())
          .hasMessageStartingWith("expected no reply without call but there are")
          .hasMessageContaining("call not captured")
          .hasMessageContaining("RDMA_ERROR");
    }
  }

  @Test
  void shouldTakeTheAnswerToACallThatWasSentAgain() throws IOException {
    try (RdmaCapture capture = Captures.open(MIXED)) {
      Assertions.assertThat(capture.exchanges().filter(each -> each.reply().isEmpty())).hasSize(1);
      assertThat(capture).hasNoCallsWithoutReply();
    }
  }

  @Test
  void shouldShowACallOfWhichNoCopyHasAnAnswer() throws IOException {
    long answer;
    try (RdmaCapture whole = Captures.open(MIXED)) {
      answer =
          Exchanges.of(whole)
              .matching(AGAIN)
              .matching(each -> each.reply().isPresent())
              .get(0)
              .reply()
              .orElseThrow()
              .firstFrame();
    }
    try (RdmaCapture cut = Captures.open(Captures.frames(MIXED, 1, answer - 1, folder))) {
      assertThatThrownBy(() -> assertThat(cut).hasNoCallsWithoutReply())
          .hasMessageStartingWith("expected no call without reply but there are")
          .hasMessageContaining("0xc3a44e82");
    }
  }

  @Test
  void shouldCompareTheAnswerToACallThatWasSentAgain() throws IOException {
    try (RdmaCapture capture = Captures.open(MIXED)) {
      List<String> nulls =
          BehaviourReader.of(capture).calls().stream()
              .filter(each -> each.protocol().equals("NFS v4") && each.operation().equals("NULL"))
              .map(each -> each.result() + ", " + each.replyChunks() + "; " + each.place())
              .toList();

      Assertions.assertThat(nulls)
          .anyMatch(each -> each.startsWith("SUCCESS, RDMA_MSG; call #43 in "))
          .noneMatch(each -> each.startsWith("no reply"));
    }
  }
}
