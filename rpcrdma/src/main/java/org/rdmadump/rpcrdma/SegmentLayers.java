package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.ByteRanges;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;

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

  private final RdmaSegment base;
  private final Window window;

  /** In the order in which the operations were sent. */
  private final List<Layer> layers = new ArrayList<>(1);

  private int looks;

  /** Layers whose operation turned out to be that of another call. */
  private int dropped;

  private static final class Layer {
    final RdmaSubSegment moved;
    final RdmaSegment store;
    final long order;
    Window.Verdict verdict = Window.Verdict.OWN;

    /** If not, its bytes are not shown. */
    boolean decided;

    boolean told;

    Layer(RdmaSubSegment moved, RdmaSegment store) {
      this.moved = moved;
      this.store = store;
      this.order = moved.operation().order();
    }
  }

  SegmentLayers(RdmaSegment base, Window window) {
    this.base = base;
    this.window = window;
  }

  boolean isFull() {
    return layers.size() >= MOST;
  }

  /** Takes an operation whose bytes {@code store} takes. */
  void add(RdmaSubSegment moved, RdmaSegment store) {
    Layer layer = new Layer(moved, store);
    int at = layers.size();
    while (at > 0 && layers.get(at - 1).order > layer.order) {
      at--;
    }
    layers.add(at, layer);
  }

  /** Operations that are not its call's any more. */
  int dropped() {
    return dropped;
  }

  /** Whether all bytes were seen that are certainly of the call. */
  boolean isComplete(ByteRanges seen, long length) {
    long most = seen.covered();
    for (Layer layer : layers) {
      most += layer.store.ownSize();
    }
    if (most < length || looks == MOST_LOOKS) {
      return false;
    }
    looks++;
    ByteRanges all = new ByteRanges();
    seen.addTo(all);
    for (Layer layer : layers) {
      if (window.includes(layer.order)) {
        layer.store.seenTo(all);
      }
    }
    return all.covered() == length;
  }

  /** Adds what was seen of the operations that are not those of another call. */
  void seenTo(ByteRanges all) {
    for (Layer layer : layers) {
      layer.store.seenTo(all);
    }
  }

  /** Adds what was seen of the operations that are certainly the call's. */
  void certainTo(ByteRanges all) {
    for (Layer layer : layers) {
      if (layer.decided && layer.verdict == Window.Verdict.OWN) {
        layer.store.seenTo(all);
      }
    }
  }

  /** Adds what was seen of the operations that are its call's as far as is known by now. */
  void ownTo(ByteRanges all) {
    for (Layer layer : layers) {
      if (window.of(layer.order, base.kind() == RdmaSegment.Kind.READ) == Window.Verdict.OWN) {
        layer.store.seenTo(all);
      }
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
        layer.verdict = window.of(layer.order, base.kind() == RdmaSegment.Kind.READ);
        if (layer.verdict == Window.Verdict.OTHER) {
          layers.remove(i);
          drop(layer);
        }
      }
    }
    for (int i = 0; i < layers.size(); i++) {
      Layer layer = layers.get(i);
      if (layer.decided && layer.verdict == Window.Verdict.AMBIGUOUS && !layer.told) {
        layer.told = true;
        tell(layer, i);
      }
    }
  }

  private void drop(Layer layer) {
    dropped++;
    base.remove(layer.moved);
    layer.store.retire();
    layer.moved.leave();
  }

  private void tell(Layer layer, int index) {
    ByteRanges left = new ByteRanges();
    layer.store.seenTo(left);
    if (!isAboveBase(layer)) {
      base.subtractSeen(left);
    }
    for (Layer later : layers.subList(index + 1, layers.size())) {
      if (later.verdict == Window.Verdict.OWN) {
        later.store.subtractSeen(left);
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
                Locale.ROOT,
                "%s at 0x%016x may be of this exchange, or of %s",
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
        layer.store.seenTo(shown);
      }
      if (!isAboveBase(layer)) {
        base.subtractSeen(shown);
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
        : layer.store.ownBytes(from, to, new RdmaSegment.Always(Absence.NOT_CAPTURED));
  }

  private static Rope splice(Rope rope, long from, long to, Rope piece) {
    return Rope.builder().add(rope, 0, from).add(piece).add(rope, to, rope.length()).build();
  }

  void end() {
    for (Layer layer : layers) {
      layer.store.end();
    }
  }

  void resume() {
    for (Layer layer : layers) {
      layer.store.resume();
    }
  }

  void release() {
    for (Layer layer : layers) {
      layer.store.release();
    }
  }

  void retire() {
    for (Layer layer : layers) {
      layer.store.retire();
    }
  }
}
