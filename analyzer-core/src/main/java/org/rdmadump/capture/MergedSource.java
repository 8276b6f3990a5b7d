package org.rdmadump.capture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Several captures as one: their frames by time, those of an earlier named capture first where
 * times are equal, and numbered through.
 *
 * <p>A capture is opened when its first frame is due and closed at its end, so that of thousands
 * that follow each other one is open at a time. Within a capture frames keep their order. One that
 * cannot be read is left out, and the listener told.
 *
 * <p>{@link Frame#viewpoint()} tells the places of capture apart while captures overlap, and two
 * seconds before one begins and after one ends.
 */
public final class MergedSource implements FrameSource {
  /** Captures that may be open at a time. */
  static final int MOST_OPEN = 256;

  /** As how many a compressed one counts, for its thread and its window. */
  static final int COMPRESSED_WEIGHT = 8;

  /** Those that are opened beside so many others read by less at a time. */
  private static final int MOST_WITH_LARGE_BUFFERS = 32;

  private static final int SMALL_BUFFER = 1 << 14;

  private static final int PLACE_BITS = 16;

  private final MergeListener listener;

  /** Those that are not open, the one that begins first last. */
  private final List<MergedPart> waiting;

  private final List<MergedPart> open = new ArrayList<>();
  private final CapturePlaces places = new CapturePlaces();

  /** The one that the last frame came from, if it may have the next one as well. */
  private @Nullable MergedPart active;

  /** What comes next if the active one does not. */
  private @Nullable MergedPart rival;

  private long rivalNanos;

  /** Where the last frame was taken. */
  private CaptureInterface origin = CaptureInterface.UNKNOWN;

  /** Which capture the last frame is of. */
  private int input;

  private long closedBytes;
  private long dropped;
  private boolean isDroppedKnown = true;
  private long lastNanos;

  /** Whether a capture is over, and the time when the last of them was. */
  private boolean ended;

  private long lastEndNanos;
  private long frames;

  private MergedSource(List<MergedPart> parts, MergeListener listener) {
    this.waiting = parts;
    this.listener = listener;
  }

  /**
   * Looks at the first frame of every capture.
   *
   * @param inputs in the order in which they were named
   */
  public static MergedSource open(List<CaptureInput> inputs, MergeListener listener) {
    List<MergedPart> parts = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      MergedPart part = new MergedPart(inputs.get(i), i);
      if (part.survey(listener)) {
        parts.add(part);
      }
    }
    parts.sort(Collections.reverseOrder());
    return new MergedSource(parts, listener);
  }

  /** {@return whether none of the captures has a frame} */
  public boolean isEmpty() {
    return frames == 0 && open.isEmpty() && waiting.isEmpty();
  }

  @Override
  public boolean next(Frame frame) {
    MergedPart from = active;
    if (from == null || !advance(from, frame)) {
      from = takeEarliest();
      if (from == null) {
        return false;
      }
      frame.set(from.head);
      from.ready = false;
    }
    lastNanos = frame.epochNanos();
    origin = from.origin();
    input = from.order;
    frame.merged(++frames, viewpoint(from, frame.viewpoint()));
    from.delivered(frames);
    return true;
  }

  /** Reads on where the last frame came from; false if another capture is due. */
  private boolean advance(MergedPart from, Frame frame) {
    if (!from.read(frame, listener)) {
      end(from);
      return false;
    }
    MergedPart other = rival;
    if (other == null || from.isBefore(frame.epochNanos(), other, rivalNanos)) {
      return true;
    }
    from.head.set(frame);
    from.ready = true;
    return false;
  }

  private void end(MergedPart part) {
    closedBytes += part.position();
    OptionalLong lost = part.dropped();
    dropped += lost.orElse(0);
    isDroppedKnown &= lost.isPresent();
    open.remove(part);
    ended = true;
    lastEndNanos = lastNanos;
    places.end(part.place, part.ending, lastNanos);
    part.close();
  }

  /** Opens what is due, and makes the capture active that has the next frame. */
  private @Nullable MergedPart takeEarliest() {
    while (true) {
      MergedPart earliest = earliest(null);
      MergedPart begins = waiting.isEmpty() ? null : waiting.get(waiting.size() - 1);
      if (begins == null
          || (earliest != null
              && earliest.isBefore(earliest.head.epochNanos(), begins, begins.firstNanos()))) {
        active = earliest;
        setRival(earliest == null ? null : earliest(earliest), begins);
        return earliest;
      }
      waiting.remove(waiting.size() - 1);
      begin(begins);
    }
  }

  private void setRival(@Nullable MergedPart other, @Nullable MergedPart begins) {
    boolean isOpen =
        other != null
            && (begins == null
                || other.isBefore(other.head.epochNanos(), begins, begins.firstNanos()));
    rival = isOpen ? other : begins;
    if (rival != null) {
      rivalNanos = isOpen ? rival.head.epochNanos() : rival.firstNanos();
    }
  }

  private void begin(MergedPart part) {
    int capacity = open.size() < MOST_WITH_LARGE_BUFFERS ? BlockReader.CAPACITY : SMALL_BUFFER;
    if (!part.open(capacity, listener)) {
      return;
    }
    int weight = part.weight();
    for (MergedPart each : open) {
      weight += each.weight();
    }
    if (weight > MOST_OPEN) {
      listener.failed(part.input, new TooManyOpenException(open.size()));
      part.close();
      return;
    }
    noteEnding(part);
    part.place = places.begin(part.input.set(), part.firstNanos());
    open.add(part);
  }

  /** Looks which captures of a rotated set the one that begins now may be the continuation of. */
  private void noteEnding(MergedPart begins) {
    String set = begins.input.set();
    for (MergedPart each : open) {
      if (!each.ending && each.input.set().equals(set) && each.isEnding(begins.firstNanos())) {
        places.ending(each.place);
      }
    }
  }

  @SuppressWarnings("ReferenceEquality") // A part is one thing.
  private @Nullable MergedPart earliest(@Nullable MergedPart without) {
    MergedPart earliest = null;
    for (MergedPart part : open) {
      if (part != without
          && (earliest == null
              || part.isBefore(part.head.epochNanos(), earliest, earliest.head.epochNanos()))) {
        earliest = part;
      }
    }
    return earliest;
  }

  /** Where a frame was seen from: nothing to tell apart if no other place can have seen it. */
  private int viewpoint(MergedPart from, int inFile) {
    boolean alone =
        open.size() == 1
            && (rival == null || rivalNanos - lastNanos > CapturePlaces.WINDOW_NANOS)
            && (!ended || lastNanos - lastEndNanos > CapturePlaces.WINDOW_NANOS);
    return alone && inFile == Frame.ONLY_VIEWPOINT
        ? inFile
        : (inFile << PLACE_BITS | from.place) + 1;
  }

  @Override
  public CaptureInterface origin() {
    return origin;
  }

  /** {@return the place of the last frame's capture among those that were opened, from 0 on} */
  public int input() {
    return input;
  }

  /** Captures that are open now. */
  int openCaptures() {
    return open.size();
  }

  @Override
  public long position() {
    long sum = closedBytes;
    for (MergedPart part : open) {
      sum += part.position();
    }
    return sum;
  }

  /** {@return those of all captures that are over; none are only known if all of them tell} */
  @Override
  public OptionalLong dropped() {
    return isDroppedKnown || dropped > 0 ? OptionalLong.of(dropped) : OptionalLong.empty();
  }

  /** {@return nothing: the listener was told which capture was damaged} */
  @Override
  public Optional<Damage> damage() {
    return Optional.empty();
  }

  @Override
  public void close() {
    for (MergedPart part : open) {
      part.close();
    }
    for (MergedPart part : waiting) {
      part.close();
    }
    open.clear();
    waiting.clear();
    active = null;
  }
}
