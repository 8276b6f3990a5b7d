package org.rdmadump.analysis.ends;

import java.util.Set;

/**
 * What two captures of the same traffic say together.
 *
 * @param a the first one
 * @param b the second one
 * @param clocks how their clocks differ
 * @param packets what became of packets
 * @param exchanges where time went
 * @param translated addresses that differ between the two
 */
public record EndsReport(
    TapReport a,
    TapReport b,
    Clocks clocks,
    PacketReport packets,
    ExchangeReport exchanges,
    int translated) {
  /** {@return whether something of these kinds was found} */
  public boolean fails(Set<EndsKind> kinds) {
    return kinds.stream().anyMatch(each -> each.count(this) > 0);
  }
}
