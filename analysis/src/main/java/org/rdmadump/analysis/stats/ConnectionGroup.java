package org.rdmadump.analysis.stats;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * The connection of a record as a part of it, so that the record can be asked for {@code
 * connection.protocol}. The fields are made when the first one is asked for.
 *
 * @param <R> the kind of record
 */
public final class ConnectionGroup<R> implements FieldGroup<R, NumberedConnection> {
  private final Function<R, Optional<NumberedConnection>> of;
  private final Runnable asked;
  private @Nullable FieldRegistry<NumberedConnection> parts;

  /**
   * The part that {@code of} finds.
   *
   * @param asked is told when a field is looked for, at least once if there is such a field
   */
  public ConnectionGroup(Function<R, Optional<NumberedConnection>> of, Runnable asked) {
    this.of = of;
    this.asked = asked;
  }

  @Override
  public String name() {
    return "connection";
  }

  @Override
  public boolean isOne() {
    return true;
  }

  @Override
  public FieldRegistry<NumberedConnection> parts() {
    FieldRegistry<NumberedConnection> made = parts;
    if (made == null) {
      made = ConnectionFields.facts();
      parts = made;
      asked.run();
    }
    return made;
  }

  @Override
  public boolean each(R record, FieldReader<? super NumberedConnection> field, ValueVisitor to) {
    Optional<NumberedConnection> connection = of.apply(record);
    return connection.isPresent() && field.read(connection.get(), to);
  }
}
