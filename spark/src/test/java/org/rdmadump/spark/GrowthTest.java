package org.rdmadump.spark;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rdmadump.ib.build.Conversation;
import org.rdmadump.rpcrdma.build.Nfs3;
import org.rdmadump.rpcrdma.build.RpcConversation;
import org.rdmadump.rpcrdma.build.RpcRdmaBuilder;
import org.rdmadump.rpcrdma.build.Segment;
import org.rdmadump.rpcrdma.build.XdrMessage;

/**
 * What more captures cost. Processor time is measured, which other work on the machine hardly
 * changes. {@code -Drdmadump.growth=1000} makes the most captures; a tenth and a third of them are
 * measured, too.
 */
class GrowthTest {
  private static final int CAPTURES = Integer.getInteger("rdmadump.growth", 60);
  private static final int WRITES = 20;
  private static final int LENGTH = 4096;
  private static final int BYTE = 256;

  /** How much more a capture may cost among the most than among a third of them. */
  private static final double SLACK = 1.25;

  @TempDir private Path folder;

  private record Measured(int captures, double seconds) {
    double milliseconds() {
      return seconds * 1000 / captures;
    }
  }

  @Test
  void shouldCostEachCaptureTheSameHoweverManyThereAre() throws IOException {
    long bytes = 0;
    for (int i = 0; i < CAPTURES; i++) {
      Path home = Files.createDirectories(folder.resolve(part(i)));
      bytes += Files.write(home.resolve("host" + i + ".pcap"), capture(i)).toFile().length();
    }
    System.out.printf(
        Locale.ROOT,
        "%d captures of %d bytes with %d exchanges each%n",
        CAPTURES,
        bytes / CAPTURES,
        WRITES);
    // Compilers take their time in the first run.
    read(part(0));

    Measured unused = measure(CAPTURES / 10, part(0));
    Measured third = measure(CAPTURES * 3 / 10, part(0), part(CAPTURES / 10));
    Measured all = measure(CAPTURES, part(0), part(CAPTURES / 10), part(CAPTURES - 1));

    assertThat(all.milliseconds()).isLessThan(SLACK * third.milliseconds());
  }

  /** The folder of a capture. */
  private static String part(int capture) {
    return capture < CAPTURES / 10 ? "first" : capture < CAPTURES * 3 / 10 ? "second" : "third";
  }

  /** A connection of its own, with its own clients' addresses and data. */
  private static byte[] capture(int number) {
    String client = "10.1." + number / BYTE + "." + number % BYTE;
    RpcConversation rpc =
        RpcConversation.over(Conversation.between(client, "10.0.0.1").connect(), wire -> {});
    byte[] data = new byte[LENGTH];
    for (int i = 1; i <= WRITES; i++) {
      data[i] = (byte) number;
      XdrMessage call = Nfs3.writeCall(i, data);
      Segment memory = Segment.of(i, LENGTH);
      rpc.call(RpcRdmaBuilder.reduced(i, call).readChunk(call.position(0), memory));
      rpc.pull(memory, data);
      rpc.reply(RpcRdmaBuilder.inline(i, Nfs3.writeReply(i, LENGTH)));
    }
    return rpc.capture().toPcap();
  }

  private Measured measure(int captures, String... parts) throws IOException {
    long begin = processorNanos();
    assertThat(read(parts)).isEqualTo(captures);
    Measured measured = new Measured(captures, (processorNanos() - begin) / 1e9);
    System.out.printf(
        Locale.ROOT,
        "%5d captures  %7.1f s of processor time  %6.1f ms for each%n",
        captures,
        measured.seconds,
        measured.milliseconds());
    return measured;
  }

  /** Runs the job; returns how many captures it read. */
  private long read(String... parts) throws IOException {
    List<String> inputs = Stream.of(parts).map(each -> folder.resolve(each).toString()).toList();
    String output = Files.createTempDirectory(folder, "tables").toString();
    Extraction.Result result =
        new Extraction(LocalSpark.session(), new ExtractOptions(inputs, output, 4, true)).run();
    assertThat(result.problems()).isZero();
    assertThat(RdmaCaptures.extracted(LocalSpark.session(), output, "exchanges").count())
        .isEqualTo(result.read() * WRITES);
    return result.read();
  }

  private static long processorNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
