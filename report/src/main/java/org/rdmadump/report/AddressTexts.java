package org.rdmadump.report;

import org.rdmadump.net.IpAddress;

/** The texts of the addresses printed last: a capture has few, and each is printed often. */
public final class AddressTexts {
  private static final int KEPT = 8;
  private static final IpAddress NONE = new IpAddress(0, 0);

  private final IpAddress[] addresses = new IpAddress[KEPT];
  private final String[] texts = new String[KEPT];
  private int oldest;

  /** No texts yet. */
  public AddressTexts() {
    for (int i = 0; i < KEPT; i++) {
      addresses[i] = NONE;
      texts[i] = NONE.toString();
    }
  }

  /** {@return the text of {@code address}} */
  public String of(IpAddress address) {
    for (int i = 0; i < KEPT; i++) {
      IpAddress known = addresses[i];
      if (known.low() == address.low() && known.high() == address.high()) {
        return texts[i];
      }
    }
    String text = address.toString();
    addresses[oldest] = address;
    texts[oldest] = text;
    oldest = (oldest + 1) % KEPT;
    return text;
  }
}
