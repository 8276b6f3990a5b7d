package org.rdmadump.live.hca;

/** Error numbers of Linux that verbs fail with. */
enum Errno {
  EPERM(1, "not permitted"),
  EIO(5, "input or output error"),
  ENXIO(6, "no such device or address"),
  EAGAIN(11, "out of some resource"),
  ENOMEM(12, "out of memory"),
  EACCES(13, "access denied"),
  EBUSY(16, "busy"),
  EEXIST(17, "exists already"),
  ENODEV(19, "no such device"),
  EINVAL(22, "invalid argument"),
  EMFILE(24, "too many open files"),
  ENOSPC(28, "no space"),
  ENOSYS(38, "not implemented"),
  EPROTONOSUPPORT(93, "protocol not supported"),
  EOPNOTSUPP(95, "not supported"),
  ETIMEDOUT(110, "timed out"),
  /** The kernel's own, which some drivers let out. */
  ENOTSUPP(524, "not supported"),
  /** Any that is not here. */
  OTHER(0, "");

  private static final Errno[] VALUES = values();

  private final int number;
  private final String words;

  Errno(int number, String words) {
    this.number = number;
    this.words = words;
  }

  static Errno of(int number) {
    for (Errno each : VALUES) {
      if (each.number == number) {
        return each;
      }
    }
    return OTHER;
  }

  /** {@return name and meaning, or the number where it is not known} */
  static String describe(int number) {
    Errno known = of(number);
    return known == OTHER ? "errno " + number : known + ", " + known.words;
  }
}
