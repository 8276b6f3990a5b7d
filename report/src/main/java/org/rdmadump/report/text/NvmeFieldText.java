package org.rdmadump.report.text;

import java.util.List;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.frame.Layer;
import org.rdmadump.analysis.frame.LayerChoice;
import org.rdmadump.analysis.frame.LayerName;
import org.rdmadump.rpcrdma.NvmeCapsuleHeader;
import org.rdmadump.rpcrdma.NvmeExchange;

/** Every field of the queue entries of NVMe commands, as frames show them. */
final class NvmeFieldText {
  private final FrameDetails lines = new FrameDetails(LayerChoice.ALL, /* everyField= */ true);
  private final FrameDetails inLine = new FrameDetails(LayerChoice.ALL, /* everyField= */ false);

  private static Layer layer(NvmeExchange exchange, boolean isResponse) {
    NvmeCapsuleHeader header = new NvmeCapsuleHeader(exchange, isResponse);
    return new Layer(LayerName.NVME, header, 0, header.length());
  }

  /** Appends the fields of the command or its response, a line each. */
  void putLines(AsciiBuffer to, NvmeExchange exchange, boolean isResponse) {
    lines.putFields(to, layer(exchange, isResponse));
  }

  /** {@return the fields of the command or its response, each {@code name value}} */
  List<String> clauses(NvmeExchange exchange, boolean isResponse) {
    return inLine.clauses(layer(exchange, isResponse));
  }
}
