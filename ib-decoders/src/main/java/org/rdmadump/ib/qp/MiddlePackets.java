package org.rdmadump.ib.qp;

import org.jspecify.annotations.Nullable;
import org.rdmadump.capture.Frame;
import org.rdmadump.ib.Icrc;
import org.rdmadump.net.Datagram;

/**
 * The short way for what nearly all frames of large transfers are: the next packet in the middle of
 * an RDMA Write, or of the response to a Read. It needs no {@link Datagram}: the frame is compared
 * with the one before it. Those that follow without a consequence are taken together.
 */
final class MiddlePackets {
  /** Templates that are kept, a power of two: operations run at once on that many queue pairs. */
  private static final int TEMPLATES = 16;

  private final FlowTable flows;
  private final Icrc icrc;
  private final IcrcTally icrcs;
  private final TransportPacket packet;
  private final @Nullable MiddleTemplate[] templates = new MiddleTemplate[TEMPLATES];
  private final MiddleRun run = new MiddleRun();
  private long packets;

  /**
   * None yet.
   *
   * @param packet is set to the packet of a frame that is taken
   */
  MiddlePackets(FlowTable flows, Icrc icrc, IcrcTally icrcs, TransportPacket packet) {
    this.flows = flows;
    this.icrc = icrc;
    this.icrcs = icrcs;
    this.packet = packet;
  }

  /** Packets that were taken, but for those of a run that has not ended. */
  long packets() {
    return packets;
  }

  /**
   * Takes a frame if its packet is such a one.
   *
   * @return false if it is another; nothing was done then but to end the run
   */
  boolean take(Frame frame) {
    boolean only = frame.viewpoint() == Frame.ONLY_VIEWPOINT;
    if (run.isOpen()) {
      if (only && run.take(frame, icrc)) {
        if (run.isFull()) {
          endRun();
        }
        return true;
      }
      endRun();
    }
    if (!only || !MiddleTemplate.mayFit(frame)) {
      return false;
    }
    MiddleTemplate template = templates[MiddleTemplate.number(frame) & TEMPLATES - 1];
    if (template == null || !template.fits(frame) || !template.isRight(frame, icrc)) {
      return false;
    }
    template.show(frame, packet);
    Flow flow = template.flow();
    if (!continues(flow)) {
      return false;
    }
    flows.use(flow);
    flow.traffic().packet(packet.payloadLength(), packet.frameNumber(), packet.nanos());
    packets++;
    template.count(1, icrcs);
    Flow requester = template.isResponse() ? flow.peer() : flow;
    if (requester != null) {
      run.begin(template, requester.requester());
    }
    return true;
  }

  /** Whether the last frame was taken with those before it, and told nothing yet. */
  boolean isRunning() {
    return run.isGoing();
  }

  /** Ends a run, if there is one, which says what it brought. */
  void endRun() {
    if (run.isOpen()) {
      packets += run.end(icrcs);
    }
  }

  /** Whether the packet is the next one of what is under way: then it has been taken. */
  boolean continues(Flow flow) {
    return switch (packet.opcode().operation()) {
      case RDMA_WRITE -> flow.requester().continueWrite(packet);
      case RDMA_READ_RESPONSE -> {
        Flow requester = flow.isClosed() ? null : flow.peer();
        yield requester != null && Answers.continueReadResponse(requester, packet);
      }
      default -> false;
    };
  }

  /** Keeps what the frame of the packet is like, so that others can be compared with it. */
  void keep(Flow flow, Frame frame, Datagram datagram) {
    int number = MiddleTemplate.number(frame) & TEMPLATES - 1;
    MiddleTemplate template = templates[number];
    if (template == null) {
      templates[number] = new MiddleTemplate(flow, packet, frame, datagram, icrc);
    } else {
      template.set(flow, packet, frame, datagram, icrc);
    }
  }
}
