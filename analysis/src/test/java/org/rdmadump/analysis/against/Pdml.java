package org.rdmadump.analysis.against;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads the XML in which tshark writes what it dissected: all fields of a packet, with their
 * places.
 */
final class Pdml {
  private static final Pattern MESSAGE = Pattern.compile("message ([0-9]+), .*");
  private static final String COMMENT = "frame.comment";
  private static final String XID = "rpc.xid";

  private final Map<Long, List<TsharkField>> messages = new HashMap<>();

  private Pdml() {}

  /** {@return the fields of each message, by the number that the packet's comment has} */
  static Map<Long, List<TsharkField>> read(InputStream in) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    XMLStreamReader reader = factory.createXMLStreamReader(in);
    Pdml pdml = new Pdml();
    while (reader.hasNext()) {
      if (reader.next() == XMLStreamConstants.START_ELEMENT
          && reader.getLocalName().equals("packet")) {
        pdml.packet(reader);
      }
    }
    return pdml.messages;
  }

  private void packet(XMLStreamReader reader) throws XMLStreamException {
    List<TsharkField> fields = new ArrayList<>();
    long number = 0;
    long start = -1;
    int event = reader.next();
    while (event != XMLStreamConstants.END_ELEMENT || !reader.getLocalName().equals("packet")) {
      if (event == XMLStreamConstants.START_ELEMENT && reader.getLocalName().equals("field")) {
        TsharkField field = field(reader);
        Matcher comment = MESSAGE.matcher(field.show());
        if (field.name().equals(COMMENT) && comment.matches()) {
          number = Long.parseLong(comment.group(1));
        } else if (field.name().equals(XID)) {
          start = field.offset();
        }
        fields.add(field);
      }
      event = reader.next();
    }
    if (start >= 0) {
      messages.put(number, fromStart(fields, start));
    }
  }

  /** Those that have bytes in the message, which begins at {@code start}. */
  private static List<TsharkField> fromStart(List<TsharkField> fields, long start) {
    List<TsharkField> moved = new ArrayList<>();
    for (TsharkField field : fields) {
      if (field.offset() >= start && !field.name().isEmpty()) {
        moved.add(
            new TsharkField(
                field.name(), field.offset() - start, field.size(), field.show(), field.label()));
      }
    }
    return moved;
  }

  private static TsharkField field(XMLStreamReader reader) {
    return new TsharkField(
        text(reader, "name"),
        number(reader, "pos"),
        (int) number(reader, "size"),
        text(reader, "show"),
        text(reader, "showname"));
  }

  private static String text(XMLStreamReader reader, String attribute) {
    String value = reader.getAttributeValue(null, attribute);
    return value == null ? "" : value;
  }

  private static long number(XMLStreamReader reader, String attribute) {
    String value = text(reader, attribute);
    return value.isEmpty() ? -1 : Long.parseLong(value);
  }
}
