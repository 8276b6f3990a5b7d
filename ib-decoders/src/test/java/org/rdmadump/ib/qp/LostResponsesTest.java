package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rdma.RdmaConnection.FIRST;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.rdma.RepeatCause;

/** Responses to RDMA Reads that were lost, by the answers to later requests. */
class LostResponsesTest {
  private final Conversation c =
      Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).repeats(14, 7);

  /** Reads and sends, once without the response and once with it. */
  private void loseResponse(boolean acknowledged, int bytes) {
    ReadRequest lost = c.client().readRequest(0x977, 0x1000, bytes);
    int behind = c.client().nextPsn();
    c.acks(acknowledged).client().send(Recording.call(1));
    if (!acknowledged) {
      c.server().readResponse(c.client().readRequest(0x978, 0x1000, 10), new byte[10]);
    }
    c.client().readRequest(lost);
    c.server().readResponse(lost, new byte[bytes]);
    c.acks(true).client().nextPsn(behind).send(Recording.call(1));
  }

  private Map<RepeatCause, Long> bursts() {
    return Recording.of(c.capture()).connection().connection.traffic(FIRST).bursts();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldTakeAnAcknowledgementBehindAReadForAskingItAgain(boolean cm) {
    if (cm) {
      c.connect();
    }
    c.client().read(0x970, 0x1000, new byte[100]);
    c.client().send(Recording.call(7));
    loseResponse(true, 3000);

    assertThat(bursts()).isEqualTo(Map.of(RepeatCause.LOSS, 1L));
  }

  @Test
  void shouldTakeTheResponseToALaterReadForIt() {
    c.connect();
    loseResponse(false, 1000);

    assertThat(bursts()).isEqualTo(Map.of(RepeatCause.LOSS, 1L));
  }

  @Test
  void shouldTakeNothingForItWhereEveryReadIsAnswered() {
    c.connect();
    c.client().read(0x970, 0x1000, new byte[3000]);
    c.client().send(Recording.call(7));
    c.client().nextPsn(c.client().nextPsn() - 1).send(Recording.call(7));

    assertThat(bursts()).isEmpty();
  }
}
