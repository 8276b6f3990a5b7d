package org.rdmadump.rpc.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.GssCredential;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.xdr.Hex;
import org.rdmadump.xdr.decode.DdpOutcome;
import org.rdmadump.xdr.decode.DdpWalker;
import org.rdmadump.xdr.schema.XdrField;

/**
 * Which results a server may put into Write chunks: RFC 8267. The replies named "captured" are from
 * Linux servers, the others are made up after them.
 */
class DdpEligibleResultsTest {
  private static final String ACCEPTED = "00000001 00000001 00000000 00000000 00000000 00000000 ";

  private static final String ATTRIBUTES_3 = "00000001" + "0000000b".repeat(21);

  private static final String TAGLESS_OK = "00000000 00000000 ";

  private static final String SEQUENCE_OK =
      """
      00000035 00000000                             # SEQUENCE, OK
      28cf006b 40b2d780 01000000 00000000           # session
      000001bf 00000000 0000001d 0000001d 00000000  # sequence, slots, flags
      """;

  private static final String PUTFH_OK = "00000016 00000000 ";

  /** Captured: NFS 3 READ of 300000 bytes, which are in a Write chunk of three segments. */
  private static final String READ_3_MOVED =
      """
      cb2b2fa9 00000001 00000000 00000000 00000000 00000000
      00000000 00000001                             # OK, attributes follow
      00000001 000001a4 00000001 00000000 00000000
      00000000 000493e0 00000000 0004a000
      00000000 00000000 00000000 00000000 00000000 0000000a
      6b00cf42 0a00565f 6b00cf41 1070495d 6b00cf41 1070495d
      000493e0 00000001 000493e0                    # count, end of file, length
      """;

  /** Captured: NFS 3 READLINK of "big", in a Reply chunk; its text is inline. */
  private static final String READLINK_3_INLINE =
      """
      cd2b2fa9 00000001 00000000 00000000 00000000 00000000
      00000000 00000001                             # OK, attributes follow
      00000005 000001ff 00000001 00000000 00000000
      00000000 00000003 00000000 00000000
      00000000 00000000 00000000 00000000 00000000 0000000b
      6b00cf42 0c62b05f 6b00cf41 1258915d 6b00cf41 1258915d
      00000003 62696700                             # "big"
      """;

  /** Captured: NFS 4.1 SEQUENCE, PUTFH, READ of one byte, which is in a Write chunk. */
  private static final String READ_41_MOVED =
      """
      af2ac4de 00000001 00000000 00000000 00000000 00000000
      00000000 00000000 00000003                    # NFS4_OK, no tag, 3 results
      """
          + SEQUENCE_OK
          + PUTFH_OK
          + """
          00000019 00000000 00000001 00000001       # READ, OK, end of file, length
          """;

  private static final String ATTRIBUTES_2 = "0000000a".repeat(17);

  private static final String GETATTR_OK =
      """
      00000009 00000000 00000001 00000002           # GETATTR, OK, bitmap of one word: type
      00000004 00000001                             # 4 bytes: regular file
      """;

  @Test
  void shouldFindTheDataOfANfs3Read() {
    assertThat(nfs(3, 6, READ_3_MOVED, 0)).hasToString("0: 300000 bytes at 128; COMPLETE at 128");
  }

  @Test
  void shouldFindTheTextOfANfs3Readlink() {
    assertThat(nfs(3, 5, READLINK_3_INLINE)).hasToString("0: 3 bytes at 120; COMPLETE at 124");
  }

  @Test
  void shouldFindTheDataOfANfs3ReadWithoutAttributes() {
    assertThat(nfs(3, 6, ACCEPTED + "00000000 00000000 00000001 00000000 00000001", 0))
        .hasToString("0: 1 bytes at 44; COMPLETE at 44");
  }

  @Test
  void shouldFindNothingInAFailedNfs3Read() {
    assertThat(nfs(3, 6, ACCEPTED + "0000000d" + ATTRIBUTES_3)).hasToString("COMPLETE at 116");
    assertThat(nfs(3, 5, ACCEPTED + "0000000d 00000000")).hasToString("COMPLETE at 32");
  }

  @Test
  void shouldFindTheDataOfANfs2Read() {
    assertThat(nfs(2, 6, ACCEPTED + "00000000" + ATTRIBUTES_2 + "00002000", 0))
        .hasToString("0: 8192 bytes at 100; COMPLETE at 100");
  }

  @Test
  void shouldFindTheTextOfANfs2Readlink() {
    assertThat(nfs(2, 5, ACCEPTED + "00000000 00000003 62696700"))
        .hasToString("0: 3 bytes at 32; COMPLETE at 36");
  }

  @Test
  void shouldFindNothingInAFailedNfs2Read() {
    assertThat(nfs(2, 6, ACCEPTED + "00000002")).hasToString("COMPLETE at 28");
    assertThat(nfs(2, 5, ACCEPTED + "00000002")).hasToString("COMPLETE at 28");
  }

  @Test
  void shouldFindTheDataOfANfs4Read() {
    assertThat(nfs(4, 1, READ_41_MOVED, 0)).hasToString("0: 1 bytes at 104; COMPLETE at 104");
  }

  @Test
  void shouldFindTheTextOfANfs4Readlink() {
    assertThat(compound(3, SEQUENCE_OK + PUTFH_OK + "0000001b 00000000 00000003 62696700"))
        .hasToString("0: 3 bytes at 100; COMPLETE at 104");
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void shouldFindTheSecondReadBehindTheDataOfTheFirst(boolean firstInline, boolean secondInline) {
    Items items =
        compound(
            4,
            SEQUENCE_OK
                + PUTFH_OK
                + "00000019 00000000 00000000 00000005"
                + (firstInline ? "aabbccdd ee000000" : "")
                + "00000019 00000000 00000001 00000003"
                + (secondInline ? "aabbcc00" : ""),
            firstInline ? -1 : 0,
            secondInline ? -1 : 1);

    int second = firstInline ? 128 : 120;
    assertThat(items.found).containsExactly("0: 5 bytes at 104", "1: 3 bytes at " + second);
    assertThat(items.end).isEqualTo("COMPLETE at " + (secondInline ? second + 4 : second));
  }

  @Test
  void shouldFindAThirdReadBehindOneThatIsInline() {
    assertThat(
            compound(
                3,
                "00000019 00000000 00000000 00000004"
                    + "00000019 00000000 00000000 00000004 aabbccdd"
                    + "00000019 00000000 00000001 00000004 aabbccdd",
                0))
        .hasToString("0: 4 bytes at 52; 1: 4 bytes at 68; 2: 4 bytes at 88; COMPLETE at 92");
  }

  @Test
  void shouldFindNothingInACompoundWhoseReadFailed() {
    assertThat(
            nfs(
                4,
                1,
                ACCEPTED
                    + "0000000d 00000000 00000003"
                    + SEQUENCE_OK
                    + PUTFH_OK
                    + "00000019 0000000d"))
        .hasToString("COMPLETE at 96");
  }

  @Test
  void shouldLeaveTheFirstChunkToAFailedFirstRead() {
    // A compound ends at the first failure; a server that goes on keeps to the order of READs.
    assertThat(compound(3, PUTFH_OK + "00000019 0000000d 00000019 00000000 00000001 00000009", 1))
        .hasToString("1: 9 bytes at 68; COMPLETE at 68");
  }

  @Test
  void shouldStepOverAFailedSequence() {
    assertThat(nfs(4, 1, ACCEPTED + "00002744 00000000 00000001 00000035 00002744"))
        .hasToString("COMPLETE at 44");
  }

  @Test
  void shouldStepOverATag() {
    assertThat(
            nfs(
                4,
                1,
                ACCEPTED
                    + "00000000 00000005 6162636465000000 00000001"
                    + "00000019 00000000 00000001 00000007",
                0))
        .hasToString("0: 7 bytes at 60; COMPLETE at 60");
  }

  @ParameterizedTest
  @CsvSource({"00000016", "00000017", "00000018", "0000001f", "00000020"})
  void shouldStepOverOperationsWithoutResults(String operation) {
    assertThat(compound(2, operation + "00000000" + "00000019 00000000 00000001 00000007", 0))
        .hasToString("0: 7 bytes at 60; COMPLETE at 60");
  }

  @Test
  void shouldFindReadsBeforeAndBehindOtherOperations() {
    String read = "00000019 00000000 00000001 00000007";
    assertThat(compound(4, GETATTR_OK + read + GETATTR_OK + read, 0, 1))
        .hasToString("0: 7 bytes at 76; 1: 7 bytes at 116; COMPLETE at 116");
  }

  @Test
  void shouldGiveNoChunkToReadPlus() {
    // Its client cannot know how many segments of data there will be: RFC 8267 section 6.
    String readPlus =
        "00000044 00000000 00000001 00000001" + "00000000 00000000 00000000 00000004 aabbccdd";
    assertThat(compound(2, readPlus + "00000019 00000000 00000001 00000007", 0))
        .hasToString("0: 7 bytes at 88; COMPLETE at 88");
  }

  @Test
  void shouldStopAtAnOperationThatNobodyKnows() {
    assertThat(
            compound(
                3,
                "00000019 00000000 00000001 00000007"
                    + "00000063 00000000"
                    + "00000019 00000000 00000001 00000007",
                0))
        .hasToString("0: 7 bytes at 52; BAD at 56");
  }

  @ParameterizedTest
  @CsvSource({
    "100003, 3, 0",
    "100003, 3, 7",
    "100003, 2, 8",
    "100003, 4, 0",
    "100227, 3, 1",
    "100005, 3, 1",
    "1073741824, 1, 1"
  })
  void shouldFindNothingInOtherProcedures(long program, long version, long procedure) {
    Items items = new Items();
    items.walk(
        call(program, version, procedure, AuthFlavor.AUTH_SYS, Optional.empty()),
        Hex.rope(ACCEPTED + "00000001 00000000 00000000"));
    assertThat(items.found).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"100003, 5, 6", "100003, 3, 99", "100227, 3, 6", "200000, 1, 1"})
  void shouldNotKnowWhatIsNotDeclared(long program, long version, long procedure) {
    Items items = new Items();
    items.walk(
        call(program, version, procedure, AuthFlavor.AUTH_SYS, Optional.empty()),
        Hex.rope(READ_3_MOVED));
    assertThat(items).hasToString("UNKNOWN");
  }

  @Test
  void shouldFindNothingInResultsThatEndTooEarly() {
    assertStopsUpTo(READ_3_MOVED, 3, 6, 128);
    assertStopsUpTo(READLINK_3_INLINE, 3, 5, 120);
    assertStopsUpTo(READ_41_MOVED, 4, 1, 104);
  }

  /** What is only stepped over, such as attributes, may be absent. */
  private static void assertStopsUpTo(String reply, long version, long procedure, int item) {
    for (int length = 24; length < item; length++) {
      assertThat(nfs(version, procedure, Hex.ended(reply, length)).end).startsWith("BAD");
      assertThat(nfs(version, procedure, Hex.snapped(reply, length)).end).startsWith("MISSING");
    }
  }

  @Test
  void shouldFindAnItemBehindAttributesThatWereNotCaptured() {
    byte[] bytes = Hex.bytes(READ_3_MOVED);
    Rope reply =
        Rope.builder()
            .add(bytes, 0, 32)
            .addHole(84, Absence.LOST)
            .add(bytes, 116, bytes.length - 116)
            .build();

    assertThat(nfs(3, 6, reply, 0)).hasToString("0: 300000 bytes at 128; COMPLETE at 128");
  }

  @Test
  void shouldStopAtInlineDataThatEndsTooEarly() {
    assertThat(nfs(3, 6, READ_3_MOVED)).hasToString("0: 300000 bytes at 128; BAD at 124");
  }

  @Test
  void shouldFindDataBehindAnEndOfFileThatIsNoBool() {
    assertThat(compound(1, "00000019 00000000 00000002 00000007", 0))
        .hasToString("0: 7 bytes at 52; COMPLETE at 52");
  }

  @Test
  void shouldStopAtMoreResultsThanFit() {
    assertThat(nfs(4, 1, ACCEPTED + TAGLESS_OK + "ffffffff" + PUTFH_OK + PUTFH_OK))
        .hasToString("BAD at 32");
  }

  @Test
  void shouldFindNothingInAReplyThatIsNoSuccess() {
    assertThat(nfs(4, 1, "00000001 00000001 00000000 00000000 00000000 00000005"))
        .hasToString("COMPLETE at 24");
  }

  @Test
  void shouldTellTheCountBeforeTheDataOfANfs3Read() {
    assertThat(nfs(3, 6, READ_3_MOVED, 0).counts).containsExactly(300000L);
    assertThat(nfs(4, 1, READ_41_MOVED, 0).counts).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, 0: 1 bytes at 104; COMPLETE at 104", "2, COMPLETE at 24", "3, COMPLETE at 24"})
  void shouldFindItemsUnderRpcsecGssOnlyIfTheBodyIsNotWrapped(int service, String found) {
    Items items = new Items(0);
    items.walk(
        call(
            RpcPrograms.NFS,
            4,
            1,
            AuthFlavor.RPCSEC_GSS,
            Optional.of(new GssCredential(1, 0, 7, service))),
        Hex.rope(READ_41_MOVED));
    assertThat(items).hasToString(found);
  }

  @Test
  void shouldNotKnowABodyOfWhichTheProtectionIsNotKnown() {
    Items items = new Items();
    items.walk(
        call(RpcPrograms.NFS, 4, 1, AuthFlavor.RPCSEC_GSS, Optional.empty()),
        Hex.rope(READ_41_MOVED));
    assertThat(items).hasToString("UNKNOWN");
  }

  private static Items nfs(long version, long procedure, String reply, int... moved) {
    return nfs(version, procedure, Hex.rope(reply), moved);
  }

  private static Items nfs(long version, long procedure, Rope reply, int... moved) {
    Items items = new Items(moved);
    items.walk(
        call(RpcPrograms.NFS, version, procedure, AuthFlavor.AUTH_SYS, Optional.empty()), reply);
    return items;
  }

  /** The first result of the compound begins at position 36. */
  private static Items compound(int count, String results, int... moved) {
    return nfs(4, 1, ACCEPTED + TAGLESS_OK + "0000000" + count + results, moved);
  }

  private static RpcCallHeader call(
      long program,
      long version,
      long procedure,
      AuthFlavor credential,
      Optional<GssCredential> gss) {
    return new RpcCallHeader(
        1, 2, program, version, procedure, credential, gss, AuthFlavor.AUTH_NONE, 100);
  }

  private static RpcReplyHeader header(Rope reply) {
    return (RpcReplyHeader) RpcHeader.read(reply);
  }

  /** Notes each item as chunk, length and position. */
  private static final class Items implements DdpWalker {
    private static final RpcDecoder DECODER = new RpcDecoder();

    private final List<String> found = new ArrayList<>();
    private final List<Long> counts = new ArrayList<>();
    private final int[] moved;
    private String end = "";
    private int chunk = -1;

    /** The chunks of these indexes have bytes. */
    Items(int... moved) {
      this.moved = moved;
    }

    void walk(RpcCallHeader call, Rope reply) {
      Optional<DdpOutcome> outcome = DECODER.reply(reply, header(reply), call).walkReduced(this);
      end = outcome.map(of -> of.end() + " at " + of.position()).orElse("UNKNOWN");
    }

    @Override
    public void slot(XdrField field) {
      chunk++;
    }

    @Override
    public void count(XdrField field, long value) {
      counts.add(value);
    }

    @Override
    public boolean isMoved(XdrField field, long position, long length) {
      found.add(chunk + ": " + length + " bytes at " + position);
      for (int each : moved) {
        if (each == chunk) {
          return true;
        }
      }
      return false;
    }

    @Override
    public String toString() {
      return found.isEmpty() ? end : String.join("; ", found) + "; " + end;
    }
  }
}
