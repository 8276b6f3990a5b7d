package org.rdmadump.iwarp.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.iwarp.stream.Told.name;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.finding.Finding;
import org.rdmadump.iwarp.build.IwarpConversation;
import org.rdmadump.iwarp.build.MpaStream;
import org.rdmadump.iwarp.build.TcpFrame;
import org.rdmadump.rdma.RdmaConnection;

/** MPA start-up frames that contradict themselves or each other (RFC 5044, RFC 6581). */
class StartUpTest {
  private static final int ENHANCED = 0x10;
  private static final int HEADERS = 54;
  private static final byte[] NOTHING = {};
  private static final byte[] ONE = {1, 2, 3, 4, 5};

  private final IwarpConversation wire = new IwarpConversation();

  private Told talked() {
    wire.client().send(ONE);
    wire.server().send(ONE);
    return Told.of(wire.capture());
  }

  private void bothAreHeard(Told told) {
    assertThat(told.sendsOf(RdmaConnection.FIRST)).containsExactly(name(ONE));
    assertThat(told.sendsOf(RdmaConnection.SECOND)).containsExactly(name(ONE));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 255})
  void shouldTellARevisionThatThereIsNot(int revision) {
    wire.startUp(revision, 0, NOTHING, NOTHING).connect();

    Told told = talked();

    bothAreHeard(told);
    assertThat(told.rules()).containsExactly("mpa.bad-revision", "mpa.bad-revision");
    Finding finding = told.findings.get(0);
    assertThat(finding.frame()).isEqualTo(1 + wire.capture().find("MPA Request"));
    assertThat(finding.offset()).isEqualTo(HEADERS + 17);
  }

  private void change(String frame, int at, int value) {
    int index = wire.capture().find(frame);
    TcpFrame old = wire.capture().frames().get(index);
    byte[] payload = old.payload().clone();
    payload[at] = (byte) value;
    wire.capture().frames().set(index, old.with(payload));
  }

  @Test
  void shouldTellAReplyOfARevisionAboveTheRequests() {
    wire.connect();
    change("MPA Reply", 17, 2);

    Told told = talked();

    bothAreHeard(told);
    assertThat(told.rules()).containsExactly("mpa.bad-revision");
    assertThat(told.findings.get(0).message())
        .isEqualTo("MPA Reply of revision 2 to a Request of revision 1");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void shouldTellPrivateDataThatDoesNotHoldTheEnhancedSetup(int length) {
    wire.startUp(2, ENHANCED, new byte[length], new byte[4]).connect();

    Told told = talked();

    bothAreHeard(told);
    assertThat(told.rules()).containsExactly("mpa.bad-start-up");
    assertThat(told.findings.get(0).offset()).isEqualTo(HEADERS + 18);
  }

  /** FPDUs and markers are counted from the end of the frame as it was sent. */
  @ParameterizedTest
  @CsvSource({"513,false", "600,true", "3000,true"})
  void shouldFindTheEndOfAFrameWithTooMuchPrivateData(int length, boolean markers) {
    wire.markers(markers, markers).startUp(1, 0, new byte[length], NOTHING).connect();
    for (int i = 0; i < 8; i++) {
      wire.client().send(new byte[300]);
    }

    Told told = talked();

    assertThat(told.sendsOf(RdmaConnection.FIRST)).hasSize(9);
    assertThat(told.rules()).containsExactly("mpa.bad-start-up");
  }

  @Test
  void shouldNotTakeFpdusForPrivateDataThatWasNeverSent() {
    wire.connect();
    change("MPA Request", 18, 0x80);

    Told told = talked();

    bothAreHeard(told);
    assertThat(told.rules()).containsExactly("mpa.bad-start-up");
  }

  @Test
  void shouldTellTwoRequests() {
    wire.connect();
    byte[] request = MpaStream.startUp(true, 0, 1, NOTHING);
    int index = wire.capture().find("MPA Reply");
    wire.capture().frames().set(index, wire.capture().frames().get(index).with(request));

    Told told = talked();

    bothAreHeard(told);
    assertThat(told.rules()).containsExactly("mpa.start-up-order");
    assertThat(told.findings.get(0).frame()).isEqualTo(index + 1L);
    assertThat(told.findings.get(0).offset()).isEqualTo(HEADERS);
  }

  @Test
  void shouldTellASecondRequestOfTheSameSide() {
    wire.connect();
    wire.client().segment("again", TcpFrame.ACK, MpaStream.startUp(true, 0, 1, new byte[3]));

    Told told = talked();

    bothAreHeard(told);
    assertThat(told.rules()).containsExactly("mpa.start-up-order");
    assertThat(told.findings.get(0).frame()).isEqualTo(1 + wire.capture().find("again"));
  }
}
