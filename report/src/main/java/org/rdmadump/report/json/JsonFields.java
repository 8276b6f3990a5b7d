package org.rdmadump.report.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.rdmadump.analysis.AsciiBuffer;
import org.rdmadump.analysis.CivilTime;
import org.rdmadump.finding.Severity;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RdmaTiming;

/** The forms of value that the contract knows, as fields; absent values leave no field. */
final class JsonFields {
  private static final SerializedString TIMING = new SerializedString("timing");
  private static final SerializedString TO_FIRST_RDMA_NS = new SerializedString("to_first_rdma_ns");
  private static final SerializedString RDMA_NS = new SerializedString("rdma_ns");
  private static final SerializedString TO_REPLY_NS = new SerializedString("to_reply_ns");

  private static final SerializedString MISSING = new SerializedString("missing");
  private static final SerializedString OFFSET = new SerializedString("offset");
  private static final SerializedString LENGTH = new SerializedString("length");
  private static final SerializedString REASON = new SerializedString("reason");

  private final JsonGenerator out;
  private final AsciiBuffer text = new AsciiBuffer();
  private final JsonLabels labels = new JsonLabels();

  JsonFields(JsonGenerator out) {
    this.out = out;
  }

  void string(SerializedString name, String value) throws IOException {
    out.writeFieldName(name);
    out.writeString(value);
  }

  void string(SerializedString name, SerializedString value) throws IOException {
    out.writeFieldName(name);
    out.writeString(value);
  }

  /** A string that is one of few, such as a name or an address. */
  void label(SerializedString name, String value) throws IOException {
    out.writeFieldName(name);
    out.writeString(labels.of(value));
  }

  void label(SerializedString name, Optional<String> value) throws IOException {
    if (value.isPresent()) {
      label(name, value.get());
    }
  }

  void string(SerializedString name, Optional<String> value) throws IOException {
    if (value.isPresent()) {
      string(name, value.get());
    }
  }

  void number(SerializedString name, long value) throws IOException {
    out.writeFieldName(name);
    out.writeNumber(value);
  }

  void number(SerializedString name, OptionalInt value) throws IOException {
    if (value.isPresent()) {
      number(name, value.getAsInt());
    }
  }

  /** A 32-bit number that the wire counts from 0 on. */
  void unsigned(SerializedString name, int value) throws IOException {
    number(name, Integer.toUnsignedLong(value));
  }

  void unsigned(SerializedString name, OptionalInt value) throws IOException {
    if (value.isPresent()) {
      unsigned(name, value.getAsInt());
    }
  }

  void number(SerializedString name, OptionalLong value) throws IOException {
    if (value.isPresent()) {
      number(name, value.getAsLong());
    }
  }

  void bool(SerializedString name, boolean value) throws IOException {
    out.writeFieldName(name);
    out.writeBoolean(value);
  }

  void hex(SerializedString name, int value) throws IOException {
    text.clear();
    text.putHex(value);
    quoted(name);
  }

  void hex(SerializedString name, OptionalInt value) throws IOException {
    if (value.isPresent()) {
      hex(name, value.getAsInt());
    }
  }

  void hex(SerializedString name, long value) throws IOException {
    text.clear();
    text.putHex(value);
    quoted(name);
  }

  void decimalString(SerializedString name, long value) throws IOException {
    text.clear();
    text.putDecimal(value);
    quoted(name);
  }

  void rfc3339(SerializedString name, long epochNanos) throws IOException {
    text.clear();
    CivilTime.putRfc3339(text, epochNanos);
    quoted(name);
  }

  /** Ranges that were not seen, as an array that is empty if there is none. */
  void missing(List<MissingRange> ranges) throws IOException {
    out.writeFieldName(MISSING);
    out.writeStartArray();
    for (int i = 0; i < ranges.size(); i++) {
      MissingRange range = ranges.get(i);
      out.writeStartObject();
      number(OFFSET, range.offset());
      number(LENGTH, range.length());
      label(REASON, range.reason().label());
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  void timing(Optional<RdmaTiming> timing) throws IOException {
    if (timing.isPresent()) {
      RdmaTiming t = timing.get();
      out.writeFieldName(TIMING);
      out.writeStartObject();
      number(TO_FIRST_RDMA_NS, t.toFirstRdma());
      number(RDMA_NS, t.rdma());
      number(TO_REPLY_NS, t.toReply());
      out.writeEndObject();
    }
  }

  static String severity(Severity severity) {
    return switch (severity) {
      case NOTE -> "note";
      case WARNING -> "warning";
      case ERROR -> "error";
    };
  }

  private void quoted(SerializedString name) throws IOException {
    out.writeFieldName(name);
    out.writeRawUTF8String(text.array(), 0, text.length());
  }
}
