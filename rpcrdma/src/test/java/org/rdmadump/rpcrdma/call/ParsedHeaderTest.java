package org.rdmadump.rpcrdma.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.ChunkSegment;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaProcedure;
import org.rdmadump.rpcrdma.ReadSegment;
import org.rdmadump.rpcrdma.RpcRdmaHeader;
import org.rdmadump.testing.Hex;

class ParsedHeaderTest {
  // The call of a compound with everything, written by hand after RFC 8166 section 4:
  // 0000  7845be87 00000001 00000040 00000000   xid, version 1, 64 credits, RDMA_MSG
  // 0010  00000001 000000b8 00000afa 0001fb2e   Read segment: position 184, handle, length
  // 0020  8f45be87 4b96e4d2                     and offset
  // 0028  00000001 000000b8 00000961 00020000   another of the same chunk
  // 0038  8f45be87 4b97e000
  // 0040  00000001 00000200 00000962 00000004   a third, position 512
  // 0050  00000000 00000010
  // 0058  00000000                              end of the Read list
  // 005c  00000001 00000002                     Write chunk of two segments
  // 0064  00000b01 00001000 00000000 00001000
  // 0074  00000b02 00002000 00000000 00002000
  // 0084  00000001 00000000                     Write chunk of none
  // 008c  00000000                              end of the Write list
  // 0090  00000001 00000001                     Reply chunk of one segment
  // 0098  00000c01 ffffffff ffffffff fffffff0
  // 00a8
  private static final byte[] BYTES =
      Hex.bytes(
          """
          7845be87 00000001 00000040 00000000
          00000001 000000b8 00000afa 0001fb2e 8f45be87 4b96e4d2
          00000001 000000b8 00000961 00020000 8f45be87 4b97e000
          00000001 00000200 00000962 00000004 00000000 00000010
          00000000
          00000001 00000002
          00000b01 00001000 00000000 00001000
          00000b02 00002000 00000000 00002000
          00000001 00000000
          00000000
          00000001 00000001
          00000c01 ffffffff ffffffff fffffff0
          """);

  private static final int FIXED = 16;

  private static ParsedHeader read(byte[] bytes) {
    return ParsedHeader.read(Rope.of(bytes));
  }

  private static ChunkSegment segment(int handle, long length, long offset) {
    return new ChunkSegment(handle, length, offset, OptionalLong.empty());
  }

  @Test
  void shouldReadEveryField() {
    ParsedHeader parsed = read(BYTES);
    RpcRdmaHeader header = parsed.header();
    assertThat(header.xid()).isEqualTo(0x7845be87);
    assertThat(header.version()).isEqualTo(1);
    assertThat(header.credits()).isEqualTo(64);
    assertThat(header.procedure()).contains(RdmaProcedure.RDMA_MSG);
    assertThat(header.length()).isEqualTo(BYTES.length);
    assertThat(header.truncated()).isFalse();
    assertThat(header.malformed()).isFalse();
    assertThat(header.error()).isEmpty();
    assertThat(parsed.readList())
        .containsExactly(
            new ReadSegment(184, segment(0xafa, 129838, 0x8f45be874b96e4d2L)),
            new ReadSegment(184, segment(0x961, 131072, 0x8f45be874b97e000L)),
            new ReadSegment(512, segment(0x962, 4, 16)));
    assertThat(parsed.writeList()).hasSize(2);
    assertThat(parsed.writeList().get(0).segments())
        .containsExactly(segment(0xb01, 4096, 0x1000), segment(0xb02, 8192, 0x2000));
    assertThat(parsed.writeList().get(1).segments()).isEmpty();
    assertThat(parsed.replyChunk().orElseThrow().segments())
        .containsExactly(segment(0xc01, 0xffff_ffffL, -16));
    assertThat(parsed.hasChunks()).isTrue();
    assertThat(parsed.hasPositionZero()).isFalse();
    assertThat(parsed.carriesMessage()).isTrue();
  }

  @Test
  void shouldNotReadBehindItself() {
    ParsedHeader parsed = read(Arrays.copyOf(BYTES, BYTES.length + 100));
    assertThat(parsed.header().length()).isEqualTo(BYTES.length);
  }

  @Test
  void shouldCallAMessageThatEndsEarlyMalformed() {
    for (int length = 0; length < BYTES.length; length++) {
      ParsedHeader parsed = read(Arrays.copyOf(BYTES, length));
      assertThat(parsed.header().malformed()).as("%d bytes", length).isTrue();
      assertThat(parsed.header().truncated()).isFalse();
      assertThat(parsed.fault()).isNotEmpty();
      shouldListOnlyWhatIsWhole(parsed, length);
    }
  }

  @Test
  void shouldCallAMessageThatTheSnapLengthCutTruncated() {
    for (int length = 0; length < BYTES.length; length++) {
      Rope rope =
          Rope.builder()
              .add(BYTES, 0, length)
              .addHole(BYTES.length - length + 100L, Absence.TRUNCATED)
              .build();
      ParsedHeader parsed = ParsedHeader.read(rope);
      assertThat(parsed.header().truncated()).as("%d bytes", length).isTrue();
      assertThat(parsed.header().malformed()).isFalse();
      shouldListOnlyWhatIsWhole(parsed, length);
    }
  }

  /** Neither half a segment nor a field out of thin air. */
  private static void shouldListOnlyWhatIsWhole(ParsedHeader parsed, int length) {
    ParsedHeader whole = read(BYTES);
    assertThat(parsed.header().xid()).isEqualTo(length < 4 ? 0 : 0x7845be87);
    assertThat(parsed.header().length()).isLessThanOrEqualTo(length);
    int reads = Math.max(0, Math.min(3, (length - FIXED) / 24));
    assertThat(parsed.readList()).isEqualTo(whole.readList().subList(0, reads));
    int inChunk = Math.max(0, Math.min(2, (length - 0x64) / 16));
    long written = parsed.writeList().stream().mapToLong(chunk -> chunk.segments().size()).sum();
    assertThat(written).isLessThanOrEqualTo(inChunk);
    assertThat(parsed.replyChunk()).isEmpty();
    assertThat(parsed.faultAt()).isLessThanOrEqualTo(length);
  }

  /** Headers without chunks of messages that are all there are read in a way of their own. */
  @Test
  void shouldReadAPlainHeaderTheSameWhetherOrNotSomethingIsAbsentBehind() {
    SplittableRandom random = new SplittableRandom(7);
    for (int n = 0; n < 5000; n++) {
      // given
      byte[] bytes =
          Hex.bytes("7845be87 00000001 00000040 00000000 00000000 00000000 00000000 7845be87");
      if (n > 0) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(n % 2 == 0 ? 6 : 256);
      }
      Rope cut = Rope.builder().add(bytes).addHole(400, Absence.TRUNCATED).build();

      // when
      ParsedHeader whole = read(bytes);
      ParsedHeader before = ParsedHeader.read(cut);

      // then
      if (before.header().truncated()) {
        assertThat(whole.header().malformed()).isTrue();
      } else {
        assertThat(whole.header()).isEqualTo(before.header());
        assertThat(whole.faultAt()).isEqualTo(before.faultAt());
        assertThat(whole.carriesMessage()).isEqualTo(before.carriesMessage());
        assertThat(whole.hasChunks()).isEqualTo(before.hasChunks());
        assertThat(whole.isOdd()).isEqualTo(before.isOdd());
      }
    }
  }

  @Test
  void shouldSeeAHoleInTheMiddleAsTruncation() {
    for (int at = 0; at < BYTES.length; at++) {
      Rope rope =
          Rope.builder()
              .add(BYTES, 0, at)
              .addHole(1, Absence.NOT_CAPTURED)
              .add(BYTES, at + 1, BYTES.length - at - 1)
              .build();
      ParsedHeader parsed = ParsedHeader.read(rope);
      assertThat(parsed.header().truncated()).as("hole at %d", at).isTrue();
      assertThat(parsed.header().malformed()).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x60, 0x94})
  void shouldNotBelieveACountThatTheMessageCannotHold(int at) {
    for (int count : new int[] {100, 0x10000, 0x7fffffff, -1}) {
      byte[] bytes = BYTES.clone();
      bytes[at] = (byte) (count >>> 24);
      bytes[at + 1] = (byte) (count >>> 16);
      bytes[at + 2] = (byte) (count >>> 8);
      bytes[at + 3] = (byte) count;
      ParsedHeader parsed = read(bytes);
      assertThat(parsed.header().malformed()).isTrue();
      assertThat(parsed.faultAt()).isEqualTo(at);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0x10, 0x28, 0x40, 0x58, 0x5c, 0x84, 0x8c, 0x90})
  void shouldNotTakeAnyOtherMarkerThanZeroAndOne(int at) {
    byte[] bytes = BYTES.clone();
    bytes[at] = 1;
    ParsedHeader parsed = read(bytes);
    assertThat(parsed.header().malformed()).isTrue();
    assertThat(parsed.faultAt()).isEqualTo(at);
  }

  @Test
  void shouldReadOneBehindTheOtherAsIfEachWereTheFirst() {
    byte[] badMarker = BYTES.clone();
    badMarker[0x90 + 3] = 2;
    HeaderReader reader = new HeaderReader();
    for (byte[] before :
        List.of(
            BYTES,
            Arrays.copyOf(BYTES, 0x70),
            badMarker,
            withSegments(ParsedHeader.MOST_SEGMENTS + 1),
            Hex.bytes("01 02 03 04 00000001 00000020 00000004 00000001 00000001 00000002"),
            Hex.bytes("01 02 03 04 00000001 00000020 00000000 00000000 00000000 00000000"))) {
      reader.read(Rope.of(before));
      for (byte[] next : List.of(BYTES, Arrays.copyOf(BYTES, 0x70), badMarker)) {
        assertThat(reader.read(Rope.of(next))).usingRecursiveComparison().isEqualTo(read(next));
      }
    }
  }

  private static byte[] withSegments(int count) {
    ByteBuffer bytes = ByteBuffer.allocate(FIXED + 16 + 16 * count);
    bytes.put(BYTES, 0, FIXED).putInt(0).putInt(1).putInt(count);
    bytes.position(bytes.position() + 16 * count).putInt(0);
    return Arrays.copyOf(bytes.array(), bytes.capacity() + Integer.BYTES);
  }

  @ParameterizedTest
  @ValueSource(ints = {ParsedHeader.MOST_SEGMENTS, ParsedHeader.MOST_SEGMENTS + 1})
  void shouldFollowSoManySegmentsOnly(int count) {
    byte[] message = withSegments(count);

    ParsedHeader parsed = read(message);
    assertThat(parsed.segments()).isEqualTo(ParsedHeader.MOST_SEGMENTS);
    assertThat(parsed.header().malformed()).isEqualTo(count > ParsedHeader.MOST_SEGMENTS);
    assertThat(parsed.header().truncated()).isFalse();
  }

  @Test
  void shouldReadErrors() {
    ParsedHeader versions =
        read(Hex.bytes("01 02 03 04 00000001 00000020 00000004 00000001 00000001 00000002"));
    assertThat(versions.header().error()).contains(new RdmaError(RdmaError.ERR_VERS, 1, 2));
    ParsedHeader chunk = read(Hex.bytes("01 02 03 04 00000001 00000020 00000004 00000002"));
    assertThat(chunk.header().error()).contains(new RdmaError(RdmaError.ERR_CHUNK, 0, 0));
    assertThat(chunk.header().length()).isEqualTo(20);
    ParsedHeader cut = read(Hex.bytes("01 02 03 04 00000001 00000020 00000004 00000001 00000001"));
    assertThat(cut.header().malformed()).isTrue();
    assertThat(cut.header().error()).isEmpty();
    ParsedHeader other = read(Hex.bytes("01 02 03 04 00000001 00000020 00000004 00000007"));
    assertThat(other.header().error().orElseThrow().codeName()).isEqualTo("error 7");
  }

  @Test
  void shouldReadTheAlignmentOfMsgp() {
    ParsedHeader parsed =
        read(
            Hex.bytes(
                "01020304 00000001 00000020 00000002 00000004 00000400 00000000 00000000"
                    + " 00000000"));
    assertThat(parsed.header().procedure()).contains(RdmaProcedure.RDMA_MSGP);
    assertThat(parsed.header().length()).isEqualTo(36);
    assertThat(parsed.header().malformed()).isFalse();
    assertThat(parsed.hasChunks()).isFalse();
  }

  @Test
  void shouldReadNoListsOfAnotherVersionOrType() {
    ParsedHeader second = read(Hex.bytes("01020304 00000002 00000020 00000000 ffffffff"));
    assertThat(second.header().version()).isEqualTo(2);
    assertThat(second.header().procedure()).isEmpty();
    assertThat(second.header().malformed()).isFalse();
    ParsedHeader done = read(Hex.bytes("01020304 00000001 00000020 00000003"));
    assertThat(done.header().procedure()).contains(RdmaProcedure.RDMA_DONE);
    assertThat(done.header().length()).isEqualTo(16);
    ParsedHeader unknown = read(Hex.bytes("01020304 00000001 00000020 00000005"));
    assertThat(unknown.header().procedure()).isEmpty();
    assertThat(unknown.header().procedureCode()).isEqualTo(5);
    assertThat(unknown.header().malformed()).isFalse();
  }

  @Test
  void shouldNotFailOnAnyBytes() {
    SplittableRandom random = new SplittableRandom(8166);
    for (int trial = 0; trial < 200_000; trial++) {
      byte[] bytes = BYTES.clone();
      for (int change = random.nextInt(4); change >= 0; change--) {
        bytes[random.nextInt(4, bytes.length)] =
            (byte) (random.nextBoolean() ? random.nextInt(4) : random.nextInt());
      }
      ParsedHeader parsed = read(Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)));
      assertThat(parsed.header().length()).isBetween(0, bytes.length);
    }
  }
}
