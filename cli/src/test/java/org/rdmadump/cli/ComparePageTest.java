package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code compare --report} writes one HTML file beside what it prints. */
class ComparePageTest {
  private static final Path TESTDATA = Path.of("..", "testdata");
  private static final String CLIENT = TESTDATA.resolve("ends/lab-client.pcap").toString();
  private static final String SERVER = TESTDATA.resolve("ends/lab-server.pcap").toString();
  private static final int MOST_BYTES = 1_000_000;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir Path folder;

  private int compare(String... arguments) {
    out.reset();
    err.reset();
    List<String> all = new ArrayList<>(List.of("compare"));
    all.addAll(List.of(arguments));
    return Main.run(
        all.toArray(new String[0]),
        InputStream.nullInputStream(),
        out,
        new PrintStream(err, true, UTF_8));
  }

  private static JsonNode data(String page) throws IOException {
    String begin = "id=\"data\">";
    String data = page.substring(page.indexOf(begin) + begin.length());
    return new ObjectMapper().readTree(data.substring(0, data.indexOf("</script>")));
  }

  /** Captures have their paths in JSON, and their names in pages. */
  private static String nameless(String record) {
    return record.replaceAll("\"files\":\\[[^]]*]", "");
  }

  @ParameterizedTest
  @CsvSource({
    "ends, ends/lab-client.pcap, ends/lab-server.pcap",
    "ends, ends/client.pcap, ends/server.pcap",
    "runs, captures/rocev2/rocev2-nfs41-loss.pcap, captures/rocev2/rocev2-nfs41-reorder.pcap"
  })
  void shouldHaveTheRecordsThatAreAlsoPrinted(String kind, String a, String b) throws IOException {
    Path page = folder.resolve("page.html");

    int status =
        compare(
            "--json",
            "--report",
            page.toString(),
            TESTDATA.resolve(a).toString(),
            TESTDATA.resolve(b).toString());

    assertThat(status).as(err.toString(UTF_8)).isEqualTo(ExitStatus.FINDINGS);
    String text = Files.readString(page);
    assertThat(Files.size(page)).isLessThan(MOST_BYTES);
    assertThat(text)
        .startsWith("<!DOCTYPE html>")
        .contains("default-src 'none'; style-src 'sha256-")
        .doesNotContain("https://", "{title}", "{data}", "{script}", "{style}");
    JsonNode data = data(text);
    assertThat(data.get("kind").asText()).isEqualTo(kind);
    assertThat(data.get("left_out").asInt()).isZero();
    List<String> records = new ArrayList<>();
    data.get("records").forEach(each -> records.add(nameless(each.toString())));
    ObjectMapper json = new ObjectMapper();
    List<String> printed = new ArrayList<>();
    for (String line : out.toString(UTF_8).lines().toList()) {
      printed.add(nameless(json.readTree(line).toString()));
    }
    assertThat(records).containsExactlyInAnyOrderElementsOf(printed);
  }

  @Test
  void shouldShowAHostileNameAsText() throws IOException {
    Path a = folder.resolve("<script>{data}{style}.pcap");
    Files.copy(Path.of(CLIENT), a);
    Path page = folder.resolve("page.html");

    compare("--report", page.toString(), a.toString(), SERVER);

    String text = Files.readString(page);
    assertThat(text)
        .contains("<title>&lt;script&gt;{data}{style}.pcap and lab-server.pcap")
        .doesNotContain("<script>{data}", folder.toString());
    assertThat(data(text).get("records").get(0).at("/a/files/0").asText())
        .isEqualTo("<script>{data}{style}.pcap");
  }

  @Test
  void shouldOverwriteOnlyIfItIsSaid() throws IOException {
    Path page = Files.writeString(folder.resolve("page.html"), "mine");

    assertThat(compare("--report", page.toString(), CLIENT, SERVER)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8)).contains("page.html exists; --force overwrites it");
    assertThat(page).hasContent("mine");

    compare("--report", page.toString(), "--force", CLIENT, SERVER);
    assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldLeaveThePageAsItWasIfNothingCanBeCompared(boolean wasThere) throws IOException {
    Path page = folder.resolve("page.html");
    if (wasThere) {
      Files.writeString(page, "mine");
    }

    String other = CLIENT.replaceAll("[^/]*$", "") + "../captures/rocev2/rocev2-nfs3-acl.pcap";
    assertThat(compare("--ends", "--report", page.toString(), "--force", CLIENT, other))
        .isEqualTo(ExitStatus.UNREADABLE);

    assertThat(err.toString(UTF_8)).contains("not the same traffic");
    assertThat(Files.exists(page)).isEqualTo(wasThere);
    assertThat(wasThere ? Files.readString(page) : "mine").isEqualTo("mine");
  }

  @Test
  void shouldNeverWriteOverACapture() throws IOException {
    Path capture = folder.resolve("a.pcap");
    Files.copy(Path.of(CLIENT), capture);

    int status =
        compare("--force", "--report", capture.toString(), CLIENT, "vs", capture.toString());

    assertThat(status).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8)).contains("is also an input");
    assertThat(Files.mismatch(capture, Path.of(CLIENT))).isEqualTo(-1);
  }

  @Test
  void shouldNotGoToStandardOutput() {
    assertThat(compare("--report", "-", CLIENT, SERVER)).isEqualTo(ExitStatus.USAGE);
    assertThat(err.toString(UTF_8)).contains("--report takes a file");
  }

  @Test
  void shouldBeTheSameOnceMore() throws IOException {
    Path first = folder.resolve("first.html");
    Path second = folder.resolve("second.html");

    Stream.of(first, second).forEach(page -> compare("--report", page.toString(), CLIENT, SERVER));

    assertThat(Files.mismatch(first, second)).isEqualTo(-1);
  }
}
