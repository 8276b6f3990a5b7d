package org.rdmadump.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --data} puts into JSON are the bytes that the client wrote and read. */
class DataOptionTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "rocev2");
  private static final String ACL = CAPTURES.resolve("rocev2-nfs3-acl.pcap").toString();
  private static final String BASIC = CAPTURES.resolve("rocev2-nfs3-basic.pcap").toString();

  private final ObjectMapper mapper = new ObjectMapper();

  @ParameterizedTest
  @ValueSource(strings = {"hex", "base64"})
  void shouldHaveTheBytesThatAWriteMoved(String form) throws Exception {
    List<JsonNode> written = bulk("WRITE", "call", "--json", "--data", form, ACL);

    assertThat(written).hasSize(1);
    assertThat(sha256(bytes(written.get(0), form))).isEqualTo(truth("rocev2-nfs3-acl", "acl"));
    assertThat(written.get(0).fieldNames())
        .toIterable()
        .containsExactly("length", "complete", "missing", "moved_by", form);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hex", "base64"})
  void shouldHaveTheBytesThatReadsMoved(String form) throws Exception {
    List<JsonNode> read = bulk("READ", "reply", "--json", "--data", form, "--digest", BASIC);

    assertThat(read).hasSizeGreaterThan(5);
    for (JsonNode data : read) {
      byte[] bytes = bytes(data, form);
      assertThat(bytes).hasSize(data.get("length").asInt());
      assertThat(data.get("sha256").asText()).isEqualTo(sha256(bytes));
    }
  }

  @Test
  void shouldHaveTheSameBytesInBothForms() throws Exception {
    List<JsonNode> hex = bulk("WRITE", "call", "--json", "--data", "hex", BASIC);
    List<JsonNode> base64 = bulk("WRITE", "call", "-T", "ndjson", "--data=base64", BASIC);

    assertThat(hex).hasSameSizeAs(base64).hasSizeGreaterThan(5);
    for (int i = 0; i < hex.size(); i++) {
      assertThat(bytes(hex.get(i), "hex")).isEqualTo(bytes(base64.get(i), "base64"));
    }
  }

  @Test
  void shouldHaveNoBytesUnlessTheyAreAskedFor() throws Exception {
    assertThat(bulk("WRITE", "call", "--json", ACL).get(0).fieldNames())
        .toIterable()
        .containsExactly("length", "complete", "missing", "moved_by");
  }

  private static byte[] bytes(JsonNode data, String form) {
    String text = data.get(form).asText();
    return form.equals("hex") ? HexFormat.of().parseHex(text) : Base64.getDecoder().decode(text);
  }

  private static String sha256(byte[] bytes) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  /** The hash that the client's file has, as the ground truth lists it. */
  private String truth(String capture, String name) throws IOException {
    JsonNode truth = mapper.readTree(CAPTURES.resolve(capture + ".files.json").toFile());
    for (JsonNode file : truth.get("files")) {
      if (file.get("path").asText().equals(name)) {
        return file.get("sha256").asText();
      }
    }
    throw new AssertionError("no file " + name + " in " + capture);
  }

  /** The bulk data of all complete messages of an operation. */
  private List<JsonNode> bulk(String operation, String type, String... line) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Main.run(
            line,
            InputStream.nullInputStream(),
            out,
            new PrintStream(err, true, StandardCharsets.UTF_8));
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isEqualTo(ExitStatus.DONE);
    List<JsonNode> found = new ArrayList<>();
    for (String record : out.toString(StandardCharsets.UTF_8).split("\n", -1)) {
      JsonNode message = mapper.readTree(record);
      if (message.path("rpc").path("type").asText().equals(type)) {
        for (JsonNode each : message.path("nfs").path("operations")) {
          if (each.path("op").asText().equals(operation) && each.has("data")) {
            found.add(each.get("data"));
          }
        }
      }
    }
    return found;
  }
}
