package org.rdmadump.rpc;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a caller says who it is, or how a verifier is to be checked.
 *
 * <p>RFC 5531 section 8.2; numbers by the IANA registry of RPC authentication flavors.
 *
 * @param number the number on the wire, 0 to 2<sup>32</sup>-1
 */
public record AuthFlavor(long number) {
  /** How a flavour without a name is written. */
  public static final String NUMBERED = "flavor %d";

  public static final AuthFlavor AUTH_NONE = new AuthFlavor(0);
  public static final AuthFlavor AUTH_SYS = new AuthFlavor(1);
  public static final AuthFlavor AUTH_SHORT = new AuthFlavor(2);
  public static final AuthFlavor AUTH_DH = new AuthFlavor(3);
  public static final AuthFlavor RPCSEC_GSS = new AuthFlavor(6);
  public static final AuthFlavor AUTH_TLS = new AuthFlavor(7);

  /** {@return the flavour of a number; those that have a name are not made anew} */
  public static AuthFlavor of(long number) {
    if (number < 0 || number > AUTH_TLS.number) {
      return new AuthFlavor(number);
    }
    return switch ((int) number) {
      case 0 -> AUTH_NONE;
      case 1 -> AUTH_SYS;
      case 2 -> AUTH_SHORT;
      case 3 -> AUTH_DH;
      case 6 -> RPCSEC_GSS;
      case 7 -> AUTH_TLS;
      default -> new AuthFlavor(number);
    };
  }

  /** {@return the name, such as {@code AUTH_SYS}, or {@code flavor 390003} if it has none} */
  public String label() {
    if (number < 0 || number > AUTH_TLS.number) {
      return numbered(number);
    }
    return switch ((int) number) {
      case 0 -> "AUTH_NONE";
      case 1 -> "AUTH_SYS";
      case 2 -> "AUTH_SHORT";
      case 3 -> "AUTH_DH";
      case 6 -> "RPCSEC_GSS";
      case 7 -> "AUTH_TLS";
      default -> numbered(number);
    };
  }

  private static String numbered(long number) {
    return String.format(Locale.US, NUMBERED, number);
  }

  /** {@return the flavour that has a label; empty if none has it} */
  public static Optional<AuthFlavor> ofLabel(String label) {
    for (long number = 0; number <= AUTH_TLS.number; number++) {
      AuthFlavor each = of(number);
      if (each.label().equals(label)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  /** {@return the names of those that have one, in the order of their numbers} */
  public static List<String> labels() {
    return List.of("AUTH_NONE", "AUTH_SYS", "AUTH_SHORT", "AUTH_DH", "RPCSEC_GSS", "AUTH_TLS");
  }

  // Every call's flavour is compared: equals and hashCode without the method handles of a record.
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof AuthFlavor that && number == that.number;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number);
  }

  @Override
  public String toString() {
    return label();
  }
}
