package org.rdmadump.ib.cm;

import org.rdmadump.ib.mad.MadHeader;

/**
 * A message of communication management that this version does not know: only its header is read.
 *
 * @param kind which message
 * @param header header of the datagram
 * @param presentBytes captured bytes of the datagram
 */
public record CmOther(CmKind kind, MadHeader header, int presentBytes) implements CmMessage {
  private static final Slice NOT_TAKEN_APART = new Slice(MadHeader.MAD_LENGTH, 0, 0);

  /** {@return an empty part: where these messages have theirs is not looked for} */
  @Override
  public Slice privateData() {
    return NOT_TAKEN_APART;
  }
}
