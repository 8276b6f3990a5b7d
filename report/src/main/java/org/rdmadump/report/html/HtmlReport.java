package org.rdmadump.report.html;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.rdmadump.analysis.report.ReportCollector;
import org.rdmadump.analysis.report.ReportContent;
import org.rdmadump.analysis.report.ShownExchange;
import org.rdmadump.report.CaptureName;
import org.rdmadump.report.text.AboutCall;

/**
 * A report as one HTML file, with its data, style and script inside. It is at most {@link
 * #MOST_BYTES} long, whatever the capture; the same capture gives the same bytes.
 */
public final class HtmlReport {
  /** Bytes of the longest report. */
  public static final int MOST_BYTES = HtmlPage.MOST_BYTES;

  /** Exchanges of each kind that a report shows whole, unless it is said. */
  public static final int EXCHANGES = 50;

  /** As many can be asked for. */
  public static final int MOST_EXCHANGES = 1000;

  static final List<String> SCRIPTS = List.of("page.js", "report.js");

  /** Of the script, as {@link HtmlPage} has it. */
  static final String SCRIPT_HASH = "sha256-CoMSzey5fJT06WMB3EKUtt+DOBYp0KGI3TvfJqxyW2I=";

  private final Names names;
  private final int most;
  private final LongSupplier firstNanos;

  /**
   * A report.
   *
   * @param most exchanges to show whole: so many of the slowest, and of those with findings; from 1
   *     to {@link #MOST_EXCHANGES}
   * @param hidesNames whether hosts, paths, owners and captures get pseudonyms
   * @param firstNanos tells the time of the first frame, in nanoseconds since the epoch
   */
  public HtmlReport(int most, boolean hidesNames, LongSupplier firstNanos) {
    this.most = most;
    this.names = new Names(hidesNames);
    this.firstNanos = firstNanos;
  }

  /**
   * {@return what gathers its content}
   *
   * @param everything whether no filter chooses exchanges
   */
  public ReportCollector collector(boolean everything) {
    return new ReportCollector(
        firstNanos, everything, most, new LadderDrawing(firstNanos, names), new AboutCall());
  }

  /** {@return what the report calls a host} */
  public String host(String address) {
    return names.of(Names.Kind.HOST, address);
  }

  /**
   * Writes it.
   *
   * @param out stays the caller's to close
   */
  public void write(ReportContent content, OutputStream out) throws IOException {
    List<String> captures = content.overview().files();
    String title =
        names.areHidden() || captures.isEmpty() ? "capture" : CaptureName.of(captures.get(0));
    HtmlPage page = HtmlPage.of("report", title, SCRIPTS, SCRIPT_HASH);
    byte[] before =
        HtmlPage.bytes(
            page.before() + "{" + Html.inScript(new ReportJson(content, names).members()));
    byte[] behind = HtmlPage.bytes("}" + page.behind());
    out.write(before);
    out.write(exchanges(content, MOST_BYTES - before.length - behind.length));
    out.write(behind);
    out.flush();
  }

  /** The ladders that fit, worst first, and which of them are slow and which have findings. */
  private static byte[] exchanges(ReportContent content, int room) {
    List<ShownExchange> slowest = content.exchanges().slowest();
    List<ShownExchange> noticed = content.exchanges().noticed();
    Set<Long> drawn = new HashSet<>();
    List<String> slowNumbers = new ArrayList<>();
    List<String> badNumbers = new ArrayList<>();
    ByteArrayOutputStream ladders = new ByteArrayOutputStream();
    boolean isFull = false;
    for (int i = 0; i < Math.max(slowest.size(), noticed.size()) && !isFull; i++) {
      isFull =
          !(put(slowest, i, room, drawn, slowNumbers, ladders)
              && put(noticed, i, room, drawn, badNumbers, ladders));
    }
    String lists =
        "],\"slowest\":["
            + String.join(",", slowNumbers)
            + "],\"noticed\":["
            + String.join(",", badNumbers)
            + "],\"timed_count\":"
            + content.exchanges().timedCount()
            + ",\"noticed_count\":"
            + content.exchanges().noticedCount();
    return (",\"exchanges\":[" + ladders.toString(StandardCharsets.UTF_8) + lists)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Takes an exchange in, if it is there and fits; returns whether there is room for more. */
  private static boolean put(
      List<ShownExchange> from,
      int at,
      int room,
      Set<Long> drawn,
      List<String> numbers,
      ByteArrayOutputStream ladders) {
    if (at >= from.size()) {
      return true;
    }
    ShownExchange shown = from.get(at);
    if (!drawn.contains(shown.number())) {
      byte[] ladder = Html.inScript(shown.drawing().trim()).getBytes(StandardCharsets.UTF_8);
      // Numbers, names and commas around the ladders take less than 40 bytes for each.
      int around = 40 * (drawn.size() + 10);
      if (ladders.size() + ladder.length + around > room) {
        return false;
      }
      if (ladders.size() > 0) {
        ladders.write(',');
      }
      ladders.writeBytes(ladder);
      drawn.add(shown.number());
    }
    numbers.add(Long.toString(shown.number()));
    return true;
  }
}
