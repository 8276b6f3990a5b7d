package org.rdmadump.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.rpcrdma.RpcMessage;

/** Fields that are copied from another message are those of the message. */
class KnownFieldsTest {
  /** Enough for all that comes again, in a capture of any size. */
  private static final int MOST = 100;

  static List<Path> captures() throws IOException {
    return ShippedCaptures.all();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldWriteEachMessageAsIfItWereTheFirst(Path capture) throws IOException {
    List<RpcMessage> all = ShippedCaptures.messages(capture);
    List<RpcMessage> messages = all.subList(0, Math.min(MOST, all.size()));
    StringBuilder alone = new StringBuilder();
    for (RpcMessage message : messages) {
      alone.append(json(List.of(message)));
    }

    assertThat(json(messages)).isEqualTo(alone.toString());
  }

  private static String json(List<RpcMessage> messages) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonRecordWriter writer = new JsonRecordWriter(out, false, false);
    writer.begin();
    for (RpcMessage message : messages) {
      writer.message(message);
    }
    writer.end();
    return out.toString(StandardCharsets.UTF_8);
  }
}
