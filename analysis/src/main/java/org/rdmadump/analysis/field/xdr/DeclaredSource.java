package org.rdmadump.analysis.field.xdr;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldNeed;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.FieldType;

/** The fields that the declarations of a protocol have, made when they are asked for. */
final class DeclaredSource implements FieldSource<Operation> {
  /** Operations that a field's meaning names. */
  private static final int MOST_NAMED = 3;

  private final Protocol protocol;
  private final Map<String, Optional<Field<Operation>>> known = new LinkedHashMap<>();
  private List<Body> bodies = List.of();

  /** What there is under every name, once somebody has asked for all. */
  private Map<String, Declared> all = Map.of();

  DeclaredSource(Protocol protocol) {
    this.protocol = protocol;
  }

  @Override
  public Optional<Field<Operation>> find(String name) {
    Optional<Field<Operation>> field = known.get(name);
    if (field == null) {
      boolean isListed = !all.isEmpty() && !isPartOfListed(name);
      Declared declared = (isListed ? all : find(name, new TreeMap<>())).get(name);
      field = declared == null ? Optional.empty() : Optional.of(declared.field(name, ""));
      known.put(name, field);
    }
    return field;
  }

  @Override
  public List<Field<Operation>> all() {
    if (all.isEmpty()) {
      all = find("", new TreeMap<>());
    }
    List<Field<Operation>> fields = new ArrayList<>();
    for (Map.Entry<String, Declared> each : all.entrySet()) {
      fields.add(each.getValue().field(each.getKey(), meaningOfPart(each.getKey())));
    }
    return fields;
  }

  /** What a part of bulk data is, and the word before its operations; else nothing. */
  private String meaningOfPart(String name) {
    for (DataPart part : DataPart.values()) {
      String ending = "." + part.label();
      String data = name.substring(0, Math.max(0, name.length() - ending.length()));
      // Only bulk data has a digest.
      if (name.endsWith(ending) && all.containsKey(data + "." + DataPart.SHA256.label())) {
        return part.meaning() + ": ";
      }
    }
    return "";
  }

  /** Whether it may be what there is of bytes beside themselves, which is not among all. */
  private boolean isPartOfListed(String name) {
    for (DataPart part : DataPart.values()) {
      String ending = "." + part.label();
      if (name.endsWith(ending)
          && all.containsKey(name.substring(0, name.length() - ending.length()))) {
        return true;
      }
    }
    return false;
  }

  /** {@return names of all operations} */
  List<String> operations() {
    Set<String> names = new LinkedHashSet<>();
    for (Body body : bodies()) {
      names.add(body.operation());
    }
    return List.copyOf(names);
  }

  private List<Body> bodies() {
    if (bodies.isEmpty()) {
      bodies = Body.all(protocol);
    }
    return bodies;
  }

  private Map<String, Declared> find(String wanted, Map<String, Declared> found) {
    for (Body body : bodies()) {
      Finds declared = new Finds(body, found, Set.of());
      new DeclaredFields(declared, wanted).outermost(body.field());
      LineValues.declared(body.field(), wanted, new Finds(body, found, declared.names));
    }
    return found;
  }

  /** Takes what one body declares. */
  private static final class Finds implements DeclaredFields.Sink {
    private final Body body;
    private final Map<String, Declared> found;
    private final Set<String> others;
    private final Set<String> names = new HashSet<>();

    /**
     * Finds of a body.
     *
     * @param others names that are taken already
     */
    Finds(Body body, Map<String, Declared> found, Set<String> others) {
      this.body = body;
      this.found = found;
      this.others = others;
    }

    @Override
    public void field(String name, FieldType type, List<String> values) {
      add(name, type, values, /* ofData= */ false);
    }

    @Override
    public void data(String name, FieldType type) {
      add(name, type, List.of(), /* ofData= */ true);
    }

    private void add(String name, FieldType type, List<String> values, boolean ofData) {
      if (!others.contains(name)) {
        names.add(name);
        found.computeIfAbsent(name, any -> new Declared()).add(body, type, values, ofData);
      }
    }
  }

  /** What the declarations say of one name. */
  private static final class Declared {
    private final Set<FieldType> types = new LinkedHashSet<>();
    private final Set<String> values = new LinkedHashSet<>();
    private final Set<String> arguments = new LinkedHashSet<>();
    private final Set<String> results = new LinkedHashSet<>();
    private boolean ofData;

    void add(Body body, FieldType type, List<String> names, boolean isOfData) {
      ofData |= isOfData;
      types.add(type);
      values.addAll(names);
      (body.isCall() ? arguments : results).add(body.operation());
    }

    /** The field of that name; {@code before} begins its meaning. */
    Field<Operation> field(String name, String before) {
      ValuePath path = new ValuePath(name, types.iterator().next());
      return QuantityNames.withUnit(
          new Field<Operation>(
                  name,
                  List.copyOf(types),
                  before + meaning(),
                  List.of(),
                  List.copyOf(values),
                  (operation, to) ->
                      operation.body().isPresent()
                          && path.read(operation.message(), operation.body().get(), to))
              .needs(FieldNeed.ofData(ofData)));
    }

    private String meaning() {
      StringBuilder text = new StringBuilder();
      if (!arguments.isEmpty()) {
        list(text.append("arguments of "), arguments);
      }
      if (!results.isEmpty()) {
        list(text.append(arguments.isEmpty() ? "results of " : "; results of "), results);
      }
      return text.toString();
    }

    private static void list(StringBuilder text, Set<String> operations) {
      int count = 0;
      for (String operation : operations) {
        if (count == MOST_NAMED) {
          text.append(" and ").append(operations.size() - count).append(" more");
          return;
        }
        text.append(count == 0 ? "" : ", ").append(operation);
        count++;
      }
    }
  }
}
