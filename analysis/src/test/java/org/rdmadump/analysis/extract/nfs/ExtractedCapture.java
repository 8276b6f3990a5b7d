package org.rdmadump.analysis.extract.nfs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.rdmadump.analysis.extract.Extracted;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * What came of a capture.
 *
 * @param files the files
 * @param unreadable calls whose arguments could not be read
 */
record ExtractedCapture(Extracted files, long unreadable) {
  private static final CaptureOptions EVERY_BYTE = new CaptureOptions(false, true, 64L << 20);

  /** Something that is shown exchanges before they are used. */
  interface Witness {
    /** Takes one and returns it, maybe changed. */
    RpcExchange see(RpcExchange exchange);
  }

  /** Extracts a capture into a folder. */
  static ExtractedCapture of(Path capture, Path folder) throws IOException {
    return of(capture, folder, frames -> frames, exchange -> exchange);
  }

  /** Extracts a capture whose frames go through a filter. */
  static ExtractedCapture of(
      Path capture, Path folder, UnaryOperator<FrameSource> filter, Witness witness)
      throws IOException {
    long[] unreadable = new long[1];
    try (FrameSource source = CaptureFile.open(capture)) {
      Extracted files =
          Extracted.of(
              folder,
              sink -> {
                NfsFileEvents events = new NfsFileEvents(sink);
                decode(filter.apply(source), events, witness);
                unreadable[0] = events.unreadable();
              });
      return new ExtractedCapture(files, unreadable[0]);
    }
  }

  private static void decode(FrameSource source, NfsFileEvents events, Witness witness)
      throws IOException {
    MessageListener listener =
        new MessageListener() {
          @Override
          public void exchange(RpcExchange exchange) {
            try {
              events.exchange(witness.see(exchange));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    CaptureDecoder run = new CaptureDecoder(source, EVERY_BYTE, listener);
    boolean more = true;
    while (more) {
      more = run.decodeNext();
    }
    run.finish();
  }
}
