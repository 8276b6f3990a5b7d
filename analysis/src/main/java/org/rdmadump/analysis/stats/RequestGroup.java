package org.rdmadump.analysis.stats;

import java.util.List;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * The requests of a connection, by side and kind. Columns have them side by side, so a field that
 * requests of a kind lack leaves its place empty.
 */
record RequestGroup(FieldRegistry<SentRequests> parts)
    implements FieldGroup<NumberedConnection, SentRequests> {
  @Override
  public String name() {
    return "requests";
  }

  @Override
  public boolean each(
      NumberedConnection connection, FieldReader<? super SentRequests> field, ValueVisitor to) {
    for (SentRequests each : SentRequests.of(List.of(connection))) {
      if (field.read(each, to)) {
        return true;
      }
      if (!field.isIn(each)) {
        to.absent();
      }
    }
    return false;
  }
}
