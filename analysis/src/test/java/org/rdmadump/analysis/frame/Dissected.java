package org.rdmadump.analysis.frame;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/** The frames of a capture, its messages and its NVMe commands. */
public record Dissected(
    List<FrameRecord> frames,
    List<RpcMessage> messages,
    List<NvmeExchange> commands,
    CaptureSummary summary) {
  /** {@return those of a file} */
  public static Dissected of(Path capture) throws IOException {
    try (FrameSource source = CaptureFile.open(capture)) {
      return of(source);
    }
  }

  /** {@return those of a source, up to its end} */
  public static Dissected of(FrameSource source) throws IOException {
    List<FrameRecord> frames = new ArrayList<>();
    List<RpcMessage> messages = new ArrayList<>();
    List<NvmeExchange> commands = new ArrayList<>();
    FrameDissector dissector =
        new FrameDissector(
            frames::add, false, FrameDissector.PATIENCE_NANOS, FrameDissector.MOST_BYTES);
    CaptureDecoder run =
        new CaptureDecoder(
            source,
            CaptureOptions.DEFAULT,
            new MessageListener() {
              @Override
              public void message(RpcMessage message) {
                messages.add(message);
              }

              @Override
              public void nvme(NvmeExchange exchange) {
                commands.add(exchange);
              }
            },
            dissector);
    boolean more = true;
    while (more) {
      more = run.decodeNext();
    }
    CaptureSummary summary = run.finish();
    dissector.finish();
    return new Dissected(frames, messages, commands, summary);
  }
}
