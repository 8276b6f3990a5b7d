package org.rdmadump.rpcrdma.truth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrProblem;

/** Every RPC message of real captures that has all its bytes is decoded to the last of them. */
class DecodingTest {
  /**
   * Replies that the server itself made wrong, by capture and XID, and what is found in them. In
   * the reply to GETACL of 334 entries the server puts the last page of the list where the first
   * one belongs; the client refused it ({@code Invalid argument} in the workload file). Behind the
   * 30 bytes of an extended attribute it does not clear the round-up.
   */
  private static final Map<String, String> BROKEN =
      Map.of(
          "rocev2-nfs3-acl 0f85c64e",
          "xdr.bad-count GETACL3res.resok.acl.dfaclent",
          "iwarp-nfs3-acl 03315288",
          "xdr.bad-count GETACL3res.resok.acl.dfaclent",
          "rocev2-nfs42-xattr 76693e6f",
          "xdr.bad-padding COMPOUND4res.resarray[2].opgetxattr.gxr_value",
          "iwarp-nfs42-xattr a7c8128e",
          "xdr.bad-padding COMPOUND4res.resarray[2].opgetxattr.gxr_value");

  private final RpcDecoder decoder = new RpcDecoder();

  @TestFactory
  Stream<DynamicTest> shouldDecodeEveryCompleteMessageToItsLastByte() throws IOException {
    return CaptureFolder.captures().stream()
        .filter(CaptureCase::isTraced)
        .map(capture -> dynamicTest(capture.name(), () -> decodes(capture)));
  }

  private void decodes(CaptureCase capture) throws IOException {
    int decoded = 0;
    for (RpcMessage message : DecodedCapture.read(capture.file()).messages()) {
      if (message.rpc().isPresent()
          && message.rpc().get().complete()
          && message.rpc().get().callHeader().isPresent()) {
        decodes(capture.name(), message, message.rpc().get());
        decoded++;
      }
    }
    assertThat(decoded).as("complete messages of %s", capture.name()).isGreaterThan(least(capture));
  }

  /** No iWARP message fits into 128 bytes, and few of RoCE do. */
  private static int least(CaptureCase capture) {
    return capture.isCut() ? -1 : 30;
  }

  private void decodes(String capture, RpcMessage message, RpcSummary rpc) {
    RpcContent content = decoder.content(message.stream(), rpc.callHeader());
    String broken =
        rpc.call() ? null : BROKEN.get(String.format(Locale.ROOT, "%s %08x", capture, rpc.xid()));
    XdrOutcome outcome = content.check();
    if (broken != null) {
      assertThat(outcome.problems())
          .as("%s, message %d", capture, message.number())
          .extracting(DecodingTest::ruleAndPath)
          .containsExactly(broken);
    } else {
      assertThat(outcome)
          .as("%s, message %d, %s", capture, message.number(), content.kind())
          .isEqualTo(new XdrOutcome(XdrEnd.COMPLETE, message.stream().length(), false, List.of()));
    }
  }

  private static String ruleAndPath(XdrProblem problem) {
    return problem.fault().rule().name() + " " + problem.path();
  }
}
