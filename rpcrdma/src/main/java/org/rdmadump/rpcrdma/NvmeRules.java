package org.rdmadump.rpcrdma;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;

/** The rules about commands of NVMe over RDMA. */
public final class NvmeRules {
  private static final RuleList RULES = new RuleList();

  /** A Send is too short for a capsule, or its entry was not captured. */
  public static final Rule NO_ENTRY =
      RULES.warning("nvme.capsule-without-entry", "NVMe over Fabrics section 2.1");

  /** The snap length cut the entry of a capsule. */
  public static final Rule TRUNCATED_CAPSULE =
      RULES.note("nvme.truncated-capsule", "NVMe over Fabrics section 2.1");

  /** The receiver refused a capsule, and no retransmission was captured. */
  public static final Rule NOT_DELIVERED =
      RULES.note("nvme.capsule-not-delivered", "NVMe over Fabrics section 7.3");

  /** The command describes its data by an SGL descriptor that rdmadump does not support. */
  public static final Rule SGL_NOT_DECODED =
      RULES.note("nvme.sgl-not-decoded", "NVM Express base specification section 4.4");

  /** A descriptor points beyond the end of the capsule. */
  public static final Rule BEYOND_CAPSULE =
      RULES.warning("nvme.data-beyond-capsule", "NVMe over Fabrics section 2.1");

  /** A limit of rdmadump ended a command before its response. */
  public static final Rule GIVEN_UP =
      RULES.note("nvme.given-up", "NVM Express base specification section 4.2");

  /** A command was not answered before its connection ended, or its identifier was used again. */
  public static final Rule NO_RESPONSE =
      RULES.warning("nvme.no-response", "NVM Express base specification section 4.2");

  /** No response was captured before the connection ended or the identifier was used again. */
  public static final Rule RESPONSE_NOT_CAPTURED =
      RULES.note("nvme.response-not-captured", "NVM Express base specification section 4.2");

  /** The capture ended before the response. */
  public static final Rule IN_FLIGHT_AT_END =
      RULES.note("nvme.in-flight-at-end", "NVM Express base specification section 4.2");

  /** The command of this response was not captured. */
  public static final Rule COMMAND_NOT_CAPTURED =
      RULES.note("nvme.command-not-captured", "NVM Express base specification section 4.2.3");

  /** Data of a command that succeeded was not captured. */
  public static final Rule MISSING_DATA =
      RULES.warning("nvme.missing-data", "NVMe over Fabrics section 2.3");

  /** Commands in flight shared memory, so the data may belong to another command. */
  public static final Rule AMBIGUOUS_DATA =
      RULES.note("nvme.ambiguous-data", "NVMe over Fabrics section 7.3");

  private NvmeRules() {}

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
