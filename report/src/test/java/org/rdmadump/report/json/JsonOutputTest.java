package org.rdmadump.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.VisibleText;

/** How records become bytes. */
class JsonOutputTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void shouldEscapeEveryVisibleCharacterAsJacksonDoes() throws IOException {
    JsonOutput out = new JsonOutput(bytes, false);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    try (JsonGenerator jackson = new JsonFactory().createGenerator(expected)) {
      out.beginArray();
      jackson.writeStartArray();
      for (int c = Character.MIN_VALUE; c <= Character.MAX_VALUE; c++) {
        if (!Character.isSurrogate((char) c) && (c < ' ' || VisibleText.isVisible(c))) {
          out.string("a" + (char) c + "z");
          jackson.writeString("a" + (char) c + "z");
        }
      }
      out.string(Character.toString(0x1f600));
      jackson.writeString(Character.toString(0x1f600));
      out.endArray();
      jackson.writeEndArray();
    }
    out.end();

    assertThat(bytes.toByteArray()).isEqualTo(expected.toByteArray());
  }

  @Test
  void shouldNameByNumberWhatWouldSteerATerminal() throws IOException {
    JsonOutput out = new JsonOutput(bytes, false);
    out.beginArray();
    out.string("\u007f\u009b\u202e\u2028");
    out.endArray();
    out.end();

    assertThat(text()).isEqualTo("[\"\\u007F\\u009b\\u202e\\u2028\"]");
  }

  @Test
  void shouldWriteNumbersThatComeAgain() throws IOException {
    JsonOutput out = new JsonOutput(bytes, false);
    out.beginArray();
    out.decimalString(17);
    out.decimalString(17);
    out.decimalString(4);
    out.flush();
    out.decimalString(4);
    out.endArray();
    out.end();

    assertThat(text()).isEqualTo("[\"17\",\"17\",\"4\",\"4\"]");
  }

  @Test
  void shouldPutCommasBetweenFieldsAndElementsOnly() throws IOException {
    JsonOutput out = new JsonOutput(bytes, false);
    out.begin();
    out.beginRecord("thing");
    out.put("names", List.of("a", "b"));
    out.beginArray("none");
    out.endArray();
    out.beginObject("inner");
    out.endObject();
    out.put("yes", true);
    out.putHex("xid", 0xf85c64e);
    out.endRecord();
    out.end();

    assertThat(text())
        .isEqualTo(
            """
            {"record":"thing","format":2,"names":["a","b"],"none":[],"inner":{},"yes":true,\
            "xid":"0x0f85c64e"}
            """);
  }

  @Test
  void shouldLeaveOutFieldsThatAreAbsent() throws IOException {
    JsonOutput out = new JsonOutput(bytes, false);
    out.beginRecord("thing");
    out.put("text", Optional.empty());
    out.put("number", OptionalInt.empty());
    out.put("other", OptionalInt.of(-1));
    out.endRecord();
    out.end();

    assertThat(text()).isEqualTo("{\"record\":\"thing\",\"format\":2,\"other\":-1}\n");
  }

  @Test
  void shouldPutAllRecordsInOneArray() throws IOException {
    JsonOutput out = new JsonOutput(bytes, true);
    out.begin();
    for (int i = 0; i < 2; i++) {
      out.beginRecord("thing");
      out.endRecord();
    }
    out.end();

    assertThat(text())
        .isEqualTo(
            """
            [
            {"record":"thing","format":2},
            {"record":"thing","format":2}
            ]
            """);
  }

  @Test
  void shouldPutBracketsAroundNoRecords() throws IOException {
    JsonOutput out = new JsonOutput(bytes, true);
    out.begin();
    out.end();

    assertThat(text()).isEqualTo("[\n]\n");
  }

  @Test
  void shouldPassOnBetweenRecordsWhatItHoldsOfThem() throws IOException {
    JsonOutput out = new JsonOutput(bytes, false);
    out.beginRecord("thing");
    out.put("text", "x".repeat(1 << 16));
    out.endRecord();

    assertThat(bytes.size()).isGreaterThan(1 << 16);
  }

  private String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
