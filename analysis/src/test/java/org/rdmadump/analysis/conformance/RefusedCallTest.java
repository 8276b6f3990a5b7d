package org.rdmadump.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.Pattern;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/** A call that the server refuses moves no data, and no case asks for that. */
class RefusedCallTest {
  private static final int XID = 7;
  private static final int PROG_UNAVAIL = 1;
  private static final int PROC_UNAVAIL = 3;
  private static final int GARBAGE_ARGS = 4;
  private static final int SYSTEM_ERR = 5;
  private static final Segment MEMORY = Segment.of(0x100, 500);

  private record Refused(Wire.Transport transport, String how, XdrMessage reply) {
    @Override
    public String toString() {
      return how + " over " + transport;
    }
  }

  static List<Refused> refused() {
    List<Refused> all = new ArrayList<>();
    for (Wire.Transport each : Wire.Transport.values()) {
      all.add(new Refused(each, "AUTH_ERROR", NfsMessages.denied(XID)));
      all.add(new Refused(each, "PROG_MISMATCH", NfsMessages.mismatch(XID)));
      all.add(new Refused(each, "PROG_UNAVAIL", NfsMessages.accepted(XID, PROG_UNAVAIL)));
      all.add(new Refused(each, "PROC_UNAVAIL", NfsMessages.accepted(XID, PROC_UNAVAIL)));
      all.add(new Refused(each, "GARBAGE_ARGS", NfsMessages.accepted(XID, GARBAGE_ARGS)));
      all.add(new Refused(each, "SYSTEM_ERR", NfsMessages.accepted(XID, SYSTEM_ERR)));
      all.add(new Refused(each, "NFS3ERR_IO", Nfs3.readError(XID)));
    }
    return all;
  }

  /** What NFS is to answer has to be read whole. */
  static List<Refused> denied() {
    return refused().stream().filter(each -> !each.how().startsWith("NFS")).toList();
  }

  /** Traffic passes, and no other case is seen. */
  private static void assertTrafficAlone(Wire wire) throws IOException {
    for (CaseResult each : Conformance.of(wire.source(), CaptureOptions.DEFAULT).results()) {
      assertThat(each.outcome())
          .as(each.which().label())
          .isInstanceOf(
              each.which() == ConformanceCase.TRAFFIC
                  ? CaseOutcome.Pass.class
                  : CaseOutcome.NotSeen.class);
    }
  }

  @ParameterizedTest
  @MethodSource("refused")
  void shouldAskForNoDataInTheChunkOfARefusedRead(Refused refused) throws IOException {
    Wire wire = refused.transport().connect();
    wire.call(RpcRdmaBuilder.inline(XID, Nfs3.readCall(XID, 500)).writeChunk(MEMORY));
    wire.reply(RpcRdmaBuilder.inline(XID, refused.reply()).writeChunk(MEMORY.unused()));

    assertTrafficAlone(wire);
  }

  @ParameterizedTest
  @EnumSource
  void shouldFailTrafficAloneByAnRdmaErrorForTheChunksOfACall(Wire.Transport transport)
      throws IOException {
    Wire wire = transport.connect();
    wire.call(RpcRdmaBuilder.inline(XID, Nfs3.readCall(XID, 500)).writeChunk(MEMORY));
    wire.reply(RpcRdmaBuilder.errChunk(XID));

    for (CaseResult each : Conformance.of(wire.source(), CaptureOptions.DEFAULT).results()) {
      if (each.which() == ConformanceCase.TRAFFIC) {
        assertThat(each.outcome()).isInstanceOf(CaseOutcome.Fail.class);
        assertThat(each.outcome().toString()).doesNotContain("Write chunk");
      } else {
        assertThat(each.outcome()).isInstanceOf(CaseOutcome.NotSeen.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("denied")
  void shouldAskForNoReadOfTheDataOfADeniedWrite(Refused refused) throws IOException {
    Wire wire = refused.transport().connect();
    XdrMessage call = Nfs3.writeCall(XID, Pattern.of(XID, 500));
    wire.call(RpcRdmaBuilder.reduced(XID, call).readChunk(call.position(0), MEMORY));
    wire.reply(RpcRdmaBuilder.inline(XID, refused.reply()));

    assertTrafficAlone(wire);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void shouldAskForNoReplyChunkOfARefusedReaddir(Refused refused) throws IOException {
    Wire wire = refused.transport().connect();
    Crafted.inline(wire, XID, Nfs3.readdirCall(XID, 4096), refused.reply());

    assertTrafficAlone(wire);
  }
}
