package org.rdmadump.nfs;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be wrong with calls and replies, besides values that are not as declared. */
public final class NfsRules {
  private static final RuleList RULES = new RuleList();

  /** An operation whose number no minor version has; what follows cannot be read. */
  public static final Rule UNKNOWN_OPERATION =
      RULES.error("nfs.unknown-operation", "RFC 8881 section 16.2.3");

  /** An operation that the minor version of its compound does not have; it is read nonetheless. */
  public static final Rule OTHER_MINOR_VERSION =
      RULES.warning("nfs.operation-of-other-minor-version", "RFC 8881 section 2.7");

  /** An attribute that the minor version of its compound does not have; it is read nonetheless. */
  public static final Rule ATTRIBUTE_OF_OTHER_MINOR_VERSION =
      RULES.warning("nfs.attribute-of-other-minor-version", "RFC 8881 section 2.7");

  /** A minor version behind 2; operations are read as those of 2. */
  public static final Rule UNKNOWN_MINOR_VERSION =
      RULES.warning("nfs.unknown-minor-version", "RFC 8881 section 2.7");

  /** A result that is not that of the operation at its place in the call. */
  public static final Rule RESULT_OF_OTHER_OPERATION =
      RULES.error("nfs.result-of-other-operation", "RFC 8881 section 16.2.3");

  /** Results behind one that failed. */
  public static final Rule RESULT_BEHIND_FAILURE =
      RULES.error("nfs.result-behind-failure", "RFC 8881 section 16.2.3");

  /** The status of the compound is not that of its last result. */
  public static final Rule STATUS_DIFFERS =
      RULES.error("nfs.status-differs", "RFC 8881 section 16.2.3");

  /** More operations than are kept apart. */
  public static final Rule MANY_OPERATIONS = RULES.note("nfs.many-operations", "docs/limits.md");

  /** A count that is not that of the data beside it, or more than what the call allows. */
  public static final Rule COUNT_DIFFERS =
      RULES.warning(
          "nfs.count-differs",
          "RFC 1813 sections 3.3.6 and 3.3.7, RFC 8881 sections 18.22 and 18.32");

  private NfsRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
