package org.rdmadump.testkit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rdmadump.RdmaCapture;
import org.rdmadump.finding.Finding;
import org.rdmadump.report.text.TextOptions;
import org.rdmadump.report.text.TextRecordWriter;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * A capture as lines: a line per exchange, as {@code rdmadump --exchanges} prints it, one per
 * message that is in none, one per finding of neither, and what is wrong with the input itself.
 * Options of the capture for bytes and digests change none of it.
 */
final class GoldenText implements MessageListener {
  /** Folders of a file that a line begins with. */
  private static final Pattern FOLDER = Pattern.compile("(?:(?!: ).)*[/\\\\](?=.*: )");

  private final ByteArrayOutputStream text = new ByteArrayOutputStream();

  /** Lines of the messages that no exchange has had by now, by number of the message. */
  private final Map<Long, String> alone = new LinkedHashMap<>();

  private final ByteArrayOutputStream one = new ByteArrayOutputStream();

  private long origin = -1;
  private final TextRecordWriter writer =
      new TextRecordWriter(text, TextOptions.DEFAULT, () -> origin);
  private final TextRecordWriter writerOfOne =
      new TextRecordWriter(one, TextOptions.DEFAULT, () -> origin);

  private GoldenText() {}

  static List<String> of(RdmaCapture capture) {
    GoldenText golden = new GoldenText();
    golden.readTo(capture);
    return golden.text.toString(StandardCharsets.UTF_8).lines().toList();
  }

  private void readTo(RdmaCapture capture) {
    capture.run(this);
    alone.values().forEach(each -> text.writeBytes(each.getBytes(StandardCharsets.UTF_8)));
    capture.problems().forEach(each -> line("damage: " + withoutFolder(each)));
  }

  /** What is wrong with the input, with the name of a file and not its folder. */
  static String withoutFolder(String problem) {
    Matcher named = FOLDER.matcher(problem);
    return named.lookingAt() ? problem.substring(named.end()) : problem;
  }

  /** The lines do not depend on whether the capture keeps bytes. */
  @Override
  public boolean takesBytes() {
    return false;
  }

  @Override
  public void message(RpcMessage message) {
    origin = origin < 0 ? message.runNanos() : origin;
    if (message.rpc().isEmpty()) {
      alone.put(message.number(), lineOf(message));
    }
  }

  private String lineOf(RpcMessage message) {
    try {
      one.reset();
      writerOfOne.message(message);
      return one.toString(StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void exchange(RpcExchange exchange) {
    exchange.call().ifPresent(each -> alone.remove(each.number()));
    exchange.reply().ifPresent(each -> alone.remove(each.number()));
    try {
      writer.exchange(exchange);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void finding(Finding finding, OptionalInt connection) {
    line(
        String.format(
            Locale.ROOT,
            "finding: frame %d%s %s: %s",
            finding.frame(),
            connection.isPresent() ? " c" + connection.getAsInt() : "",
            finding.rule().name(),
            finding.message()));
  }

  private void line(String line) {
    text.writeBytes((line + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
