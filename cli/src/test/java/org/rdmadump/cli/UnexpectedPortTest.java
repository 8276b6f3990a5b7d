package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.ib.forms.Form;
import org.rdmadump.ib.forms.RewrittenCapture;

/** RoCE on a port that was not named is noticed. */
class UnexpectedPortTest {
  private static final Path CAPTURE =
      Path.of("..", "testdata", "captures", "rocev2", "rocev2-nfs41-acl.pcap");
  private static final String HINT =
      "rdmadump: no RDMA found, but UDP to port 4792 looks like RoCE;"
          + " --decode-as udp:4792=roce decodes it"
          + System.lineSeparator();

  /** Behind the headers of the record, Ethernet, IPv4 and UDP. */
  private static final int P_KEY = 16 + 14 + 20 + 8 + 2;

  /** Behind the headers of the record, Ethernet and IPv4. */
  private static final int TCP = 16 + 14 + 20;

  @TempDir Path folder;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private String said(String options, Path capture) {
    err.reset();
    out.reset();
    Main.run(
        (options + " " + capture).trim().split(" ", -1),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
    return err.toString(StandardCharsets.UTF_8);
  }

  private Path elsewhere() throws IOException {
    return RewrittenCapture.of(CAPTURE)
        .write(Form.ROCE_V2_OTHER_PORT, folder.resolve(Form.ROCE_V2_OTHER_PORT.fileName()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dump", "-q", "--json", "--frames", "stats", "check"})
  void shouldBeHintedAt(String options) throws IOException {
    assertThat(said(options, elsewhere())).isEqualTo(HINT);
    assertThat(said(options + " --decode-as udp:4792=roce", elsewhere())).isEmpty();
  }

  @Test
  void shouldBeHintedAtWhereIwarpIsFoundInTheMiddle() throws IOException {
    // given frames the first of which have bulk data
    CopiedFrames frames = CopiedFrames.of(elsewhere(30049));
    Path elsewhere =
        Files.write(folder.resolve("elsewhere.pcap"), frames.pcap(100, frames.count()));

    assertThat(said("-q", elsewhere))
        .isEqualTo(
            "rdmadump: iWARP on TCP port 30049 was found in the middle of a connection;"
                + " --decode-as tcp:30049=iwarp also decodes earlier data"
                + System.lineSeparator());
    String counts = out.toString(StandardCharsets.UTF_8);

    assertThat(said("-q --decode-as tcp:30049=iwarp", elsewhere)).isEmpty();
    assertThat(out.toString(StandardCharsets.UTF_8)).isNotEqualTo(counts);
  }

  /** Frames of Ethernet, IPv4 and TCP that begin with a call of an iWARP connection to a port. */
  private Path elsewhere(int server) throws IOException {
    byte[] pcap =
        Files.readAllBytes(
            Path.of("..", "testdata", "captures", "iwarp", "iwarp-nfs41-midstream.pcap"));
    ByteBuffer records = ByteBuffer.wrap(pcap).order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer headers = ByteBuffer.wrap(pcap);
    for (int at = 24; at < pcap.length; at += 16 + records.getInt(at + 8)) {
      for (int port = at + TCP; port < at + TCP + 4; port += 2) {
        if (headers.getShort(port) == 20049) {
          headers.putShort(port, (short) server);
        }
      }
    }
    return Files.write(folder.resolve(server + ".pcap"), pcap);
  }

  @Test
  void shouldNotBeHintedAtForTheSakeOfOtherTcp() throws IOException {
    // given bulk data between two ports, and then a connection of which nothing is left out
    CopiedFrames other = CopiedFrames.of(elsewhere(445));
    CopiedFrames frames = CopiedFrames.of(elsewhere(30049));
    byte[] bulk = other.pcap(100, 103);
    byte[] whole = frames.pcap(98, frames.count());
    byte[] both = Arrays.copyOf(bulk, bulk.length + whole.length - 24);
    System.arraycopy(whole, 24, both, bulk.length, whole.length - 24);

    assertThat(said("-q", Files.write(folder.resolve("both.pcap"), both))).isEmpty();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("frames not decoded: .*")
        .contains("1 connection");
  }

  @Test
  void shouldNotBeGuessedFromAFewDatagrams() throws IOException {
    CopiedFrames frames = CopiedFrames.of(elsewhere());

    Path few = Files.write(folder.resolve("few.pcap"), frames.pcap(0, 7));
    assertThat(said("-q", few)).startsWith("rdmadump: no RDMA packet in 7 frames; ");
    Path enough = Files.write(folder.resolve("enough.pcap"), frames.pcap(0, 20));
    assertThat(said("-q", enough)).isEqualTo(HINT);
  }

  @Test
  void shouldBeHintedAtWhereMembershipIsLimited() throws IOException {
    // given frames of Ethernet and IPv4 whose partition key lacks the bit of a full member
    byte[] pcap = Files.readAllBytes(elsewhere());
    ByteBuffer records = ByteBuffer.wrap(pcap).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 24; at < pcap.length; at += 16 + records.getInt(at + 8)) {
      if (pcap[at + P_KEY] == (byte) 0xff) {
        pcap[at + P_KEY] = 0x7f;
      }
    }

    assertThat(said("-q", Files.write(folder.resolve("limited.pcap"), pcap))).isEqualTo(HINT);
  }
}
