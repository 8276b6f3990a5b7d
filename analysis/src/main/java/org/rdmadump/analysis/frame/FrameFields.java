package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.message.FindingField;
import org.rdmadump.finding.Finding;

/** Everything that can be asked of a frame. */
public final class FrameFields {
  private static final List<String> KINDS = kinds();
  private static final ValueNames KIND = value -> KINDS.get((int) value);

  private static final String XID = "rpcrdma.xid";
  private static final String XID_MEANING =
      "XIDs of the messages that it carries or repeats something of";

  private FrameFields() {}

  private static List<String> kinds() {
    List<String> kinds = new ArrayList<>();
    for (FrameKind each : FrameKind.values()) {
      kinds.add(kind(each));
    }
    return kinds;
  }

  private static String kind(FrameKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** {@return the fields of frames, and of their layers as {@code LAYER.FIELD}} */
  public static FieldRegistry<FrameRecord> registry() {
    FieldRegistry<FrameRecord> registry = new FieldRegistry<>("frames");
    add(
        registry,
        "frame",
        FieldType.UNSIGNED,
        "number of the frame in the run",
        (f, to) -> to.number(f.number()),
        "frame.number");
    add(
        registry,
        "time",
        FieldType.TIME,
        "when it was captured",
        (f, to) -> to.number(f.epochNanos()),
        "epoch_ns",
        "frame.time",
        "frame.time_epoch");
    add(
        registry,
        "time_relative",
        FieldType.DURATION,
        "from the first frame of the run to it",
        (f, to) -> to.number(f.sinceFirstNanos()),
        "frame.time_relative");
    add(
        registry,
        "length",
        FieldType.UNSIGNED,
        "bytes on the wire",
        (f, to) -> to.number(f.length()),
        "frame.len");
    add(
        registry,
        "captured",
        FieldType.UNSIGNED,
        "bytes that were captured",
        (f, to) -> to.number(f.captured()),
        "frame.cap_len");
    registry.add(
        new Field<FrameRecord>(
                "kind",
                FieldType.NAMED,
                "what it turned out to be",
                (f, to) -> to.named(KINDS.indexOf(kind(f.kind())), KIND))
            .named(KINDS));
    add(
        registry,
        "copy_of",
        FieldType.UNSIGNED,
        "frame that showed the packet before, and whose messages it is of",
        FrameFields::original);
    add(
        registry,
        "message",
        FieldType.UNSIGNED,
        "numbers of the messages that it carries or repeats something of",
        FrameFields::messages);
    add(
        registry,
        "unsettled",
        FieldType.BOOLEAN,
        "it is not known whether it carries something of a message",
        (f, to) -> to.number(f.isUnsettled() ? 1 : 0));
    registry.add(
        new Field<FrameRecord>(
                "findings.rule",
                FieldType.TEXT,
                "rules of what was noticed about it",
                FrameFields::rules)
            .named(FindingField.RULE.field().values()));
    for (LayerName layer : LayerName.values()) {
      add(
          registry,
          layer.label(),
          FieldType.GROUP,
          layer.meaning(),
          (f, to) -> present(layer, f, to),
          layer.otherNames());
    }
    layers(registry);
    both(registry, "addr", FieldType.ADDRESS, "ip.src", "ip.dst", "ip.addr", "ipv6.addr");
    both(registry, "tcp.port", FieldType.UNSIGNED, "tcp.src_port", "tcp.dst_port");
    both(registry, "udp.port", FieldType.UNSIGNED, "udp.src_port", "udp.dst_port");
    return registry;
  }

  /** Adds what asks for either of two fields. */
  private static void both(
      FieldRegistry<FrameRecord> registry,
      String name,
      FieldType type,
      String from,
      String to,
      String... aliases) {
    FieldReader<FrameRecord> source = registry.find(from).orElseThrow().reader();
    FieldReader<FrameRecord> destination = registry.find(to).orElseThrow().reader();
    add(
        registry,
        name,
        type,
        from + " and " + to,
        (frame, visitor) -> source.read(frame, visitor) || destination.read(frame, visitor),
        aliases);
  }

  private static void add(
      FieldRegistry<FrameRecord> registry,
      String name,
      FieldType type,
      String meaning,
      FieldReader<FrameRecord> reader,
      String... aliases) {
    registry.add(new Field<>(name, type, meaning, reader).also(aliases));
  }

  private static boolean original(FrameRecord frame, ValueVisitor to) {
    return frame.copyOf().isPresent() && to.number(frame.copyOf().getAsLong());
  }

  private static boolean messages(FrameRecord frame, ValueVisitor to) {
    for (long message : frame.messages()) {
      if (to.number(message)) {
        return true;
      }
    }
    return false;
  }

  /** Also of frames in which no header begins, so that all of a message is found by its XID. */
  private static boolean xids(FrameRecord frame, ValueVisitor to) {
    for (int xid : frame.xids()) {
      if (to.number(Integer.toUnsignedLong(xid))) {
        return true;
      }
    }
    return false;
  }

  private static boolean rules(FrameRecord frame, ValueVisitor to) {
    for (Finding finding : frame.findings()) {
      if (to.text(finding.rule().name())) {
        return true;
      }
    }
    return false;
  }

  private static boolean present(LayerName name, FrameRecord frame, ValueVisitor to) {
    for (Layer layer : frame.layers()) {
      if (layer.name() == name && to.group()) {
        return true;
      }
    }
    return false;
  }

  /** A field of a layer, in all types of header that this layer has. */
  private static final class OfLayer implements FieldReader<FrameRecord> {
    private final LayerName layer;
    private final List<OfHeader<?>> kinds = new ArrayList<>(1);

    OfLayer(LayerName layer) {
      this.layer = layer;
    }

    @Override
    public boolean read(FrameRecord frame, ValueVisitor to) {
      List<Layer> layers = frame.layers();
      for (int i = 0; i < layers.size(); i++) {
        if (layers.get(i).name() == layer && readHeader(layers.get(i).header(), to)) {
          return true;
        }
      }
      return false;
    }

    private boolean readHeader(Record header, ValueVisitor to) {
      for (int i = 0; i < kinds.size(); i++) {
        if (kinds.get(i).read(header, to)) {
          return true;
        }
      }
      return false;
    }
  }

  private record OfHeader<H extends Record>(Class<H> type, Field<H> field) {
    boolean read(Record header, ValueVisitor to) {
      return type.isInstance(header) && field.reader().read(type.cast(header), to);
    }
  }

  private static void layers(FieldRegistry<FrameRecord> registry) {
    Map<String, OfLayer> readers = new LinkedHashMap<>();
    Map<String, Field<?>> first = new LinkedHashMap<>();
    Map<String, Set<String>> aliases = new LinkedHashMap<>();
    for (HeaderFields<?> kind : new HeaderKinds().all()) {
      collect(kind, readers, first, aliases);
    }
    for (Map.Entry<String, OfLayer> each : readers.entrySet()) {
      Field<?> like = first.get(each.getKey());
      Set<String> names = aliases.get(each.getKey());
      boolean isXid = each.getKey().equals(XID);
      if (like != null && names != null) {
        registry.add(
            new Field<FrameRecord>(
                each.getKey(),
                List.of(like.type()),
                isXid ? XID_MEANING : like.meaning(),
                List.copyOf(names),
                like.values(),
                isXid ? FrameFields::xids : each.getValue()));
      }
    }
  }

  private static <H extends Record> void collect(
      HeaderFields<H> kind,
      Map<String, OfLayer> readers,
      Map<String, Field<?>> first,
      Map<String, Set<String>> aliases) {
    for (Field<H> field : kind.fields()) {
      String name = kind.layer().label() + "." + field.name();
      readers
          .computeIfAbsent(name, key -> new OfLayer(kind.layer()))
          .kinds
          .add(new OfHeader<>(kind.type(), field));
      first.putIfAbsent(name, field);
      aliases.computeIfAbsent(name, key -> new LinkedHashSet<>()).addAll(field.aliases());
    }
  }
}
