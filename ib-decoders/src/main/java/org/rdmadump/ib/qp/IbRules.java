package org.rdmadump.ib.qp;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.RuleList;
import org.rdmadump.ib.NakCode;

/** What can be noticed in InfiniBand transport packets. */
public final class IbRules {
  private static final RuleList RULES = new RuleList();

  /** Fewer bytes than the headers need, although the frame is whole. */
  public static final Rule TOO_SHORT = RULES.error("bth.too-short", "IBTA volume 1, 9.2");

  /** An opcode that no specification that is known here defines. */
  public static final Rule UNKNOWN_OPCODE =
      RULES.warning("bth.unknown-opcode", "IBTA volume 1, 9.2");

  /** The invariant CRC is not that of the packet. */
  public static final Rule BAD_ICRC =
      RULES.error("icrc.mismatch", "IBTA volume 1, 7.8.1, annexes A16 and A17");

  /** The variant CRC is not that of the packet; it is of one link only. */
  public static final Rule BAD_VCRC = RULES.warning("vcrc.mismatch", "IBTA volume 1, 7.8.2");

  /** A packet was sent again. */
  public static final Rule PSN_REPEAT = RULES.note("bth.psn-repeat", "IBTA volume 1, 9.7");

  /** Packets of a Send were not captured. */
  public static final Rule PSN_GAP = RULES.warning("bth.psn-gap", "IBTA volume 1, 9.7");

  /** A request was acknowledged that is not in the capture. */
  public static final Rule NOT_CAPTURED =
      RULES.warning("bth.psn-not-captured", "IBTA volume 1, 9.7");

  /** A packet came before one with a lower PSN. */
  public static final Rule OUT_OF_ORDER = RULES.note("bth.out-of-order", "IBTA volume 1, 9.7");

  /** A packet before a request did not arrive: it and those behind it have to be repeated. */
  public static final Rule NAK = RULES.warning("aeth.nak", "IBTA volume 1, 9.7.5.2.8");

  /** A request was refused for good: its opcode, its length or resources do not fit. */
  public static final Rule INVALID_REQUEST =
      RULES.warning("aeth.invalid-request", "IBTA volume 1, 9.7.5.2.8");

  /** A request was refused for good: wrong handle, range or rights. */
  public static final Rule REMOTE_ACCESS_ERROR =
      RULES.warning("aeth.remote-access-error", "IBTA volume 1, 9.7.5.2.8");

  /** A request was refused for good: the responder failed on its own side. */
  public static final Rule REMOTE_OPERATIONAL_ERROR =
      RULES.warning("aeth.remote-operational-error", "IBTA volume 1, 9.7.5.2.8");

  /** A request was refused with a code that a reliable connection does not have. */
  public static final Rule UNEXPECTED_NAK =
      RULES.warning("aeth.unexpected-nak", "IBTA volume 1, 9.7.5.2.8");

  /** A Read that is not answered, because that or a request before it was refused for good. */
  public static final Rule READ_REFUSED =
      RULES.warning("aeth.read-refused", "IBTA volume 1, 9.7.5.2.8");

  /** A request found no receive buffer and has to be repeated. */
  public static final Rule RNR_NAK = RULES.warning("aeth.rnr-nak", "IBTA volume 1, 9.7.5.2.8");

  /** Four bytes for the other side's program, which RPC-over-RDMA does not use. */
  public static final Rule IMMEDIATE_DATA =
      RULES.note("immdt.immediate-data", "IBTA volume 1, 9.3");

  /** Memory was changed in one step, which RPC-over-RDMA never asks for. */
  public static final Rule ATOMIC = RULES.note("atomiceth.atomic", "IBTA volume 1, 9.4.5");

  /** More payload than the RETH announced. */
  public static final Rule BEYOND_DMA_LENGTH =
      RULES.error("reth.beyond-dma-length", "IBTA volume 1, 9.4.3");

  /** A management datagram whose status says that something went wrong. */
  public static final Rule MAD_STATUS = RULES.note("mad.status", "IBTA volume 1, 13.4.7");

  /** A management datagram that is not 256 bytes long. */
  public static final Rule MAD_LENGTH = RULES.warning("mad.bad-length", "IBTA volume 1, 13.4.2");

  /** A management datagram whose header is of another version than the one there is. */
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
