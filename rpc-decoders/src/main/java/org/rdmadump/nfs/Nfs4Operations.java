package org.rdmadump.nfs;

/**
 * What is known of an operation by its number alone: RFC 7530 section 16, RFC 8881 section 18, RFC
 * 7862 section 15, RFC 8276 section 8.4; of callbacks RFC 7530 section 17, RFC 8881 section 20, RFC
 * 7862 section 16.
 */
final class Nfs4Operations {
  static final int ACCESS = 3;
  static final int CLOSE = 4;
  static final int COMMIT = 5;
  static final int CREATE = 6;
  static final int DELEGPURGE = 7;
  static final int DELEGRETURN = 8;
  static final int GETATTR = 9;
  static final int GETFH = 10;
  static final int LINK = 11;
  static final int LOOKUP = 15;
  static final int LOOKUPP = 16;
  static final int NVERIFY = 17;
  static final int OPEN = 18;
  static final int OPENATTR = 19;
  static final int OPEN_CONFIRM = 20;
  static final int PUTFH = 22;
  static final int PUTPUBFH = 23;
  static final int PUTROOTFH = 24;
  static final int READ = 25;
  static final int READDIR = 26;
  static final int REMOVE = 28;
  static final int RENAME = 29;
  static final int RENEW = 30;
  static final int RESTOREFH = 31;
  static final int SAVEFH = 32;
  static final int SECINFO = 33;
  static final int SETATTR = 34;
  static final int SETCLIENTID = 35;
  static final int SETCLIENTID_CONFIRM = 36;
  static final int VERIFY = 37;
  static final int WRITE = 38;
  static final int RELEASE_LOCKOWNER = 39;
  static final int BACKCHANNEL_CTL = 40;
  static final int BIND_CONN_TO_SESSION = 41;
  static final int EXCHANGE_ID = 42;
  static final int CREATE_SESSION = 43;
  static final int DESTROY_SESSION = 44;
  static final int FREE_STATEID = 45;
  static final int GETDEVICEINFO = 47;
  static final int LAYOUTGET = 50;
  static final int LAYOUTRETURN = 51;
  static final int SECINFO_NO_NAME = 52;
  static final int SEQUENCE = 53;
  static final int SET_SSV = 54;
  static final int TEST_STATEID = 55;
  static final int DESTROY_CLIENTID = 57;
  static final int COPY = 60;
  static final int READ_PLUS = 68;
  static final int CLONE = 71;
  static final int ILLEGAL = 10044;

  static final int CB_SEQUENCE = 11;

  private static final int FIRST = ACCESS;
  private static final int FIRST_OF_1 = BACKCHANNEL_CTL;
  private static final int FIRST_OF_2 = 59;
  private static final int FIRST_CALLBACK_OF_1 = 5;
  private static final int FIRST_CALLBACK_OF_2 = 15;

  private static final int LEAST = 0;
  private static final int ROOT_ASKED_FOR = 5;
  private static final int USUAL = 10;
  private static final int DATA = 11;

  private Nfs4Operations() {}

  /** {@return the first minor version that has the operation, if it is one} */
  static int since(long operation, boolean callback) {
    if (operation == ILLEGAL) {
      return 0;
    }
    if (callback) {
      return operation >= FIRST_CALLBACK_OF_2 ? 2 : operation >= FIRST_CALLBACK_OF_1 ? 1 : 0;
    }
    return operation >= FIRST_OF_2 ? 2 : operation >= FIRST_OF_1 ? 1 : 0;
  }

  /** {@return whether minor versions behind 0 forbid the operation (RFC 8881 section 17)} */
  static boolean isOnlyOf0(long operation) {
    return operation == OPEN_CONFIRM
        || operation == RENEW
        || operation == SETCLIENTID
        || operation == SETCLIENTID_CONFIRM
        || operation == RELEASE_LOCKOWNER;
  }

  /** {@return whether the operation is about the current file handle, or sets it} */
  static boolean hasHandle(long operation) {
    if (operation < FIRST || operation == ILLEGAL) {
      return false;
    }
    return switch ((int) Math.min(operation, Integer.MAX_VALUE)) {
      case DELEGPURGE,
          RENEW,
          SETCLIENTID,
          SETCLIENTID_CONFIRM,
          RELEASE_LOCKOWNER,
          BACKCHANNEL_CTL,
          BIND_CONN_TO_SESSION,
          EXCHANGE_ID,
          CREATE_SESSION,
          DESTROY_SESSION,
          FREE_STATEID,
          GETDEVICEINFO,
          SEQUENCE,
          SET_SSV,
          TEST_STATEID,
          DESTROY_CLIENTID ->
          false;
      default -> true;
    };
  }

  /** {@return whether the operation is about the saved file handle too} */
  static boolean hasSavedHandle(long operation) {
    return operation == LINK || operation == RENAME || operation == COPY || operation == CLONE;
  }

  /**
   * {@return how much a compound is about an operation; the greatest is its main one, of equals the
   * last}
   *
   * @param asksForRoot whether GETFH is in the compound, so that PUTROOTFH is more than a start
   */
  static int weight(long operation, boolean callback, boolean asksForRoot) {
    if (callback) {
      return operation == CB_SEQUENCE ? LEAST : USUAL;
    }
    return switch ((int) Math.min(operation, Integer.MAX_VALUE)) {
      case SEQUENCE -> LEAST;
      case SAVEFH, RESTOREFH -> 1;
      case PUTFH, RENEW -> 2;
      case PUTROOTFH, PUTPUBFH -> asksForRoot ? ROOT_ASKED_FOR : 2;
      case GETFH -> 3;
      case GETATTR -> 4;
      case VERIFY, NVERIFY -> 6;
      case ACCESS -> 7;
      case LOOKUP, LOOKUPP, OPENATTR -> 8;
      case COMMIT, SETATTR, LAYOUTGET, LAYOUTRETURN -> 9;
      case READ, WRITE, READ_PLUS -> DATA;
      default -> USUAL;
    };
  }
}
