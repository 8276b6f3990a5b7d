package org.rdmadump.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rdmadump.testkit.RdmaAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.RdmaCapture;

/** A call that asks for something else is another call, whatever it is that differs. */
class ArgumentTextsTest {
  private static final String XATTR = "rocev2/rocev2-nfs42-xattr.pcap";
  private static final String ACL = "rocev2/rocev2-nfs3-acl.pcap";

  @TempDir Path folder;

  private static List<String> lines(String name) throws IOException {
    try (RdmaCapture capture = Captures.open(name)) {
      return new ArrayList<>(BehaviourReader.of(capture).lines());
    }
  }

  /** Writes the behaviour of a capture, but with other words in the first call that has these. */
  private Path golden(String name, String call, String found, String other) throws IOException {
    List<String> lines = lines(name);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(call) && lines.get(i).contains(found)) {
        lines.set(i, lines.get(i).replace(found, other));
        return Files.write(folder.resolve("golden.txt"), lines);
      }
    }
    throw new IllegalArgumentException(call + " with " + found);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/basic/small-3000 | NFS v4.2 | SETATTR; size 2048; size 9999",
        "/basic/mid | NFS v4.2 | SETATTR; mode 0600; mode 0777",
        "/basic/small-0 | NFS v4.2 | OPEN; mu_mode 0644; mu_mode 0600",
        "/basic/small-0 | NFS v4.2 | OPEN; deny OPEN4_SHARE_DENY_NONE; deny OPEN4_SHARE_DENY_BOTH",
        "/v42-hole | NFS v4.2 | ALLOCATE; length 1000000; length 77",
        "/v42-hole | NFS v4.2 | DEALLOCATE; length 500000; length 1",
        "/v42-sparse | NFS v4.2 | SEEK; sa_what NFS4_CONTENT_DATA; sa_what NFS4_CONTENT_HOLE",
        "/v42 | NFS v4.2 | COPY; ca_src_offset 0; ca_src_offset 8192",
        "/v42 | NFS v4.2 | COPY; ca_dst_offset 0; ca_dst_offset 8192",
        "/v42 | NFS v4.2 | CLONE; cl_dst_offset 0; cl_dst_offset 65536",
        "/v42 | NFS v4.2 | SETXATTR; sxa_option SETXATTR4_EITHER; sxa_option SETXATTR4_CREATE",
        "/v42 | NFS v4.2 | SETXATTR; sxa_value 3900B/0x2516d5c0; sxa_value 3900B/0x2516d5c1",
        "/basic/link | NFS v4.2 | CREATE; target big; target mid",
        "/basic/middle | NFS v4.2 | SETATTR; SET_TO_CLIENT_TIME4; SET_TO_SERVER_TIME4",
        "| CREATE_SESSION |; ca_maxrequestsize 1049620; ca_maxrequestsize 4096",
        "/basic/mid | NFS v4.2 | WRITE; AUTH_SYS uid 0; AUTH_SYS uid 1000",
      })
  void shouldCompareWhatACallAsksFor(String call, String found, String other) throws IOException {
    Path golden = golden(XATTR, call, found, other);
    try (RdmaCapture capture = Captures.open(XATTR)) {
      assertThatThrownBy(() -> assertThat(capture).behavesLike(golden))
          .hasMessageContaining("there is 1 difference\n  CALLS: ")
          .hasMessageContaining(": other arguments\n      golden: ")
          .hasMessageContaining(other)
          .hasMessageContaining(found)
          .hasMessageContaining("Tolerance.allowing(CALLS) lets it pass");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/export/acl | NFS v3 | CREATE; mode 0644; mode 0600",
        "/export/acl | NFS v3 | WRITE; stable FILE_SYNC; stable UNSTABLE",
        "/export/acl | NFS v3 | WRITE; AUTH_SYS uid 0 gid 0; AUTH_SYS uid 0 gid 100",
        "NFS v3 | NULL; AUTH_NONE; AUTH_SYS uid 0 gid 0",
      })
  void shouldCompareThemInVersion3(String call, String found, String other) throws IOException {
    Path golden = golden(ACL, call, found, other);
    try (RdmaCapture capture = Captures.open(ACL)) {
      assertThatThrownBy(() -> assertThat(capture).behavesLike(golden))
          .hasMessageContaining("there is 1 difference\n  CALLS: ")
          .hasMessageContaining(": other arguments\n      golden: ");
    }
  }

  @Test
  void shouldNameTheArgumentAndBothValues() throws IOException {
    Path golden = golden(XATTR, "/basic/small-3000 | NFS v4.2 | SETATTR", "size 2048", "size 1");
    try (RdmaCapture capture = Captures.open(XATTR)) {
      assertThatThrownBy(() -> assertThat(capture).behavesLike(golden))
          .hasMessageContaining("  CALLS: SETATTR /basic/small-3000: other arguments\n")
          .hasMessageContaining("      golden: size 1; line 55\n")
          .hasMessageContaining(
              "      capture: size 2048; call #83 in frame 242, reply #84 in frame 244\n");
    }
  }

  @Test
  void shouldLeaveOutTheArgumentsOfOperationsThatAreLeftOut() throws IOException {
    Path golden =
        golden(XATTR, "| WRITE |", "GETATTR attr_request CHANGE,SIZE", "GETATTR attr_request SIZE");
    try (RdmaCapture capture = Captures.open(XATTR)) {
      assertThatThrownBy(() -> assertThat(capture).behavesLike(golden))
          .hasMessageContaining(": other arguments\n      golden: GETATTR attr_request SIZE");
      assertThat(capture).behavesLike(golden, Tolerance.NONE.ignoringOperations("GETATTR"));
    }
  }

  @Test
  void shouldNotCompareBytesThatWereNotCaptured() throws IOException {
    Path golden = golden(XATTR, "name x3900", "sxa_value 3900B/0x2516d5c0", "sxa_value 3900B/?");
    try (RdmaCapture capture = Captures.open(XATTR);
        RdmaCapture whole =
            RdmaCapture.builder().file(Captures.path(XATTR)).keepBytes(true).open()) {
      assertThat(capture).behavesLike(golden);
      assertThat(whole).behavesLike(golden).behavesLike(capture);
    }
  }

  @Test
  void shouldNotSayWhatServersAndRunsChoose() throws IOException {
    String text = String.join("\n", lines(XATTR));

    Assertions.assertThat(text)
        .doesNotContain("stateid", "seqid", "sequenceid", "slotid", "verifier", "cookie")
        .doesNotContain("clientid", "machinename", "stamp", "co_ownerid", "nii_");
  }

  @Test
  void shouldShortenLongListsAndOpaqueData() throws IOException {
    Assertions.assertThat(lines("rocev2/rocev2-nfs41-acl.pcap"))
        .anyMatch(line -> line.contains("| SETATTR |") && line.contains(" acl 203/0x"))
        .allMatch(line -> line.length() < 1000);
  }

  @Test
  void shouldKeepItemsWithSpacesApart() {
    String one = "name a\\u0020b size 1; AUTH_SYS uid 0 gid 0";
    String other = "name a\\u0020c size 1; AUTH_SYS uid 5 gid 0";

    Assertions.assertThat(ArgumentTexts.difference(one, other))
        .isEqualTo("name a\\u0020b AUTH_SYS uid 0");
    Assertions.assertThat(ArgumentTexts.difference(one, one)).isEqualTo("none");
    Assertions.assertThat(ArgumentTexts.ofMain(one)).isEqualTo("name a\\u0020b size 1");
    Assertions.assertThat(ArgumentTexts.ofMain("AUTH_NONE")).isEmpty();
    Assertions.assertThat(
            ArgumentTexts.without(Set.of("GETATTR"), "GETATTR attr_request SIZE; A b"))
        .isEqualTo("A b");
  }
}
