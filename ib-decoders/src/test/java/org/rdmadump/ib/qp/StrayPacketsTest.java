package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rdma.RdmaConnection.FIRST;
import static org.rdmadump.rdma.RdmaConnection.SECOND;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.QueuePair;
import org.rdmadump.ib.qp.Recording.Connection;
import org.rdmadump.rdma.Send;

/** Packets whose PSNs are far from those of the connection with their queue pair numbers. */
class StrayPacketsTest {
  private final Capture capture = new Capture();
  private final Conversation c = conversation();

  private Conversation conversation() {
    return Conversation.between("192.168.77.2", "192.168.77.1").on(capture);
  }

  private void calls(Conversation over, int from, int count) {
    for (int xid = from; xid < from + count; xid++) {
      over.client().send(Recording.call(xid));
      over.server().send(Recording.reply(xid));
    }
  }

  /** Sends one request with another PSN, and goes on as if it had not. */
  private void stray(QueuePair sender, int distance) {
    int next = sender.nextPsn();
    c.acks(false);
    sender.nextPsn(next + distance).send(Recording.call(0x5eed));
    c.acks(true);
    sender.nextPsn(next);
  }

  private Connection wholeConnection(int calls) {
    Connection only = Recording.of(capture).connection();
    assertThat(only.sends(FIRST)).hasSize(calls);
    assertThat(only.sends(SECOND)).hasSize(calls);
    assertThat(only.settled).allMatch(Send::acknowledged).hasSize(2 * calls);
    return only;
  }

  @ParameterizedTest
  @CsvSource({"true, -3000000", "true, 3000000", "false, -3000000", "false, 3000000"})
  void shouldLeaveAConnectionAsItIsWhenOneRequestIsFarFromIt(boolean cm, int distance) {
    if (cm) {
      c.connect();
    }
    calls(c, 1, 3);
    stray(c.client(), distance);
    calls(c, 4, 3);

    List<Finding> findings = wholeConnection(6).findings;
    assertThat(findings)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.rule()).isEqualTo(IbRules.STRAY_PSN);
              assertThat(finding.message())
                  .startsWith("1 packet far from the PSNs of the connection, PSN ");
            });
  }

  @Test
  void shouldLeaveItAsItIsWhenTheSameRequestComesAgainAndAgain() {
    c.connect();
    calls(c, 1, 3);
    stray(c.client(), -3_000_000);
    stray(c.client(), -3_000_000);
    calls(c, 4, 1);

    assertThat(wholeConnection(4).findings)
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).startsWith("2 packets far from"));
  }

  @Test
  void shouldLeaveItAsItIsWhenRequestsOfTheConnectionBeforeComeAgain() {
    c.client().nextPsn(9_000_000);
    c.connect();
    calls(c, 1, 3);
    Conversation later = conversation().communicationIds(7, 8);
    later.client().nextPsn(3_000_000);
    later.connect();
    calls(later, 4, 2);
    c.acks(false).client().nextPsn(9_000_001).send(Recording.call(2));
    c.client().send(Recording.call(3));
    calls(later, 6, 2);

    List<Connection> seen = Recording.of(capture).connections();
    assertThat(seen).hasSize(2);
    assertThat(seen.get(1).sends(FIRST)).hasSize(4);
    assertThat(seen.get(1).sends(SECOND)).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {-3_000_000, 3_000_000})
  void shouldLeaveItAsItIsWhenAnAnswerIsFarFromIt(int distance) {
    c.connect();
    calls(c, 1, 3);
    c.server().acknowledge(c.client().nextPsn() + distance);
    c.server().nak(c.client().nextPsn() + distance, NakCode.REMOTE_ACCESS_ERROR);
    calls(c, 4, 3);

    Connection only = wholeConnection(6);
    assertThat(only.connection.isBroken()).isFalse();
    assertThat(only.findings)
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).startsWith("2 packets far from"));
  }

  @ParameterizedTest
  @CsvSource({"-3, acknowledged before", "1000, not sent"})
  void shouldIgnoreARefusalOfWhatWasAcknowledgedOrNotSent(int distance, String why) {
    c.connect();
    calls(c, 1, 6);
    int psn = c.client().nextPsn() + distance;
    c.server().nak(psn, NakCode.REMOTE_ACCESS_ERROR);
    calls(c, 7, 3);

    Connection only = wholeConnection(9);
    assertThat(only.connection.isBroken()).isFalse();
    assertThat(only.connection.traffic(FIRST).refusals()).isEmpty();
    assertThat(only.findings)
        .extracting(Finding::message)
        .containsExactly("NAK (Remote Access Error) of PSN " + psn + ", which was " + why);
  }

  @Test
  void shouldTakeARefusalBehindWhichNothingIsSentForOneOfWhatTheCaptureLacks() {
    c.connect();
    calls(c, 1, 6);
    c.server().nak(c.client().nextPsn() + 1000, NakCode.REMOTE_ACCESS_ERROR);

    Connection only = wholeConnection(6);
    assertThat(only.connection.isBroken()).isTrue();
    assertThat(only.findings)
        .extracting(Finding::rule)
        .containsExactly(IbRules.REMOTE_ACCESS_ERROR);
  }

  @ParameterizedTest
  @CsvSource({
    "true, 4000000, true",
    "true, 4000000, false",
    "true, 14000000, true",
    "true, 14000000, false",
    "false, 4000000, true",
    "false, 4000000, false",
    "false, 14000000, true",
    "false, 14000000, false"
  })
  void shouldTellAnotherConnectionInEitherOrderOfPsns(boolean cm, int psn, boolean acks) {
    c.client().nextPsn(9_000_000);
    if (cm) {
      c.connect();
    }
    calls(c, 1, 3);
    Conversation later = conversation().acks(acks);
    later.client().nextPsn(psn);
    later.server().nextPsn(psn + 7);
    calls(later, 4, 3);

    Recording seen = Recording.of(capture);
    assertThat(seen.connections()).hasSize(2);
    assertThat(seen.connections().get(1).sends(FIRST)).hasSize(3);
    assertThat(seen.connections().get(1).sends(SECOND)).hasSize(3);
    assertThat(seen.rules()).doesNotContain("bth.psn-not-captured", "bth.stray-psn");
  }
}
