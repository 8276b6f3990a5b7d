package org.rdmadump.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.InJson;

class NumberFormTest {
  @ParameterizedTest
  @CsvSource({
    "UNSIGNED, 18446744073709551600",
    "SIGNED, '\"-16\"'",
    "DURATION, -16",
    "HEX64, '\"0xfffffffffffffff0\"'"
  })
  void shouldWriteANumberOf64BitsAsItsTypeHasIt(FieldType type, String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JsonOutput out = new JsonOutput(bytes, /* array= */ false);
    out.begin();
    out.beginRecord("some");
    new NumberForm(type, InJson.IN_PLACE).write(out, JsonText.key("number"), -16);
    out.endRecord();
    out.end();

    assertThat(bytes.toString(StandardCharsets.UTF_8)).contains("\"number\":" + text + "}");
  }
}
