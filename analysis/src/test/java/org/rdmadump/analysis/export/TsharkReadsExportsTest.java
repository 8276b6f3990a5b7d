package org.rdmadump.analysis.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;
import org.rdmadump.testing.Needs;

/** tshark finds the messages in an export, pairs them, and nothing in them is malformed. */
class TsharkReadsExportsTest {
  /**
   * What really is malformed, by capture and XID: a GETACL reply whose entries the server garbled,
   * which the client refused too, and a GETATTR call sent without arguments on purpose.
   */
  private static final Map<String, List<String>> MALFORMED_ON_THE_WIRE =
      Map.of(
          "rocev2-nfs3-acl",
          List.of("0x0f85c64e"),
          "iwarp-nfs3-acl",
          List.of("0x03315288"),
          "rocev2-odd",
          List.of("0x0dd00016"),
          "iwarp-odd",
          List.of("0x0dd00016"));

  /**
   * Not found by tshark, which looks for programs and versions that it knows: program 400123 and
   * RPC version 3, with their replies.
   */
  private static final Map<String, Integer> UNKNOWN_TO_TSHARK =
      Map.of("rocev2-odd", 4, "iwarp-odd", 3);

  private static final List<String> FIELDS =
      List.of(
          "rpc.xid",
          "rpc.msgtyp",
          "rpc.repframe",
          "_ws.malformed",
          "tcp.analysis.flags",
          "ip.checksum.status",
          "tcp.checksum.status",
          "rpc.time",
          "frame.comment");

  private static final Pattern NUMBER = Pattern.compile("message (\\d+),");
  private static final int NANO_DIGITS = 9;

  /** A status of a checksum. */
  private static final String GOOD = "1";

  @TempDir Path folder;

  @BeforeAll
  static void needTshark() {
    Needs.tshark();
  }

  static List<Path> captures() throws IOException {
    return ShippedCaptures.all();
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldReadSegmentsWithoutAFaultAndMeasureTheLatenciesThatOutputsHave(Path capture)
      throws Exception {
    List<RpcMessage> messages = ShippedCaptures.messages(capture);
    Path file = folder.resolve("tcp.pcapng");
    long exported = ShippedCaptures.export(messages, ExportFormat.TCP, file);

    List<Shown> frames = show(file);
    assertThat(frames).allMatch(frame -> frame.trouble.isEmpty());
    check(frames, exported - orphans(messages), name(capture));

    Map<Long, Long> measured = measured(frames);
    Map<Long, Long> latencies = latencies(messages);
    assertThat(latencies).hasSize(measured.size() + unknownReplies(name(capture)));
    latencies.keySet().retainAll(measured.keySet());
    assertThat(measured).isEqualTo(latencies);
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldReadUpperPdusWithoutAFault(Path capture) throws Exception {
    List<RpcMessage> messages = ShippedCaptures.messages(capture);
    Path file = folder.resolve("pdu.pcapng");
    long exported = ShippedCaptures.export(messages, ExportFormat.UPPER_PDU, file);

    List<Shown> frames = show(file);
    assertThat(frames).hasSize((int) exported);
    check(frames, exported - orphans(messages), name(capture));
  }

  private static int unknownReplies(String capture) {
    return UNKNOWN_TO_TSHARK.getOrDefault(capture, 0) / 2;
  }

  /** By number of the message: a call lasts until the last packet of the reply's Send. */
  private static Map<Long, Long> measured(List<Shown> frames) {
    Map<Long, Long> measured = new TreeMap<>();
    for (Shown frame : frames) {
      if (!frame.seconds.isEmpty()) {
        Matcher number = NUMBER.matcher(frame.comment);
        assertThat(number.find()).isTrue();
        measured.put(
            Long.valueOf(number.group(1)),
            new BigDecimal(frame.seconds).movePointRight(NANO_DIGITS).longValueExact());
      }
    }
    return measured;
  }

  /** By number of the reply, of those that are in an export with their calls. */
  private static Map<Long, Long> latencies(List<RpcMessage> messages) {
    Set<Long> calls = new HashSet<>();
    Map<Long, Long> latencies = new TreeMap<>();
    for (RpcMessage message : messages) {
      if (message.rpc().isPresent() && message.rpc().get().complete()) {
        RpcSummary rpc = message.rpc().get();
        if (rpc.call()) {
          calls.add(message.number());
        } else if (calls.contains(rpc.callNumber().orElse(0)) && rpc.repeatOf().isEmpty()) {
          latencies.put(message.number(), rpc.latencyNanos().orElseThrow());
        }
      }
    }
    return latencies;
  }

  /** Transport and scenario. */
  private static String name(Path capture) {
    String file = capture.getFileName().toString();
    return file.substring(0, file.lastIndexOf('.'));
  }

  /** Replies whose calls are not in the export: tshark needs the call to recognise them. */
  private static long orphans(List<RpcMessage> messages) {
    Set<Long> calls = new HashSet<>();
    long orphans = 0;
    for (RpcMessage message : messages) {
      if (message.rpc().isPresent() && message.rpc().get().complete()) {
        if (message.rpc().get().call()) {
          calls.add(message.number());
        } else if (!calls.contains(message.rpc().get().callNumber().orElse(0))) {
          orphans++;
        }
      }
    }
    return orphans;
  }

  private static void check(List<Shown> frames, long exported, String capture) {
    assertThat(frames)
        .filteredOn(frame -> !frame.malformed.isEmpty())
        .extracting(Shown::xid)
        .containsExactlyElementsOf(MALFORMED_ON_THE_WIRE.getOrDefault(capture, List.of()));
    assertThat(frames)
        .filteredOn(frame -> !frame.type.isEmpty())
        .hasSize((int) exported - UNKNOWN_TO_TSHARK.getOrDefault(capture, 0));
    assertThat(frames)
        .filteredOn(frame -> frame.type.equals("1") && frame.call.isEmpty())
        .as("replies without their calls")
        .isEmpty();
  }

  /** What tshark makes of a frame; type is that of the RPC message which ends in it. */
  private record Shown(
      String xid,
      String type,
      String call,
      String malformed,
      String trouble,
      String seconds,
      String comment) {}

  private List<Shown> show(Path file) throws IOException, InterruptedException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE", "-T", "fields"));
    for (String field : FIELDS) {
      arguments.addAll(List.of("-e", field));
    }
    List<Shown> frames = new ArrayList<>();
    for (String line : new Tshark(folder).lines(file, arguments.toArray(new String[0]))) {
      String[] values = line.split("\t", -1);
      String checksums = (values[5] + values[6]).replace(GOOD, "");
      String trouble = values[4] + checksums;
      String seconds = values[7].split(",", -1)[0];
      frames.add(
          new Shown(values[0], values[1], values[2], values[3], trouble, seconds, values[8]));
    }
    return frames;
  }
}
