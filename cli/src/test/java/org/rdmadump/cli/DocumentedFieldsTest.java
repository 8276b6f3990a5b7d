package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code docs/json.md} names every field that is printed. */
class DocumentedFieldsTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "json.md");
  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "rocev2");

  /**
   * Their fields are names of rules and errors, and what protocols call their values: not listed.
   */
  private static final Set<String> NAMED_ELSEWHERE =
      Set.of("rules", "operations", "credential", "verifier", "gss", "errors", "naks");

  /** What only bulk data has. */
  private static final String MOVED_BY = "moved_by";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--digest rocev2-odd.pcap",
        "--digest rocev2-nfs3-acl.pcap",
        "rocev2-nfs41-snap128.pcap",
        "rocev2-nfs42-xattr.pcap",
        "--data hex --digest rocev2-nfs41-acl.pcap",
        "--data base64 rocev2-nfs41-delegation.pcap",
        "rocev2-nfs41-krb5i.pcap",
        "--exchanges rocev2-odd.pcap",
        "--frames rocev2-nfs3-acl.pcap",
        "--exchanges rocev2-nfs3-acl.pcap",
        "--digest ../verbs/rxe-nvme.pcap",
        "stats --slowest 2 ../verbs/siw-nvme.pcap",
        "summary ../verbs/rxe-nvme.pcap",
        "-q rocev2-mixed-versions.pcap",
        "-q rocev2-odd.pcap",
        "check rocev2-odd.pcap",
        "check -q rocev2-odd.pcap",
        "stats --interval 1 rocev2-nfs3-dropped-late.pcap",
        "summary rocev2-odd.pcap",
        "summary rocev2-nfs41-snap128.pcap",
        "stats rocev2-odd.pcap",
        "stats ../iwarp/iwarp-nfs3-refused-acl.pcap",
        "compare rocev2-odd.pcap rocev2-nfs3-acl.pcap",
        "compare rocev2-mixed-versions.pcap ../iwarp/iwarp-nfs3-refused-acl.pcap",
        "devices --sysfs ../testdata/sysfs",
        "extract rocev2-nfs42-xattr.pcap -o FOLDER"
      })
  void shouldNameEveryField(String line) throws IOException {
    String page = Files.readString(DOCUMENT);

    assertThat(fields(line))
        .isNotEmpty()
        .allSatisfy(
            field ->
                assertThat(page)
                    .containsPattern(Pattern.compile("`" + Pattern.quote(field) + "`")));
  }

  private Set<String> fields(String line) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    String placed =
        line.replace("../iwarp/", CAPTURES + "/../iwarp/")
            .replace("../verbs/", CAPTURES + "/../verbs/")
            .replace("rocev2-", CAPTURES + "/rocev2-")
            .replace("FOLDER", folder + "/new");
    String[] arguments = (placed + " -T json").split(" ");
    Main.run(
        arguments,
        InputStream.nullInputStream(),
        out,
        new PrintStream(out, true, StandardCharsets.UTF_8));
    Set<String> names = new TreeSet<>();
    collect(new ObjectMapper().readTree(out.toByteArray()), names);
    return names;
  }

  private static void collect(JsonNode node, Set<String> names) {
    node.properties()
        .forEach(
            field -> {
              names.add(field.getKey());
              if (NAMED_ELSEWHERE.contains(field.getKey())) {
                field.getValue().findParents(MOVED_BY).forEach(data -> collect(data, names));
              } else {
                collect(field.getValue(), names);
              }
            });
    if (node.isArray()) {
      node.forEach(element -> collect(element, names));
    }
  }
}
