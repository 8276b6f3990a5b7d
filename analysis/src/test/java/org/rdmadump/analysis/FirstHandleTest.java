package org.rdmadump.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.analysis.RpcWords.call;
import static org.rdmadump.analysis.RpcWords.reply;

import org.junit.jupiter.api.Test;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;

class FirstHandleTest {
  private static final int NFS = 100003;
  private static final int GETATTR = 1;
  private static final int LOOKUP = 3;
  private static final byte[] HANDLE = {1, 2, 3, 4, 5};

  private final FirstHandle found = new FirstHandle();

  @Test
  void shouldBeWhatTheArgumentsBeginWithAlsoOfAReply() {
    RpcMessage lookup = RpcSample.call(call(NFS, 3, LOOKUP).opaque(HANDLE).string("file"));

    for (RpcMessage each : new RpcMessage[] {lookup, RpcSample.reply(lookup, reply().u32(2, 0))}) {
      assertThat(found.find(each)).isTrue();
      assertThat(found.rope().toArray(found.start(), found.start() + found.length()))
          .isEqualTo(HANDLE);
      assertThat(FirstHandle.of(each).map(XdrBytes::contentStart)).contains(found.start());
    }
  }

  @Test
  void shouldHaveThirtyTwoBytesInVersion2() {
    RpcMessage getattr = RpcSample.call(call(NFS, 2, GETATTR).u32(1, 2, 3, 4, 5, 6, 7, 8));

    assertThat(found.find(getattr)).isTrue();
    assertThat(found.length()).isEqualTo(32);
    assertThat(FirstHandle.of(getattr).map(XdrBytes::contentStart)).contains(found.start());
  }

  @Test
  void shouldNotBeThereIfItIsLongerThanAllowedOrNotWhole() {
    RpcMessage tooLong = RpcSample.call(call(NFS, 3, GETATTR).opaque(new byte[65]));
    RpcMessage cut = RpcSample.call(call(NFS, 3, GETATTR).u32(8, 1));
    RpcMessage nothing = RpcSample.call(call(NFS, 3, GETATTR));

    RpcMessage padded = RpcSample.call(call(NFS, 3, GETATTR).opaque(new byte[7]));
    Rope withoutPad = padded.stream().slice(0, padded.stream().length() - 1);
    RpcMessage unpadded = RpcSample.cutCall(padded, withoutPad);

    assertThat(found.find(padded)).isTrue();
    for (RpcMessage each : new RpcMessage[] {tooLong, cut, nothing, unpadded}) {
      assertThat(found.find(each)).isFalse();
      assertThat(FirstHandle.of(each)).isEmpty();
    }
  }
}
