package org.rdmadump.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rdmadump.rdma.FragmentPlace;
import org.rdmadump.rdma.RdmaFragment;
import org.rdmadump.report.json.JsonOutput;

/** Packets of a step, and the bytes that none of them brought. */
class LadderPacketsTest {
  private static final int MTU = 1024;

  private static RdmaFragment packet(int index) {
    return new RdmaFragment(FragmentPlace.MIDDLE, (long) index * MTU, MTU, 100 + index, 7 + index);
  }

  private static List<RdmaFragment> packets(int count) {
    List<RdmaFragment> packets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      packets.add(packet(i));
    }
    return packets;
  }

  private static JsonNode written(List<RdmaFragment> packets, long length) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    JsonOutput out = new JsonOutput(bytes, /* array= */ false);
    out.beginObject();
    new LadderPackets(out).put(packets, length);
    out.endObject();
    out.flush();
    return new ObjectMapper().readTree(bytes.toByteArray());
  }

  @Test
  void shouldWriteNothingOfPacketsThatWereNotKept() throws IOException {
    assertThat(written(List.of(), 5000)).isEmpty();
  }

  @Test
  void shouldListEveryPacket() throws IOException {
    JsonNode step = written(packets(17), 17 * MTU);
    assertThat(step.get("list")).hasSize(17);
    assertThat(step.get("list").get(3).toString()).isEqualTo("[10,103,1024,\"Middle\"]");
    assertThat(step.has("more_packets")).isFalse();
    assertThat(step.has("lost")).isFalse();
  }

  @Test
  void shouldLeaveOutPacketsInTheMiddleAndCountThem() throws IOException {
    JsonNode step = written(packets(100), 100 * MTU);
    assertThat(step.get("list")).hasSize(16);
    assertThat(step.get("list").get(11).get(0).asInt()).isEqualTo(18);
    assertThat(step.get("list").get(12).get(0).asInt()).isEqualTo(103);
    assertThat(step.get("more_packets").asInt()).isEqualTo(84);
  }

  @Test
  void shouldFindWhatIsMissingAtBothEndsAndBetween() throws IOException {
    List<RdmaFragment> some = List.of(packet(5), packet(1), packet(2));
    assertThat(written(some, 10 * MTU).get("lost").toString())
        .isEqualTo("[[0,1024],[3072,2048],[6144,4096]]");
  }

  @Test
  void shouldCountNoBytesOfARequest() throws IOException {
    List<RdmaFragment> packets = packets(2);
    packets.add(0, new RdmaFragment(FragmentPlace.REQUEST, 0, 0, 99, 6));
    JsonNode step = written(packets, 2 * MTU);
    assertThat(step.get("list").get(0).get(3).asText()).isEqualTo("Request");
    assertThat(step.has("lost")).isFalse();
  }

  @Test
  void shouldListEightGapsAtMost() throws IOException {
    List<RdmaFragment> some = new ArrayList<>();
    for (int i = 0; i < 40; i += 2) {
      some.add(packet(i));
    }
    assertThat(written(some, 40 * MTU).get("lost")).hasSize(8);
  }
}
