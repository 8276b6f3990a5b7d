package org.rdmadump.cli;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.frame.FrameDissector;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.FrameSink;
import org.rdmadump.analysis.frame.PacketFragments;
import org.rdmadump.capture.CaptureInterface;
import org.rdmadump.capture.Frame;
import org.rdmadump.finding.Counted;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.CaptureSummary;
import org.rdmadump.rpcrdma.NvmeExchange;
import org.rdmadump.rpcrdma.RpcExchange;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * {@code live --write-chosen}: holds what devices capture in a window, because a message is chosen
 * after its frames, and writes the frames of chosen messages when they leave it.
 */
final class LiveCut implements FrameSink {
  /** How long a frame is held at most, in the time of the capture. */
  private static final long WINDOW_NANOS = 60_000_000_000L;

  /** Memory of the window, and of what is known of its frames, unless there is less. */
  private static final long MOST_BYTES = 48L << 20;

  /** Waiting frames get three of so many parts of the memory, messages the rest. */
  private static final int PARTS = 8;

  /** What a frame holds beside its bytes. */
  private static final int COST = 300;

  private static final int MOST_CHOSEN = 65_536;

  private final FrameCopy copy;
  private final List<CaptureInterface> devices;
  private final long memory;
  private final ArrayDeque<Held> window = new ArrayDeque<>();
  private final Map<Long, Held> byNumber = new HashMap<>();
  private final PacketFragments fragments = new PacketFragments();
  private final Set<Long> chosen = new LinkedHashSet<>();
  private long bytes;
  private long givenUp;
  private @Nullable IOException failure;

  private static final class Held {
    private final Frame frame = new Frame();
    private @Nullable FrameRecord record;
  }

  /**
   * Writes with {@code copy}.
   *
   * @param devices by the numbers that frames have for them
   * @param maxMemory what the run may hold
   */
  LiveCut(FrameCopy copy, List<CaptureInterface> devices, long maxMemory) {
    this.copy = copy;
    this.devices = devices;
    this.memory = Math.min(MOST_BYTES, maxMemory / PARTS * 3);
  }

  /** {@return bytes that this holds, which decoding is to leave} */
  long memory() {
    return memory;
  }

  /** {@return what passes on to {@code to}, and chooses what it passes} */
  LimitedListener beside(LimitedListener to) {
    return new LimitedListener() {
      @Override
      public boolean full() {
        // Nobody wants a capture to go on for hours whose file is not written any more.
        return failure != null || to.full();
      }

      @Override
      public boolean takesContent() {
        return to.takesContent();
      }

      @Override
      public void message(RpcMessage message) {
        to.message(message);
        if (!to.takesExchanges()) {
          choose(message);
        }
      }

      @Override
      public void partner(RpcMessage message) {
        to.partner(message);
        choose(message);
      }

      @Override
      public void exchange(RpcExchange exchange) {
        to.exchange(exchange);
        exchange.call().ifPresent(LiveCut.this::choose);
        exchange.reply().ifPresent(LiveCut.this::choose);
      }

      @Override
      public void nvme(NvmeExchange exchange) {
        to.nvme(exchange);
        choose(exchange.number());
      }
    };
  }

  private void choose(RpcMessage message) {
    choose(message.number());
    message.call().ifPresent(call -> choose(call.number()));
  }

  private void choose(long number) {
    chosen.add(number);
    if (chosen.size() > MOST_CHOSEN) {
      chosen.remove(chosen.iterator().next());
    }
  }

  /** Decodes, and writes what is chosen. */
  CaptureSummary run(
      Inputs inputs, Decoding decoding, CaptureOptions options, LimitedListener listener)
      throws IOException {
    FrameDissector dissector =
        new FrameDissector(
            this, /* keepsBytes= */ false, FrameDissector.PATIENCE_NANOS, memory / 3);
    inputs.shownTo(this::taken);
    try {
      return decoding.run(options, listener, listener::full, Optional.of(dissector));
    } finally {
      dissector.finish();
      while (!window.isEmpty()) {
        leave();
      }
    }
  }

  private void taken(Frame frame) {
    Held held = new Held();
    held.frame.set(frame);
    held.frame.keep();
    window.addLast(held);
    byNumber.put(frame.number(), held);
    bytes += frame.captured() + COST;
    while (bytes > memory / 3 * 2
        || frame.epochNanos() - window.getFirst().frame.epochNanos() > WINDOW_NANOS) {
      leave();
    }
  }

  @Override
  public void frame(FrameRecord record) {
    know(record.number(), record);
    for (long other : fragments.of(record)) {
      know(other, record);
    }
  }

  private void know(long number, FrameRecord record) {
    Held held = byNumber.get(number);
    if (held != null) {
      held.record = record;
    }
  }

  private void leave() {
    Held held = window.removeFirst();
    byNumber.remove(held.frame.number());
    bytes -= held.frame.captured() + COST;
    FrameRecord record = held.record;
    if (record == null || record.isOpen()) {
      givenUp++;
    }
    if (record != null && failure == null && isAnyChosen(record)) {
      try {
        copy.write(held.frame, devices.get(held.frame.interfaceId()));
      } catch (IOException e) {
        failure = e;
      }
    }
  }

  private boolean isAnyChosen(FrameRecord record) {
    return record.messages().stream().anyMatch(chosen::contains)
        || record.proven().stream().anyMatch(chosen::contains);
  }

  /**
   * Says what was written, once nothing more is.
   *
   * @throws IOException if not all of it could be
   */
  void finish(Environment environment) throws IOException {
    IOException earlier = failure;
    if (earlier != null) {
      throw earlier;
    }
    copy.flush();
    environment.say(Counted.of(copy.count(), "chosen frame") + " written");
    if (givenUp > 0) {
      environment.say(
          Counted.of(givenUp, "frame")
              + " skipped before their messages were known, so chosen frames may be missing;"
              + " a higher --max-memory may help");
    }
  }
}
