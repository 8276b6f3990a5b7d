package org.rdmadump.ib.qp;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;
import org.rdmadump.ib.NakCode;

/** What can be noticed in InfiniBand transport packets. */
public final class IbRules {
  private static final RuleList RULES = new RuleList();

  /** The whole packet was captured, but it is too short for its headers. */
  public static final Rule TOO_SHORT = RULES.error("bth.too-short", "IBTA volume 1, 9.2");

  /** The opcode is not defined by any specification that rdmadump knows. */
  public static final Rule UNKNOWN_OPCODE =
      RULES.warning("bth.unknown-opcode", "IBTA volume 1, 9.2");

  /** The invariant CRC does not match the packet. */
  public static final Rule BAD_ICRC =
      RULES.error("icrc.mismatch", "IBTA volume 1, 7.8.1, annexes A16 and A17");

  /** The variant CRC, which covers one link only, does not match the packet. */
  public static final Rule BAD_VCRC = RULES.warning("vcrc.mismatch", "IBTA volume 1, 7.8.2");

  /** A packet was retransmitted. */
  public static final Rule PSN_REPEAT = RULES.note("bth.psn-repeat", "IBTA volume 1, 9.7");

  /** Packets of the Send, or of an unreliable connection, were not captured. */
  public static final Rule PSN_GAP = RULES.warning("bth.psn-gap", "IBTA volume 1, 9.7");

  /** An acknowledged request, or a response to an RDMA Read, was not captured. */
  public static final Rule NOT_CAPTURED =
      RULES.warning("bth.psn-not-captured", "IBTA volume 1, 9.7");

  /** The packet arrived before a packet with a lower PSN. */
  public static final Rule OUT_OF_ORDER = RULES.note("bth.out-of-order", "IBTA volume 1, 9.7");

  /**
   * The PSN does not fit the connection: it is far from all others, or refuses what was
   * acknowledged before or not sent. The packet was sent by a connection that had the queue pair
   * number before, or is forged. Its receiver drops it.
   */
  public static final Rule STRAY_PSN = RULES.note("bth.stray-psn", "IBTA volume 1, 9.7.1");

  /**
   * A packet before a request did not arrive: the sender has to repeat it and every packet after
   * it.
   */
  public static final Rule NAK = RULES.warning("aeth.nak", "IBTA volume 1, 9.7.5.2.8");

  /** The responder permanently refused a request: its opcode, length or resources do not fit. */
  public static final Rule INVALID_REQUEST =
      RULES.warning("aeth.invalid-request", "IBTA volume 1, 9.7.5.2.8");

  /** The responder permanently refused a request: wrong handle, range or access rights. */
  public static final Rule REMOTE_ACCESS_ERROR =
      RULES.warning("aeth.remote-access-error", "IBTA volume 1, 9.7.5.2.8");

  /** The responder permanently refused a request: it failed on its own side. */
  public static final Rule REMOTE_OPERATIONAL_ERROR =
      RULES.warning("aeth.remote-operational-error", "IBTA volume 1, 9.7.5.2.8");

  /** The responder refused a request with a code that is not defined for reliable connections. */
  public static final Rule UNEXPECTED_NAK =
      RULES.warning("aeth.unexpected-nak", "IBTA volume 1, 9.7.5.2.8");

  /** The RDMA Read gets no data, because it or an earlier request was permanently refused. */
  public static final Rule READ_REFUSED =
      RULES.warning("aeth.read-refused", "IBTA volume 1, 9.7.5.2.8");

  /** The request found no posted receive buffer; the sender has to repeat it. */
  public static final Rule RNR_NAK = RULES.warning("aeth.rnr-nak", "IBTA volume 1, 9.7.5.2.8");

  /**
   * The packet carries Immediate Data, four bytes for the receiving program. RPC-over-RDMA does not
   * use it.
   */
  public static final Rule IMMEDIATE_DATA =
      RULES.note("immdt.immediate-data", "IBTA volume 1, 9.3");

  /** An atomic operation changed memory. RPC-over-RDMA does not use atomic operations. */
  public static final Rule ATOMIC = RULES.note("atomiceth.atomic", "IBTA volume 1, 9.4.5");

  /** The operation carries more payload than its RETH announced. */
  public static final Rule BEYOND_DMA_LENGTH =
      RULES.error("reth.beyond-dma-length", "IBTA volume 1, 9.4.3");

  /** The status of the management datagram reports an error. */
  public static final Rule MAD_STATUS = RULES.note("mad.status", "IBTA volume 1, 13.4.7");

  /** The management datagram is not 256 bytes long. */
  public static final Rule MAD_LENGTH = RULES.warning("mad.bad-length", "IBTA volume 1, 13.4.2");

  /** The version in the header of the management datagram is unknown. */
  public static final Rule MAD_VERSION =
      RULES.warning("mad.unknown-version", "IBTA volume 1, 13.4.2");

  private IbRules() {}

  /** {@return the rule for a NAK with that code} */
  static Rule refusal(NakCode code) {
    return switch (code) {
      case PSN_SEQUENCE_ERROR -> NAK;
      case INVALID_REQUEST -> INVALID_REQUEST;
      case REMOTE_ACCESS_ERROR -> REMOTE_ACCESS_ERROR;
      case REMOTE_OPERATIONAL_ERROR -> REMOTE_OPERATIONAL_ERROR;
      case INVALID_RD_REQUEST, RESERVED, NONE -> UNEXPECTED_NAK;
    };
  }

  /** {@return all of them} */
  public static List<Rule> all() {
    return RULES.all();
  }
}
