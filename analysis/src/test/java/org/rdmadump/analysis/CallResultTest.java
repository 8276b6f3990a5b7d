package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.analysis.RpcWords.bareCall;
import static org.rdmadump.analysis.RpcWords.call;
import static org.rdmadump.analysis.RpcWords.reply;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.rpcrdma.RpcMessage;

/** What counts as gone wrong, in every protocol. */
class CallResultTest {
  private static final int NFS = 100003;
  private static final int MOUNT = 100005;
  private static final int NLM = 100021;
  private static final int NSM = 100024;
  private static final byte[] COOKIE = {0, 0, 0, 5};
  private static final byte[] HANDLE = {1, 2, 3, 4};

  @Test
  void shouldNotSayOfACallWhetherItFails() {
    assertThat(CallResult.failed(mnt())).isEmpty();
  }

  @Test
  void shouldKnowTheStatusOfAMount() {
    assertThat(CallResult.failed(RpcSample.reply(mnt(), reply().u32(0).opaque(HANDLE).u32(0))))
        .contains(false);
    assertThat(CallResult.failed(RpcSample.reply(mnt(), reply().u32(13)))).contains(true);
    assertThat(CallResult.error(RpcSample.reply(mnt(), reply().u32(13)))).contains("MNT3ERR_ACCES");
  }

  @Test
  void shouldKnowTheStatusOfALock() {
    RpcMessage free = RpcSample.call(call(NLM, 4, 4).opaque(COOKIE).string("c").opaque(HANDLE));

    assertThat(CallResult.failed(RpcSample.reply(free, reply().opaque(COOKIE).u32(0))))
        .contains(false);
    assertThat(CallResult.failed(RpcSample.reply(free, reply().opaque(COOKIE).u32(1))))
        .contains(true);
    assertThat(CallResult.failed(RpcSample.reply(free, reply().opaque(COOKIE).u32(3))))
        .as("blocked: the server calls when the lock is granted")
        .contains(false);
  }

  @Test
  void shouldKnowTheStatusOfAMonitor() {
    RpcMessage stat = RpcSample.call(call(NSM, 1, 1).string("host"));

    assertThat(CallResult.failed(RpcSample.reply(stat, reply().u32(0, 7)))).contains(false);
    assertThat(CallResult.failed(RpcSample.reply(stat, reply().u32(1, 7)))).contains(true);
  }

  @ParameterizedTest
  @CsvSource({"0x00000000, false", "0x00000001, false", "0x000d0000, true"})
  void shouldKnowTheStatusOfASecurityContext(String major, boolean failed) {
    // Given a call with RPCSEC_GSS_INIT (RFC 2203 section 5.2.2)
    RpcMessage init =
        RpcSample.call(
            bareCall(NFS, 4, 0)
                .u32(6)
                .opaque(RpcWords.values().u32(1, 1, 0, 1, 0))
                .u32(0, 0)
                .opaque(HANDLE));
    int status = Integer.decode(major);

    RpcMessage answer = RpcSample.reply(init, reply().opaque(HANDLE).u32(status, 0, 128, 0));

    assertThat(CallResult.failed(answer)).contains(failed);
  }

  @Test
  void shouldTakeAProcedureWithoutResultsForDone() {
    assertThat(CallResult.failed(RpcSample.reply(RpcSample.call(call(NFS, 3, 0)), reply())))
        .contains(false);
  }

  private static RpcMessage mnt() {
    return RpcSample.call(call(MOUNT, 3, 1).string("/export"));
  }
}
