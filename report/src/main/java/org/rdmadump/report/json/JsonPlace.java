package org.rdmadump.report.json;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.XdrTime;
import org.rdmadump.nfs.ResultStatus;
import org.rdmadump.report.KeptTexts;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrType;

/**
 * What is known of a place for values before there is one: how they are called and written. Names
 * are kept as bytes, because the same few come again and again.
 */
final class JsonPlace {
  /** How a value is written. */
  enum Shape {
    INTEGER,
    BOOL,
    /** An integer of 64 bits without a sign. */
    UNSIGNED_HYPER,
    /** An integer of 64 bits that only identifies something: a string of decimal digits. */
    ID,
    /** A name, or the number as a string if it has none. */
    NAMED,
    FLAGS,
    /** As {@link XdrField#text} has it. */
    TEXT,
    /** A structure that is written as one string. */
    TIME,
    /** An array of the names of bits. */
    BITMAP,
    ARRAY,
    OBJECT,
    /** Bytes that never are more than their length. */
    DATA,
    FILE_HANDLE,
    OPAQUE
  }

  /** Of integers of 64 bits that are no amounts. */
  private static final String ID_MARK = "x-id";

  private static final String HANDLE = "fh";
  private static final String TAG = "tag";
  private static final String MINOR_VERSION = "minorversion";

  private static final int HEX_WORD = 8;
  private static final byte[] NONE = {};

  final XdrField field;

  /** Its name as the start of a field. */
  final byte[] key;

  final Shape shape;
  final boolean isElement;
  final boolean isUnion;

  /** A structure or a union. */
  final boolean hasParts;

  final boolean isStatus;
  final boolean isHandle;
  final boolean isTag;
  final boolean isMinorVersion;

  /** Permission bits, in octal. */
  final boolean isMode;

  /** Of numbers in hexadecimal how many digits, else 0. */
  final int hexDigits;

  /** Bytes of the seconds of a time, else 0. */
  final int secondsWidth;

  final boolean isMicros;

  private final Optional<XdrNames> names;

  /** Without those that were not needed yet. */
  private final byte[][] labels;

  private final byte[][] briefLabels;

  /** Not made before they are asked for. */
  private Optional<JsonLeaves> leaves = Optional.empty();

  private boolean leavesKnown;

  /** Not made before there is a set of flags, or a bitmap: most places have none. */
  private @Nullable KeptTexts<byte[]> kept;

  /** The value that was named last, and its name: mostly it comes again. */
  private long last;

  private byte[] lastText = NONE;

  JsonPlace(XdrField field) {
    XdrType type = field.type();
    this.field = field;
    this.key = JsonText.key(field.name());
    this.shape = shape(field, type.kind());
    this.isElement = field.isElement();
    this.isUnion = type.kind() == XdrType.Kind.UNION;
    this.hasParts = isUnion || type.kind() == XdrType.Kind.STRUCT;
    this.isStatus = ResultStatus.isStatus(field);
    this.isHandle = field.name().equals(HANDLE);
    this.isTag = field.name().equals(TAG);
    this.isMinorVersion = field.name().equals(MINOR_VERSION);
    this.isMode = field.form() == XdrForm.MODE;
    this.hexDigits =
        field.form() == XdrForm.HEX || field.form() == XdrForm.VERIFIER
            ? type.fixedSize() == Long.BYTES ? 2 * HEX_WORD : HEX_WORD
            : 0;
    this.secondsWidth =
        shape == Shape.TIME && !XdrTime.isDuration(field) ? XdrTime.width(field) : 0;
    this.isMicros = field.form() == XdrForm.TIME_MICROS;
    this.names = field.names();
    int count = names.isPresent() ? names.get().size() : 0;
    this.labels = noTexts(count);
    this.briefLabels = noTexts(count);
  }

  /** {@return its values, if it is a structure of fixed length} */
  Optional<JsonLeaves> leaves() {
    if (!leavesKnown) {
      leaves = shape == Shape.OBJECT ? JsonLeaves.of(field) : Optional.empty();
      leavesKnown = true;
    }
    return leaves;
  }

  private static byte[][] noTexts(int count) {
    byte[][] texts = new byte[count][];
    Arrays.fill(texts, NONE);
    return texts;
  }

  /** {@return the name of a value or a bit, empty if it has none} */
  byte[] label(long value) {
    if (value != last || lastText.length == 0) {
      lastText = label(value, labels, false);
      last = value;
    }
    return lastText;
  }

  /** {@return the name of a value without the prefix that all have, empty if it has none} */
  byte[] briefLabel(long value) {
    return label(value, briefLabels, true);
  }

  private byte[] label(long value, byte[][] known, boolean brief) {
    int index = names.isPresent() ? names.get().index(value) : -1;
    if (index < 0) {
      return NONE;
    }
    byte[] label = known[index];
    if (label.length == 0) {
      label = JsonText.quoted(brief ? names.get().brief(value) : names.get().nameAt(index));
      known[index] = label;
    }
    return label;
  }

  /** {@return the names of a set of flags} */
  byte[] flags(long value) {
    if (value != last || lastText.length == 0) {
      lastText = keptFlags(value);
      last = value;
    }
    return lastText;
  }

  private byte[] keptFlags(long value) {
    byte[] known = kept().find(this, value);
    if (known == null) {
      known = JsonText.quoted(field.text(value));
      kept().keep(this, value, known);
    }
    return known;
  }

  /** {@return how sets of flags and bitmaps were written, by their bits} */
  KeptTexts<byte[]> kept() {
    KeptTexts<byte[]> made = kept;
    if (made == null) {
      made = new KeptTexts<>();
      kept = made;
    }
    return made;
  }

  private static Shape shape(XdrField field, XdrType.Kind kind) {
    return switch (kind) {
      case STRUCT, UNION -> XdrTime.isTime(field) ? Shape.TIME : Shape.OBJECT;
      case ARRAY, FIXED_ARRAY, LIST ->
          field.form() == XdrForm.BITMAP && field.names().isPresent() ? Shape.BITMAP : Shape.ARRAY;
      case FIXED_OPAQUE, OPAQUE, STRING, QUADRUPLE ->
          field.isDdpEligible() || field.form() == XdrForm.DATA
              ? Shape.DATA
              : field.form() == XdrForm.FILE_HANDLE ? Shape.FILE_HANDLE : Shape.OPAQUE;
      case VOID, OPTIONAL -> Shape.OBJECT;
      default -> number(field, kind);
    };
  }

  private static Shape number(XdrField field, XdrType.Kind kind) {
    return switch (field.form()) {
      case FLAGS -> Shape.FLAGS;
      case MODE, HEX, VERIFIER -> Shape.TEXT;
      case NAMED -> Shape.NAMED;
      default ->
          switch (kind) {
            case UNSIGNED_HYPER ->
                field.mark(ID_MARK).isPresent() ? Shape.ID : Shape.UNSIGNED_HYPER;
            case BOOL -> Shape.BOOL;
            case ENUM -> Shape.NAMED;
            case FLOAT, DOUBLE -> Shape.TEXT;
            default -> Shape.INTEGER;
          };
    };
  }
}
