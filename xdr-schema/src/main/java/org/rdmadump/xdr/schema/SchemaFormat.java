package org.rdmadump.xdr.schema;

import java.util.List;

/**
 * Layout of a table, which the build makes of declarations and the program reads; no other program
 * does, so both ends are always of one version.
 *
 * <pre>
 * magic, version
 * 6 × position of a section: strings, name sets, types, fields, declared names, procedures
 * each section: count n, n positions of its entries, the entries
 * </pre>
 *
 * <p>Up to there four bytes each, big-endian. Entries are numbers of any length: seven bits to a
 * byte, the lowest first, all but the last with the highest bit set; the lowest bit of the number
 * is its sign. -1 stands for nothing.
 */
public final class SchemaFormat {
  /** The letters XDRT. */
  public static final int MAGIC = 0x58445254;

  public static final int VERSION = 3;

  /** Positions of the sections' positions. */
  public static final int STRINGS = 8;

  public static final int NAMES = 12;
  public static final int TYPES = 16;
  public static final int FIELDS = 20;
  public static final int DECLARED = 24;
  public static final int PROCEDURES = 28;
  public static final int HEADER_LENGTH = 32;

  /** Flags of a type. */
  public static final int TYPE_MAYBE = 1;

  public static final int TYPE_OPEN = 2;
  public static final int TYPE_COUNTS = 4;

  /** Flags of a field. */
  public static final int FIELD_DDP = 1;

  public static final int FIELD_DDP_SLOT = 2;
  public static final int FIELD_TELLING = 4;
  public static final int FIELD_COUNT_ONLY = 8;
  public static final int FIELD_SELECTOR = 16;
  public static final int FIELD_ELEMENT = 32;

  /** What numbers in the table stand for. */
  public static final List<XdrType.Kind> KINDS = List.of(XdrType.Kind.values());

  public static final List<XdrForm> FORMS = List.of(XdrForm.values());
  public static final List<XdrHold> HOLDS = List.of(XdrHold.values());

  private SchemaFormat() {}
}
