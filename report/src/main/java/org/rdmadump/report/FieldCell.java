package org.rdmadump.report;

import java.util.Optional;
import java.util.function.Function;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.net.IpAddress;

/**
 * The value of a field as a table has it: a number or a text, empty if it is absent.
 *
 * @param <R> what has a row
 */
final class FieldCell<R> implements Function<R, Object> {
  private final FieldReader<R> reader;

  /**
   * The first value of the field of that name.
   *
   * @throws IllegalArgumentException if there is no such field
   */
  FieldCell(FieldRegistry<R> fields, String name) {
    this.reader = fields.find(name).orElseThrow(() -> new IllegalArgumentException(name)).reader();
  }

  @Override
  public Object apply(R row) {
    First first = new First();
    boolean unused = reader.read(row, first);
    return first.value;
  }

  private static final class First implements ValueVisitor {
    private Optional<Object> value = Optional.empty();

    private boolean take(Object found) {
      value = Optional.of(found);
      return true;
    }

    @Override
    public boolean number(long found) {
      return take(found);
    }

    @Override
    public boolean named(long found, ValueNames names) {
      return take(names.text(found));
    }

    @Override
    public boolean text(String found) {
      return take(found);
    }

    @Override
    public boolean address(IpAddress found) {
      return take(found.toString());
    }
  }
}
