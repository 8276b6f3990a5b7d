package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.ib.build.RandomBytes.bytes;
import static org.rdmadump.rdma.RdmaConnection.SECOND;

import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Hole;
import org.rdmadump.ib.Psn;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.ib.qp.Recording.Connection;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;

/**
 * A queue pair whose path MTU is another one from somewhere on: that of another connection with its
 * number, whose set-up was not captured.
 */
class ChangedMtuTest {
  private static final int HANDLE = 0x977;
  private static final long ADDRESS = 0x7f00_0000_1234L;

  private final byte[] before = bytes(20_000);
  private final byte[] data = bytes(30_000);
  private Conversation c;

  @BeforeEach
  void begin() {
    c = Conversation.between("192.168.77.2", "192.168.77.1");
  }

  private void change(int from, int to) {
    c.mtu(from).connect();
    c.server().read(HANDLE, ADDRESS, before);
    c.client().send(before);
    c.mtu(to);
  }

  @ParameterizedTest(name = "from {0} to {1}")
  @CsvSource({"1024, 4096", "4096, 1024", "256, 4096", "4096, 256", "2048, 1024"})
  void shouldPlaceAllOfLaterReads(int from, int to) {
    change(from, to);
    c.server().read(HANDLE, ADDRESS, data);
    c.server().send(bytes(50));
    c.server().read(HANDLE + 1, ADDRESS, data);
    c.server().send(bytes(60));

    Connection seen = decode();
    assertThat(seen.operations.get(0).memory()).isEqualTo(before);
    assertThat(seen.operations.get(1).memory()).isEqualTo(data);
    assertThat(seen.operations.get(2).memory()).isEqualTo(data);
    assertThat(seen.sends(SECOND)).hasSize(2).allMatch(Send::delivered);
    assertThat(seen.connection.pathMtu()).hasValue(to);
    assertThat(seen.connection.traffic(SECOND).retransmitted()).isZero();
    assertThat(seen.findings).isEmpty();
    assertThat(seen.operations).allMatch(each -> each.findings.isEmpty());
  }

  @ParameterizedTest(name = "from {0} to {1}")
  @CsvSource({"1024, 4096", "4096, 1024"})
  void shouldPlaceAllOfReadsThatWereUnderWayTogether(int from, int to) {
    change(from, to);
    ReadRequest one = c.server().readRequest(HANDLE, ADDRESS, data.length);
    ReadRequest two = c.server().readRequest(HANDLE + 1, ADDRESS, before.length);
    c.client().readResponse(one, data);
    c.client().readResponse(two, before);
    c.server().send(bytes(50));

    Connection seen = decode();
    assertThat(seen.operations.get(1).memory()).isEqualTo(data);
    assertThat(seen.operations.get(2).memory()).isEqualTo(before);
    assertThat(seen.sends(SECOND)).hasSize(1).allMatch(Send::delivered);
  }

  @ParameterizedTest(name = "from {0} to {1}")
  @CsvSource({"1024, 4096", "4096, 1024"})
  void shouldPlaceTheOthersWhereTheFirstResponseIsMissing(int from, int to) {
    change(from, to);
    int request = c.capture().size();
    c.server().read(HANDLE, ADDRESS, data);
    c.capture().drop(request + 1);

    byte[] expected = data.clone();
    Arrays.fill(expected, 0, to, (byte) 0);
    assertThat(decode().operations.get(1).memory()).isEqualTo(expected);
  }

  @Test
  void shouldPlaceTheLastResponseByTheLengthOfItsRead() {
    change(1024, 4096);
    int request = c.capture().size();
    c.server().read(HANDLE, ADDRESS, Arrays.copyOf(data, 9000));
    c.capture().drop(request + 1).drop(request + 1);

    byte[] expected = Arrays.copyOf(data, 9000);
    Arrays.fill(expected, 0, 2 * 4096, (byte) 0);
    assertThat(decode().operations.get(1).memory()).isEqualTo(expected);
  }

  @Test
  void shouldTakeAResponseInOnePacketForAllOfItsRead() {
    change(1024, 4096);
    c.server().read(HANDLE, ADDRESS, Arrays.copyOf(data, 4000));
    c.server().send(bytes(50));

    Connection seen = decode();
    assertThat(seen.operations.get(1).memory()).isEqualTo(Arrays.copyOf(data, 4000));
    assertThat(seen.connection.traffic(SECOND).retransmitted()).isZero();
    assertThat(seen.findings).isEmpty();
    assertThat(seen.operations).allMatch(each -> each.findings.isEmpty());
  }

  @ParameterizedTest(name = "from {0} to {1}")
  @CsvSource({"1024, 4096", "4096, 1024"})
  void shouldPlaceResponsesThatWereCapturedBeforeTheirRequest(int from, int to) {
    change(from, to);
    int request = c.capture().size();
    c.server().read(HANDLE, ADDRESS, data);
    c.capture().move(request, c.capture().size() - 1);
    c.server().send(bytes(50));

    Connection seen = decode();
    assertThat(seen.operations.get(1).memory()).isEqualTo(data);
    assertThat(seen.sends(SECOND)).hasSize(1).allMatch(Send::delivered);
  }

  @Test
  void shouldSayWhatIsMissingOfASendByTheSizeOfItsOtherPackets() {
    change(1024, 4096);
    int first = c.capture().size();
    c.client().send(data);
    c.capture().drop(first + 2);

    Send send = decode().sends(RdmaConnection.FIRST).get(1);
    assertThat(send.payload().length()).isEqualTo(data.length);
    assertThat(send.payload().holes())
        .containsExactly(new Hole(2 * 4096, 4096, Absence.NOT_CAPTURED));
  }

  @Test
  void shouldPlaceWritesBehindTheChange() {
    change(1024, 4096);
    c.server().write(HANDLE, ADDRESS, data);
    c.server().write(HANDLE, ADDRESS, data);

    Connection seen = decode();
    assertThat(seen.operations.get(1).memory()).isEqualTo(data);
    assertThat(seen.operations.get(2).memory()).isEqualTo(data);
    assertThat(seen.connection.pathMtu()).hasValue(4096);
  }

  @Test
  void shouldNotBeLedAstrayByOnePacket() {
    c.mtu(1024).connect();
    c.server().read(HANDLE, ADDRESS, before);
    c.client()
        .emit(
            c.client()
                .packet(Opcodes.RC_SEND_FIRST)
                .psn(c.client().nextPsn())
                .payload(bytes(4096)));
    c.capture().pause(1_000_000);
    ReadRequest next = c.server().readRequest(HANDLE + 1, ADDRESS, data.length);
    c.client().readResponse(next, data);

    Connection seen = decode();
    assertThat(seen.operations.get(1).memory()).isEqualTo(data);
    assertThat(seen.connection.pathMtu()).hasValue(1024);
  }

  @Test
  void shouldPlaceTheOtherResponsesOfAReadOfWhichOneIsForged() {
    c.mtu(1024).connect();
    c.server().read(HANDLE, ADDRESS, before);
    ReadRequest read = c.server().readRequest(HANDLE, ADDRESS, data.length);
    c.mtu(4096);
    c.client().readResponse(read, data, 0);
    c.mtu(1024);
    for (int i = 0; i < read.packets(); i++) {
      c.client().readResponse(read, data, i);
    }

    Connection seen = decode();
    assertThat(seen.operations.get(1).memory()).isEqualTo(data);
    assertThat(seen.connection.pathMtu()).hasValue(1024);
  }

  @ParameterizedTest(name = "response {0}, of {1} bytes")
  @CsvSource({"3, 4096", "5, 2048", "29, 256"})
  void shouldPlaceResponsesBehindOneThatIsForged(int index, int bytes) {
    c.mtu(1024).connect();
    c.server().read(HANDLE, ADDRESS, before);
    ReadRequest read = c.server().readRequest(HANDLE, ADDRESS, data.length);
    c.client()
        .emit(
            c.client()
                .packet(Opcodes.RC_READ_RESPONSE_MIDDLE)
                .psn(Psn.add(read.psn(), index))
                .payload(bytes(bytes)));
    c.client().readResponse(read, data);
    c.server().send(bytes(50));

    Connection seen = decode();
    assertThat(seen.operations.get(1).memory()).isEqualTo(data);
    assertThat(seen.connection.pathMtu()).hasValue(1024);
    assertThat(seen.sends(SECOND)).hasSize(1).allMatch(Send::delivered);
  }

  @Test
  void shouldKnowWhatWasSeenBehindAReadThatTakesFewerPsns() {
    change(1024, 4096);
    ReadRequest read = c.server().readRequest(HANDLE, ADDRESS, data.length);
    for (int i = 0; i < 40; i++) {
      c.server().send(bytes(50));
    }
    c.client().readResponse(read, data);
    c.server().send(bytes(60));
    c.server().send(bytes(70));

    Connection seen = decode();
    assertThat(seen.operations.get(1).memory()).isEqualTo(data);
    assertThat(seen.sends(SECOND)).hasSize(42).allMatch(Send::delivered);
    assertThat(seen.findings).isEmpty();
  }

  private Connection decode() {
    return Recording.of(c.capture()).connection();
  }
}
