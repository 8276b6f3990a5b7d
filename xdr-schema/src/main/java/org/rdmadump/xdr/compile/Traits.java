package org.rdmadump.xdr.compile;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rdmadump.xdr.schema.SchemaFormat;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrHold;

/**
 * What marks say of the values at a place.
 *
 * @param form how they are shown
 * @param formMark the mark that said so
 * @param names enumeration that names them
 * @param hold what their content is
 * @param holdMark the mark that said so
 * @param flags those of {@link SchemaFormat}, of a field
 * @param tell label in the summary; empty if it is the name
 * @param own the marks {@code x-...}
 */
record Traits(
    XdrForm form,
    Optional<Mark> formMark,
    Optional<String> names,
    XdrHold hold,
    Optional<Mark> holdMark,
    int flags,
    String tell,
    List<Mark> own) {
  static final Traits NONE =
      new Traits(
          XdrForm.PLAIN,
          Optional.empty(),
          Optional.empty(),
          XdrHold.NOTHING,
          Optional.empty(),
          0,
          "",
          List.of());

  /** {@return what the marks of one declaration say} */
  static Traits of(List<Mark> marks) {
    Traits traits = NONE;
    for (Mark mark : marks) {
      traits = of(mark).over(traits);
    }
    return traits;
  }

  /** {@return these, and where they say nothing, those of {@code below}} */
  Traits over(Traits below) {
    boolean hasForm = form != XdrForm.PLAIN;
    boolean hasHold = hold != XdrHold.NOTHING;
    return new Traits(
        hasForm ? form : below.form,
        hasForm ? formMark : below.formMark,
        hasForm ? names : below.names,
        hasHold ? hold : below.hold,
        hasHold ? holdMark : below.holdMark,
        flags | below.flags,
        tell.isEmpty() ? below.tell : tell,
        both(own, below.own));
  }

  private static List<Mark> both(List<Mark> first, List<Mark> then) {
    List<Mark> all = new ArrayList<>(first);
    all.addAll(then);
    return all;
  }

  /** {@return of an array's traits those that are about its elements} */
  Traits ofElements() {
    return form == XdrForm.BITMAP
        ? NONE
        : new Traits(
            form,
            formMark,
            names,
            hold,
            holdMark,
            flags & (SchemaFormat.FIELD_DDP | SchemaFormat.FIELD_TELLING),
            "",
            List.of());
  }

  /** {@return of an array's traits those that are about itself} */
  Traits ofArray() {
    boolean bitmap = form == XdrForm.BITMAP;
    return new Traits(
        bitmap ? form : XdrForm.PLAIN,
        bitmap ? formMark : Optional.empty(),
        bitmap ? names : Optional.empty(),
        XdrHold.NOTHING,
        Optional.empty(),
        flags & ~SchemaFormat.FIELD_DDP,
        tell,
        own);
  }

  private static Traits of(Mark mark) {
    return switch (mark.word()) {
      case "filehandle" -> form(XdrForm.FILE_HANDLE, mark);
      case "stateid" -> form(XdrForm.STATE_ID, mark);
      case "time" -> form(XdrForm.TIME, mark);
      case "time_us" -> form(XdrForm.TIME_MICROS, mark);
      case "duration" -> form(XdrForm.DURATION, mark);
      case "nanoseconds" -> form(XdrForm.NANOSECONDS, mark);
      case "mode" -> form(XdrForm.MODE, mark);
      case "hex" -> form(XdrForm.HEX, mark);
      case "text" -> form(XdrForm.TEXT, mark);
      case "verifier" -> form(XdrForm.VERIFIER, mark);
      case "data" -> form(XdrForm.DATA, mark);
      case "flags" -> form(XdrForm.FLAGS, mark);
      case "names" -> form(XdrForm.NAMED, mark);
      case "bits" -> form(XdrForm.BITMAP, mark);
      case "ddp" -> flag(SchemaFormat.FIELD_DDP);
      case "ddp_slot" -> flag(SchemaFormat.FIELD_DDP_SLOT);
      case "count" -> flag(SchemaFormat.FIELD_COUNT_ONLY);
      case "tell" ->
          new Traits(
              NONE.form,
              NONE.formMark,
              NONE.names,
              NONE.hold,
              NONE.holdMark,
              SchemaFormat.FIELD_TELLING,
              mark.arguments().isEmpty() ? "" : mark.arguments().get(0),
              NONE.own);
      case Mark.HOLDS -> hold(mark.arguments().size() == 1 ? XdrHold.VALUE : XdrHold.ARM, mark);
      case Mark.SELECTED -> hold(XdrHold.SELECTED, mark);
      default ->
          mark.isOwn()
              ? new Traits(
                  NONE.form,
                  NONE.formMark,
                  NONE.names,
                  NONE.hold,
                  NONE.holdMark,
                  0,
                  "",
                  List.of(mark))
              : NONE;
    };
  }

  private static Traits form(XdrForm form, Mark mark) {
    return new Traits(
        form,
        Optional.of(mark),
        mark.arguments().stream().findFirst(),
        NONE.hold,
        NONE.holdMark,
        0,
        "",
        NONE.own);
  }

  private static Traits hold(XdrHold hold, Mark mark) {
    return new Traits(
        NONE.form, NONE.formMark, NONE.names, hold, Optional.of(mark), 0, "", NONE.own);
  }

  private static Traits flag(int flag) {
    return new Traits(
        NONE.form, NONE.formMark, NONE.names, NONE.hold, NONE.holdMark, flag, "", NONE.own);
  }
}
