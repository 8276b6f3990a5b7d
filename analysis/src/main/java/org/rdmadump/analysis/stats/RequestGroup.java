package org.rdmadump.analysis.stats;

import java.util.List;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.ValueVisitor;

/**
 * The requests of a connection, by side and kind. Columns have them side by side, so a field that
 * requests of a kind lack leaves its place empty, unless all kinds lack it.
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
    List<SentRequests> all = SentRequests.of(List.of(connection));
    if (all.stream().noneMatch(field::isIn)) {
      return false;
    }
    for (SentRequests each : all) {
      if (field.isIn(each) ? field.read(each, to) : to.absent()) {
        return true;
      }
    }
    return false;
  }
}
