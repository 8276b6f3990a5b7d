package org.rdmadump.rpcrdma.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.build.Decoded;
import org.rdmadump.rpcrdma.build.RealCaptures;

/** The paths that messages have, and the files that the workload of the capture worked on. */
class FileNamesTest {
  private static final Pattern FILE =
      Pattern.compile("\"path\": \"([^\"]*)\",\\s*\"reads\".*?\"size\": (\\d+)", Pattern.DOTALL);
  private static final Pattern RENAME = Pattern.compile("client rename (\\S+) (\\S+)");

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
