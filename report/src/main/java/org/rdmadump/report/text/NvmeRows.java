package org.rdmadump.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.NvmeCapsule;
import org.rdmadump.rpcrdma.NvmeData;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RdmaTransfer;

/** Makes the rows of the tree of an NVMe command. */
final class NvmeRows {
  private final NvmeExchange exchange;
  private final boolean everything;
  private final NvmeFieldText fields;
  private final Folding folding;

  /**
   * Rows of {@code exchange}.
   *
   * @param everything fold nothing
   */
  NvmeRows(NvmeExchange exchange, boolean everything, NvmeFieldText fields) {
    this.exchange = exchange;
    this.everything = everything;
    this.fields = fields;
    this.folding = new Folding(everything);
  }

  /** {@return a row for the command and one for the response, and what belongs below them} */
  List<TreeRow> rows() {
    TreeRow command = command();
    TreeRow response = response();
    FindingRows findings = new FindingRows(everything);
    for (Finding finding : exchange.findings()) {
      boolean isOfCommand =
          exchange.command().isPresent() && finding.frame() <= exchange.command().get().lastFrame();
      findings.note(finding, isOfCommand ? command : response);
    }
    findings.put();
    return List.of(command, response);
  }

  private TreeRow command() {
    if (exchange.command().isEmpty()) {
      return new TreeRow().say("command not captured", Palette.Ink.WARNING);
    }
    TreeRow row = new TreeRow().say("command #" + exchange.number(), Palette.Ink.CALL);
    say(row, exchange.host(), exchange.controller(), exchange.command().get());
    row.add(entry(/* isResponse= */ false));
    exchange.data().ifPresent(data -> row.add(data(data)));
    return row;
  }

  private TreeRow response() {
    if (exchange.response().isEmpty()) {
      return new TreeRow().say("no response", Palette.Ink.WARNING);
    }
    TreeRow row = new TreeRow().say("response", Palette.Ink.REPLY);
    say(row, exchange.controller(), exchange.host(), exchange.response().get());
    Optional<String> status = exchange.status();
    row.say(status.orElseThrow(), exchange.isFailed() ? Palette.Ink.ERROR : Palette.Ink.USUAL);
    return row.add(entry(/* isResponse= */ true));
  }

  private static void say(TreeRow row, Endpoint from, Endpoint to, NvmeCapsule<?> capsule) {
    row.say(from.address() + " -> " + to.address());
    row.say(Folding.frames(capsule.firstFrame(), capsule.lastFrame()));
    row.moved(capsule.firstNanos(), capsule.lastNanos());
  }

  private TreeRow entry(boolean isResponse) {
    TreeRow row = new TreeRow();
    for (String each : fields.clauses(exchange, isResponse)) {
      if (everything || isOfEntry(each)) {
        row.say(each);
      }
    }
    return row;
  }

  /** Whether the rows above do not have it. */
  private static boolean isOfEntry(String field) {
    return (field.startsWith("cmd.") || field.startsWith("cqe.")) && !field.contains("_frame ");
  }

  private TreeRow data(NvmeData data) {
    TreeRow row = new TreeRow();
    row.say(
        Counted.of(data.length(), "byte")
            + (data.toController() ? " to the controller" : " to the host"));
    if (data.inCapsule()) {
      row.say("in the capsule");
    }
    List<TreeRow> operations = new ArrayList<>(exchange.transfers().size());
    for (RdmaTransfer each : exchange.transfers()) {
      TransferExtents.Extent extent =
          each.transferred() == each.length()
              ? TransferExtents.Extent.WHOLE
              : TransferExtents.Extent.LACKING;
      operations.add(ChunkRows.operationRow(each, extent, everything));
      row.moved(each.firstNanos(), each.lastNanos());
    }
    folding.put(operations, "RDMA operation", row);
    List<TreeRow> missing = new ArrayList<>(data.missing().size());
    for (MissingRange each : data.missing()) {
      missing.add(ExchangeRows.missing(each));
    }
    folding.put(missing, "missing range", row);
    return row;
  }
}
