package org.rdmadump.analysis.frame;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldText;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.rpcrdma.build.NvmeCapsules;

/** What both ends of a connection say of an NVMe queue, as frames show it. */
class QueueSetupsTest {
  private static final Path CAPTURES = Path.of("..", "testdata", "captures", "verbs");

  /** What a host says of a queue. */
  private static final List<String> ASKED =
      List.of("recfmt", "qid", "hrqsize", "hsqsize", "cntlid");

  /** Values of those fields of a layer in each frame that has one of them. */
  private static List<String> values(Dissected dissected, String layer, List<String> names) {
    FieldText text = new FieldText(",");
    FieldRegistry<FrameRecord> fields = FrameFields.registry();
    return dissected.frames().stream()
        .map(
            frame ->
                names.stream()
                    .map(name -> text.of(fields.find(layer + "." + name).orElseThrow(), frame))
                    .collect(Collectors.joining(" "))
                    .strip())
        .filter(line -> !line.isEmpty())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"rxe-nvme.pcap, cm", "siw-nvme.pcap, mpa"})
  void shouldShowWhatBothEndsSaidOfAQueue(String capture, String layer) throws IOException {
    // given the kernel's host: a refused Connect, the admin queue, a queue of 16 entries
    Dissected dissected = Dissected.of(CAPTURES.resolve(capture));

    assertThat(values(dissected, layer, ASKED))
        .containsExactly("0 0 32 31 0", "0", "0 0 32 31 0", "0", "0 1 16 15 0", "0");
    assertThat(values(dissected, layer, List.of("crqsize"))).containsExactly("32", "32", "16");
    assertThat(values(dissected, layer, List.of("sts"))).isEmpty();
  }

  @Test
  void shouldShowWhyAQueueWasRefused() throws IOException {
    // given a controller on an unusual port, and its answer: record format 0, status 3
    Conversation wire =
        Conversation.between("192.0.2.1", "192.0.2.2")
            .port(5000)
            .request(NvmeCapsules.privateData(9))
            .reject(RejectReason.CONSUMER_REJECT, new byte[] {0, 0, 3, 0});

    Dissected dissected = Dissected.of(wire.capture().source());

    assertThat(values(dissected, "cm", ASKED)).containsExactly("0 9 32 31 1", "0");
    assertThat(values(dissected, "cm", List.of("sts"))).containsExactly("Invalid QID");
  }

  @Test
  void shouldForgetARequestWhoseIdentifierIsUsedAgain() throws IOException {
    // given a queue's request, and one of another protocol with the same identifier and its answer
    Conversation wire = Conversation.between("192.0.2.1", "192.0.2.2").port(5000);
    wire.request(NvmeCapsules.privateData(9));
    wire.request(HexFormat.of().parseHex("00007f1234567000"));
    wire.reply(new byte[] {0, 0, 3, 0});

    Dissected dissected = Dissected.of(wire.capture().source());

    assertThat(values(dissected, "cm", List.of("qid"))).containsExactly("9");
    assertThat(values(dissected, "cm", List.of("crqsize", "sts"))).isEmpty();
  }

  @Test
  void shouldNotTakeOtherPrivateDataForThatOfAQueue() throws IOException {
    // given an address, which begins with two zeros too, and an answer
    Conversation wire = Conversation.between("192.0.2.1", "192.0.2.2").port(5000);
    wire.connect(HexFormat.of().parseHex("00007f1234567000"), new byte[] {0, 0, 3, 0});

    Dissected dissected = Dissected.of(wire.capture().source());

    assertThat(values(dissected, "cm", List.of("qid", "crqsize", "sts"))).isEmpty();
  }
}
