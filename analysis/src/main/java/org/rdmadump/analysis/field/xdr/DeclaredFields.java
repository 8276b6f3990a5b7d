package org.rdmadump.analysis.field.xdr;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.nfs.ResultStatus;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrHold;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Goes through the declarations of arguments or results and tells what fields they have, under the
 * names that JSON gives them: a union's arm that is a structure has no name of its own at the
 * outermost level.
 */
final class DeclaredFields {
  /** What says the status of results, whatever it is declared as. */
  static final String STATUS = "status";

  /** Types that have themselves inside are not followed further. */
  private static final int MOST_DEPTH = 24;

  private final Sink sink;

  /** The only names that are of interest: this one, what it begins with; empty for all. */
  private final String wanted;

  private final List<XdrType> around = new ArrayList<>();

  /** Takes what is found. */
  interface Sink {
    /**
     * A field.
     *
     * @param values names that values can have
     */
    void field(String name, FieldType type, List<String> values);

    /** What bulk data holds, by default as any other field. */
    default void data(String name, FieldType type) {
      field(name, type, List.of());
    }
  }

  DeclaredFields(Sink sink, String wanted) {
    this.sink = sink;
    this.wanted = wanted;
  }

  /** Goes through arguments or results, whose members are fields. */
  void outermost(XdrField declared) {
    XdrField field = declared.present();
    switch (Shape.of(field)) {
      case STRUCT, TIME -> {
        for (int i = 0; i < field.type().fieldCount(); i++) {
          member(field.type().field(i), "");
        }
      }
      case UNION -> union(field);
      case ARRAY -> elements(field, "");
      default -> member(field, "");
    }
  }

  private void union(XdrField field) {
    XdrType type = field.type();
    XdrField discriminant = type.discriminant();
    value(discriminant, ResultStatus.isStatus(discriminant) ? STATUS : discriminant.name());
    for (int i = 0; i < type.fieldCount(); i++) {
      XdrField arm = type.field(i).present();
      if (Shape.of(arm).hasParts()) {
        outermost(arm);
      } else {
        member(arm, "");
      }
    }
  }

  private void member(XdrField declared, String path) {
    XdrField field = declared.present();
    boolean isStatus = path.isEmpty() && ResultStatus.isStatus(field);
    String name = path + (isStatus ? STATUS : field.name());
    if (!isWanted(name)) {
      return;
    }
    if (field.hold() == XdrHold.VALUE) {
      inside(field.held(), name);
    } else if (field.hold() == XdrHold.ARM) {
      for (int i = 0; i < field.heldUnion().fieldCount(); i++) {
        inside(field.heldArm(i), name);
      }
      if (Shape.of(field) != Shape.VOID) {
        value(field, name);
      }
    } else {
      inside(field, name);
    }
  }

  private void inside(XdrField declared, String name) {
    XdrField field = declared.present();
    XdrType type = field.hold() == XdrHold.SELECTED ? field.heldUnion() : field.type();
    switch (Shape.of(field)) {
      case STRUCT, UNION -> {
        if (around.contains(type) || around.size() > MOST_DEPTH) {
          return;
        }
        around.add(type);
        sink(name, FieldType.GROUP, List.of());
        if (Shape.of(field) == Shape.UNION) {
          member(type.discriminant(), name + ".");
        }
        for (int i = 0; i < type.fieldCount(); i++) {
          member(type.field(i), name + ".");
        }
        around.remove(around.size() - 1);
      }
      case ARRAY -> elements(field, name);
      default -> value(field, name);
    }
  }

  private void elements(XdrField field, String name) {
    inside(field.type().element(), name);
  }

  private void value(XdrField field, String name) {
    Shape shape = Shape.of(field);
    Optional<FieldType> type = shape.type(field);
    if (type.isPresent()) {
      boolean isNamed = type.get() == FieldType.NAMED;
      sink(name, type.get(), isNamed ? values(field) : List.of());
    }
    if (shape == Shape.DATA) {
      sink(name, FieldType.GROUP, List.of());
    }
    // Any bytes may be missing; then there is of them what there is of bulk data.
    boolean isBytes = shape == Shape.BYTES || shape == Shape.TEXT || shape == Shape.FILE_HANDLE;
    if (shape == Shape.DATA || (isBytes && wanted.length() > name.length())) {
      for (DataPart part : DataPart.values()) {
        String whole = name + "." + part.label();
        if (part.isContent() && isWhole(whole)) {
          sink.data(whole, part.type());
        } else {
          sink(whole, part.type(), part.names());
        }
      }
    }
  }

  private void sink(String name, FieldType type, List<String> values) {
    if (!name.isEmpty() && isWhole(name)) {
      sink.field(name, type, values);
    }
  }

  private boolean isWhole(String name) {
    return wanted.isEmpty() || wanted.equals(name);
  }

  private boolean isWanted(String name) {
    return wanted.isEmpty() || wanted.equals(name) || wanted.startsWith(name + ".");
  }

  /** {@return what values of a place are called} */
  static List<String> values(XdrField field) {
    if (field.names().isEmpty()) {
      return List.of();
    }
    XdrNames names = field.names().get();
    List<String> all = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      all.add(names.nameAt(i));
    }
    return all;
  }
}
