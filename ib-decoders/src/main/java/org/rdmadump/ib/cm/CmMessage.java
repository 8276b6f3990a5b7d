package org.rdmadump.ib.cm;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.rdmadump.ib.mad.MadHeader;

/**
 * A message of communication management.
 *
 * <p>A message may be cut by the snap length. A field that was not wholly captured reads as 0 and
 * the record's {@code has} answers false for it, so ask before use. Offsets count from the first
 * byte of the datagram, its header included.
 *
 * <p>InfiniBand Architecture Specification, volume 1, chapter 12.
 */
public sealed interface CmMessage
    permits CmReq,
        CmRep,
        CmConfirmation,
        CmRej,
        CmMra,
        CmDreq,
        CmLap,
        CmApr,
        CmSidrReq,
        CmSidrRep,
        CmOther {
  /** {@return which message it is} */
  CmKind kind();

  /** {@return the header of the datagram, always whole} */
  MadHeader header();

  /** {@return bytes of the datagram that were captured, {@link MadHeader#LENGTH} to 256} */
  int presentBytes();

  /** {@return the bytes that the programs behind the connection exchange} */
  Slice privateData();

  /**
   * Reads the message at {@code at}.
   *
   * @param frame buffer that holds it
   * @param at first byte of the datagram
   * @param available captured bytes from there on; more than a datagram has are ignored
   * @return the message, or nothing if the header was cut, or the datagram is of another management
   *     class, class version or method
   */
  static Optional<CmMessage> read(ByteBuffer frame, int at, int available) {
    if (available < MadHeader.LENGTH) {
      return Optional.empty();
    }
    MadHeader header = MadHeader.read(frame, at);
    if (!header.isCommunicationManagement()) {
      return Optional.empty();
    }
    Mad mad = new Mad(frame, at, Math.min(available, MadHeader.MAD_LENGTH));
    CmKind kind = CmKind.ofAttribute(header.attributeId());
    return Optional.of(
        switch (kind) {
          case REQ -> CmReq.read(header, mad);
          case REP -> CmRep.read(header, mad);
          case REJ -> CmRej.read(header, mad);
          case DREQ -> CmDreq.read(header, mad);
          case RTU, DREP -> CmConfirmation.read(kind, header, mad);
          case MRA -> CmMra.read(header, mad);
          case LAP -> CmLap.read(header, mad);
          case APR -> CmApr.read(header, mad);
          case SIDR_REQ -> CmSidrReq.read(header, mad);
          case SIDR_REP -> CmSidrRep.read(header, mad);
          case UNKNOWN -> new CmOther(kind, header, mad.present());
        });
  }
}
