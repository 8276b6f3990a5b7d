package org.rdmadump.ib;

/**
 * Headers that may stand between the base transport header and the payload.
 *
 * <p>InfiniBand Architecture Specification, volume 1, 9.3; annexes A14 for XRCETH and A19 for FETH.
 */
public enum ExtensionHeader {
  /** {@link Rdeth}. */
  RDETH("RDETH", Rdeth.LENGTH),
  /** {@link Deth}. */
  DETH("DETH", Deth.LENGTH),
  /** {@link XrcEth}. */
  XRC_ETH("XRCETH", XrcEth.LENGTH),
  /** {@link Feth}. */
  FETH("FETH", Feth.LENGTH),
  /** {@link Reth}. */
  RETH("RETH", Reth.LENGTH),
  /** {@link AtomicEth}. */
  ATOMIC_ETH("AtomicETH", AtomicEth.LENGTH),
  /** {@link Aeth}. */
  AETH("AETH", Aeth.LENGTH),
  /** {@link AtomicAckEth}. */
  ATOMIC_ACK_ETH("AtomicAckETH", AtomicAckEth.LENGTH),
  /** {@link ImmDt}. */
  IMM_DT("ImmDt", ImmDt.LENGTH),
  /** {@link Ieth}. */
  IETH("IETH", Ieth.LENGTH);

  private final String text;
  private final int length;

  ExtensionHeader(String text, int length) {
    this.text = text;
    this.length = length;
  }

  /** {@return the name in the specification's spelling} */
  public String text() {
    return text;
  }

  /** {@return bytes on the wire} */
  public int length() {
    return length;
  }
}
