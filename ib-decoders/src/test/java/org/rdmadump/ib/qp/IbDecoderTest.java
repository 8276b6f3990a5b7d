package org.rdmadump.ib.qp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.rdmadump.ib.build.RandomBytes.bytes;
import static org.rdmadump.rdma.RdmaConnection.FIRST;
import static org.rdmadump.rdma.RdmaConnection.SECOND;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Finding;
import org.rdmadump.ib.NakCode;
import org.rdmadump.ib.Opcode;
import org.rdmadump.ib.TransportService;
import org.rdmadump.ib.build.Capture;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.build.Opcodes;
import org.rdmadump.ib.build.Packet;
import org.rdmadump.ib.build.ReadRequest;
import org.rdmadump.ib.build.RocePacket;
import org.rdmadump.ib.build.Station;
import org.rdmadump.ib.qp.Recording.Connection;
import org.rdmadump.ib.qp.Recording.Operation;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rdma.Service;

/** What can be wrong with packets, and what is none of the decoder's business. */
class IbDecoderTest {
  private static final int ETHERNET = 1;
  private static final int BTH = 42;
  private static final int ICRC = 4;

  /** Index in a frame. */
  private static final int LAST_OF_SOURCE = 29;

  private static final int PAD_COUNT = 0x30;
  private static final int HANDLE = 0x977;
  private static final long ADDRESS = 0x7f00_0000_1000L;
  private static final byte[] DATA = bytes(2500);

  private Conversation c;

  @BeforeEach
  void talk() {
    c = conversation(0xc000);
  }

  /** Every kind of packet that a reliable connection has. */
  private static Conversation conversation(int sourcePort) {
    Conversation c =
        Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).udpSourcePort(sourcePort);
    c.connect();
    c.client().send(DATA);
    c.client().sendWithImmediate(new byte[30], 1);
    c.server().write(HANDLE, ADDRESS, DATA);
    c.server().writeWithImmediate(HANDLE, ADDRESS, new byte[5], 1);
    c.server().read(HANDLE, ADDRESS, DATA);
    c.server().read(HANDLE, ADDRESS, new byte[7]);
    c.server().compareSwap(HANDLE, ADDRESS, 1, 2, 3);
    c.server().nak(c.client().nextPsn(), NakCode.PSN_SEQUENCE_ERROR);
    c.server().rnrNak(c.client().nextPsn(), 1);
    c.server().sendInvalidating(new byte[17], HANDLE);
    c.client().congestion();
    c.disconnect();
    return c;
  }

  @Test
  void shouldFindNothingWrongWithACleanConversation() {
    Recording seen = Recording.of(c.capture());

    assertThat(seen.findings).isEmpty();
    assertThat(seen.decoder.packets()).isEqualTo(c.capture().size());
    assertThat(seen.decoder.truncated()).isZero();
    assertThat(seen.decoder.malformed()).isZero();
    assertThat(seen.decoder.evictedFlows()).isZero();
    assertThat(seen.decoder.evictedFragments()).isZero();
    assertThat(seen.decoder.evictedSendPackets()).isZero();
    assertThat(seen.connection().sends).hasSize(3);
    assertThat(seen.connection().operations).hasSize(4);
  }

  @Test
  void shouldPlaceWhatItCanOfPacketsThatAreCutAtAnyLength() {
    int longest = c.capture().packets().stream().mapToInt(p -> p.bytes().length).max().orElse(0);
    for (int length = 0; length < longest; length++) {
      Recording seen = Recording.of(conversation(0xc000).capture().snapLength(length));

      assertThat(seen.rules()).as("snap length %d", length).doesNotContain("bth.too-short");
      assertThat(seen.decoder.malformed()).as("snap length %d", length).isZero();
      int cut = length;
      long cutHeaders =
          c.capture().packets().stream()
              .filter(p -> cut >= BTH && cut < BTH + p.opcode().headersLength())
              .count();
      assertThat(seen.decoder.truncated()).as("snap length %d", length).isEqualTo(cutHeaders);
      if (length >= BTH + 28) {
        // BTH and RETH are whole, but not those of AtomicETH and DETH with a CM message.
        for (Connection each : seen.connections()) {
          for (Operation operation : each.operations) {
            assertThat(operation.moved()).isEqualTo(operation.operation.length());
          }
        }
      }
    }
  }

  @Test
  void shouldFindEveryPacketThatIsTooShortForItsHeaders() {
    for (int index = 0; index < c.capture().size(); index++) {
      Packet whole = c.capture().get(index);
      int needed = whole.opcode().headersLength() + ICRC;
      for (int length = 0; length < whole.bytes().length - BTH; length++) {
        Recording seen = new Recording();
        Frame frame = frame(shortened(whole.bytes(), length));
        seen.decode(frame);

        // A pad count that the packet has no room for makes it too short, too.
        int pad = whole.bth().padCount();
        boolean tooShort = length < needed + (length < 12 + ICRC ? 0 : pad);
        assertThat(seen.rules().contains("bth.too-short"))
            .as("%s, %d bytes", whole.label(), length)
            .isEqualTo(tooShort);
        assertThat(seen.decoder.malformed()).isEqualTo(tooShort ? 1 : 0);
        assertThat(seen.decoder.truncated()).isZero();
      }
    }
  }

  @Test
  void shouldFindPacketsOfEveryOpcodeThatAreTooShort() {
    for (int code = 0; code < 256; code++) {
      Opcode opcode = Opcode.of(code);
      int needed = opcode.headersLength() + ICRC;
      byte[] whole = Arrays.copyOf(c.capture().get(3).bytes(), BTH + needed + 16);
      whole[BTH] = (byte) code;
      whole[BTH + 1] &= (byte) ~PAD_COUNT;
      for (int length = 0; length <= needed + 8; length++) {
        Recording seen = new Recording();
        seen.decode(frame(shortened(whole, length)));

        assertThat(seen.rules().contains("bth.too-short"))
            .as("%s (0x%02x), %d bytes", opcode, code, length)
            .isEqualTo(length < needed);
        assertThat(seen.decoder.packets()).isEqualTo(1);
      }
    }
  }

  @Test
  void shouldSayWhereAPacketIsTooShort() {
    Recording seen = new Recording();
    seen.decode(frame(shortened(c.capture().get(3).bytes(), 15)));

    assertThat(seen.findings).hasSize(1);
    assertThat(seen.findings.get(0).frame()).isEqualTo(9);
    assertThat(seen.findings.get(0).offset()).isEqualTo(BTH);
    assertThat(seen.findings.get(0).message()).startsWith("15 bytes");
  }

  @Test
  void shouldFlagABadIcrcOnItsFrame() {
    for (int index = 0; index < c.capture().size(); index++) {
      Capture capture = conversation(0xc000).capture();
      Packet packet = capture.get(index);
      int at = packet.bytes().length - 1;
      capture.packets().set(index, packet.withByte(at, packet.bytes()[at] ^ 1));

      assertThat(Recording.of(capture).framesOf("icrc.mismatch"))
          .as(packet.label())
          .containsExactly(index + 1L);
    }
  }

  @Test
  void shouldTakeWhatAHostShowsOfItselfBeforeItsAdapterComputesTheIcrc() {
    // given a capture of the server's, whose client sends much more than it does
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(256).connect();
    for (int i = 0; i < 5; i++) {
      c.client().write(0x977, 0x1000, new byte[256 * 40]);
      c.server().send(DATA);
    }
    withoutIcrcsOf(1, 0, c.capture().size());

    // then
    Connection seen = Recording.of(c.capture()).connection();
    assertThat(seen.texts(SECOND)).hasSize(5);
  }

  /** Has the ICRCs of a sender's packets as they were before its adapter computed them. */
  private void withoutIcrcsOf(int lastOfSource, int from, int to) {
    List<Packet> packets = c.capture().packets();
    for (int i = from; i < to; i++) {
      byte[] bytes = packets.get(i).bytes();
      if (bytes[LAST_OF_SOURCE] == lastOfSource) {
        packets.set(i, packets.get(i).withByte(bytes.length - 1, bytes[bytes.length - 1] ^ 0x5a));
      }
    }
  }

  @Test
  void shouldNotConfuseTwoSenders() {
    // given two hosts that a short hash of their addresses does not tell apart
    c = Conversation.between("192.168.2.131", "192.168.1.10").mtu(256).connect();
    for (int i = 0; i < 5; i++) {
      c.server().write(0x977, 0x1000, new byte[256 * 40]);
      c.client().send(DATA);
    }
    withoutIcrcsOf(131, 0, c.capture().size());

    // then
    Connection seen = Recording.of(c.capture()).connection();
    assertThat(seen.texts(FIRST)).hasSize(5);
  }

  @Test
  void shouldDiscardDamagedPacketsThoughTheyAreMany() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).connect();
    for (int i = 0; i < 60; i++) {
      c.client().send(new byte[] {0, 0, 0, 0});
    }
    List<Packet> packets = c.capture().packets();
    long damaged = 0;
    for (int i = packets.size() - 1; i > 0; i--) {
      Packet packet = packets.get(i);
      if (packet.label().contains("SEND Only") && i % 4 < 2) {
        packets.add(i, packet.withByte(BTH + 12, 1).withByte(BTH + 13, 1));
        damaged++;
      }
    }

    Recording seen = Recording.of(c.capture());
    assertThat(damaged).isGreaterThan(25);
    assertThat(seen.framesOf("icrc.mismatch")).hasSize((int) damaged);
    assertThat(seen.connection().sends)
        .hasSize(60)
        .allSatisfy(send -> assertThat(send.payload().toArray(0, 4)).containsOnly(0));
  }

  @Test
  void shouldTakePacketsWhoseIcrcsAreWrongFromSomewhereOn() {
    // given two captures in one: the second is that of the client
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).connect();
    for (int i = 0; i < 300; i++) {
      c.client().send(new byte[] {1, 2, 3, 4});
    }
    int from = c.capture().size();
    for (int i = 0; i < 300; i++) {
      c.client().send(new byte[] {5, 6, 7, 8});
    }
    withoutIcrcsOf(2, from, c.capture().size());

    Connection seen = Recording.of(c.capture()).connection();
    assertThat(seen.sends.stream().filter(send -> send.payload().byteAt(0) == 5))
        .hasSize(300 - IcrcTally.MOST);
  }

  @Test
  void shouldNotBeginAConnectionWithADamagedPacket() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);
    c.client().send(DATA);
    c.server().send(DATA);
    c.client().send(DATA);
    List<Packet> packets = c.capture().packets();
    for (int first : new int[] {c.capture().find("Acknowledge"), 0}) {
      Packet packet = packets.get(first);
      packets.add(first, packet.withByte(BTH + 6, packet.bytes()[BTH + 6] ^ 8));
    }

    Recording seen = Recording.of(c.capture());
    assertThat(seen.connections()).hasSize(1);
    assertThat(seen.connection().texts(FIRST)).hasSize(2);
    assertThat(seen.framesOf("icrc.mismatch")).hasSize(2);
  }

  @Test
  void shouldNotJudgeAnIcrcThatIsCut() {
    c.capture().snapLength(c.capture().get(3).bytes().length - 1);

    assertThat(Recording.of(c.capture()).framesOf("icrc.mismatch")).isEmpty();
  }

  @Test
  void shouldTakeTheRepeatOfAPacketThatWasDamaged() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).connect();
    c.acks(false);
    int send = c.client().send(DATA);
    int damaged = c.capture().find("SEND Middle");
    Packet packet = c.capture().get(damaged);
    c.capture().packets().set(damaged, packet.withByte(100, packet.bytes()[100] ^ 1));
    c.server().nak(send + 1, NakCode.PSN_SEQUENCE_ERROR);
    c.client().nextPsn(send).send(DATA);
    c.server().acknowledge(send + 2);

    Connection seen = Recording.of(c.capture()).connection();
    assertThat(seen.texts(FIRST)).hasSize(1);
    assertThat(seen.sends.get(0).payload().toArray(0, DATA.length)).isEqualTo(DATA);
  }

  @Test
  void shouldNotBeMovedToAnotherConnectionByADamagedPsn() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).connect();
    c.client().nextPsn(1000).send(new byte[4]);
    c.client().send(new byte[4]);
    c.client().send(new byte[4]);
    Packet packet = c.capture().get(5);
    int psn = BTH + 9;
    c.capture().packets().set(5, packet.withByte(psn, packet.bytes()[psn] ^ 0xc0));

    Recording seen = Recording.of(c.capture());
    assertThat(seen.connections()).hasSize(1);
    assertThat(seen.framesOf("icrc.mismatch")).containsExactly(6L);
  }

  @ParameterizedTest
  @CsvSource({"192.168.77.2, 192.168.77.1, 29", "fd00::2, fd00::1, 37"})
  void shouldNotTakeADamagedAddressForAnotherSender(String client, String server, int lastByte) {
    c = Conversation.between(client, server).mtu(1024).connect();
    c.client().send(new byte[4]);
    c.client().send(new byte[4]);
    Packet packet = c.capture().get(c.capture().find("SEND Only"));
    int index = c.capture().packets().indexOf(packet);
    int changed = packet.bytes()[lastByte] ^ 1;
    c.capture().packets().set(index, packet.withByte(lastByte, changed));

    Recording seen = Recording.of(c.capture());
    assertThat(seen.connections()).hasSize(1);
    assertThat(seen.framesOf("icrc.mismatch")).containsExactly(index + 1L);
  }

  @Test
  void shouldNameAnUnknownOpcode() {
    c.client().emit(c.client().packet(0x1e).payload(new byte[20]));
    c.client().emit(c.client().packet(0xbf).payload(new byte[20]));
    // What manufacturers use for themselves is passed over.
    c.client().emit(c.client().packet(0xc0).payload(new byte[20]));
    c.client().emit(c.client().packet(0xff).payload(new byte[20]));

    Recording seen = Recording.of(c.capture());
    assertThat(seen.framesOf("bth.unknown-opcode"))
        .containsExactly(c.capture().size() - 3L, c.capture().size() - 2L);
    assertThat(seen.decoder.malformed()).isZero();
  }

  @Test
  void shouldCountWhatPacketsSayOfCongestion() {
    Map<String, Long> before = Recording.of(c.capture()).decoder.congestion().counts();
    c.client().emit(c.client().packet(Opcodes.RC_SEND_ONLY).fecn().becn());
    c.client().emit(c.client().packet(Opcodes.RC_SEND_ONLY).typeOfService(3));
    c.client().emit(c.client().packet(Opcodes.RC_SEND_ONLY).typeOfService(2));
    c.client().emit(c.client().packet(Opcodes.RC_SEND_ONLY).typeOfService(1));

    assertThat(before).isEqualTo(Map.of("cnp", 1L, "becn", 1L));
    assertThat(Recording.of(c.capture()).decoder.congestion().counts())
        .containsExactly(entry("cnp", 1L), entry("ecn", 1L), entry("fecn", 1L), entry("becn", 2L));
  }

  @Test
  void shouldSayHowLongToWaitForAReceiverThatIsNotReady() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);
    c.connect();
    c.client().send(DATA);
    c.server().rnrNak(c.client().nextPsn(), 14);

    assertThat(Recording.of(c.capture()).connection().findings)
        .extracting(Finding::message)
        .anySatisfy(message -> assertThat(message).endsWith("to be repeated after 1.28 ms"));
  }

  @Test
  void shouldGoOnBehindAFlushAndAnAtomicWrite() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).acks(false);
    c.connect();
    c.client().send(DATA);
    c.client().flush(HANDLE, ADDRESS, 100);
    c.client().atomicWrite(HANDLE, ADDRESS, new byte[8]);
    c.client().send(DATA);
    c.client().flush(HANDLE, ADDRESS, 100);

    Recording seen = Recording.of(c.capture());
    assertThat(seen.rules()).isEmpty();
    assertThat(seen.connection().sends).hasSize(2);
    assertThat(seen.connection().sends).allMatch(Send::acknowledged);
    assertThat(seen.decoder.evictedFragments()).isZero();
  }

  @Test
  void shouldKeepThePartitionOfEachDirection() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024);
    c.client().emit(c.client().packet(Opcodes.RC_SEND_ONLY).pKey(0x8001).payload(new byte[4]));
    c.client().emit(c.client().packet(Opcodes.RC_SEND_ONLY).pKey(0x8002).payload(new byte[4]));

    RdmaConnection connection = Recording.of(c.capture()).connection().connection;
    assertThat(connection.lane(FIRST)).isEqualTo(new Lane(0x8001, Lane.NONE, Lane.NONE));
    assertThat(connection.lane(SECOND)).isEqualTo(Lane.USUAL);
  }

  @Test
  void shouldNotBeDisturbedByOtherServicesOnTheSameQueuePair() {
    List<String> alone = describe(Recording.of(c.capture()));
    for (int code = 0; code < 256; code++) {
      Opcode opcode = Opcode.of(code);
      if (opcode.service() == TransportService.RC && opcode.isKnown()) {
        continue;
      }
      c = conversation(0xc000);
      int frames = c.capture().size();
      for (int psn : new int[] {0, 999, 1003, 2003, 0x800000}) {
        c.client().emit(foreign(opcode, psn));
      }
      int end = c.capture().find("CM DREQ");
      for (int i = frames; i < c.capture().size(); i++) {
        c.capture().move(i, end - 1);
      }

      Recording seen = Recording.of(c.capture());
      assertThat(describe(seen)).as(opcode.text()).isEqualTo(alone);
      assertThat(seen.decoder.malformed()).isZero();
    }
  }

  private RocePacket foreign(Opcode opcode, int psn) {
    return c.client().packet(opcode.code()).psn(psn).payload(bytes(64 + opcode.headersLength()));
  }

  /** What was said of reliable connections, without the numbers of frames. */
  private static List<String> describe(Recording seen) {
    return seen.connections().stream()
        .filter(each -> each.connection.service() == Service.RELIABLE)
        .map(
            each ->
                each.texts(FIRST).hashCode()
                    + " "
                    + each.texts(SECOND).hashCode()
                    + each.settled.size()
                    + each.operations.stream()
                        .map(one -> one.operation.length() + "=" + one.moved())
                        .toList()
                    + each.endings)
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 53, 69, 123, 514, 3544, 4500, 4789, 4791, 20049, 65535})
  void shouldNotCareForTheSourcePort(int port) {
    Recording seen = Recording.of(conversation(port).capture());

    assertThat(describe(seen)).isEqualTo(describe(Recording.of(c.capture())));
    assertThat(seen.findings).isEmpty();
  }

  @Test
  void shouldNotCareForASourcePortThatChangesWithEachPacket() {
    Capture capture = c.capture();
    for (int i = 0; i < capture.size(); i++) {
      capture.packets().set(i, conversation(0xc000 + i).capture().get(i));
    }

    Recording seen = Recording.of(capture);
    assertThat(seen.connection().sends).hasSize(3);
    assertThat(seen.findings).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void shouldSurviveRandomPayloads(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Recording seen = new Recording();
    for (int i = 0; i < 20_000; i++) {
      int length = random.nextInt(120);
      byte[] payload = new byte[length];
      random.nextBytes(payload);
      if (length >= 12 && random.nextInt(8) != 0) {
        // Mostly reliable, one queue pair, PSNs near each other.
        payload[0] = (byte) random.nextInt(0x18);
        payload[1] = (byte) (random.nextInt(4) << 4);
        payload[5] = 0;
        payload[6] = 0;
        payload[7] = (byte) random.nextInt(3);
        if (random.nextInt(50) != 0) {
          payload[9] = 0;
        }
        payload[10] = (byte) random.nextInt(2);
      }
      seen.decode(frame(udp(payload, random.nextBoolean())));
    }
    seen.decoder.finish();

    assertThat(seen.decoder.packets()).isEqualTo(20_000);
  }

  @Test
  void shouldSurviveRandomManagementDatagrams() {
    SplittableRandom random = new SplittableRandom(5);
    Recording seen = new Recording();
    List<Packet> packets = c.capture().packets();
    for (int i = 0; i < 20_000; i++) {
      Packet packet = packets.get(random.nextInt(3));
      byte[] bytes = packet.bytes();
      for (int flips = random.nextInt(4); flips >= 0; flips--) {
        bytes[BTH + random.nextInt(bytes.length - BTH)] = (byte) random.nextInt();
      }
      seen.decode(frame(bytes));
    }
    seen.decoder.finish();

    assertThat(seen.decoder.packets()).isEqualTo(20_000);
  }

  @Test
  void shouldHoldNoMoreThanItsLimitOfFragmentsThatBelongNowhere() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(4096).connect();
    for (int i = 0; i < 3000; i++) {
      c.server()
          .emit(c.server().packet(Opcodes.RC_WRITE_MIDDLE).psn(3000 + i).payload(new byte[4096]));
    }
    Recording seen = Recording.of(c.capture());

    assertThat(seen.decoder.evictedFragments()).isGreaterThan(500);
    assertThat(seen.connection().operations).isEmpty();
  }

  @Test
  void shouldStillHoldFragmentsAfterOthersFoundNoPlace() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(4096).connect();
    for (int i = 0; i < 3000; i++) {
      c.server()
          .emit(c.server().packet(Opcodes.RC_WRITE_MIDDLE).psn(3000 + i).payload(new byte[4096]));
    }
    Conversation other =
        Conversation.between("192.168.77.3", "192.168.77.1").on(c.capture()).mtu(1024).connect();
    int first = c.capture().size();
    other.server().write(HANDLE, ADDRESS, DATA);
    c.capture().swap(first, first + 1);

    Recording seen = Recording.of(c.capture());
    assertThat(seen.from("192.168.77.3").orElseThrow().operation().memory()).isEqualTo(DATA);
  }

  @Test
  void shouldBoundThePacketsOfSendsThatNeverEnd() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(1024).connect();
    for (int i = 0; i < 6000; i++) {
      c.client().emit(c.client().packet(Opcodes.RC_SEND_MIDDLE).psn(1000 + i));
    }

    assertThat(Recording.of(c.capture()).decoder.evictedSendPackets()).isGreaterThan(1000);
  }

  @Test
  void shouldReadWithoutEndAReadOfTheLargestLength() {
    c = Conversation.between("192.168.77.2", "192.168.77.1").mtu(256).connect();
    ReadRequest request = new ReadRequest(2000, HANDLE, ADDRESS, 256, 256);
    c.server().emit(c.server().packet(Opcodes.RC_READ_REQUEST).psn(2000).reth(ADDRESS, HANDLE, -1));
    c.client().readResponse(request, new byte[256], 0);
    c.server().send(new byte[4]);

    assertThat(Recording.of(c.capture()).connection().operation().moved()).isEqualTo(256);
  }

  private static byte[] shortened(byte[] whole, int udpPayload) {
    byte[] bytes = Arrays.copyOf(whole, BTH + udpPayload);
    ByteBuffer.wrap(bytes)
        .putShort(16, (short) (20 + 8 + udpPayload))
        .putShort(38, (short) (8 + udpPayload));
    return bytes;
  }

  private static byte[] udp(byte[] payload, boolean there) {
    Station one = Station.at("192.168.77.2");
    Station other = Station.at("192.168.77.1");
    byte[] frame =
        RocePacket.between(there ? one : other, there ? other : one)
            .payload(new byte[4 * payload.length])
            .bytes();
    System.arraycopy(payload, 0, frame, BTH, payload.length);
    return shortened(frame, payload.length);
  }

  private static Frame frame(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.allocate(64 + bytes.length).put(64, bytes);
    Frame frame = new Frame();
    frame.set(buffer, 64, bytes.length, bytes.length, 0, ETHERNET, 0, 9);
    return frame;
  }
}
