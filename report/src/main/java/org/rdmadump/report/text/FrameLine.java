package org.rdmadump.report.text;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.frame.FrameKind;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.link.EthernetHeader;
import org.rdmadump.report.AddressTexts;

/** Prints a frame as a line: when, from where to where, what it is, which message it is of. */
final class FrameLine {
  private static final int NUMBER_WIDTH = 6;

  /** Of a MAC address, which is wider than any of IP version 4. */
  private static final int ADDRESS = 17;

  private final NumberColumn number = new NumberColumn(NUMBER_WIDTH);
  private final AddressTexts addresses = new AddressTexts();
  private final TimeColumn time;
  private final Palette palette;
  private final Headline headline;
  private final FrameSubject subject = new FrameSubject();
  private final Optional<KnownHosts> hosts;
  private String source = "";
  private String destination = "";
  private int sourceWidth = ADDRESS;
  private int destinationWidth = ADDRESS;

  /**
   * A line for each frame.
   *
   * @param introduces say once which address a host has, and then call it by a number
   */
  FrameLine(TimeColumn time, Palette palette, boolean introduces) {
    this.hosts = introduces ? Optional.of(new KnownHosts(palette)) : Optional.empty();
    this.time = time;
    this.palette = palette;
    this.headline = new Headline(palette);
  }

  /** Appends the line, without a line feed. */
  void put(AsciiBuffer line, FrameRecord frame) {
    findEnds(frame);
    if (hosts.isPresent()) {
      hosts.get().introduce(line, source);
      hosts.get().introduce(line, destination);
    }
    number.put(line, frame.number());
    line.put("  ");
    time.put(line, frame.epochNanos());
    line.put("  ");
    putEnds(line, frame);
    line.put("  ");
    if (frame.copyOf().isPresent()) {
      line.put("copy of frame ").putDecimal(frame.copyOf().getAsLong()).put(": ");
    }
    subject.put(line, frame);
    List<Long> messages = frame.messages();
    if (!messages.isEmpty()) {
      line.put("  ");
      palette.on(line, Palette.Ink.NAME);
      for (int i = 0; i < messages.size(); i++) {
        line.put(i == 0 ? "#" : ", #").putDecimal(messages.get(i));
      }
      palette.off(line, Palette.Ink.NAME);
    }
    if (frame.isUnsettled()) {
      line.put("  #?");
    }
    if (!frame.findings().isEmpty()) {
      Clauses clauses = new Clauses();
      headline.putFindings(line, clauses, frame.findings());
    }
  }

  private void findEnds(FrameRecord frame) {
    source = "";
    destination = "";
    Optional<EthernetHeader> ethernet = Optional.empty();
    if (frame.hasAddresses()) {
      source = addresses.of(frame.source());
      destination = addresses.of(frame.destination());
    } else {
      ethernet = frame.last(EthernetHeader.class);
    }
    if (ethernet.isPresent()) {
      source = EthernetHeader.text(ethernet.get().source());
      destination = EthernetHeader.text(ethernet.get().destination());
    }
  }

  private void putEnds(AsciiBuffer line, FrameRecord frame) {
    if (hosts.isPresent()) {
      hosts.get().put(line, source);
      line.put("-> ");
      hosts.get().put(line, destination);
      return;
    }
    if (frame.kind() == FrameKind.TRANSPORT_PACKET || frame.kind() == FrameKind.IWARP) {
      // What passes by beside RDMA does not move its columns.
      sourceWidth = Math.max(sourceWidth, source.length());
      destinationWidth = Math.max(destinationWidth, destination.length());
    }
    line.put(source).spaces(sourceWidth - source.length()).put(" -> ");
    line.put(destination).spaces(destinationWidth - destination.length());
  }
}
