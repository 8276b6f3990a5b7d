package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.iwarp.stream.Told.name;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.iwarp.build.DdpSegments;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.rdma.RdmaConnection;

/**
 * DDP and RDMAP headers that a receiver takes although something is not as it should be, without a
 * CRC that would vouch for them: nothing is dropped in silence, and framing is not lost.
 */
class UnusualHeadersTest {
  private static final byte[] ONE = {1, 2, 3, 4, 5};
  private static final byte[] TWO = {6, 7, 8};

  private final IwarpConversation wire = new IwarpConversation();

  /** The second of three Sends, changed. */
  private Told withChanged(int at, int bits) {
    wire.connect().client().send(ONE);
    byte[] segment = DdpSegments.untagged(DdpSegments.SEND, true, 0, 0, 2, 0, TWO);
    segment[at] ^= (byte) bits;
    wire.client().fpdu("Send", segment);
    wire.client().fpdu("Send", DdpSegments.untagged(DdpSegments.SEND, true, 0, 0, 3, 0, ONE));
    wire.server().send(TWO);
    return Told.of(wire.capture());
  }

  @ParameterizedTest
  @CsvSource({
    "0,0x20,ddp.reserved-bits",
    "0,0x04,ddp.reserved-bits",
    "1,0x20,rdmap.reserved-bits",
    "1,0x10,rdmap.reserved-bits",
    "2,0x80,rdmap.reserved-bits",
    "5,0x01,rdmap.reserved-bits"
  })
  void shouldDecodeWhatHasReservedBitsSet(int at, String bits, String rule) {
    Told told = withChanged(at, Integer.decode(bits));

    assertThat(told.sendsOf(RdmaConnection.FIRST)).containsExactly(name(ONE), name(TWO), name(ONE));
    assertThat(told.rules()).containsExactly(rule);
    assertThat(told.findings.get(0).frame()).isEqualTo(2 + wire.capture().find("Send"));
    assertThat(told.findings.get(0).offset()).isEqualTo(54);
  }

  @ParameterizedTest
  @CsvSource({"0,0x01", "0,0x02", "1,0x40", "1,0x80"})
  void shouldTellAVersionThatIsNotOne(int at, String bits) {
    Told told = withChanged(at, Integer.decode(bits));

    assertThat(told.sendsOf(RdmaConnection.FIRST)).containsExactly(name(ONE), name(ONE));
    assertThat(told.rules()).contains("ddp.bad-control").doesNotContain("mpa.lost-framing");
  }

  @Test
  void shouldPassOverAnOpcodeThatNobodyDefined() {
    Told told = withChanged(1, 0x0e);

    assertThat(told.sendsOf(RdmaConnection.FIRST)).containsExactly(name(ONE), name(ONE));
    assertThat(told.rules()).containsExactly("rdmap.unknown-opcode");
  }

  @Test
  void shouldDecodeTaggedSegmentsWithReservedBits() {
    wire.connect().client().send(ONE);
    byte[] segment = DdpSegments.tagged(DdpSegments.WRITE, true, 7, 0x100, TWO);
    segment[0] ^= 0x10;
    wire.server().fpdu("Write", segment);
    wire.server().send(TWO);

    Told told = Told.of(wire.capture());

    assertThat(told.memory()).containsExactly("0 WRITE 00000007 @100 " + name(TWO));
    assertThat(told.rules()).containsExactly("ddp.reserved-bits");
  }

  /** A sender that always does so, its FPDUs anywhere in segments, with markers and without. */
  @Test
  void shouldFollowASenderThatSetsReservedBitsEverywhere() {
    for (int trial = 0; trial < 40; trial++) {
      SplittableRandom random = new SplittableRandom(trial);
      boolean markers = random.nextBoolean();
      IwarpConversation each = new IwarpConversation().markers(markers, markers).connect();
      each.client().send(ONE);
      int count = 30;
      for (int i = 0; i < count; i++) {
        byte[] data = new byte[random.nextInt(900)];
        byte[] segment = DdpSegments.untagged(DdpSegments.SEND, true, 0, 0, 2 + i, 0, data);
        segment[0] |= 0x08;
        each.client().fpdu("Send", segment);
      }
      each.capture().resegment(random, 1 + random.nextInt(3000));

      Told told = Told.of(each.capture());

      assertThat(told.sendsOf(RdmaConnection.FIRST)).as("trial %d", trial).hasSize(1 + count);
      assertThat(told.rules())
          .as("trial %d", trial)
          .hasSize(count)
          .containsOnly("ddp.reserved-bits");
    }
  }

  @Test
  void shouldFindAMarkerThatPointsBesideItsFpdu() {
    // Given FPDUs with a marker inside that points four bytes before their lengths,
    IwarpConversation each = new IwarpConversation().markers(true, false).wrongMarkers(4).connect();
    each.client().send(ONE);
    each.client().send(new byte[900]);
    each.client().send(TWO);

    Told told = Told.of(each.capture());

    // then it is told of, and what is in them is read all the same.
    assertThat(told.sendsOf(RdmaConnection.FIRST)).hasSize(3);
    assertThat(told.rules()).containsOnly(IwarpRules.BAD_MARKER.name());
  }
}
