package org.rdmadump.rpcrdma.memory;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.rdma.RdmaOperation;
import org.rdmadump.rpcrdma.RpcRdmaRules;

/**
 * Operations on a segment of which it is not certain yet that they are those of its call: the bytes
 * of each are kept apart until that is decided. Of two that moved the same byte, the one that was
 * sent later counts, as it does in memory.
 */
final class SegmentLayers {
  /** What is kept apart of a segment; the bytes of more are given up. */
  static final int MOST = 64;

  /** How often it is looked whether all that was seen is certain, before the reply is there. */
  private static final int MOST_LOOKS = 8;

  /** Which operations count. */
  private enum Of {
    ALL,
    /** Those that are certainly the call's. */
    INCLUDED,
    /** Those of which that was decided. */
    CERTAIN,
    /** Those that are the call's as far as is known by now. */
    OWN
  }

  private final RdmaSegment base;
  private final Window window;

  /** In the order in which the operations were sent. */
  private final List<Layer> layers = new ArrayList<>(1);

  private int looks;

  /** What turned out to be of another call. */
  private List<RdmaSegment> strays = Collections.emptyList();

  /** Operations that are not its call's any more. */
  private int dropped;

  SegmentLayers(RdmaSegment base, Window window) {
    this.base = base;
    this.window = window;
  }

  /** One operation, and its bytes. */
  private static final class Layer extends SegmentStore {
    private final RdmaSegment base;
    final RdmaSubSegment moved;
    final long order;
    Window.Verdict verdict = Window.Verdict.OWN;

    /** If not, its bytes are not shown. */
    boolean decided;

    /** Whether it was found to be the call's; not so if its bytes just make no difference. */
    boolean found;

    /** Whether a finding says that it is not certain. */
    boolean reported;

    Layer(RdmaSegment base, RdmaOperation operation) {
      super(base.handle(), base.offset(), base.length(), base.pool(), base.keepsValues());
      this.base = base;
      if (base.comparesPackets()) {
        comparePackets();
      }
      this.moved = new RdmaSubSegment(operation, this);
      this.order = operation.order();
      if (base.isEnded()) {
        end();
      }
    }

    @Override
    RdmaSegment segment() {
      return base;
    }

    @Override
    @Nullable Window window() {
      return null;
    }

    @Override
    boolean takesForSure() {
      return found;
    }

    @Override
    void announceIfComplete() {
      base.announceIfComplete();
    }
  }

  /** Takes an operation, and its bytes. */
  RdmaSubSegment add(RdmaOperation operation) {
    if (layers.size() >= MOST) {
      base.overlaid();
      return new RdmaSubSegment(operation, RdmaSegment.retired());
    }
    Layer layer = new Layer(base, operation);
    int at = layers.size();
    while (at > 0 && layers.get(at - 1).order > layer.order) {
      at--;
    }
    layers.add(at, layer);
    return layer.moved;
  }

  /** Operations that are not its call's any more. */
  int dropped() {
    return dropped;
  }

  /** Whether all bytes were seen that are certainly of the call. */
  boolean isComplete() {
    long most = base.seen().covered();
    for (Layer layer : layers) {
      most += layer.seen().covered();
    }
    if (most < base.length() || looks == MOST_LOOKS) {
      return false;
    }
    looks++;
    return size(Of.INCLUDED) == base.length();
  }

  /** Bytes that were seen, those of operations included that may be another call's. */
  long size() {
    return size(Of.ALL);
  }

  /** Bytes that were seen of the operations that are certainly the call's. */
  long certainSize() {
    return size(Of.CERTAIN);
  }

  /** Bytes that were seen of the operations that are its call's as far as is known by now. */
  long ownSize() {
    return size(Of.OWN);
  }

  private long size(Of which) {
    ByteRanges all = new ByteRanges();
    base.seen().addTo(all);
    for (Layer layer : layers) {
      if (isAmong(layer, which)) {
        layer.seen().addTo(all);
      }
    }
    return all.covered();
  }

  private boolean isAmong(Layer layer, Of which) {
    return switch (which) {
      case ALL -> true;
      case INCLUDED -> window.includes(layer.order);
      case CERTAIN -> layer.decided && layer.verdict == Window.Verdict.OWN;
      case OWN -> window.of(layer.order, isRead()) == Window.Verdict.OWN;
    };
  }

  private boolean isRead() {
    return base.kind() == RdmaSegment.Kind.READ;
  }

  /** Adds what was seen of {@code [from, to)} in them to a set, {@code from} as its position 0. */
  void seenTo(ByteRanges all, long from, long to) {
    for (Layer layer : layers) {
      layer.seen().addTo(all, from, to);
    }
  }

  /** Adds what was seen of {@code [from, to)} without its values to a set. */
  void cutTo(ByteRanges all, long from, long to) {
    for (Layer layer : layers) {
      layer.seen().addCutTo(all, from, to);
    }
  }

  /**
   * Decides of operations whose they are, as well as that can be known.
   *
   * @param all of those too of which it is not certain
   */
  void decide(boolean all) {
    for (int i = layers.size() - 1; i >= 0; i--) {
      Layer layer = layers.get(i);
      if (!layer.decided && (all || window.includes(layer.order))) {
        layer.decided = true;
        layer.verdict = window.of(layer.order, isRead());
        layer.found = layer.verdict == Window.Verdict.OWN;
        if (layer.verdict == Window.Verdict.OTHER) {
          layers.remove(i);
          drop(layer);
        }
      }
    }
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i);
      if (layer.decided && layer.verdict == Window.Verdict.AMBIGUOUS && !layer.reported) {
        layer.reported = true;
        report(layer, i);
      }
    }
  }

  private void drop(Layer layer) {
    dropped++;
    if (strays.isEmpty()) {
      strays = new ArrayList<>(1);
    }
    strays.add(stray(layer));
    layer.retire();
  }

  /** The operation, and what was seen of its bytes, by themselves. */
  private RdmaSegment stray(Layer layer) {
    base.remove(layer.moved);
    RdmaSegment stray = RdmaSegment.unknown(base.handle(), base.offset());
    ByteRanges ranges = new ByteRanges();
    layer.seen().addTo(ranges);
    if (!ranges.isEmpty()) {
      ByteRanges without = new ByteRanges();
      layer.seen().addCutTo(without, 0, Long.MAX_VALUE);
      stray.ownSeen().addWithoutValues(ranges, without);
    }
    layer.moved.moveTo(stray);
    stray.add(layer.moved);
    return stray;
  }

  /**
   * Hands over, an operation each, what is not certainly its call's, and forgets it.
   *
   * @param isWanted which of them
   */
  List<RdmaSegment> takeStrays(Predicate<RdmaSubSegment> isWanted) {
    for (int i = layers.size() - 1; i >= 0; i--) {
      Layer layer = layers.get(i);
      boolean isOwn = layer.decided && layer.verdict == Window.Verdict.OWN;
      if (!isOwn && isWanted.test(layer.moved)) {
        layers.remove(i);
        drop(layer);
      }
    }
    List<RdmaSegment> taken = strays;
    strays = Collections.emptyList();
    return taken;
  }

  private void report(Layer layer, int index) {
    ByteRanges left = new ByteRanges();
    layer.seen().addTo(left);
    if (!isAboveBase(layer)) {
      base.seen().subtractFrom(left);
    }
    for (Layer later : layers.subList(index + 1, layers.size())) {
      if (later.verdict == Window.Verdict.OWN) {
        later.seen().subtractFrom(left);
      }
    }
    if (left.isEmpty()) {
      layer.verdict = Window.Verdict.OWN;
      return;
    }
    layer.moved.certainly(
        Finding.inFrame(
            RpcRdmaRules.AMBIGUOUS_DATA,
            layer.moved.operation().frame(),
            String.format(
                Locale.US,
                "%s at 0x%016x may belong to this exchange, or to %s",
                Counted.of(left.covered(), "byte"),
                base.offset() + left.from(0),
                window.candidate(layer.order).orElse("one whose call was not captured"))));
  }

  /** Whether the operation was sent behind those whose bytes are not kept apart. */
  private boolean isAboveBase(Layer layer) {
    return layer.order > base.highestOrder();
  }

  /**
   * Puts the bytes that are kept apart where they belong.
   *
   * @param rope what is known without them, from {@code from} of the segment on
   */
  Rope over(Rope rope, long from) {
    Rope result = rope;
    long to = from + rope.length();
    for (Layer layer : layers) {
      ByteRanges shown = new ByteRanges();
      if (layer.decided) {
        layer.seen().addTo(shown);
      }
      if (!isAboveBase(layer)) {
        base.seen().subtractFrom(shown);
      }
      for (int i = 0; i < shown.count(); i++) {
        long first = Math.max(from, shown.from(i));
        long last = Math.min(to, shown.to(i));
        if (first < last) {
          result = splice(result, first - from, last - from, piece(layer, first, last));
        }
      }
    }
    return result;
  }

  private static Rope piece(Layer layer, long from, long to) {
    return layer.verdict == Window.Verdict.AMBIGUOUS
        ? Rope.builder().addHole(to - from, Absence.AMBIGUOUS).build()
        : layer.ownBytes(from, to, ReasonForHole.NOT_CAPTURED);
  }

  private static Rope splice(Rope rope, long from, long to, Rope piece) {
    return Rope.builder().add(rope, 0, from).add(piece).add(rope, to, rope.length()).build();
  }

  void end() {
    for (Layer layer : layers) {
      layer.end();
    }
  }

  void resume() {
    for (Layer layer : layers) {
      layer.resume();
    }
  }

  void release() {
    for (Layer layer : layers) {
      layer.release();
    }
  }

  void retire() {
    for (Layer layer : layers) {
      layer.retire();
    }
    for (RdmaSegment stray : strays) {
      stray.retire();
    }
    strays = Collections.emptyList();
  }
}
