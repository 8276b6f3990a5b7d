package org.rdmadump.analysis.frame;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import org.rdmadump.tcp.TcpHeader;

/**
 * Finds the frames of chosen messages: those that carry or repeat something of them, the
 * acknowledgements of their Sends, and all fragments of an IP packet that does. Frames that another
 * place captured again are not among them.
 *
 * <p>Frames and messages are bits by number, so memory is a bit for each of them.
 */
public final class ChosenFrames implements FrameSink {
  /** One of so many parts of the memory is made free at once. */
  private static final int ROOM_PARTS = 8;

  private final BitSet messages;
  private final Set<HostPair> hosts;
  private final BitSet frames;
  private final long mostBytes;
  private final PacketFragments fragments = new PacketFragments();
  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private long givenUp;

  /** A frame, and others that have fragments of its packet. */
  private record Waiting(FrameRecord frame, List<Long> others) {}

  /**
   * Finds frames.
   *
   * @param messages numbers of the messages
   * @param hosts between which the frames that set a connection up are chosen, too
   * @param frames gets the numbers of the frames
   * @param mostBytes memory that frames may hold which wait for their message
   */
  public ChosenFrames(BitSet messages, Set<HostPair> hosts, BitSet frames, long mostBytes) {
    this.messages = messages;
    this.hosts = hosts;
    this.frames = frames;
    this.mostBytes = mostBytes;
  }

  @Override
  public void frame(FrameRecord frame) {
    List<Long> others = fragments.of(frame);
    if (setsUp(frame) && hosts.contains(HostPair.of(frame.source(), frame.destination()))) {
      choose(frame, others);
    }
    if (frame.isOpen()) {
      waiting.addLast(new Waiting(frame, others));
      waitingBytes += frame.charged();
    } else {
      take(frame, others);
    }
    while (!waiting.isEmpty() && !waiting.getFirst().frame.isOpen()) {
      takeWaiting();
    }
    if (waitingBytes > mostBytes) {
      makeRoom();
    }
  }

  /** One frame may wait long, such as that of a command for events: others need not wait for it. */
  private void makeRoom() {
    for (int i = waiting.size(); i > 0; i--) {
      Waiting each = waiting.removeFirst();
      if (each.frame.isOpen()) {
        waiting.addLast(each);
      } else {
        take(each);
      }
    }
    // Some more room, so that this is seldom done.
    while (!waiting.isEmpty() && waitingBytes > mostBytes - mostBytes / ROOM_PARTS) {
      takeWaiting();
    }
  }

  private void takeWaiting() {
    Waiting first = waiting.removeFirst();
    givenUp += first.frame.isOpen() ? 1 : 0;
    take(first);
  }

  private void take(Waiting waited) {
    waitingBytes -= waited.frame.charged();
    take(waited.frame, waited.others);
  }

  private void take(FrameRecord frame, List<Long> others) {
    if (isAnyChosen(frame.messages()) || isAnyChosen(frame.proven())) {
      choose(frame, others);
    }
  }

  private boolean isAnyChosen(List<Long> numbers) {
    for (long number : numbers) {
      if (messages.get((int) number)) {
        return true;
      }
    }
    return false;
  }

  private void choose(FrameRecord frame, List<Long> others) {
    frames.set((int) frame.number());
    for (long other : others) {
      frames.set((int) other);
    }
  }

  /** Whether it is of connection management, of a TCP handshake, or a start-up frame of MPA. */
  private static boolean setsUp(FrameRecord frame) {
    for (Layer layer : frame.layers()) {
      if (layer.name() == LayerName.CM
          || layer.header() instanceof MpaLayer
          || (layer.header() instanceof TcpHeader tcp && tcp.isSyn())) {
        return true;
      }
    }
    return false;
  }

  /** Takes what still waits: nothing more becomes known. */
  public void finish() {
    for (Waiting each : waiting) {
      take(each.frame, each.others);
    }
    waiting.clear();
  }

  /** {@return frames that were passed over before it was known whether they are of a message} */
  public long givenUp() {
    return givenUp;
  }
}
