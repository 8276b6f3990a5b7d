package org.rdmadump.analysis.check;

import java.util.AbstractList;
import java.util.List;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.message.ExchangeFields;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.analysis.frame.FrameFields;
import org.rdmadump.analysis.stats.ConnectionFields;

/**
 * The fields of all kinds of records, for what is said of an expression that asks for one of
 * another kind: made when somebody asks for them.
 */
@SuppressWarnings("exports") // Field registries are made by our own modules.
public final class AllFields extends AbstractList<FieldRegistry<?>> {
  private List<FieldRegistry<?>> made = List.of();

  /** None is made yet. */
  public AllFields() {}

  @Override
  public FieldRegistry<?> get(int index) {
    if (made.isEmpty()) {
      made =
          List.of(
              MessageFields.registry(),
              ExchangeFields.registry(),
              NvmeFields.registry(),
              FrameFields.registry(),
              ConnectionFields.registry(),
              FindingFields.registry());
    }
    return made.get(index);
  }

  @Override
  public int size() {
    return 6;
  }
}
