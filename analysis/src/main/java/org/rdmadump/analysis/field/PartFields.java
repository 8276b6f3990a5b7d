package org.rdmadump.analysis.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fields of parts as fields of the record: {@code findings.rule}.
 *
 * @param <R> the kind of record
 * @param <P> the kind of part
 */
public final class PartFields<R, P> implements FieldSource<R> {
  private final FieldGroup<R, P> group;
  private final String prefix;

  /** Those of the parts of a group, which are asked for when a field is looked for. */
  public PartFields(FieldGroup<R, P> group) {
    this.group = group;
    this.prefix = group.name() + ".";
  }

  @Override
  public Optional<Field<R>> find(String name) {
    if (!name.startsWith(prefix)) {
      return Optional.empty();
    }
    Optional<Field<P>> inner = group.parts().find(name.substring(prefix.length()));
    return inner.isPresent() ? Optional.of(outer(inner.get())) : Optional.empty();
  }

  @Override
  public Optional<FieldGroup<R, ?>> group(String name) {
    if (!name.startsWith(prefix)) {
      return Optional.empty();
    }
    Optional<FieldGroup<P, ?>> inner = group.parts().group(name.substring(prefix.length()));
    return inner.isPresent()
        ? Optional.of(new NestedGroup<>(name, group, inner.get()))
        : Optional.empty();
  }

  @Override
  public List<Field<R>> all() {
    List<Field<R>> all = new ArrayList<>();
    for (Field<P> inner : group.parts().all()) {
      all.add(outer(inner));
    }
    return all;
  }

  private Field<R> outer(Field<P> inner) {
    FieldReader<P> reader = inner.reader();
    return inner.of(
        prefix + inner.name(),
        outer(inner.aliases()),
        (record, to) -> group.each(record, reader, to));
  }

  private List<String> outer(List<String> aliases) {
    List<String> all = new ArrayList<>(aliases.size());
    for (String alias : aliases) {
      all.add(prefix + alias);
    }
    return all;
  }
}
