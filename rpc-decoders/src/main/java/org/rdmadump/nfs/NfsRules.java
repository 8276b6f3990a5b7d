package org.rdmadump.nfs;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** What can be wrong with calls and replies, besides values that are not as declared. */
public final class NfsRules {
  private static final RuleList RULES = new RuleList();

  /** No minor version defines this operation; the rest of the compound cannot be decoded. */
  public static final Rule UNKNOWN_OPERATION =
      RULES.error("nfs.unknown-operation", "RFC 8881 section 16.2.3");

  /**
   * The minor version of the compound does not define this operation; rdmadump decodes it all the
   * same.
   */
  public static final Rule OTHER_MINOR_VERSION =
      RULES.warning("nfs.operation-of-other-minor-version", "RFC 8881 section 2.7");

  /**
   * The minor version of the compound does not define this attribute; rdmadump decodes it all the
   * same.
   */
  public static final Rule ATTRIBUTE_OF_OTHER_MINOR_VERSION =
      RULES.warning("nfs.attribute-of-other-minor-version", "RFC 8881 section 2.7");

  /**
   * The minor version of the compound does not define this status, or this value of its operation;
   * rdmadump decodes it all the same.
   */
  public static final Rule VALUE_OF_OTHER_MINOR_VERSION =
      RULES.warning("nfs.value-of-other-minor-version", "RFC 8881 section 2.7");

  /** The minor version is above 2; rdmadump decodes operations as in minor version 2. */
  public static final Rule UNKNOWN_MINOR_VERSION =
      RULES.warning("nfs.unknown-minor-version", "RFC 8881 section 2.7");

  /** The result belongs to another operation than the call has at this place. */
  public static final Rule RESULT_OF_OTHER_OPERATION =
      RULES.error("nfs.result-of-other-operation", "RFC 8881 section 16.2.3");

  /** Results follow a failed operation. */
  public static final Rule RESULT_BEHIND_FAILURE =
      RULES.error("nfs.result-behind-failure", "RFC 8881 section 16.2.3");

  /**
   * The compound succeeded, but has fewer results than its call has operations. It may end early
   * only at an operation that failed.
   */
  public static final Rule OPERATION_WITHOUT_RESULT =
      RULES.error("nfs.operation-without-result", "RFC 7530 section 15.2, RFC 8881 section 16.2.3");

  /** The status of the compound differs from the status of its last result. */
  public static final Rule STATUS_DIFFERS =
      RULES.error("nfs.status-differs", "RFC 8881 section 16.2.3");

  /** The compound has more operations than rdmadump tracks one by one. */
  public static final Rule MANY_OPERATIONS = RULES.note("nfs.many-operations", "docs/limits.md");

  /** The count differs from the length of the data beside it, or exceeds what the call allows. */
  public static final Rule COUNT_DIFFERS =
      RULES.warning(
          "nfs.count-differs",
          "RFC 1813 sections 3.3.6 and 3.3.7, RFC 8881 sections 18.22 and 18.32, RFC 7862"
              + " sections 15.2 and 15.10");

  private NfsRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
