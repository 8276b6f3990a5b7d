package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.ib.build.RandomBytes.bytes;
import static org.rdmadump.rdma.RdmaConnection.FIRST;
import static org.rdmadump.rdma.RdmaConnection.SECOND;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.ib.qp.Recording.Connection;

/**
 * RDMA Reads of a connection whose path MTU is not known: of how many packets is not known, too.
 */
class UnknownMtuTest {
  private static final int HANDLE = 0x977;
  private static final long ADDRESS = 0x7f00_0000_1234L;

  private final Conversation c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);

  @ParameterizedTest(name = "{0} bytes")
  @ValueSource(ints = {0, 700, 1024, 1500, 5000})
  void shouldMissARequestBehindAReadThatWasAnswered(int length) {
    c.server().read(HANDLE, ADDRESS, bytes(length));
    c.server().send(Recording.call(1));
    int lost = c.capture().size() - 2;
    c.server().send(Recording.call(2));
    c.capture().drop(lost);

    assertThat(Recording.of(c.capture()).rules()).containsOnly(IbRules.NOT_CAPTURED.name());
  }

  @ParameterizedTest(name = "{0} and {1} bytes, the second captured first: {2}")
  @CsvSource({
    "700, 700, false",
    "700, 700, true",
    "3000, 700, false",
    "700, 3000, true",
    "3000, 5000, true"
  })
  void shouldPlaceTheResponsesOfReadsThatWereCapturedInAnotherOrder(
      int one, int two, boolean laterFirst) {
    ReadRequest first = c.server().readRequest(HANDLE, ADDRESS, one);
    ReadRequest second = c.server().readRequest(HANDLE + 1, ADDRESS, two);
    c.capture().swap(0, 1);
    if (laterFirst) {
      c.client().readResponse(second, bytes(two));
    }
    c.client().readResponse(first, bytes(one));
    if (!laterFirst) {
      c.client().readResponse(second, bytes(two));
    }

    Connection seen = decode();
    assertThat(seen.operations.get(0).memory()).isEqualTo(bytes(two));
    assertThat(seen.operations.get(1).memory()).isEqualTo(bytes(one));
  }

  @Test
  void shouldKnowThatTheEndOfAReadIsAskedForAgain() {
    ReadRequest whole = c.server().read(HANDLE, ADDRESS, bytes(5000));
    byte[] end = Arrays.copyOfRange(bytes(5000), 2 * 1024, 5000);
    c.client().readResponse(c.server().readRequest(whole.from(2)), end);

    Connection seen = decode();
    assertThat(seen.operations.get(1).memory()).isEqualTo(end);
    assertThat(seen.operations.get(1).findings)
        .extracting(finding -> finding.rule().name())
        .containsExactly(IbRules.PSN_REPEAT.name());
    assertThat(seen.connection.traffic(FIRST).retransmitted()).isEqualTo(1);
    assertThat(seen.connection.traffic(SECOND).retransmitted()).isEqualTo(3);
  }

  private Connection decode() {
    return Recording.of(c.capture()).connection();
  }
}
