package org.rdmadump.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Headers as they stand in real captures, and those that no capture holds, by hand. */
class HeadersTest {
  private static ByteBuffer bytes(String hex) {
    return ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  // iwarp-nfs41-p2p, the client's request
  private static final ByteBuffer REQUEST =
      bytes("4d504120494420526571204672616d65 10 02 000c 8080 c001 f6ab0e18 01010303");

  @Test
  void shouldReadAStartUpFrameOfRevisionTwo() {
    assertThat(MpaStartUp.isAt(REQUEST, 0)).isTrue();
    assertThat(MpaStartUp.read(REQUEST, 0))
        .isEqualTo(new MpaStartUp(true, false, false, false, true, 2, 12));
    assertThat(EnhancedSetup.read(REQUEST, 20))
        .isEqualTo(new EnhancedSetup(true, false, true, true, 128, 1));
    assertThat(MpaStartUp.read(REQUEST, 0).text()).isEqualTo("MPA Request");
  }

  @Test
  void shouldReadAReplyThatRejectsAndWantsMarkersAndCrcs() {
    ByteBuffer reply = bytes("4d504120494420526570204672616d65 f0 01 0000");

    assertThat(MpaStartUp.read(reply, 0))
        .as("S means nothing before revision 2")
        .isEqualTo(new MpaStartUp(false, true, true, true, false, 1, 0));
    assertThat(MpaStartUp.read(reply, 0).text()).isEqualTo("MPA Reply");
  }

  @Test
  void shouldTellAKeyFromOtherBytesAsSoonAsTheyDiffer() {
    for (int length = 0; length <= 16; length++) {
      assertThat(MpaStartUp.mayBegin(REQUEST, 0, length)).isTrue();
    }
    for (int wrong = 0; wrong < 16; wrong++) {
      ByteBuffer other = copy(REQUEST);
      other.put(wrong, (byte) (other.get(wrong) ^ 0x40));
      assertThat(MpaStartUp.mayBegin(other, 0, wrong)).isTrue();
      assertThat(MpaStartUp.mayBegin(other, 0, wrong + 1)).isFalse();
    }
  }

  @Test
  void shouldReadDdpHeaders() {
    // iwarp-nfs41-crc, the first call
    ByteBuffer send = bytes("4143 00000000 00000000 00000001 00000000");
    UntaggedHeader untagged = UntaggedHeader.read(send, 0);

    assertThat(untagged).isEqualTo(new UntaggedHeader(0x4143, 0, 0, 1, 0));
    assertThat(DdpControl.isTagged(untagged.control())).isFalse();
    assertThat(DdpControl.isLast(untagged.control())).isTrue();
    assertThat(DdpControl.isValid(untagged.control())).isTrue();
    assertThat(TaggedHeader.read(bytes("8142 12345678 0102030405060708"), 0))
        .isEqualTo(new TaggedHeader(0x8142, 0x12345678, 0x0102030405060708L));
  }

  @ParameterizedTest
  @CsvSource({
    "c140,true",
    "4143,true",
    "0141,true",
    "414b,true",
    "414c,false",
    "4140,false",
    "c143,false",
    "4043,false",
    "4103,false",
    "4543,false",
    "4153,false"
  })
  void shouldKnowValidControlFields(String control, boolean valid) {
    assertThat(DdpControl.isValid(Integer.parseInt(control, 16))).isEqualTo(valid);
  }

  @Test
  void shouldKnowOpcodes() {
    assertThat(RdmapOpcode.of(12)).isEmpty();
    List<RdmapOpcode> all = List.of(RdmapOpcode.values());
    for (int i = 0; i < all.size(); i++) {
      assertThat(RdmapOpcode.of(i)).contains(all.get(i));
    }
    assertThat(RdmapOpcode.SEND_SE_INVALIDATE.isSend()).isTrue();
    assertThat(RdmapOpcode.SEND_SE_INVALIDATE.invalidates()).isTrue();
    assertThat(RdmapOpcode.IMMEDIATE.isSend()).isFalse();
    assertThat(RdmapOpcode.ATOMIC_RESPONSE.queue()).isEqualTo(3);
  }

  @Test
  void shouldReadWhatFollowsUntaggedHeaders() {
    assertThat(
            ReadRequestHeader.read(
                bytes("646f3501 ff173679c7011000 ffffffff deadbeef 0000001234567890"), 0))
        .isEqualTo(
            new ReadRequestHeader(
                0x646f3501, 0xff173679c7011000L, 0xffffffffL, 0xdeadbeef, 0x1234567890L));
    assertThat(ImmediateData.read(bytes("0102030405060708"), 0))
        .isEqualTo(new ImmediateData(0x0102030405060708L));
    assertThat(
            AtomicRequestHeader.read(
                bytes(
                    "fffffff2 00000007 0a0b0c0d 0000000000000100 0000000000000001"
                        + "ffffffffffffffff 0000000000000002 00000000000000ff"),
                0))
        .isEqualTo(new AtomicRequestHeader(2, 7, 0x0a0b0c0d, 0x100, 1, -1, 2, 0xff));
    assertThat(AtomicResponseHeader.read(bytes("00000007 0000000000000009"), 0))
        .isEqualTo(new AtomicResponseHeader(7, 9));
  }

  @Test
  void shouldReadATerminateOfSoftIwarpWithAReadRequest() {
    // iwarp-odd, frame 193: flags in the lowest bits
    ByteBuffer payload =
        bytes(
            "10000700 0000 4141 00000000 00000001 000000c8 00000000"
                + "646f3501 ff173679c7011000 000000c8 deadbeef 0000001234567890");
    Terminate terminate = Terminate.read(payload, 0, payload.capacity());

    assertThat(terminate.text()).isEqualTo("DDP: local catastrophic error");
    assertThat(terminate.segmentLength()).hasValue(0);
    assertThat(terminate.untagged()).contains(new UntaggedHeader(0x4141, 0, 1, 200, 0));
    assertThat(terminate.readRequest().orElseThrow().sourceStag()).isEqualTo(0xdeadbeef);
    assertThat(terminate.subject())
        .isEqualTo("RDMA Read Request of 200 bytes at 0x0000001234567890 of STag 0xdeadbeef");
  }

  @Test
  void shouldReadATerminateWithATaggedHeader() {
    // iwarp-odd, frame 206; then with the flags where the specification wants them
    for (String flags : new String[] {"03", "c0"}) {
      ByteBuffer payload = bytes("1100" + flags + "00 0018 c140 deadbeef 0000001234567890");
      Terminate terminate = Terminate.read(payload, 0, payload.capacity());

      assertThat(terminate.text()).isEqualTo("DDP: invalid STag");
      assertThat(terminate.segmentLength()).hasValue(24);
      assertThat(terminate.subject())
          .isEqualTo("RDMA Write at 0x0000001234567890 of STag 0xdeadbeef");
    }
  }

  @Test
  void shouldLeaveOutTerminatedHeadersThatDoNotFit() {
    ByteBuffer payload =
        bytes(
            "0105e000 0000 4141 00000000 00000001 000000c8 00000000"
                + "646f3501 ff173679c7011000 000000c8 deadbeef 0000001234567890");
    for (int present = 4; present <= payload.capacity(); present++) {
      Terminate terminate = Terminate.read(payload, 0, present);

      assertThat(terminate.segmentLength().isPresent()).isEqualTo(present >= 6);
      assertThat(terminate.untagged().isPresent()).isEqualTo(present >= 24);
      assertThat(terminate.readRequest().isPresent()).isEqualTo(present >= 52);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0109,RDMAP: STag cannot be invalidated",
    "01ff,RDMAP: unspecified error",
    "0177,RDMAP: error type 1 code 0x77",
    "1104,DDP: invalid DDP version",
    "1202,DDP: no buffer",
    "1200,DDP: error type 2 code 0x00",
    "2002,MPA: CRC mismatch",
    "2000,MPA: error type 0 code 0x00",
    "5000,layer 5: error type 0 code 0x00"
  })
  void shouldNameErrors(String head, String text) {
    Terminate terminate = Terminate.read(bytes(head + "0000"), 0, 4);

    assertThat(terminate.text()).isEqualTo(text);
    assertThat(terminate.tagged()).isEqualTo(Optional.empty());
    assertThat(terminate.subject()).isEmpty();
  }

  /** What filters take for a value is what can be printed. */
  @Test
  void shouldListAllNamesOfErrors() {
    Set<String> named = new TreeSet<>();
    for (int first = 0; first <= 0xff; first++) {
      for (int code = 0; code <= 0xff; code++) {
        ByteBuffer head = ByteBuffer.wrap(new byte[] {(byte) first, (byte) code, 0, 0});
        String text = Terminate.read(head, 0, Terminate.LENGTH).text();
        if (!text.contains(": error type ")) {
          named.add(text);
        }
      }
    }

    assertThat(Terminate.texts()).containsExactlyElementsOf(named);
  }

  private static ByteBuffer copy(ByteBuffer whole) {
    return ByteBuffer.allocate(whole.capacity()).put(0, whole, 0, whole.capacity());
  }
}
