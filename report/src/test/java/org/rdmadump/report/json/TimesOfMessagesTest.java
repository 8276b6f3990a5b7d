package org.rdmadump.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.Frame;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.RpcMessage;

/** The time of a message is that of its Send, in every output. */
class TimesOfMessagesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  static List<Path> captures() throws IOException {
    return ShippedCaptures.all();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldHaveTheTimesOfTheirFrames(Path capture) throws IOException {
    List<Long> times = times(capture);
    List<RpcMessage> messages = ShippedCaptures.messages(capture);

    for (RpcMessage message : messages) {
      JsonNode json = json(message);
      long sent = times.get((int) json.get("send_frame").longValue() - 1);
      long completed = times.get((int) json.get("last_frame").longValue() - 1);
      assertThat(json.get("epoch_ns").textValue()).isEqualTo(Long.toString(sent));
      assertThat(json.get("completed_epoch_ns").textValue()).isEqualTo(Long.toString(completed));
      assertThat(field("time", message)).isEqualTo(sent);
      assertThat(field("frame.time_epoch", message)).isEqualTo(sent);
      assertThat(field("time_relative", message)).isEqualTo(sent - times.get(0));
      assertThat(field("completed_time", message)).isEqualTo(completed);
    }
  }

  /** A latency is that from the first packet of the call's Send to the last one of the reply's. */
  @ParameterizedTest
  @MethodSource("captures")
  void shouldCountLatenciesFromSendToSend(Path capture) throws IOException {
    Map<Long, RpcMessage> calls = new HashMap<>();
    for (RpcMessage message : ShippedCaptures.messages(capture)) {
      calls.put(message.number(), message);
      if (message.rpc().isPresent() && message.rpc().get().latencyNanos().isPresent()) {
        RpcMessage call =
            Objects.requireNonNull(calls.get(message.rpc().get().callNumber().orElseThrow()));
        assertThat(message.rpc().get().latencyNanos().getAsLong())
            .isEqualTo(message.sendNanos() - call.sendBeginNanos());
      }
    }
  }

  private static List<Long> times(Path capture) throws IOException {
    List<Long> times = new ArrayList<>();
    try (FrameSource source = CaptureFile.open(capture)) {
      Frame frame = new Frame();
      while (source.next(frame)) {
        times.add(frame.epochNanos());
      }
    }
    return times;
  }

  private static JsonNode json(RpcMessage message) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    JsonRecordWriter writer = new JsonRecordWriter(out, false, false);
    writer.begin();
    writer.message(message);
    writer.end();
    return JSON.readTree(out.toString(StandardCharsets.UTF_8));
  }

  private static long field(String name, RpcMessage message) {
    long[] value = {-1};
    boolean unused =
        MessageFields.registry()
            .find(name)
            .orElseThrow()
            .reader()
            .read(
                message,
                new ValueVisitor() {
                  @Override
                  public boolean number(long number) {
                    value[0] = number;
                    return true;
                  }
                });
    return value[0];
  }
}
