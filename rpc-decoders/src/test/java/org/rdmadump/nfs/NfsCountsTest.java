package org.rdmadump.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrProcedure;

/** Counts of results beside those of the arguments. */
class NfsCountsTest {
  private static final int READ = 6;
  private static final int WRITE = 7;
  private static final int NFS_ERROR = 5;
  private static final int FILE_SYNC = 2;
  private static final int ATTRIBUTE_WORDS = 17;

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 8})
  void shouldAcceptUpToWhatWasAskedFor(int length) {
    assertThat(judge(2, READ, readCall2(8), readReply2(length))).isEmpty();
    assertThat(judge(3, READ, readCall3(8), readReply3(length))).isEmpty();
    assertThat(judge4("READ4args", readCall4(8), "READ4res", readReply4(length))).isEmpty();
  }

  @Test
  void shouldNoteDataBeyondWhatWasAskedFor() {
    String said = "data of 9 bytes, the call asked for 8";
    assertThat(judge(2, READ, readCall2(8), readReply2(9))).contains(said);
    assertThat(judge(3, READ, readCall3(8), readReply3(9))).contains(said);
    assertThat(judge4("READ4args", readCall4(8), "READ4res", readReply4(9))).contains(said);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 8})
  void shouldAcceptWritesUpToWhatWasSent(int written) {
    assertThat(judge(3, WRITE, writeCall3(8), writeReply3(written))).isEmpty();
    assertThat(judge4("WRITE4args", writeCall4(8), "WRITE4res", writeReply4(written))).isEmpty();
  }

  @Test
  void shouldNoteMoreWrittenThanWasSent() {
    String said = "count of 9, the call had 8 bytes";
    assertThat(judge(3, WRITE, writeCall3(8), writeReply3(9))).contains(said);
    assertThat(judge4("WRITE4args", writeCall4(8), "WRITE4res", writeReply4(9))).contains(said);
  }

  @Test
  void shouldAddTheDataOfReadPlusTogether() {
    Words call = new Words().stateid(1, 1).u64(0).u32(8);
    Words right = new Words().u32(0, 1, 3).add(data(0, 4)).add(hole(4, 1000)).add(data(1004, 4));
    Words wrong = new Words().u32(0, 1, 2).add(data(0, 4)).add(data(4, 5));

    assertThat(judge4("READ_PLUS4args", call, "READ_PLUS4res", right)).isEmpty();
    assertThat(judge4("READ_PLUS4args", call, "READ_PLUS4res", wrong))
        .contains("data of 9 bytes, the call asked for 8");
  }

  @Test
  void shouldNoteMoreCopiedThanWasAskedFor() {
    assertThat(judge4("COPY4args", copyCall(8), "COPY4res", copyReply(8))).isEmpty();
    assertThat(judge4("COPY4args", copyCall(0), "COPY4res", copyReply(8))).isEmpty();
    assertThat(judge4("COPY4args", copyCall(-1), "COPY4res", copyReply(8))).isEmpty();
    assertThat(judge4("COPY4args", copyCall(8), "COPY4res", copyReply(9)))
        .contains("count of 9, the call asked for 8");
  }

  private static Words data(long offset, int length) {
    return new Words().u32(0).u64(offset).opaque(length, 1);
  }

  private static Words hole(long offset, long length) {
    return new Words().u32(1).u64(offset, length);
  }

  private static Words copyCall(long count) {
    return new Words().stateid(1, 1).stateid(1, 2).u64(0, 0, count).u32(1, 1, 0);
  }

  private static Words copyReply(long count) {
    return new Words().u32(0, 0).u64(count).u32(FILE_SYNC).u64(1).u32(1, 1);
  }

  @Test
  void shouldNotJudgeWhatFailedOrIsNotThere() {
    Words failed = new Words().u32(NFS_ERROR, 0);
    assertThat(judge(3, READ, readCall3(8), failed)).isEmpty();
    assertThat(judge(2, READ, readCall2(8), new Words().u32(NFS_ERROR))).isEmpty();
    assertThat(judge(3, READ, new Words().opaque(32, 1), readReply3(9))).isEmpty();
    assertThat(judge(3, READ, readCall3(8), new Words().u32(0, 0))).isEmpty();
    assertThat(judge4("WRITE4args", writeCall4(8), "WRITE4res", new Words().u32(NFS_ERROR)))
        .isEmpty();
  }

  @Test
  void shouldJudgeNothingElse() {
    // GETATTR
    Words handle = new Words().opaque(32, 1);
    assertThat(judge(3, 1, handle, readReply3(9))).isEmpty();
  }

  private static Words readCall2(int count) {
    return new Words().u64(1, 2, 3, 4).u32(0, count, 0);
  }

  private static Words readReply2(int length) {
    Words reply = new Words().u32(0);
    for (int i = 0; i < ATTRIBUTE_WORDS; i++) {
      reply.u32(1);
    }
    return reply.opaque(length, 1);
  }

  private static Words readCall3(int count) {
    return new Words().opaque(32, 1).u64(0).u32(count);
  }

  private static Words readReply3(int length) {
    return new Words().u32(0, 0, length, 1).opaque(length, 1);
  }

  private static Words writeCall3(int length) {
    return new Words().opaque(32, 1).u64(0).u32(length, FILE_SYNC).opaque(length, 1);
  }

  private static Words writeReply3(int count) {
    return new Words().u32(0, 0, 0, count, FILE_SYNC).u64(1);
  }

  private static Words readCall4(int count) {
    return new Words().stateid(1, 1).u64(0).u32(count);
  }

  private static Words readReply4(int length) {
    return new Words().u32(0, 1).opaque(length, 1);
  }

  private static Words writeCall4(int length) {
    return new Words().stateid(1, 1).u64(0).u32(FILE_SYNC).opaque(length, 1);
  }

  private static Words writeReply4(int count) {
    return new Words().u32(0, count, FILE_SYNC).u64(1);
  }

  private static Optional<String> judge(int version, int number, Words call, Words reply) {
    XdrProcedure procedure =
        Protocols.load("nfs" + version).procedure(RpcPrograms.NFS, version, number).orElseThrow();
    return NfsCounts.judge(
        XdrContent.of(procedure.arguments(), call.rope()).tree(),
        XdrContent.of(procedure.results(), reply.rope()).tree());
  }

  private static Optional<String> judge4(
      String arguments, Words call, String results, Words reply) {
    XdrValue sent = Nfs4Value.content(arguments, call.rope()).tree();
    XdrValue got = Nfs4Value.content(results, reply.rope()).tree();
    return NfsCounts.judge(sent, got);
  }
}
