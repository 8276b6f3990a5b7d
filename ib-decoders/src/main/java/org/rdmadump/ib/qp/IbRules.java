package org.rdmadump.ib.qp;

import java.util.List;
import org.rdmadump.finding.Rule;
import org.rdmadump.finding.Severity;
import org.rdmadump.ib.NakCode;

/** What can be noticed in InfiniBand transport packets. */
public final class IbRules {
  /** Fewer bytes than the headers need, although the frame is whole. */
  public static final Rule TOO_SHORT =
      new Rule("bth.too-short", Severity.ERROR, "IBTA volume 1, 9.2");

  /** An opcode that no specification that is known here defines. */
  public static final Rule UNKNOWN_OPCODE =
      new Rule("bth.unknown-opcode", Severity.WARNING, "IBTA volume 1, 9.2");

  /** The invariant CRC is not that of the packet. */
  public static final Rule BAD_ICRC =
      new Rule("icrc.mismatch", Severity.ERROR, "IBTA volume 1, 7.8.1, annexes A16 and A17");

  /** The variant CRC is not that of the packet; it is of one link only. */
  public static final Rule BAD_VCRC =
      new Rule("vcrc.mismatch", Severity.WARNING, "IBTA volume 1, 7.8.2");

  /** A packet was sent again. */
  public static final Rule PSN_REPEAT =
      new Rule("bth.psn-repeat", Severity.NOTE, "IBTA volume 1, 9.7");

  /** Packets of a Send were not captured. */
  public static final Rule PSN_GAP =
      new Rule("bth.psn-gap", Severity.WARNING, "IBTA volume 1, 9.7");

  /** A request was acknowledged that is not in the capture. */
  public static final Rule NOT_CAPTURED =
      new Rule("bth.psn-not-captured", Severity.WARNING, "IBTA volume 1, 9.7");

  /** A packet came before one with a lower PSN. */
  public static final Rule OUT_OF_ORDER =
      new Rule("bth.out-of-order", Severity.NOTE, "IBTA volume 1, 9.7");

  /** A packet before a request did not arrive: it and those behind it have to be repeated. */
  public static final Rule NAK = new Rule("aeth.nak", Severity.WARNING, "IBTA volume 1, 9.7.5.2.8");

  /** A request was refused for good: its opcode, its length or resources do not fit. */
  public static final Rule INVALID_REQUEST =
      new Rule("aeth.invalid-request", Severity.WARNING, "IBTA volume 1, 9.7.5.2.8");

  /** A request was refused for good: wrong handle, range or rights. */
  public static final Rule REMOTE_ACCESS_ERROR =
      new Rule("aeth.remote-access-error", Severity.WARNING, "IBTA volume 1, 9.7.5.2.8");

  /** A request was refused for good: the responder failed on its own side. */
  public static final Rule REMOTE_OPERATIONAL_ERROR =
      new Rule("aeth.remote-operational-error", Severity.WARNING, "IBTA volume 1, 9.7.5.2.8");

  /** A request was refused with a code that a reliable connection does not have. */
  public static final Rule UNEXPECTED_NAK =
      new Rule("aeth.unexpected-nak", Severity.WARNING, "IBTA volume 1, 9.7.5.2.8");

  /** A Read that is not answered, because that or a request before it was refused for good. */
  public static final Rule READ_REFUSED =
      new Rule("aeth.read-refused", Severity.WARNING, "IBTA volume 1, 9.7.5.2.8");

  /** A request found no receive buffer and has to be repeated. */
  public static final Rule RNR_NAK =
      new Rule("aeth.rnr-nak", Severity.WARNING, "IBTA volume 1, 9.7.5.2.8");

  /** Four bytes for the other side's program, which RPC-over-RDMA does not use. */
  public static final Rule IMMEDIATE_DATA =
      new Rule("immdt.immediate-data", Severity.NOTE, "IBTA volume 1, 9.3");

  /** Memory was changed in one step, which RPC-over-RDMA never asks for. */
  public static final Rule ATOMIC =
      new Rule("atomiceth.atomic", Severity.NOTE, "IBTA volume 1, 9.4.5");

  /** More payload than the RETH announced. */
  public static final Rule BEYOND_DMA_LENGTH =
      new Rule("reth.beyond-dma-length", Severity.ERROR, "IBTA volume 1, 9.4.3");

  /** A management datagram whose status says that something went wrong. */
  public static final Rule MAD_STATUS =
      new Rule("mad.status", Severity.NOTE, "IBTA volume 1, 13.4.7");

  /** A management datagram that is not 256 bytes long. */
  public static final Rule MAD_LENGTH =
      new Rule("mad.bad-length", Severity.WARNING, "IBTA volume 1, 13.4.2");

  /** A management datagram whose header is of another version than the one there is. */
  public static final Rule MAD_VERSION =
      new Rule("mad.unknown-version", Severity.WARNING, "IBTA volume 1, 13.4.2");

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
    return List.of(
        TOO_SHORT,
        UNKNOWN_OPCODE,
        BAD_ICRC,
        BAD_VCRC,
        PSN_REPEAT,
        PSN_GAP,
        NOT_CAPTURED,
        OUT_OF_ORDER,
        NAK,
        INVALID_REQUEST,
        REMOTE_ACCESS_ERROR,
        REMOTE_OPERATIONAL_ERROR,
        UNEXPECTED_NAK,
        READ_REFUSED,
        RNR_NAK,
        IMMEDIATE_DATA,
        ATOMIC,
        BEYOND_DMA_LENGTH,
        MAD_STATUS,
        MAD_LENGTH,
        MAD_VERSION);
  }
}
