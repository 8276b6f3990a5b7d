package org.rdmadump.analysis.field.message;

import java.util.List;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.ValueNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.rule.RuleCatalogue;
import org.rdmadump.finding.Finding;

/** What was noticed of a record. */
public enum FindingField implements FieldReader<Finding> {
  /** Its stable name. */
  RULE("rule", FieldType.TEXT, "such as bth.psn-gap"),
  /** How much it matters: the more, the greater the number. */
  SEVERITY("severity", FieldType.LEVEL, "note (0), warning (1) or error (2)"),
  /** Where it is. */
  FRAME("frame", FieldType.UNSIGNED, "where"),
  /** Where in the frame. */
  OFFSET("offset", FieldType.UNSIGNED, "byte in the frame"),
  /** What is said of it. */
  MESSAGE("message", FieldType.TEXT, "in words; these can change");

  private static final List<String> SEVERITIES = List.of("note", "warning", "error");
  private static final ValueNames NAMES = value -> SEVERITIES.get((int) value);

  private final String field;
  private final FieldType type;
  private final String meaning;

  FindingField(String field, FieldType type, String meaning) {
    this.field = field;
    this.type = type;
    this.meaning = meaning;
  }

  /** {@return the field} */
  public Field<Finding> field() {
    return new Field<>(field, List.of(type), meaning, List.of(), names(), this);
  }

  private List<String> names() {
    return switch (this) {
      case RULE -> new LateNames(() -> new RuleCatalogue().names());
      case SEVERITY -> SEVERITIES;
      default -> List.of();
    };
  }

  @Override
  public boolean read(Finding finding, ValueVisitor to) {
    return switch (this) {
      case RULE -> to.text(finding.rule().name());
      case SEVERITY ->
          to.named(
              switch (finding.rule().severity()) {
                case NOTE -> 0;
                case WARNING -> 1;
                case ERROR -> 2;
              },
              NAMES);
      case FRAME -> finding.frame() > 0 && to.number(finding.frame());
      case OFFSET -> finding.offset() >= 0 && to.number(finding.offset());
      case MESSAGE -> to.text(finding.message());
    };
  }
}
