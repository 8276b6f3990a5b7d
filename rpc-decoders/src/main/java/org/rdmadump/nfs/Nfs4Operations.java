package org.rdmadump.nfs;

import java.util.Arrays;

/**
 * What is known of an operation by its number alone: RFC 7530 section 16, RFC 8881 section 18, RFC
 * 7862 section 15, RFC 8276 section 8.4, RFC 9766; of callbacks RFC 7530 section 17, RFC 8881
 * section 20, RFC 7862 section 16. All of it is in one number, its facts.
 */
final class Nfs4Operations {
  static final int ACCESS = 3;
  static final int CREATE = 6;
  static final int GETATTR = 9;
  static final int NVERIFY = 17;
  static final int OPEN = 18;
  static final int READ = 25;
  static final int READDIR = 26;
  static final int SETATTR = 34;
  static final int VERIFY = 37;
  static final int WRITE = 38;
  static final int EXCHANGE_ID = 42;
  static final int READ_PLUS = 68;

  /** The first operation that came behind its minor version: GETXATTR of RFC 8276. */
  private static final int FIRST_OF_EXTENSIONS = 72;

  static final int CB_GETATTR = 3;
  static final int CB_NOTIFY = 6;
  static final int CB_PUSH_DELEG = 7;
  static final int ILLEGAL = 10044;

  // What an operation does with file handles and names; the most frequent have the least numbers,
  // which the compiler of short runs compares first.

  /** It is about the current file. */
  static final int STAYS = 0;

  /** It has no file handle. */
  static final int HAS_NONE = 1;

  static final int PUTS = 2;
  static final int TELLS_ATTRIBUTES = 3;
  static final int TELLS_HANDLE = 4;
  static final int OPENS = 5;
  static final int SAVES = 6;
  static final int RESTORES = 7;
  static final int PUTS_ROOT = 8;
  static final int PUTS_PUBLIC = 9;
  static final int REMOVES = 10;
  static final int LISTS = 11;

  /** It goes into a directory, to a name that is in its arguments. */
  static final int ENTERS = 12;

  static final int GOES_UP = 13;
  static final int OPENS_ATTRIBUTES = 14;

  /** It may end what is current. */
  static final int SECURES_NAME = 15;

  static final int SECURES = 16;

  // From here on, about the saved file too.
  static final int RENAMES = 17;
  static final int LINKS = 18;
  static final int COPIES = 19;

  private static final int STEP_BITS = 5;
  private static final int STEP = (1 << STEP_BITS) - 1;
  private static final int WEIGHT_BITS = 4;
  private static final int WEIGHT = (1 << WEIGHT_BITS) - 1;
  private static final int SINCE_AT = STEP_BITS + WEIGHT_BITS;

  /** Minor versions behind 0 forbid the operation (RFC 8881 section 17). */
  private static final int ONLY_OF_0 = 1 << (SINCE_AT + 2);

  /** Its arguments or results may have attributes with their values. */
  private static final int HAS_ATTRIBUTES = ONLY_OF_0 << 1;

  /** Its arguments have a count that its results may differ from. */
  private static final int HAS_COUNTS = HAS_ATTRIBUTES << 1;

  private static final int LEAST = 0;
  private static final int ROOT_ASKED_FOR = 5;
  private static final int USUAL = 10;
  private static final int DATA = 11;

  private static final int[] FACTS = operations();
  private static final int[] CALLBACK_FACTS = callbacks();

  private Nfs4Operations() {}

  private static int[] operations() {
    int[] facts = new int[73];
    Arrays.fill(facts, 0, 3, of(HAS_NONE, USUAL, 0));
    Arrays.fill(facts, 3, 40, of(STAYS, USUAL, 0));
    Arrays.fill(facts, 40, 59, of(STAYS, USUAL, 1));
    Arrays.fill(facts, 59, facts.length, of(STAYS, USUAL, 2));
    facts[3] = of(STAYS, 7, 0); // ACCESS
    facts[5] = of(STAYS, 9, 0); // COMMIT
    facts[CREATE] = of(ENTERS, USUAL, 0) | HAS_ATTRIBUTES;
    facts[7] = of(HAS_NONE, USUAL, 0); // DELEGPURGE
    facts[GETATTR] = of(TELLS_ATTRIBUTES, 4, 0) | HAS_ATTRIBUTES;
    facts[10] = of(TELLS_HANDLE, 3, 0); // GETFH
    facts[11] = of(LINKS, USUAL, 0); // LINK
    facts[15] = of(ENTERS, 8, 0); // LOOKUP
    facts[16] = of(GOES_UP, 8, 0); // LOOKUPP
    facts[NVERIFY] = of(STAYS, 6, 0) | HAS_ATTRIBUTES;
    facts[OPEN] = of(OPENS, USUAL, 0) | HAS_ATTRIBUTES;
    facts[19] = of(OPENS_ATTRIBUTES, 8, 0); // OPENATTR
    facts[20] |= ONLY_OF_0; // OPEN_CONFIRM
    facts[22] = of(PUTS, 2, 0); // PUTFH
    facts[23] = of(PUTS_PUBLIC, 2, 0); // PUTPUBFH
    facts[24] = of(PUTS_ROOT, 2, 0); // PUTROOTFH
    facts[READ] = of(STAYS, DATA, 0) | HAS_COUNTS;
    facts[READDIR] = of(LISTS, USUAL, 0) | HAS_ATTRIBUTES;
    facts[28] = of(REMOVES, USUAL, 0); // REMOVE
    facts[29] = of(RENAMES, USUAL, 0); // RENAME
    facts[30] = of(HAS_NONE, 2, 0) | ONLY_OF_0; // RENEW
    facts[31] = of(RESTORES, 1, 0); // RESTOREFH
    facts[32] = of(SAVES, 1, 0); // SAVEFH
    facts[33] = of(SECURES_NAME, USUAL, 0); // SECINFO
    facts[SETATTR] = of(STAYS, 9, 0) | HAS_ATTRIBUTES;
    facts[35] = of(HAS_NONE, USUAL, 0) | ONLY_OF_0; // SETCLIENTID
    facts[36] = of(HAS_NONE, USUAL, 0) | ONLY_OF_0; // SETCLIENTID_CONFIRM
    facts[VERIFY] = of(STAYS, 6, 0) | HAS_ATTRIBUTES;
    facts[WRITE] = of(STAYS, DATA, 0) | HAS_COUNTS;
    facts[39] = of(HAS_NONE, USUAL, 0) | ONLY_OF_0; // RELEASE_LOCKOWNER
    // BACKCHANNEL_CTL, BIND_CONN_TO_SESSION, EXCHANGE_ID, CREATE_SESSION, DESTROY_SESSION,
    // FREE_STATEID
    Arrays.fill(facts, 40, 46, of(HAS_NONE, USUAL, 1));
    facts[47] = of(HAS_NONE, USUAL, 1); // GETDEVICEINFO
    facts[50] = of(STAYS, 9, 1); // LAYOUTGET
    facts[51] = of(STAYS, 9, 1); // LAYOUTRETURN
    facts[52] = of(SECURES, USUAL, 1); // SECINFO_NO_NAME
    facts[53] = of(HAS_NONE, LEAST, 1); // SEQUENCE
    facts[54] = of(HAS_NONE, USUAL, 1); // SET_SSV
    facts[55] = of(HAS_NONE, USUAL, 1); // TEST_STATEID
    facts[57] = of(HAS_NONE, USUAL, 1); // DESTROY_CLIENTID
    facts[60] = of(COPIES, USUAL, 2) | HAS_COUNTS; // COPY
    facts[READ_PLUS] = of(STAYS, DATA, 2) | HAS_COUNTS;
    facts[71] = of(COPIES, USUAL, 2); // CLONE
    return facts;
  }

  private static int[] callbacks() {
    int[] facts = new int[16];
    Arrays.fill(facts, 0, 5, of(HAS_NONE, USUAL, 0));
    Arrays.fill(facts, 5, 15, of(HAS_NONE, USUAL, 1));
    facts[CB_GETATTR] |= HAS_ATTRIBUTES;
    facts[CB_NOTIFY] |= HAS_ATTRIBUTES;
    facts[11] = of(HAS_NONE, LEAST, 1); // CB_SEQUENCE
    facts[15] = of(HAS_NONE, USUAL, 2);
    return facts;
  }

  private static int of(int step, int weight, int since) {
    return step | weight << STEP_BITS | since << SINCE_AT;
  }

  /** {@return what is known of an operation; of one that is undefined, what a new one would be} */
  static int facts(long operation, boolean callback) {
    int[] of = callback ? CALLBACK_FACTS : FACTS;
    return operation == ILLEGAL
        ? of(HAS_NONE, USUAL, 0)
        : of[(int) Math.min(operation, of.length - 1)];
  }

  /** {@return what the operation does with file handles and names} */
  static int step(int facts) {
    return facts & STEP;
  }

  /** {@return whether the operation is about the saved file handle too} */
  static boolean hasSavedHandle(int facts) {
    return step(facts) >= RENAMES;
  }

  /** {@return whether a minor version does not have the operation} */
  static boolean isOfOther(int facts, long minorVersion) {
    return since(facts) > minorVersion || (minorVersion > 0 && (facts & ONLY_OF_0) != 0);
  }

  /** {@return whether servers of a minor version may not know the number} */
  static boolean mayBeIllegal(long operation, int facts, long minorVersion) {
    return operation >= FIRST_OF_EXTENSIONS || since(facts) > minorVersion;
  }

  /** {@return the first minor version that has the operation, if it is one} */
  static int since(int facts) {
    return facts >> SINCE_AT & 3;
  }

  /** {@return whether arguments or results can have attributes and their values} */
  static boolean hasAttributes(int facts) {
    return (facts & HAS_ATTRIBUTES) != 0;
  }

  /** {@return whether arguments have a count that results may differ from} */
  static boolean hasCounts(int facts) {
    return (facts & HAS_COUNTS) != 0;
  }

  /**
   * {@return how much a compound is about an operation; the greatest is its main one, of equals the
   * last}
   *
   * @param asksForRoot whether GETFH is in the compound, so that PUTROOTFH is more than a start
   */
  static int weight(int facts, boolean asksForRoot) {
    int step = step(facts);
    return asksForRoot && (step == PUTS_ROOT || step == PUTS_PUBLIC)
        ? ROOT_ASKED_FOR
        : facts >> STEP_BITS & WEIGHT;
  }
}
