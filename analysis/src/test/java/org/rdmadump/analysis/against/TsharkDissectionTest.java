package org.rdmadump.analysis.against;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.export.ExportFormat;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.export.Tshark;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.testing.Needs;

/**
 * What rdmadump decodes of NFS, its names, numbers and values, is what tshark dissects of the same
 * messages once they are exported as TCP, but for what {@code docs/tshark-nfs-differences.md}
 * lists.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TsharkDissectionTest {
  /** Replies that a server garbled, by XID: two programs need not agree on them. */
  private static final Set<Integer> GARBLED = Set.of(0x0f85c64e, 0x03315288);

  private static final String NOT_FOUND = "tshark does not find the message";

  private final RpcDecoder decoder = new RpcDecoder();
  private final Set<String> seen = new HashSet<>();
  private KnownDifferences known;

  @TempDir Path folder;

  @BeforeAll
  void readDocument() throws IOException {
    Needs.tshark();
    known = KnownDifferences.read();
  }

  static List<Path> captures() throws IOException {
    return ShippedCaptures.all();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldDifferOnlyAsDocumented(Path capture) throws Exception {
    List<RpcMessage> messages = ShippedCaptures.messages(capture);
    Map<Long, List<TsharkField>> dissected = dissect(messages);
    List<Difference> unexplained = new ArrayList<>();
    for (RpcMessage message : messages) {
      for (Difference difference : differences(message, dissected)) {
        if (known.explains(difference)) {
          seen.add(difference.what());
        } else {
          unexplained.add(difference);
        }
      }
    }
    assertThat(unexplained).isEmpty();
  }

  @AfterAll
  void shouldHaveSeenAllThatIsDocumented() {
    if (ShippedCaptures.ARE_SHIPPED) {
      assertThat(seen).containsAll(known.inShippedCaptures());
    }
  }

  private List<Difference> differences(RpcMessage message, Map<Long, List<TsharkField>> dissected) {
    Optional<RpcSummary> rpc = message.rpc();
    if (rpc.isEmpty() || !rpc.get().complete() || GARBLED.contains(rpc.get().xid())) {
      return List.of();
    }
    OurFields ours = OurFields.of(decoder.content(message.stream(), rpc.get().callHeader()));
    List<TsharkField> theirs = dissected.get(message.number());
    String name = "message " + message.number();
    if (theirs == null) {
      return ours.values().isEmpty() ? List.of() : List.of(new Difference(NOT_FOUND, name));
    }
    return Comparison.of(name, theirs, ours);
  }

  /** What tshark makes of messages, by their numbers. */
  private Map<Long, List<TsharkField>> dissect(List<RpcMessage> messages) throws Exception {
    Path file = folder.resolve("tcp.pcapng");
    ShippedCaptures.export(messages, ExportFormat.TCP, file);
    Process process =
        new Tshark(folder)
            .start(file, "-T", "pdml", "-J", "nfs nfs.cb nfsacl rpc frame pkt_comment data");
    try (InputStream out = process.getInputStream()) {
      return Pdml.read(out);
    }
  }
}
