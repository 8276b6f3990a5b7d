package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.inline;
import static org.rdmadump.rpcrdma.build.RpcRdmaBuilder.reduced;

import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.IwarpRpc;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * Two calls with memory at one address, the second with more of it, and what moves for the second:
 * it is beyond the segment of the first, but it is not that call's.
 */
class BeyondSegmentTest {
  private static final int LENGTH = 4096;
  private static final int SHORT = 128;

  private final Segment all = Segment.of(0x100, LENGTH);
  private final Segment start = all.used(SHORT);
  private final byte[] data = Pattern.of(1, LENGTH);
  private final byte[] first = Arrays.copyOf(data, SHORT);

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  @DisplayName("the reply to the first call and the second call were not captured")
  void shouldNotAccuseWhereTheCallIsMissing(boolean reads, boolean replied) {
    IwarpRpc iwarp = IwarpRpc.connected();
    RpcConversation roce = RpcConversation.connected();
    if (reads) {
      XdrMessage small = Nfs3.writeCall(2, first);
      XdrMessage large = Nfs3.writeCall(3, data);
      iwarp.call(reduced(2, small).readChunk(small.position(0), start)).pull(start, first);
      roce.call(reduced(2, small).readChunk(small.position(0), start)).pull(start, first);
      int ofIwarp = iwarp.capture().frames().size();
      int ofRoce = roce.capture().size();
      iwarp.reply(inline(2, Nfs3.writeReply(2, SHORT)));
      roce.reply(inline(2, Nfs3.writeReply(2, SHORT)));
      iwarp.call(reduced(3, large).readChunk(large.position(0), all));
      roce.call(reduced(3, large).readChunk(large.position(0), all));
      cut(iwarp, ofIwarp, roce, ofRoce);
      iwarp.pull(all, data);
      roce.pull(all, data);
    } else {
      iwarp.call(inline(2, Nfs3.readCall(2, SHORT)).writeChunk(start)).push(start, first);
      roce.call(inline(2, Nfs3.readCall(2, SHORT)).writeChunk(start)).push(start, first);
      int ofIwarp = iwarp.capture().frames().size();
      int ofRoce = roce.capture().size();
      iwarp.reply(reduced(2, Nfs3.readReply(2, first)).writeChunk(start));
      roce.reply(reduced(2, Nfs3.readReply(2, first)).writeChunk(start));
      iwarp.call(inline(3, Nfs3.readCall(3, LENGTH)).writeChunk(all));
      roce.call(inline(3, Nfs3.readCall(3, LENGTH)).writeChunk(all));
      cut(iwarp, ofIwarp, roce, ofRoce);
      iwarp.push(all, data);
      roce.push(all, data);
    }
    if (replied) {
      iwarp.reply(inline(3, Nfs3.writeReply(3, LENGTH)));
      roce.reply(inline(3, Nfs3.writeReply(3, LENGTH)));
    }
    iwarp.call(inline(4, Nfs3.nullCall(4))).reply(inline(4, Nfs3.nullReply(4)));
    roce.call(inline(4, Nfs3.nullCall(4))).reply(inline(4, Nfs3.nullReply(4)));

    shouldAccuseNobody(iwarp.decode());
    shouldAccuseNobody(roce.decode());
  }

  /** Takes out what was captured from two places on. */
  private static void cut(IwarpRpc iwarp, int ofIwarp, RpcConversation roce, int ofRoce) {
    while (iwarp.capture().frames().size() > ofIwarp) {
      iwarp.capture().drop(ofIwarp);
    }
    while (roce.capture().size() > ofRoce) {
      roce.capture().drop(ofRoce);
    }
  }

  private static void shouldAccuseNobody(Decoded seen) {
    assertThat(seen.summary().rules())
        .doesNotContainKeys(
            RpcRdmaRules.BEYOND_SEGMENT.name(),
            RpcRdmaRules.OUTSIDE_SEGMENT.name(),
            RpcRdmaRules.UNKNOWN_HANDLE.name());
  }
}
