package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.NameLists;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.message.ListGroup;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.finding.Finding;

/** Everything that can be asked of a frame. */
public final class FrameFields {
  private static final List<String> KINDS = NameLists.of(FrameKind.values(), FrameFields::kind);
  private static final ValueNames KIND = value -> KINDS.get((int) value);

  private static final String XID = "rpcrdma.xid";
  private static final String XID_MEANING =
      "XIDs of the messages of which it carries or repeats data";

  private FrameFields() {}

  private static String kind(FrameKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** {@return the fields of frames, and of their layers as {@code LAYER.FIELD}} */
  public static FieldRegistry<FrameRecord> registry() {
    FieldTable<FrameRecord> table = new FieldTable<>("frame");
    table
        .number("frame", FrameRecord::number)
        .add("time", (f, to) -> to.number(f.epochNanos()))
        .add("epoch_ns", (f, to) -> to.number(f.epochNanos()))
        .add("time_relative", (f, to) -> to.number(f.sinceFirstNanos()))
        .number("length", FrameRecord::length)
        .number("captured", FrameRecord::captured)
        .named("kind", f -> KINDS.indexOf(kind(f.kind())), KIND)
        .values(KINDS)
        .add("copy_of", FrameFields::original)
        .add("message", FrameFields::messages)
        .flag("unsettled", FrameRecord::isUnsettled)
        .add("findings.rule", FrameFields::rules)
        .values(new LateNames(() -> new RuleCatalogue().namesOfFrames()));
    FieldRegistry<FrameRecord> registry = new FieldRegistry<>("frames");
    table.fields().forEach(registry::add);
    for (LayerName layer : LayerName.values()) {
      FieldReader<FrameRecord> reader = (f, to) -> present(layer, f, to);
      if (layer != LayerName.NVME) {
        registry.add(
            new Field<>(layer.label(), FieldType.GROUP, layer.meaning(), reader)
                .also(layer.otherNames()));
      }
    }
    layers(registry);
    registry.add(
        new ListGroup<>("findings", Parts.findings(), FrameRecord::findings),
        "findings about the frame, as far as it was looked at by then");
    registry.add(new CommandFields());
    registry.add(both(registry, "addr", FieldType.ADDRESS, "ip.src", "ip.dst", Dialect.OWN));
    WiresharkFrames.add(registry);
    return registry;
  }

  /** {@return what asks for either of two fields} */
  static Field<FrameRecord> both(
      FieldRegistry<FrameRecord> registry,
      String name,
      FieldType type,
      String from,
      String to,
      Dialect dialect) {
    FieldReader<FrameRecord> source = registry.find(from).orElseThrow().reader();
    FieldReader<FrameRecord> destination = registry.find(to).orElseThrow().reader();
    FieldReader<FrameRecord> either =
        (frame, visitor) -> source.read(frame, visitor) || destination.read(frame, visitor);
    return new Field<>(
        name,
        List.of(type),
        from + " and " + to,
        List.of(),
        List.of(),
        either,
        InJson.IN_PLACE,
        dialect);
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
  private static final class LayerField implements FieldReader<FrameRecord> {
    private final LayerName layer;
    private final Field<?> first;
    private final Set<String> aliases = new LinkedHashSet<>();
    private final List<HeaderField<?>> kinds = new ArrayList<>(1);

    LayerField(LayerName layer, Field<?> first) {
      this.layer = layer;
      this.first = first;
    }

    <H extends Record> void in(Class<H> type, Field<H> field) {
      kinds.add(new HeaderField<>(type, field.reader()));
      aliases.addAll(field.aliases());
    }

    Field<FrameRecord> called(String name) {
      boolean isXid = name.equals(XID);
      return new Field<>(
              name,
              List.of(first.type()),
              isXid ? XID_MEANING : first.meaning(),
              List.copyOf(aliases),
              first.values(),
              isXid ? FrameFields::xids : this)
          .numbered(first.numbered())
          .in(first.unit());
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

  private record HeaderField<H extends Record>(Class<H> type, FieldReader<H> reader) {
    boolean read(Record header, ValueVisitor to) {
      return type.isInstance(header) && reader.read(type.cast(header), to);
    }
  }

  private static void layers(FieldRegistry<FrameRecord> registry) {
    Map<String, LayerField> fields = new LinkedHashMap<>();
    for (HeaderFields<?> kind : HeaderKinds.all()) {
      collect(kind, fields);
    }
    fields.forEach((name, field) -> registry.add(field.called(name)));
  }

  private static <H extends Record> void collect(
      HeaderFields<H> kind, Map<String, LayerField> fields) {
    for (Field<H> field : kind.fields()) {
      fields
          .computeIfAbsent(
              kind.layer().label() + "." + field.name(),
              name -> new LayerField(kind.layer(), field))
          .in(kind.type(), field);
    }
  }
}
