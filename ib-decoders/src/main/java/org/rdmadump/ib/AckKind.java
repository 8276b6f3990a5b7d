package org.rdmadump.ib;

/**
 * What an {@link Aeth} syndrome says.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.7.5.2.
 */
public enum AckKind {
  /** Everything up to the PSN arrived. */
  ACK,
  /** The receiver had no receive buffer ready; the packet is to be retransmitted later. */
  RNR_NAK,
  /** The packet was refused, see {@link NakCode}. */
  NAK,
  /** A value that the specification keeps for later. */
  RESERVED
}
