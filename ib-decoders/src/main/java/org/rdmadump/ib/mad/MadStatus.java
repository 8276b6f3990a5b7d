package org.rdmadump.ib.mad;

import java.util.Locale;

/**
 * How a management request went.
 *
 * <pre>
 *  15            8  7     5  4     2   1    0
 * +---------------+--------+--------+----+----+
 * | of the class  |reserved|  code  | R  | B  |   B busy, R redirected
 * +---------------+--------+--------+----+----+
 * </pre>
 *
 * <p>InfiniBand Architecture Specification, volume 1, 13.4.7; 15.2.5 for what subnet administration
 * says.
 *
 * @param managementClass class of the datagram, which gives the upper byte its meaning
 * @param bits 16 bits; of directed routes the upper one, which is the direction, is 0
 */
public record MadStatus(ManagementClass managementClass, int bits) {
  private static final int BUSY = 0x0001;
  private static final int REDIRECT = 0x0002;
  private static final int CODE_SHIFT = 2;
  private static final int CODE_MASK = 7;
  private static final int CLASS_SHIFT = 8;
  private static final int RESERVED = 0x00e0;

  /** {@return whether all is well: bits that are reserved say nothing} */
  public boolean isGood() {
    return (bits & ~RESERVED) == 0;
  }

  /** {@return the words for it, {@code good} if all is well} */
  public String text() {
    if (isGood()) {
      return "good";
    }
    StringBuilder text = new StringBuilder();
    if ((bits & BUSY) != 0) {
      add(text, "busy");
    }
    if ((bits & REDIRECT) != 0) {
      add(text, "redirect required");
    }
    int code = bits >> CODE_SHIFT & CODE_MASK;
    if (code != 0) {
      add(text, code(code));
    }
    int ofClass = bits >> CLASS_SHIFT;
    if (ofClass != 0) {
      add(text, ofClass(ofClass));
    }
    return text.toString();
  }

  private static void add(StringBuilder text, String word) {
    if (!text.isEmpty()) {
      text.append(", ");
    }
    text.append(word);
  }

  private static String code(int code) {
    return switch (code) {
      case 1 -> "version not supported";
      case 2 -> "method not supported";
      case 3 -> "attribute not supported with this method";
      case 7 -> "invalid value in attribute or modifier";
      default -> "reserved code " + code;
    };
  }

  private String ofClass(int code) {
    String known = managementClass == ManagementClass.SUBN_ADM ? ofSubnetAdministration(code) : "";
    return known.isEmpty()
        ? String.format(Locale.US, "0x%02x of class %s", code, managementClass.text())
        : known;
  }

  private static String ofSubnetAdministration(int code) {
    return switch (code) {
      case 1 -> "ERR_NO_RESOURCES";
      case 2 -> "ERR_REQ_INVALID";
      case 3 -> "ERR_NO_RECORDS";
      case 4 -> "ERR_TOO_MANY_RECORDS";
      case 5 -> "ERR_REQ_INVALID_GID";
      case 6 -> "ERR_REQ_INSUFFICIENT_COMPONENTS";
      case 7 -> "ERR_REQ_DENIED";
      default -> "";
    };
  }
}
