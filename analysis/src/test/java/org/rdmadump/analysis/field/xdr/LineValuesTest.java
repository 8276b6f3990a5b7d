package org.rdmadump.analysis.field.xdr;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.RpcSample;
import org.rdmadump.analysis.RpcWords;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.filter.Filter;
import org.rdmadump.analysis.filter.FilterException;
import org.rdmadump.rpcrdma.RpcMessage;

/** Values that are asked for by the words of lines. */
class LineValuesTest {
  private static final int CLOSE = 4;
  private static final int LOCK = 12;
  private static final int LOCKU = 14;
  private static final int OPEN_DOWNGRADE = 21;
  private static final int COPY = 60;
  private static final int OFFLOAD_STATUS = 67;
  private static final int OK = 0;
  private static final int BAD_STATEID = 10025;
  private static final long[] STATE_ID = {7, 1, 2, 3};

  private final FieldRegistry<RpcMessage> fields = MessageFields.registry();

  private boolean matches(String filter, RpcMessage message) throws FilterException {
    return Filter.of(filter, fields).matches(message);
  }

  private static RpcMessage call(int operation, RpcWords arguments) {
    return RpcSample.call(
        RpcWords.call(100_003, 4, 1).string("").u32(0, 1, operation).add(arguments));
  }

  private static RpcMessage reply(RpcMessage call, int operation, int status, long... results) {
    return RpcSample.reply(
        call, RpcWords.reply().u32(status).string("").u32(1, operation, status).u32(results));
  }

  private static RpcWords byteRange() {
    return RpcWords.values().u64(0, 100);
  }

  @Test
  void shouldFindTheStateIdThatUnlockingLeaves() throws FilterException {
    RpcMessage call = call(LOCKU, RpcWords.values().u32(2, 5).u32(STATE_ID).add(byteRange()));

    assertThat(matches("nfs.lock_stateid", call)).isTrue();
    assertThat(matches("nfs.stateid", reply(call, LOCKU, OK, STATE_ID))).isTrue();
    assertThat(matches("nfs.stateid", reply(call, LOCKU, BAD_STATEID))).isFalse();
  }

  @Test
  void shouldNotFindWhatIsNotToBeSet() throws FilterException {
    // SETATTR of version 2 with a size, and nothing else.
    RpcMessage size =
        RpcSample.call(
            RpcWords.call(100_003, 2, 2).u64(1, 2, 3, 4).u32(-1, -1, -1, 2048, -1, -1, -1, -1));

    assertThat(matches("nfs.size == 2048", size)).isTrue();
    assertThat(matches("nfs.attributes.size == 2048", size)).isTrue();
    assertThat(matches("nfs.attributes.uid", size)).isFalse();
    assertThat(matches("nfs.mode", size)).isFalse();
    assertThat(matches("nfs.attributes.atime", size)).isFalse();
  }

  @Test
  void shouldFindElementsByTheWordOfTheirArray() throws FilterException {
    RpcMessage status = call(OFFLOAD_STATUS, RpcWords.values().u32(STATE_ID));
    RpcMessage done = reply(status, OFFLOAD_STATUS, OK, 0, 4096, 1, 28);
    RpcMessage going = reply(status, OFFLOAD_STATUS, OK, 0, 4096, 0);
    RpcMessage copy =
        call(COPY, RpcWords.values().u32(STATE_ID).u32(STATE_ID).u64(0, 0, 4096).u32(1, 0, 0));
    RpcMessage copying = reply(copy, COPY, OK, 1, 7, 1, 2, 3, 0, 4096, 0, 0, 0, 1, 0);

    assertThat(matches("nfs.complete == NFS4ERR_NOSPC", done)).isTrue();
    assertThat(matches("nfs.complete == NFS4_OK", done)).isFalse();
    assertThat(matches("nfs.complete", going)).isFalse();
    assertThat(matches("nfs.callback", copying)).isTrue();
    assertThat(matches("nfs.callback", copy)).isFalse();
  }

  @Test
  void shouldFindTheStateIdOfAClosedFile() throws FilterException {
    RpcMessage call = call(CLOSE, RpcWords.values().u32(5).u32(STATE_ID));

    assertThat(matches("nfs.stateid", call)).isTrue();
    assertThat(matches("nfs.stateid", reply(call, CLOSE, OK, STATE_ID))).isTrue();
    assertThat(matches("nfs.stateid", reply(call, CLOSE, BAD_STATEID))).isFalse();
  }

  @Test
  void shouldFindStateIdsThatHaveANameInTheResults() throws FilterException {
    RpcMessage downgrade = call(OPEN_DOWNGRADE, RpcWords.values().u32(STATE_ID).u32(5, 1, 0));
    RpcMessage lock =
        call(LOCK, RpcWords.values().u32(2, 0).add(byteRange()).u32(0).u32(STATE_ID).u32(9));

    assertThat(matches("nfs.stateid", reply(downgrade, OPEN_DOWNGRADE, OK, STATE_ID))).isTrue();
    assertThat(matches("nfs.stateid", reply(lock, LOCK, OK, STATE_ID))).isTrue();
    assertThat(matches("nfs.lock_stateid.seqid == 7", reply(lock, LOCK, OK, STATE_ID))).isTrue();
  }

  @Test
  void shouldListTheStateIdsOfResultsThatAreNothingElse() {
    assertThat(fields.find("nfs.stateid").map(Field::meaning).orElseThrow())
        .contains("results of CLOSE, LOCK, LOCKU and");
  }
}
