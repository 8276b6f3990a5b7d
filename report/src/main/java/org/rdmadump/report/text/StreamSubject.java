package org.rdmadump.report.text;

import java.util.List;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.frame.FrameKind;
import org.rdmadump.analysis.frame.FrameRecord;
import org.rdmadump.analysis.frame.Layer;
import org.rdmadump.analysis.frame.MpaLayer;
import org.rdmadump.analysis.frame.RdmapLayer;
import org.rdmadump.iwarp.DdpControl;
import org.rdmadump.iwarp.RdmapOpcode;
import org.rdmadump.iwarp.ReadRequestHeader;
import org.rdmadump.iwarp.TaggedHeader;
import org.rdmadump.iwarp.Terminate;
import org.rdmadump.iwarp.UntaggedHeader;
import org.rdmadump.tcp.TcpHeader;

/** Says in a line what a TCP segment is, and what FPDUs begin or end in it. */
final class StreamSubject {
  private static final int MOST_NAMED = 3;

  /** Appends what {@code frame} is. */
  void put(AsciiBuffer line, FrameRecord frame, TcpHeader tcp) {
    List<Layer> layers = frame.layers();
    int segments = 0;
    for (int i = 0; i < layers.size(); i++) {
      Record header = layers.get(i).header();
      if (header instanceof MpaLayer mpa) {
        separate(line, segments++);
        line.put(mpa.startUp().text()).put(" revision ").putDecimal(mpa.startUp().revision());
      } else if (header instanceof TaggedHeader || header instanceof UntaggedHeader) {
        if (segments < MOST_NAMED) {
          separate(line, segments);
          putSegment(line, header, i + 1 < layers.size() ? layers.get(i + 1).header() : header);
        }
        segments++;
      }
    }
    if (segments > MOST_NAMED) {
      line.put(" and ").putDecimal(segments - MOST_NAMED).put(" more");
    }
    if (segments == 0) {
      putSegmentOfTcp(line, frame, tcp);
    }
  }

  private static void separate(AsciiBuffer line, int before) {
    if (before > 0) {
      line.put("; ");
    }
  }

  private static void putSegment(AsciiBuffer line, Record ddp, Record above) {
    if (ddp instanceof TaggedHeader tagged) {
      putOpcode(line, tagged.control());
      line.put(" stag ").putHex(tagged.stag()).put(" at ").putHex(tagged.taggedOffset());
    } else if (ddp instanceof UntaggedHeader untagged) {
      putOpcode(line, untagged.control());
      line.put(" msn ").putDecimal(Integer.toUnsignedLong(untagged.messageSequence()));
      if (untagged.messageOffset() != 0) {
        line.put(" at ").putDecimal(Integer.toUnsignedLong(untagged.messageOffset()));
      }
      if (above instanceof RdmapLayer rdmap) {
        putAbove(line, rdmap);
      }
    }
  }

  private static void putAbove(AsciiBuffer line, RdmapLayer rdmap) {
    Record content = rdmap.content().orElse(rdmap);
    if (content instanceof ReadRequestHeader read) {
      line.put(" len ").putDecimal(read.size());
      line.put(" stag ").putHex(read.sourceStag());
      line.put(" at ").putHex(read.sourceOffset());
    } else if (content instanceof Terminate terminate) {
      line.put(' ').put(terminate.text());
    } else if (rdmap.invalidated().isPresent()) {
      line.put(" invalidates ").putHex(rdmap.invalidated().get());
    }
  }

  private static void putOpcode(AsciiBuffer line, int control) {
    int code = DdpControl.opcode(control);
    line.put(RdmapOpcode.of(code).map(RdmapOpcode::text).orElse("RDMAP opcode " + code));
  }

  private static void putSegmentOfTcp(AsciiBuffer line, FrameRecord frame, TcpHeader tcp) {
    line.put("TCP ").putDecimal(tcp.sourcePort()).put(" > ").putDecimal(tcp.destinationPort());
    line.put(" [");
    String separator = "";
    if (tcp.isSyn()) {
      line.put("SYN");
      separator = ",";
    }
    if (tcp.isFin()) {
      line.put(separator).put("FIN");
      separator = ",";
    }
    if (tcp.isRst()) {
      line.put(separator).put("RST");
      separator = ",";
    }
    if (tcp.isAck()) {
      line.put(separator).put("ACK");
    }
    line.put(']');
    if (frame.payloadLength() > 0) {
      line.put("  ");
      Quantities.putCount(line, frame.payloadLength(), "byte");
      line.put(frame.kind() == FrameKind.IWARP ? " of iWARP" : " not decoded");
    }
  }
}
