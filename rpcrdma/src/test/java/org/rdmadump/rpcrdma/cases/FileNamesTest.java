package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.FrameList;
import org.rdmadump.rpcrdma.build.FrameList.Copied;
import org.rdmadump.rpcrdma.build.RealCaptures;

/** The paths that messages have, and the files that the workload of the capture worked on. */
class FileNamesTest {
  private static final Pattern FILE =
      Pattern.compile("\"path\": \"([^\"]*)\",\\s*\"reads\".*?\"size\": (\\d+)", Pattern.DOTALL);
  private static final Pattern RENAME = Pattern.compile("client rename (\\S+) (\\S+)");

  private static final int MOST_OPERATIONS = 16;

  private static Decoded decode(String capture) throws IOException {
    try (FrameSource source = RealCaptures.open(capture + ".pcap")) {
      return Decoded.withContent(source);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs3-basic, /export/",
    "rocev2/rocev2-nfs3-acl, /export/",
    "rocev2/rocev2-nfs41-direct, /",
    "rocev2/rocev2-nfs41-conformance, /",
    "rocev2/rocev2-nfs41-midstream, …/",
    "rocev2/rocev2-nfs41-vlan, /",
    "rocev2/rocev2-nfs41-krb5i, /",
    "iwarp/iwarp-nfs3-dropped-late, /export/",
    "iwarp/iwarp-nfs41-conformance, /",
    "iwarp/iwarp-nfs41-crc, /",
    "iwarp/iwarp-nfs41-midstream, …/",
    "iwarp/iwarp-nfs41-ipv6, /"
  })
  void shouldNameTheFilesThatTheWorkloadReadAndWrote(String capture, String above)
      throws IOException {
    SortedSet<String> named = new TreeSet<>();
    for (RpcMessage message : decode(capture).messages()) {
      if (isAbout(message, "READ", "WRITE")) {
        Optional<String> path = path(message);
        assertThat(path).as("message %d", message.number()).isPresent();
        named.add(path.orElseThrow());
      }
    }
    SortedSet<String> worked = new TreeSet<>();
    String files = Files.readString(RealCaptures.file(capture + ".files.json"));
    String workload = Files.readString(RealCaptures.file(capture + ".workload.txt"));
    for (Matcher file = FILE.matcher(files); file.find(); ) {
      if (Integer.parseInt(file.group(2)) > 0) {
        worked.add(above + before(file.group(1), workload));
      }
    }
    assertThat(named).isEqualTo(worked);
  }

  /** Its name before it was renamed, which is behind all READs and WRITEs. */
  private static String before(String name, String workload) {
    for (Matcher rename = RENAME.matcher(workload); rename.find(); ) {
      if (rename.group(2).equals(name)) {
        return rename.group(1);
      }
    }
    return name;
  }

  private static boolean isAbout(RpcMessage message, String... operations) {
    return message.operation().isPresent()
        && List.of(operations).contains(message.operation().get());
  }

  /** The path of what a message is about. */
  private static Optional<String> path(RpcMessage message) {
    int operation = message.content().mainOperation().map(main -> main.index()).orElse(0);
    return message.content().names().path(operation).map(FilePath::text);
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs3-basic, /export/",
    "rocev2/rocev2-nfs41-vlan, /",
    "iwarp/iwarp-nfs41-crc, /"
  })
  void shouldFollowRenameAndRemoveOverTime(String capture, String above) throws IOException {
    Decoded seen = decode(capture);
    RpcMessage rename = seen.only("RENAME", each -> isCall(each) && isAbout(each, "RENAME"));
    int operation = rename.content().mainOperation().map(main -> main.index()).orElse(0);
    FileNames names = rename.content().names();
    assertThat(names.path(operation).orElseThrow().text()).isEqualTo(above + "basic/mid");
    assertThat(names.newPath(operation).orElseThrow().text()).isEqualTo(above + "basic/middle");
    RpcMessage reply =
        seen.only("reply of RENAME", each -> !isCall(each) && isAbout(each, "RENAME"));
    for (RpcMessage message : seen.messages()) {
      if (message.number() > reply.number()) {
        assertThat(path(message)).isNotEqualTo(Optional.of(above + "basic/mid"));
      }
    }
    assertThat(seen.messages())
        .filteredOn(message -> message.number() > reply.number())
        .filteredOn(message -> isAbout(message, "SETATTR"))
        .extracting(FileNamesTest::path)
        .contains(Optional.of(above + "basic/middle"));
    assertThat(seen.messages())
        .filteredOn(message -> isCall(message) && isAbout(message, "REMOVE"))
        .extracting(FileNamesTest::path)
        .contains(Optional.of(above + "basic/small-137"), Optional.of(above + "basic/entry-00000"));
  }

  private static boolean isCall(RpcMessage message) {
    return message.rpc().isPresent() && message.rpc().get().call();
  }

  @ParameterizedTest
  @CsvSource({
    "rocev2/rocev2-nfs3-basic, 180",
    "rocev2/rocev2-nfs3-basic, 190",
    "rocev2/rocev2-nfs3-basic, 200",
    "rocev2/rocev2-nfs3-basic, 210",
    "rocev2/rocev2-nfs3-acl, 200",
    "rocev2/rocev2-nfs41-vlan, 240",
    "rocev2/rocev2-nfs41-vlan, 270",
    "rocev2/rocev2-nfs41-vlan, 300",
    "rocev2/rocev2-nfs41-delegation, 280",
    "iwarp/iwarp-nfs41-crc, 260",
    "iwarp/iwarp-nfs41-crc, 300"
  })
  void shouldTellNoWrongPathWhereFramesAreCut(String capture, int snapLength) {
    List<Copied> frames = FrameList.of(capture + ".pcap");
    List<Copied> cut = new ArrayList<>();
    for (Copied each : frames) {
      byte[] bytes = Arrays.copyOf(each.bytes(), Math.min(each.bytes().length, snapLength));
      cut.add(new Copied(bytes, each.original(), each.nanos(), each.linkType(), each.viewpoint()));
    }
    assertNoWrongPath(frames, cut);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocev2/rocev2-nfs3-basic", "rocev2/rocev2-nfs41-vlan"})
  void shouldTellNoWrongPathWhereRepliesAreMissing(String capture) {
    List<Copied> frames = FrameList.of(capture + ".pcap");
    List<Copied> some = new ArrayList<>(frames);
    for (RpcMessage message : Decoded.withContent(new FrameList(frames)).messages()) {
      if (!isCall(message) && isAbout(message, "RENAME", "REMOVE", "RMDIR")) {
        some.remove(frames.get((int) message.sendFrame() - 1));
      }
    }
    assertThat(some).hasSizeLessThan(frames.size());
    assertNoWrongPath(frames, some);
  }

  /** Each path is that of the same message among all frames, or what is known of it. */
  private static void assertNoWrongPath(List<Copied> all, List<Copied> some) {
    Map<String, RpcMessage> known = new HashMap<>();
    for (RpcMessage each : Decoded.withContent(new FrameList(all)).messages()) {
      known.put(key(each), each);
    }
    int told = 0;
    for (RpcMessage each : Decoded.withContent(new FrameList(some)).messages()) {
      RpcMessage whole = known.get(key(each));
      for (int i = 0; whole != null && i < MOST_OPERATIONS; i++) {
        Optional<FilePath> path = each.content().names().path(i);
        if (path.isPresent()) {
          told++;
          String right = whole.content().names().path(i).map(FilePath::text).orElse("none");
          assertThat(path.get().isWhole() ? right.equals(path.get().text()) : isEnd(path, right))
              .as("message %d, operation %d: %s, %s", each.number(), i, path.get(), right)
              .isTrue();
        }
      }
    }
    assertThat(told).isPositive();
  }

  private static boolean isEnd(Optional<FilePath> path, String of) {
    return of.endsWith("/" + path.orElseThrow().known());
  }

  private static String key(RpcMessage message) {
    return message.sendNanos() + " " + message.header().xid() + " " + isCall(message);
  }

  @Test
  void shouldNameWhatAReplyIsAboutAsItsCall() throws IOException {
    Decoded seen = decode("rocev2/rocev2-nfs41-conformance");
    for (RpcMessage message : seen.messages()) {
      if (!isCall(message) && isAbout(message, "READ", "WRITE", "OPEN", "CLOSE")) {
        assertThat(path(message)).as("message %d", message.number()).isPresent();
        assertThat(path(message)).isEqualTo(path(message.call().orElseThrow()));
      }
    }
  }
}
