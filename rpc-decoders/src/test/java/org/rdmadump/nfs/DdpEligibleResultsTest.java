package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.rdmadump.rpc.RpcReading;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.xdr.Hex;

/** The replies named "captured" are from Linux servers, the others are made up after them. */
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

  @Test
  void shouldFindTheDataOfANfs3Read() {
    DdpEligibleResults results = nfs(3, 6, READ_3_MOVED);

    assertThat(results.walk()).isEqualTo(DdpWalk.UNDER_WAY);
    assertThat(results.next()).isTrue();
    assertItem(results, 0, 128, 300000);
    results.dataInline(false);
    assertEnd(results, DdpWalk.COMPLETE);
  }

  @Test
  void shouldFindTheTextOfANfs3Readlink() {
    DdpEligibleResults results = nfs(3, 5, READLINK_3_INLINE);

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 120, 3);
    results.dataInline(true);
    assertEnd(results, DdpWalk.COMPLETE);
    assertThat(results.position()).isEqualTo(124);
  }

  @Test
  void shouldFindTheDataOfANfs3ReadWithoutAttributes() {
    DdpEligibleResults results =
        nfs(3, 6, ACCEPTED + "00000000 00000000 00000001 00000000 00000001");

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 44, 1);
  }

  @Test
  void shouldFindNothingInAFailedNfs3Read() {
    assertEnd(nfs(3, 6, ACCEPTED + "0000000d" + ATTRIBUTES_3), DdpWalk.COMPLETE);
    assertEnd(nfs(3, 5, ACCEPTED + "0000000d 00000000"), DdpWalk.COMPLETE);
  }

  @Test
  void shouldFindTheDataOfANfs2Read() {
    DdpEligibleResults results =
        nfs(2, 6, ACCEPTED + "00000000" + "0000000a".repeat(17) + "00002000");

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 100, 8192);
    results.dataInline(false);
    assertEnd(results, DdpWalk.COMPLETE);
  }

  @Test
  void shouldFindTheTextOfANfs2Readlink() {
    DdpEligibleResults results = nfs(2, 5, ACCEPTED + "00000000 00000003 62696700");

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 32, 3);
    assertEnd(results, DdpWalk.COMPLETE);
  }

  @Test
  void shouldFindNothingInAFailedNfs2Read() {
    assertEnd(nfs(2, 6, ACCEPTED + "00000002"), DdpWalk.COMPLETE);
    assertEnd(nfs(2, 5, ACCEPTED + "00000002"), DdpWalk.COMPLETE);
  }

  @Test
  void shouldFindTheDataOfANfs4Read() {
    DdpEligibleResults results = nfs(4, 1, READ_41_MOVED);

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 104, 1);
    results.dataInline(false);
    assertEnd(results, DdpWalk.COMPLETE);
  }

  @Test
  void shouldFindTheTextOfANfs4Readlink() {
    DdpEligibleResults results =
        compound(3, SEQUENCE_OK + PUTFH_OK + "0000001b 00000000 00000003 62696700");

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 100, 3);
    assertEnd(results, DdpWalk.COMPLETE);
  }

  @ParameterizedTest
  @CsvSource({"true, true", "true, false", "false, true", "false, false"})
  void shouldFindTheSecondReadBehindTheDataOfTheFirst(boolean firstInline, boolean secondInline) {
    DdpEligibleResults results =
        compound(
            4,
            SEQUENCE_OK
                + PUTFH_OK
                + "00000019 00000000 00000000 00000005"
                + (firstInline ? "aabbccdd ee000000" : "")
                + "00000019 00000000 00000001 00000003"
                + (secondInline ? "aabbcc00" : ""));

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 104, 5);
    results.dataInline(firstInline);
    assertThat(results.next()).isTrue();
    assertItem(results, 1, firstInline ? 128 : 120, 3);
    results.dataInline(secondInline);
    assertEnd(results, DdpWalk.COMPLETE);
  }

  @Test
  void shouldTakeDataToBeInlineIfNothingIsSaid() {
    DdpEligibleResults results =
        compound(
            2,
            "00000019 00000000 00000000 00000004 aabbccdd" + "00000019 00000000 00000001 00000000");

    assertThat(results.next()).isTrue();
    assertThat(results.next()).isTrue();
    assertItem(results, 1, 72, 0);
    assertEnd(results, DdpWalk.COMPLETE);
  }

  @Test
  void shouldNotCarryTheAnswerOverToTheNextItem() {
    DdpEligibleResults results =
        compound(
            3,
            "00000019 00000000 00000000 00000004"
                + "00000019 00000000 00000000 00000004 aabbccdd"
                + "00000019 00000000 00000001 00000004 aabbccdd");

    assertThat(results.next()).isTrue();
    results.dataInline(false);
    assertThat(results.next()).isTrue();
    assertThat(results.next()).isTrue();
    assertItem(results, 2, 88, 4);
  }

  @Test
  void shouldFindNothingInACompoundWhoseReadFailed() {
    assertEnd(
        nfs(
            4,
            1,
            ACCEPTED + "0000000d 00000000 00000003" + SEQUENCE_OK + PUTFH_OK + "00000019 0000000d"),
        DdpWalk.COMPLETE);
  }

  @Test
  void shouldLeaveTheFirstChunkToAFailedFirstRead() {
    // A compound ends at the first failure; a server that goes on keeps to the order of READs.
    DdpEligibleResults results =
        compound(3, PUTFH_OK + "00000019 0000000d 00000019 00000000 00000001 00000009");

    assertThat(results.next()).isTrue();
    assertItem(results, 1, 68, 9);
    results.dataInline(false);
    assertEnd(results, DdpWalk.COMPLETE);
  }

  @Test
  void shouldStepOverAFailedSequence() {
    assertEnd(
        nfs(4, 1, ACCEPTED + "00002744 00000000 00000001 00000035 00002744"), DdpWalk.COMPLETE);
  }

  @Test
  void shouldStepOverATag() {
    DdpEligibleResults results =
        nfs(
            4,
            1,
            ACCEPTED
                + "00000000 00000005 6162636465000000 00000001"
                + "00000019 00000000 00000001 00000007");

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 60, 7);
  }

  @ParameterizedTest
  @CsvSource({"00000016", "00000017", "00000018", "0000001f", "00000020"})
  void shouldStepOverOperationsWithoutResults(String operation) {
    DdpEligibleResults results =
        compound(2, operation + "00000000" + "00000019 00000000 00000001 00000007");

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 60, 7);
  }

  @Test
  void shouldStopAtAnOperationItDoesNotUnderstand() {
    // GETATTR before READ
    assertEnd(
        compound(
            3,
            PUTFH_OK
                + "00000009 00000000 00000001 00000000 00000000"
                + "00000019 00000000 00000001 00000007"),
        DdpWalk.NOT_UNDERSTOOD);
  }

  @Test
  void shouldFindTheReadBeforeAnOperationItDoesNotUnderstand() {
    DdpEligibleResults results =
        compound(
            3,
            PUTFH_OK
                + "00000019 00000000 00000001 00000007"
                + "00000009 00000000 00000001 00000000 00000000");

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 60, 7);
    results.dataInline(false);
    assertEnd(results, DdpWalk.NOT_UNDERSTOOD);
  }

  @ParameterizedTest
  @CsvSource({
    "100003, 3, 7",
    "100003, 3, 0",
    "100003, 2, 8",
    "100003, 4, 0",
    "100003, 5, 6",
    "100227, 3, 6",
    "1073741824, 1, 1"
  })
  void shouldFindNothingInOtherProcedures(long program, long version, long procedure) {
    assertEnd(
        DdpEligibleResults.of(program, version, procedure, Hex.rope(READ_3_MOVED), 24),
        DdpWalk.COMPLETE);
  }

  @Test
  void shouldCallResultsThatEndTooEarlyMalformed() {
    assertStopsUpTo(READ_3_MOVED, 3, 6, 128);
    assertStopsUpTo(READLINK_3_INLINE, 3, 5, 120);
    assertStopsUpTo(READ_41_MOVED, 4, 1, 104);
  }

  private static void assertStopsUpTo(String reply, long version, long procedure, int item) {
    for (int length = 24; length < item; length++) {
      assertEnd(
          DdpEligibleResults.of(RpcPrograms.NFS, version, procedure, Hex.ended(reply, length), 24),
          DdpWalk.MALFORMED);
      assertCut(reply, version, procedure, length);
    }
  }

  /** What is only stepped over, such as attributes, may be absent. */
  private static void assertCut(String reply, long version, long procedure, int length) {
    DdpEligibleResults results =
        DdpEligibleResults.of(RpcPrograms.NFS, version, procedure, Hex.snapped(reply, length), 24);
    assertEnd(results, DdpWalk.NOT_AVAILABLE);
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
    DdpEligibleResults results = DdpEligibleResults.of(RpcPrograms.NFS, 3, 6, reply, 24);

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 128, 300000);
  }

  @Test
  void shouldCallInlineDataThatEndsTooEarlyMalformed() {
    DdpEligibleResults results = nfs(3, 6, READ_3_MOVED);

    assertThat(results.next()).isTrue();
    results.dataInline(true);
    assertEnd(results, DdpWalk.MALFORMED);
  }

  @Test
  void shouldCallAnEndOfFileThatIsNoBoolMalformed() {
    assertEnd(compound(1, "00000019 00000000 00000002 00000007"), DdpWalk.MALFORMED);
  }

  @Test
  void shouldCallMoreResultsThanFitMalformed() {
    assertEnd(
        nfs(4, 1, ACCEPTED + TAGLESS_OK + "ffffffff" + PUTFH_OK + PUTFH_OK), DdpWalk.MALFORMED);
  }

  @Test
  void shouldFindNothingInAReplyThatIsNoSuccess() {
    Rope reply = Hex.rope("00000001 00000001 00000000 00000000 00000000 00000005");

    assertEnd(
        DdpEligibleResults.of(call(AuthFlavor.AUTH_SYS, Optional.empty()), header(reply), reply),
        DdpWalk.COMPLETE);
  }

  @Test
  void shouldFindItemsByTheHeadersOfCallAndReply() {
    Rope reply = Hex.rope(READ_41_MOVED);
    DdpEligibleResults results =
        DdpEligibleResults.of(call(AuthFlavor.AUTH_SYS, Optional.empty()), header(reply), reply);

    assertThat(results.next()).isTrue();
    assertItem(results, 0, 104, 1);
  }

  @ParameterizedTest
  @CsvSource({"1, UNDER_WAY", "2, COMPLETE", "3, COMPLETE"})
  void shouldFindItemsUnderRpcsecGssOnlyIfTheBodyIsNotWrapped(int service, DdpWalk walk) {
    Rope reply = Hex.rope(READ_41_MOVED);
    RpcCallHeader call =
        call(AuthFlavor.RPCSEC_GSS, Optional.of(new GssCredential(1, 0, 7, service)));

    DdpEligibleResults results = DdpEligibleResults.of(call, header(reply), reply);

    assertThat(results.walk()).isEqualTo(walk);
    assertThat(results.next()).isEqualTo(walk == DdpWalk.UNDER_WAY);
  }

  @Test
  void shouldNotUnderstandABodyOfWhichTheProtectionIsNotKnown() {
    Rope reply = Hex.rope(READ_41_MOVED);

    assertEnd(
        DdpEligibleResults.of(call(AuthFlavor.RPCSEC_GSS, Optional.empty()), header(reply), reply),
        DdpWalk.NOT_UNDERSTOOD);
  }

  private static DdpEligibleResults nfs(long version, long procedure, String reply) {
    return DdpEligibleResults.of(RpcPrograms.NFS, version, procedure, Hex.rope(reply), 24);
  }

  /** The first result of the compound begins at position 36. */
  private static DdpEligibleResults compound(int count, String results) {
    return nfs(4, 1, ACCEPTED + TAGLESS_OK + "0000000" + count + results);
  }

  private static void assertItem(
      DdpEligibleResults results, int chunk, long position, long length) {
    assertThat(results.chunk()).isEqualTo(chunk);
    assertThat(results.position()).isEqualTo(position);
    assertThat(results.length()).isEqualTo(length);
  }

  private static void assertEnd(DdpEligibleResults results, DdpWalk walk) {
    assertThat(results.next()).isFalse();
    assertThat(results.walk()).isEqualTo(walk);
    assertThat(results.next()).isFalse();
  }

  private static RpcCallHeader call(AuthFlavor credential, Optional<GssCredential> gss) {
    return new RpcCallHeader(
        1, 2, RpcPrograms.NFS, 4, 1, credential, gss, AuthFlavor.AUTH_NONE, 100);
  }

  private static RpcReplyHeader header(Rope reply) {
    return (RpcReplyHeader) ((RpcReading.Whole) RpcHeader.read(reply)).header();
  }
}
