package org.rdmadump.ib.qp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.ib.build.RandomBytes.bytes;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.rdma.Send;

/** Sends whose last packet was not seen when an answer passes those before it. */
class UnendedSendsTest {
  private static final int LAST = 2;

  private final byte[] data = bytes(3000);
  private final String text = new String(data, ISO_8859_1);
  private final byte[] next = "next".getBytes(ISO_8859_1);
  private Conversation c;
  private int first;

  @BeforeEach
  void connect() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).connect().acks(false);
    first = c.client().nextPsn();
  }

  /** Sends three packets of one Send and another Send behind it, from one of these on. */
  private void sendFrom(int packet) {
    int before = c.capture().size();
    c.client().nextPsn(first).send(data);
    c.client().send(next);
    for (int i = 0; i < packet; i++) {
      c.capture().drop(before);
    }
  }

  private void lose(int packet) {
    c.capture().drop(c.capture().find("SEND First") + packet);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, LAST})
  void shouldWaitForAPacketThatARefusalAsksFor(int lost) {
    sendFrom(0);
    lose(lost);
    c.server().nak(first + lost, NakCode.PSN_SEQUENCE_ERROR);
    sendFrom(lost);
    c.server().acknowledge(first + 3);

    assertThat(decode()).map(Send::payload).map(Recording::text).containsExactly(text, "next");
    assertThat(Recording.of(c.capture()).rules()).doesNotContain(IbRules.PSN_GAP.name());
  }

  @Test
  void shouldWaitForItWhereThoseBeforeItAreNotCapturedToo() {
    sendFrom(0);
    lose(LAST);
    lose(1);
    c.server().nak(first + LAST, NakCode.PSN_SEQUENCE_ERROR);
    sendFrom(LAST);
    c.server().acknowledge(first + 3);

    Send send = decode().get(0);
    assertThat(send.endSeen()).isTrue();
    assertThat(send.payload().length()).isEqualTo(data.length);
    assertThat(send.payload().holes()).containsExactly(new Hole(1024, 1024, Absence.NOT_CAPTURED));
  }

  @Test
  void shouldWaitForItWhereAnAcknowledgementComesInBetween() {
    sendFrom(0);
    lose(LAST);
    c.server().acknowledge(first + 1);
    sendFrom(LAST);
    c.server().acknowledge(first + 3);

    assertThat(decode()).map(Send::payload).map(Recording::text).containsExactly(text, "next");
  }

  @ParameterizedTest
  @CsvSource({"true, 2", "true, 3", "false, 3"})
  void shouldMissAnEndThatTheReceiverHad(boolean refusedBehind, int answered) {
    sendFrom(0);
    lose(LAST);
    if (refusedBehind) {
      c.server().nak(first + answered, NakCode.PSN_SEQUENCE_ERROR);
      c.client().nextPsn(first + 3).send(next);
    }
    c.server().acknowledge(first + 3);

    List<Send> seen = decode();
    assertThat(seen).map(Send::endSeen).containsExactly(false, true);
    assertThat(seen.get(0).payload().holes())
        .containsExactly(new Hole(2048, 1024, Absence.NOT_CAPTURED));
  }

  @Test
  void shouldMissTheEndThoughNoPsnIsLeftForIt() {
    c.client().send(data);
    lose(LAST);
    c.client().nextPsn(first + LAST).send(next);
    c.server().acknowledge(first + LAST);

    Send send = decode().get(0);
    assertThat(send.endSeen()).isFalse();
    assertThat(send.payload().holes()).containsExactly(new Hole(2048, 1024, Absence.NOT_CAPTURED));
  }

  /** Decodes the capture; its Sends in the order in which they were sent. */
  private List<Send> decode() {
    return Recording.of(c.capture()).connection().settled.stream()
        .sorted(Comparator.comparingLong(Send::order))
        .toList();
  }
}
