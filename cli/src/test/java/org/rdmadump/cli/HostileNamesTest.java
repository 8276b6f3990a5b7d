package org.rdmadump.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rdmadump.analysis.VisibleText;
import org.rdmadump.ib.Icrc;

/** Names on the wire that would steer a terminal or compute in a spreadsheet do neither. */
class HostileNamesTest {
  private static final Path CAPTURE = Path.of("../testdata/captures/rocev2/rocev2-nfs3-acl.pcap");

  /** Length and text of the name in LOOKUP and CREATE, with its padding. */
  private static final byte[] NAME = {0, 0, 0, 3, 'a', 'c', 'l', 0};

  private static final int FILE_HEADER = 24;
  private static final int RECORD_HEADER = 16;

  private static final List<String> FORMS =
      List.of(
          "",
          "-v",
          "-vv -x",
          "--exchanges -v",
          "--json",
          "--exchanges -T json",
          "--frames --json",
          "--tree",
          "--frames -v",
          "-T fields -e number -e nfs.what.name",
          "-T csv -e number -e nfs.what.name",
          "--exchanges -T csv -e number -e nfs.what.name",
          "stats --slowest 99",
          "stats --slowest 99 -T csv",
          "check",
          "check --json",
          "check -T junit",
          "check -T sarif",
          "extract -o OUT");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\u0085ab",
        "\u009bab",
        "\u061cab",
        "\u200ea",
        "\u202ea",
        "\u2066a",
        "\u2028a",
        "\u2029a",
        "\ufeffa",
        "=1+1",
        "+1+1",
        "-1+1",
        "@A:A",
        "\uff1da",
        "\\u1a",
        "'abc"
      })
  void shouldBeHarmlessInEveryForm(String name) throws IOException {
    Path file = capture(name.getBytes(UTF_8));
    for (String form : FORMS) {
      String out = run(form, file);
      assertThat(out.codePoints().filter(each -> each != '\n' && each != '\t'))
          .as(form)
          .allMatch(VisibleText::isVisible);
      if (form.contains("csv")) {
        assertThat(out).as(form).doesNotContainPattern("(?m)(^|,)\"?[ ]*[=@+\uff1d]");
        assertThat(out).as(form).doesNotContainPattern("(?m)(^|,)\"?-[^,\"]*[^0-9.,\"\n-]");
      }
    }
    assertThat(shown(run("-T fields -e nfs.what.name", file))).contains(name);
    assertThat(cells(run("-T csv -e nfs.what.name", file))).contains(name);
    assertThat(run("--json", file)).contains('"' + inJson(name) + '"');
  }

  /** A name as JSON has it. */
  private static String inJson(String name) {
    StringBuilder json = new StringBuilder();
    for (char each : name.replace("\\", "\\\\").toCharArray()) {
      json.append(
          VisibleText.isVisible(each) ? each : String.format(Locale.ROOT, "\\u%04x", (int) each));
    }
    return json.toString();
  }

  @Test
  void shouldShowBytesThatAreNoTextInHexadecimal() throws IOException {
    // Half of a surrogate pair, which is no UTF-8.
    Path file = capture(new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80, 'a'});
    assertThat(run("-T fields -e nfs.what.name", file)).contains("0xeda08061\n");
    assertThat(run("", file)).contains("\"/export/\\\\xED\\\\xA0\\\\x80a\"");
  }

  /** What {@code -T fields} escaped, as it was. */
  private static List<String> shown(String lines) {
    return lines.lines().map(HostileNamesTest::unescaped).toList();
  }

  /** What {@code -T csv} escaped, as it was. */
  private static List<String> cells(String lines) {
    List<String> cells = new ArrayList<>();
    for (String line : lines.lines().toList()) {
      String cell = unescaped(line);
      cells.add(cell.startsWith("'") ? cell.substring(1) : cell);
    }
    return cells;
  }

  private static String unescaped(String text) {
    StringBuilder plain = new StringBuilder();
    for (int at = 0; at < text.length(); at++) {
      if (text.charAt(at) != '\\') {
        plain.append(text.charAt(at));
      } else if (text.charAt(at + 1) == 'u') {
        plain.append((char) Integer.parseInt(text.substring(at + 2, at + 6), 16));
        at += 5;
      } else {
        plain.append(text.charAt(++at));
      }
    }
    return plain.toString();
  }

  /** The capture with a name of four bytes, and CRCs that fit. */
  private Path capture(byte[] name) throws IOException {
    assertThat(name).hasSize(4);
    byte[] bytes = Files.readAllBytes(CAPTURE);
    ByteBuffer records = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int replaced = 0;
    for (int at = FILE_HEADER; at < bytes.length; ) {
      int frame = at + RECORD_HEADER;
      int end = frame + records.getInt(at + 8);
      for (int i = frame; i + NAME.length <= end; i++) {
        if (Arrays.equals(bytes, i, i + NAME.length, NAME, 0, NAME.length)) {
          bytes[i + 3] = (byte) name.length;
          System.arraycopy(name, 0, bytes, i + 4, name.length);
          int ip = frame + 14;
          int icrc = end - Icrc.LENGTH;
          int crc = new Icrc().compute(bytes, ip, ip + 20, ip + 28, icrc, true);
          records.putInt(icrc, crc);
          replaced++;
        }
      }
      at = end;
    }
    assertThat(replaced).isPositive();
    return Files.write(folder.resolve("hostile.pcap"), bytes);
  }

  private String run(String form, Path file) {
    List<String> words = new ArrayList<>();
    for (String word : form.split(" ", -1)) {
      if (!word.isEmpty()) {
        words.add(word.equals("OUT") ? folder.resolve("out" + form.length()).toString() : word);
      }
    }
    words.add(file.toString());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            words.toArray(new String[0]),
            new ByteArrayInputStream(new byte[0]),
            out,
            new PrintStream(err, false, UTF_8));
    assertThat(status).as(form + err.toString(UTF_8)).isIn(ExitStatus.DONE, 1);
    assertThat(out.size()).as(form).isPositive();
    return out.toString(UTF_8);
  }
}
