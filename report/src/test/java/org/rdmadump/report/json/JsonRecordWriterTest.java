package org.rdmadump.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.analysis.Sample;
import org.rdmadump.bytes.Absence;
import org.rdmadump.net.IpAddress;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.Lane;
import org.rdmadump.rdma.Transport;
import org.rdmadump.rpcrdma.RdmaError;
import org.rdmadump.rpcrdma.RdmaTransfer;
import org.rdmadump.rpcrdma.ReadChunk;
import org.rdmadump.rpcrdma.WriteChunk;

class JsonRecordWriterTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void shouldWriteEveryFieldOfACall() throws IOException {
    Sample call =
        Sample.call()
            .length(700)
            .readChunks(
                new ReadChunk(
                    128,
                    List.of(
                        Sample.segment(0x11, 300, OptionalLong.of(300)),
                        Sample.segment(0x12, 200, OptionalLong.of(0)))))
            .writeChunks(
                new WriteChunk(List.of(Sample.segment(0x13, 4096, OptionalLong.empty()))),
                new WriteChunk(List.of()))
            .replyChunk(
                new WriteChunk(List.of(Sample.segment(-1, 4294967295L, OptionalLong.empty()))))
            .missing(428, 200, Absence.NOT_CAPTURED)
            .findings(Sample.NOTE, Sample.WARNING);

    assertThat(messageText(call))
        .isEqualTo(
            """
            {"record":"message","format":2,"number":1,"first_frame":10,"last_frame":20,"send_frame":12,\
            "time":"2026-03-01T12:34:56.123456789Z","epoch_ns":"1772368496123456789",\
            "completed_time":"2026-03-01T12:34:56.123456789Z",\
            "completed_epoch_ns":"1772368496123456789",\
            "transport":"rocev2","connection":1,"recognised":"cm","direction":"forward",\
            "src":"192.168.77.2","dst":"192.168.77.1","src_qp":17,"dst_qp":18,"settled_by":"evidence",\
            "rpcrdma":{"xid":"0x676090a2","version":1,"credits":32,"procedure":"RDMA_MSG",\
            "read_chunks":[{"position":128,"segments":[\
            {"handle":"0x00000011","length":300,"offset":"0x676090a200001000","transferred":300},\
            {"handle":"0x00000012","length":200,"offset":"0x676090a200001000","transferred":0}]}],\
            "write_chunks":[{"segments":[\
            {"handle":"0x00000013","length":4096,"offset":"0x676090a200001000"}]},\
            {"segments":[]}],\
            "reply_chunk":{"segments":[\
            {"handle":"0xffffffff","length":4294967295,"offset":"0x676090a200001000"}]},\
            "truncated":false},\
            "rpc":{"type":"call","xid":"0x676090a2","program":100003,"version":3,"procedure":7,\
            "program_name":"NFS","procedure_name":"WRITE","auth":"AUTH_SYS","length":700,\
            "complete":false,\
            "missing":[{"offset":428,"length":200,"reason":"not_captured"}]},\
            "findings":[{"rule":"rpc.note","severity":"note","message":"worth knowing"},\
            {"rule":"bth.psn-gap","severity":"warning","frame":14,"offset":42,\
            "message":"1 \\"PSN\\" missing"}]}
            """);
  }

  @Test
  void shouldWriteEveryFieldOfAReply() throws IOException {
    JsonNode reply =
        message(
            Sample.reply()
                .timing(Sample.TIMING)
                .repeatOf(2)
                .invalidates(0x11)
                .sha256("ab".repeat(32))
                .status("PROG_MISMATCH"));

    assertThat(reply.at("/direction").textValue()).isEqualTo("backward");
    assertThat(reply.at("/src").textValue()).isEqualTo("192.168.77.1");
    assertThat(reply.at("/invalidated").textValue()).isEqualTo("0x00000011");
    JsonNode rpc = reply.get("rpc");
    assertThat(names(rpc))
        .containsExactly(
            "type",
            "xid",
            "program",
            "version",
            "procedure",
            "program_name",
            "procedure_name",
            "status",
            "call_number",
            "latency_ns",
            "timing",
            "repeat_of",
            "length",
            "sha256",
            "complete",
            "missing");
    assertThat(rpc.get("type").textValue()).isEqualTo("reply");
    assertThat(rpc.get("status").textValue()).isEqualTo("PROG_MISMATCH");
    assertThat(rpc.get("call_number").intValue()).isEqualTo(1);
    assertThat(rpc.get("latency_ns").longValue()).isEqualTo(1_000_000);
    assertThat(rpc.get("timing"))
        .hasToString("{\"to_first_rdma_ns\":100000,\"rdma_ns\":812000,\"to_reply_ns\":88000}");
    assertThat(rpc.get("repeat_of").intValue()).isEqualTo(2);
    assertThat(rpc.get("sha256").textValue()).isEqualTo("ab".repeat(32));
    assertThat(rpc.get("complete").booleanValue()).isTrue();
    assertThat(rpc.get("missing")).isEmpty();
  }

  @Test
  void shouldLeaveOutWhatIsNotKnown() throws IOException {
    JsonNode reply = message(Sample.reply().withoutCall());

    assertThat(names(reply))
        .containsExactly(
            "record",
            "format",
            "number",
            "first_frame",
            "last_frame",
            "send_frame",
            "time",
            "epoch_ns",
            "completed_time",
            "completed_epoch_ns",
            "transport",
            "connection",
            "recognised",
            "direction",
            "src",
            "dst",
            "src_qp",
            "dst_qp",
            "settled_by",
            "rpcrdma",
            "rpc",
            "findings");
    assertThat(names(reply.get("rpc")))
        .containsExactly("type", "xid", "status", "length", "complete", "missing");
    assertThat(names(reply.get("rpcrdma")))
        .containsExactly(
            "xid", "version", "credits", "procedure", "read_chunks", "write_chunks", "truncated");
  }

  @Test
  void shouldSayThatASendWasNotDelivered() throws IOException {
    assertThat(message(Sample.call().undelivered()).get("delivered").booleanValue()).isFalse();
    assertThat(message(Sample.call()).has("delivered")).isFalse();
  }

  @Test
  void shouldWriteAnErrorWithTheVersionsOnlyWhereTheyHaveAMeaning() throws IOException {
    JsonNode versions = message(Sample.reply().error(new RdmaError(1, 1, 2))).get("rpcrdma");
    JsonNode chunk = message(Sample.reply().error(new RdmaError(2, 0, 0))).get("rpcrdma");

    assertThat(versions.get("procedure").textValue()).isEqualTo("RDMA_ERROR");
    assertThat(versions.get("error")).hasToString("{\"code\":\"ERR_VERS\",\"low\":1,\"high\":2}");
    assertThat(chunk.get("error")).hasToString("{\"code\":\"ERR_CHUNK\"}");
    assertThat(message(Sample.reply().error(new RdmaError(2, 0, 0))).has("rpc")).isFalse();
  }

  @Test
  void shouldWriteEmptyListsWhereAMessageHasNone() throws IOException {
    for (Sample sample :
        List.of(
            Sample.reply().error(new RdmaError(2, 0, 0)),
            Sample.call().header(1, 3).withoutRpc())) {
      JsonNode header = message(sample).get("rpcrdma");
      assertThat(header.get("read_chunks").isArray()).isTrue();
      assertThat(header.get("read_chunks")).isEmpty();
      assertThat(header.get("write_chunks").isArray()).isTrue();
      assertThat(header.get("write_chunks")).isEmpty();
    }
  }

  @Test
  void shouldNotNameProceduresOfAnotherVersion() throws IOException {
    JsonNode header = message(Sample.call().header(2, 3).withoutRpc()).get("rpcrdma");

    assertThat(header)
        .hasToString(
            "{\"xid\":\"0x676090a2\",\"version\":2,\"credits\":32,\"procedure_code\":3,"
                + "\"read_chunks\":[],\"write_chunks\":[],\"truncated\":false}");
  }

  @Test
  void shouldTellPartitionServiceLevelAndVirtualLane() throws IOException {
    JsonNode usual = message(Sample.call());
    JsonNode partition = message(Sample.call().lane(new Lane(0x8123, Lane.NONE, Lane.NONE)));
    JsonNode link = message(Sample.call().lane(new Lane(Lane.DEFAULT_PARTITION, 3, 0)));

    assertThat(List.of("p_key", "sl", "vl")).noneMatch(usual::has);
    assertThat(partition.get("p_key").intValue()).isEqualTo(0x8123);
    assertThat(List.of("sl", "vl")).noneMatch(partition::has);
    assertThat(link.get("sl").intValue()).isEqualTo(3);
    assertThat(link.get("vl").intValue()).isZero();
    assertThat(link.has("p_key")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"4, 0", "8, 1", "11, 1", "12, 2", "15, 2", "16, 3"})
  void shouldSayNothingOfWhatTheHeaderDoesNotReach(int length, int present) throws IOException {
    JsonNode header = message(Sample.call().headerCutAt(length)).get("rpcrdma");

    List<String> words = List.of("version", "credits", "procedure");
    assertThat(words).filteredOn(header::has).isEqualTo(words.subList(0, present));
    assertThat(header.has("procedure_code")).isFalse();
    assertThat(header.get("truncated").booleanValue()).isTrue();
  }

  @Test
  void shouldTellTruncatedFromMalformed() throws IOException {
    JsonNode truncated = message(Sample.call().truncatedHeader()).get("rpcrdma");
    JsonNode malformed = message(Sample.call().malformedHeader()).get("rpcrdma");

    assertThat(truncated.get("truncated").booleanValue()).isTrue();
    assertThat(truncated.has("malformed")).isFalse();
    assertThat(malformed.get("truncated").booleanValue()).isFalse();
    assertThat(malformed.get("malformed").booleanValue()).isTrue();
  }

  @Test
  void shouldCallTheNumbersOfIwarpEndsPorts() throws IOException {
    JsonNode call = message(Sample.call().transport(Transport.IWARP));

    assertThat(call.get("src_port").intValue()).isEqualTo(17);
    assertThat(call.get("dst_port").intValue()).isEqualTo(18);
    assertThat(call.has("src_qp")).isFalse();
  }

  @Test
  void shouldLeaveOutAQueuePairThatTheCaptureDoesNotTell() throws IOException {
    Endpoint unknown = new Endpoint(new IpAddress(0xfd00_0000_0000_0000L, 1), OptionalInt.empty());
    JsonNode call = message(Sample.call().ends(unknown, Sample.SERVER));

    assertThat(call.get("src").textValue()).isEqualTo("fd00::1");
    assertThat(call.has("src_qp")).isFalse();
    assertThat(call.get("dst_qp").intValue()).isEqualTo(18);
  }

  @Test
  void shouldWriteAnExchange() throws IOException {
    JsonRecordWriter writer = new JsonRecordWriter(bytes, false, false);
    writer.begin();
    writer.exchange(
        Sample.exchange(
            Optional.of(
                Sample.call().transfers(Sample.transfer(RdmaTransfer.Kind.READ, 0x11, 100))),
            Optional.of(Sample.reply())));
    writer.end();

    JsonNode exchange = new ObjectMapper().readTree(bytes.toByteArray());
    assertThat(names(exchange))
        .containsExactly(
            "record",
            "format",
            "xid",
            "connection",
            "call",
            "reply",
            "timing",
            "transfers",
            "findings");
    assertThat(exchange.get("record").textValue()).isEqualTo("exchange");
    assertThat(exchange.get("xid").textValue()).isEqualTo("0x676090a2");
    assertThat(exchange.at("/call/rpc/type").textValue()).isEqualTo("call");
    assertThat(exchange.at("/reply/rpc/latency_ns").longValue()).isEqualTo(1_000_000);
    assertThat(exchange.get("transfers"))
        .hasToString(
            "[{\"kind\":\"read\",\"handle\":\"0x00000011\",\"address\":\"0x676090a200001000\","
                + "\"length\":262144,\"transferred\":262144,\"packets\":256,"
                + "\"first_psn\":100,\"last_psn\":355,\"first_frame\":20,\"last_frame\":275,"
                + "\"first_ns\":\"1772368496123556789\","
                + "\"last_ns\":\"1772368496123600789\"}]");
  }

  @Test
  void shouldLeaveOutTheHalfOfAnExchangeThatWasNotCaptured() throws IOException {
    JsonRecordWriter writer = new JsonRecordWriter(bytes, false, false);
    writer.exchange(Sample.exchange(Optional.of(Sample.call()), Optional.empty()));
    writer.end();

    JsonNode exchange = new ObjectMapper().readTree(bytes.toByteArray());
    assertThat(names(exchange))
        .containsExactly("record", "format", "xid", "connection", "call", "transfers", "findings");
  }

  @Test
  void shouldPutEveryRecordOnALineOfItsOwn() throws IOException {
    JsonRecordWriter writer = new JsonRecordWriter(bytes, false, false);
    writer.begin();
    writer.message(Sample.call().message());
    writer.message(Sample.reply().message());
    writer.end();

    List<String> lines = bytes.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(2);
    assertThat(new ObjectMapper().readTree(lines.get(1)).get("number").intValue()).isEqualTo(2);
  }

  @Test
  void shouldPutAllRecordsIntoOneArray() throws IOException {
    JsonRecordWriter writer = new JsonRecordWriter(bytes, true, false);
    writer.begin();
    writer.message(Sample.call().message());
    writer.message(Sample.reply().message());
    writer.end();

    assertThat(new ObjectMapper().readTree(bytes.toByteArray())).hasSize(2);
    assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).hasSize(4);
  }

  @Test
  void shouldWriteAnEmptyArrayWhereThereWasNothing() throws IOException {
    JsonRecordWriter writer = new JsonRecordWriter(bytes, true, false);
    writer.begin();
    writer.end();

    assertThat(new ObjectMapper().readTree(bytes.toByteArray())).isEmpty();
  }

  @Test
  void shouldFlushWholeLinesIfAsked() throws IOException {
    JsonRecordWriter writer = new JsonRecordWriter(bytes, false, true);
    writer.begin();
    writer.message(Sample.call().message());

    assertThat(bytes.toString(StandardCharsets.UTF_8)).endsWith("}\n");
  }

  private JsonNode message(Sample sample) throws IOException {
    return new ObjectMapper().readTree(messageText(sample));
  }

  private String messageText(Sample sample) throws IOException {
    bytes.reset();
    JsonRecordWriter writer = new JsonRecordWriter(bytes, false, false);
    writer.begin();
    writer.message(sample.message());
    writer.end();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static List<String> names(JsonNode node) {
    List<String> names = new ArrayList<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
