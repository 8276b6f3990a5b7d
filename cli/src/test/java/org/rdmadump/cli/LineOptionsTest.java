package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What lines look like: the zone of their times, how much of a name they show. */
class LineOptionsTest {
  private static final String CAPTURES = "../testdata/captures/rocev2/";
  private static final String ACL = CAPTURES + "rocev2-nfs41-acl.pcap";

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String line) {
    out.reset();
    err.reset();
    return Main.run(
        line.split(" ", -1),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private List<String> lines() {
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @ParameterizedTest
  @CsvSource({
    "--utc, 2026-11-20 22:56:11.753961",
    "--tz UTC, 2026-11-20 22:56:11.753961",
    "--tz Europe/Berlin, 2026-11-20 23:56:11.753961",
    "--tz UTC+1, 2026-11-20 23:56:11.753961",
    "--tz +01:00, 2026-11-20 23:56:11.753961",
    "--tz America/New_York, 2026-11-20 17:56:11.753961",
    "--tz +05:30, 2026-11-21 04:26:11.753961"
  })
  void shouldPrintTimesOfAZone(String zone, String time) {
    assertThat(run("-t ad -c 1 " + zone + " " + ACL)).isEqualTo(ExitStatus.DONE);
    assertThat(lines().get(0)).contains(" " + time + "  ");
    run("--frames -Y message==1 -t ad -c 1 " + zone + " " + ACL);
    assertThat(lines().get(0)).contains(" " + time + "  ");
    run("--tree -t ad -c 1 " + zone + " " + ACL);
    assertThat(lines().get(0)).contains(" " + time + "  ");
  }

  @Test
  void shouldTakeAZoneForAWishToSeeTimesOfDay() {
    run("-t a -c 1 --utc " + ACL);
    String line = lines().get(0);
    assertThat(line).contains(" 22:56:11.753961  ");
    run("-c 1 --utc " + ACL);
    assertThat(lines().get(0)).isEqualTo(line);

    assertThat(run("-t r --utc " + ACL)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("-t r prints no time of day, so --utc and --tz have no effect");
  }

  @Test
  void shouldKeepJsonInUtc() {
    run("--json -c 1 --tz Europe/Berlin " + ACL);

    assertThat(lines().get(0)).contains("\"time\":\"2026-11-20T22:56:11.753961000Z\"");
  }

  @Test
  void shouldCutTextAsIsAsked() {
    String owner = "owner \"Linux NFSv4.1 rdma-client\"";
    run("-Y nfs.argop==EXCHANGE_ID " + ACL);
    assertThat(lines().get(0)).contains(owner + " flags");

    run("-Y nfs.argop==EXCHANGE_ID --strsize 10 " + ACL);
    assertThat(lines().get(0)).contains("owner \"Linux NFSv\"... flags");
    run("-v -Y nfs.argop==EXCHANGE_ID --strsize 10 " + ACL);
    assertThat(lines()).anyMatch(line -> line.contains("owner \"Linux NFSv\"... flags"));
    run("--exchanges -Y nfs.argop==EXCHANGE_ID --strsize 0 " + ACL);
    assertThat(lines().get(0)).contains(owner + " flags");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --tz Mars | --tz Mars: no such time zone; say one such as Europe/Berlin or +02:00
          --tz UTC --utc | --utc and --tz contradict each other
          --strsize ten | --strsize ten: not a number of characters, or 0 for all
          --strsize -1 | --strsize -1: not a number of characters, or 0 for all
          """)
  void shouldRefuseWhatIsNone(String options, String message) {
    assertThat(run(options + " " + ACL)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("rdmadump: " + message + System.lineSeparator());
  }
}
