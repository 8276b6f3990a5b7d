package org.rdmadump.analysis.check;

import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.PairFields;
import org.rdmadump.analysis.field.message.Parts;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.finding.Finding;

/**
 * The fields of findings for filters: a finding's own fields, and all fields of its message,
 * exchange or NVMe command.
 */
public final class FindingFields {
  /** Of a message it is one that messages can have, here any. */
  private static final String RULE = "rule";

  private FindingFields() {}

  /**
   * {@return the fields of findings, for rdmadump's own modules} Each call creates a new registry;
   * use a registry in one thread only.
   */
  @SuppressWarnings("exports") // The registry is exported to our own modules only.
  public static FieldRegistry<FindingSubject> registry() {
    FieldRegistry<FindingSubject> registry = new FieldRegistry<>("findings");
    List<String> rules = new LateNames(() -> new RuleCatalogue().names());
    for (Field<Finding> each : Parts.findings().declared()) {
      FieldReader<Finding> reader = each.reader();
      Field<Finding> field = each.name().equals(RULE) ? each.named(rules) : each;
      // A finding's own fields, also under the name that messages use.
      registry.add(
          field.of(
              each.name(),
              List.of("findings." + each.name()),
              (subject, to) -> reader.read(subject.finding().finding(), to)));
    }
    return registry
        .add(
            FieldType.UNSIGNED,
            "connection",
            "number of the connection: 1, 2, 3, ...",
            (subject, to) ->
                subject.finding().connection().isPresent()
                    && to.number(subject.finding().connection().getAsInt()))
        .add(
            FieldType.HEX32,
            "xid",
            "XID",
            (subject, to) ->
                subject.finding().xid().isPresent()
                    && to.number(Integer.toUnsignedLong(subject.finding().xid().getAsInt())))
        .add(
            FieldType.UNSIGNED,
            "number",
            "number of the message",
            (subject, to) ->
                subject.finding().message().isPresent()
                    && to.number(subject.finding().message().getAsLong()))
        .add(
            FieldType.TEXT,
            "ends",
            "ends of a connection without RPC-over-RDMA: client QP 17, server QP 18",
            FieldReader.ofText(subject -> subject.finding().ends()))
        .add(
            new SubjectFields(
                new PairFields<>(
                    MessageFields.registry(), FindingSubject::call, FindingSubject::reply)));
  }
}
