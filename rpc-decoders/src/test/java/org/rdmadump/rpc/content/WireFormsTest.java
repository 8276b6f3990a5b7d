package org.rdmadump.rpc.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrCursor;
import org.rdmadump.xdr.decode.XdrEnd;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrVisitor;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrSchema;
import org.rdmadump.xdr.schema.XdrType;

/**
 * The declarations against lists of all procedures, operations, callbacks, attributes and bodies
 * that were written down from the specifications apart from them: messages are made by the lists
 * and decoded by the declarations.
 */
class WireFormsTest {
  private static final int MESSAGES = 60;
  private static final long NFS = RpcPrograms.NFS;
  private static final long CALLBACK = RpcPrograms.FIRST_TRANSIENT;
  private static final long OBJECTS = 2;
  private static final int GETATTR = 9;
  private static final int LAYOUTCOMMIT = 49;

  private static final Map<String, Map<String, String>> TYPES =
      Map.of(
          "nfs4-forms.txt",
          types("nfs4-forms.txt"),
          "procedure-forms.txt",
          types("procedure-forms.txt"));

  private final RpcDecoder decoder = new RpcDecoder();

  /** A line of a list, such as {@code res 25 READ = ...}: everything before and behind the sign. */
  record Line(String list, String kind, List<Long> numbers, String name, String form) {
    @Override
    public String toString() {
      return kind + " " + numbers + " " + name;
    }

    long last() {
      return numbers.get(numbers.size() - 1);
    }
  }

  private static List<Line> lines(String list) {
    List<Line> lines = new ArrayList<>();
    for (String text : text(list)) {
      int sign = text.indexOf('=');
      if (text.startsWith("#") || sign < 0) {
        continue;
      }
      List<String> words = List.of(text.substring(0, sign).strip().split(" +", -1));
      List<Long> numbers = new ArrayList<>();
      for (String word : words.subList(1, words.size() - 1)) {
        numbers.add(Long.parseLong(word));
      }
      lines.add(
          new Line(
              list,
              words.get(0),
              List.copyOf(numbers),
              words.get(words.size() - 1),
              text.substring(sign + 1).strip()));
    }
    return lines;
  }

  private static List<String> text(String list) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(WireFormsTest.class.getResourceAsStream(list), list),
                StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, String> types(String list) {
    Map<String, String> types = new HashMap<>();
    for (Line line : lines(list)) {
      if (line.kind.equals("type")) {
        types.put(line.name, line.form);
      }
    }
    return Map.copyOf(types);
  }

  private static List<Line> all() {
    List<Line> all = new ArrayList<>(lines("nfs4-forms.txt"));
    all.addAll(lines("procedure-forms.txt"));
    all.removeIf(line -> line.kind.equals("type"));
    return all;
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldDecodeWhatTheListSays(Line line) {
    WireForm form = new WireForm(Objects.requireNonNull(TYPES.get(line.list)), new Random(1));
    for (int i = 0; i < MESSAGES; i++) {
      Message message = message(line, form);

      List<String> shown = shown(message);

      assertThat(shown).as("%s, message %d", line, i).isEqualTo(message.body.shown());
    }
    assertThat(form.leftArms()).as("arms that no message had").isEmpty();
  }

  /**
   * A message of a procedure.
   *
   * @param body all that is behind the header
   */
  private record Message(
      long program, long version, long procedure, boolean call, WireValues body) {}

  private static Message message(Line line, WireForm form) {
    WireValues values = new WireValues();
    if (line.kind.equals("call") || line.kind.equals("reply")) {
      form.write("", line.form, values);
      return new Message(
          line.numbers.get(0), line.numbers.get(1), line.last(), line.kind.equals("call"), values);
    }
    WireValues inside = new WireValues();
    return switch (line.kind) {
      case "args" -> {
        form.members(line.form, values);
        yield compound(true, line.last(), values);
      }
      case "res" -> {
        form.members(line.form, values);
        yield compound(false, line.last(), values);
      }
      case "cbargs" -> {
        form.members(line.form, values);
        yield callback(true, line.last(), values);
      }
      case "cbres" -> {
        form.members(line.form, values);
        yield callback(false, line.last(), values);
      }
      case "attr" -> {
        form.members(line.form, inside);
        values.enter("opgetattr").number("status", 0, Integer.BYTES).enter("resok4");
        selected("obj_attributes", "attrmask", "attr_vals", line.last(), inside, values);
        yield compound(false, GETATTR, values);
      }
      case "threshold" -> {
        form.members(line.form, inside);
        WireValues hints = new WireValues().enter("mdsthreshold").word(1).enter("mth_hints");
        // The structure of the bitmap has the layout type before it.
        hints.enter("").number("thi_layout_type", 1, Integer.BYTES);
        bitmap("thi_hintset", line.last(), hints);
        hints.holdingAs("thi_hintlist", inside);
        values.enter("opgetattr").number("status", 0, Integer.BYTES).enter("resok4");
        selected("obj_attributes", "attrmask", "attr_vals", 68, hints, values);
        yield compound(false, GETATTR, values);
      }
      case "notify" -> {
        form.members(line.form, inside);
        values.enter("opcbnotify").enter("cna_stateid").number("seqid", 1, Integer.BYTES);
        values.bytes("other", new byte[12], false).bytes("cna_fh", new byte[4], true);
        values.word(1).enter("cna_changes");
        selected("", "notify_mask", "notify_vals", line.last(), inside, values);
        yield callback(true, 6, values);
      }
      case "device_notify" -> {
        form.members(line.form, inside);
        values.enter("opcbnotify_deviceid").word(1).enter("cnda_changes");
        selected("", "notify_mask", "notify_vals", line.last(), inside, values);
        yield callback(true, 14, values);
      }
      default -> body(line, form);
    };
  }

  /** The body of a layout, where its type says what it is. */
  private static Message body(Line line, WireForm form) {
    WireValues inside = new WireValues();
    form.members(line.form, inside);
    WireValues values = new WireValues();
    long type = line.last();
    switch (line.kind) {
      case "layout" -> {
        values.enter("oplayoutget").number("logr_status", 0, Integer.BYTES).enter("logr_resok4");
        values.number("logr_return_on_close", 1, Integer.BYTES);
        stateid("logr_stateid", values).word(1).enter("logr_layout").enter("");
        values.number("lo_offset", 0, Long.BYTES).number("lo_length", -1, Long.BYTES);
        values.number("lo_iomode", 1, Integer.BYTES).enter("lo_content");
        return compound(false, 50, values.number("loc_type", type, Integer.BYTES).holding(inside));
      }
      case "device" -> {
        values.enter("opgetdeviceinfo").number("gdir_status", 0, Integer.BYTES);
        values.enter("gdir_resok4").enter("gdir_device_addr");
        values.number("da_layout_type", type, Integer.BYTES).holding(inside);
        return compound(false, 47, values.word(0).enter("gdir_notification"));
      }
      case "hint" -> {
        WireValues hint = new WireValues().enter("layout_hint");
        hint.number("loh_type", type, Integer.BYTES).holding(inside);
        values.enter("opgetattr").number("status", 0, Integer.BYTES).enter("resok4");
        selected("obj_attributes", "attrmask", "attr_vals", 63, hint, values);
        return compound(false, GETATTR, values);
      }
      case "update" -> {
        values.enter("oplayoutcommit").number("loca_offset", 0, Long.BYTES);
        values.number("loca_length", 9, Long.BYTES).number("loca_reclaim", 0, Integer.BYTES);
        stateid("loca_stateid", values).words(0, 0).enter("loca_layoutupdate");
        values.number("lou_type", type, Integer.BYTES).holding(inside);
        return compound(true, LAYOUTCOMMIT, values);
      }
      case "stats" -> {
        values.enter("oplayoutstats").number("lsa_offset", 0, Long.BYTES);
        stateid("lsa_stateid", values.number("lsa_length", 9, Long.BYTES));
        for (String way : new String[] {"lsa_read", "lsa_write"}) {
          values.enter(way).number("ii_count", 1, Long.BYTES).number("ii_bytes", 2, Long.BYTES);
        }
        values.bytes("lsa_deviceid", new byte[16], false).enter("lsa_layoutupdate");
        return compound(true, 65, values.number("lou_type", type, Integer.BYTES).holding(inside));
      }
      case "wcc" -> {
        stateid("lowa_stateid", values.enter("oplayout_wcc"));
        return compound(true, 77, values.number("lowa_type", type, Integer.BYTES).holding(inside));
      }
      case "return" -> {
        values.enter("oplayoutreturn").number("lora_reclaim", 0, Integer.BYTES);
        values.number("lora_layout_type", type, Integer.BYTES);
        values.number("lora_iomode", 3, Integer.BYTES).enter("lora_layoutreturn");
        values.number("lr_returntype", 1, Integer.BYTES).enter("lr_layout");
        values.number("lrf_offset", 0, Long.BYTES).number("lrf_length", -1, Long.BYTES);
        return compound(true, 51, stateid("lrf_stateid", values).holding(inside));
      }
      default -> throw new IllegalArgumentException(line.toString());
    }
  }

  private static WireValues stateid(String name, WireValues into) {
    return into.enter(name).number("seqid", 7, Integer.BYTES).bytes("other", new byte[12], false);
  }

  /** A structure of a bitmap and an opaque with what its only bit selects. */
  private static void selected(
      String name, String mask, String values, long bit, WireValues inside, WireValues into) {
    into.enter(name);
    bitmap(mask, bit, into);
    into.holdingAs(values, inside);
  }

  private static void bitmap(String name, long bit, WireValues into) {
    int words = (int) (bit / Integer.SIZE) + 1;
    into.word(words).enter(name);
    for (int i = 0; i < words; i++) {
      into.number("", i == words - 1 ? 1L << bit % Integer.SIZE : 0, Integer.BYTES);
    }
  }

  private static Message compound(boolean call, long operation, WireValues values) {
    return new Message(NFS, 4, 1, call, compound(call, false, operation, values));
  }

  private static Message callback(boolean call, long operation, WireValues values) {
    return new Message(CALLBACK, 1, 1, call, compound(call, true, operation, values));
  }

  private static WireValues compound(
      boolean call, boolean callback, long operation, WireValues values) {
    WireValues whole = new WireValues().enter("");
    if (!call) {
      whole.number("status", 0, Integer.BYTES);
    }
    whole.bytes("tag", new byte[] {'t'}, true);
    if (call) {
      whole.number("minorversion", 2, Integer.BYTES);
    }
    if (call && callback) {
      whole.number("callback_ident", 5, Integer.BYTES);
    }
    whole.word(1).enter(call ? "argarray" : "resarray").enter("");
    return whole.number(call ? "argop" : "resop", operation, Integer.BYTES).add(values);
  }

  private List<String> shown(Message message) {
    WireValues callHeader =
        new WireValues()
            .words(1, 0, 2, message.program, message.version, message.procedure, 0, 0, 0, 0);
    RpcContent content = decoder.content(callHeader.add(message.body).rope(), Optional.empty());
    if (!message.call) {
      Optional<RpcCallHeader> call = content.header().map(RpcCallHeader.class::cast);
      WireValues reply = new WireValues().words(1, 1, 0, 0, 0, 0).add(message.body);
      content = decoder.content(reply.rope(), call);
    }
    Shown shown = new Shown();
    XdrContent body = content.body().orElseThrow();
    XdrOutcome outcome = body.walk(shown);
    assertThat(outcome.problems()).isEmpty();
    assertThat(outcome.end()).isEqualTo(XdrEnd.COMPLETE);
    return shown.lines;
  }

  private static final class Shown implements XdrVisitor {
    private final List<String> lines = new ArrayList<>();

    @Override
    public boolean enter(XdrField field, long count, XdrCursor at) {
      lines.add((at.depth() == 0 ? "" : field.name()) + "{");
      return true;
    }

    @Override
    public void number(XdrField field, long value, XdrCursor at) {
      lines.add((at.depth() == 0 ? "" : field.name()) + "=" + value);
    }

    @Override
    public void bytes(XdrField field, long start, long length, XdrCursor at) {
      byte[] bytes = at.rope().toArray(start, start + length);
      lines.add(field.name() + "=" + HexFormat.of().formatHex(bytes));
    }
  }

  @Test
  void shouldListEveryProcedureUnderItsName() {
    Map<String, String> listed = new HashMap<>();
    for (Line line : lines("procedure-forms.txt")) {
      if (!line.kind.equals("type")) {
        listed.merge(line.numbers.toString(), line.name, (a, b) -> a + " twice");
      }
    }
    int found = 0;
    for (long program : new long[] {NFS, 100227, 100005, 100021, 100024, 100000}) {
      for (long version = 0; version < 10; version++) {
        for (long number = 0; number < 64 && !(program == NFS && version == 4); number++) {
          String key = List.of(program, version, number).toString();
          String name =
              decoder.protocols().procedure(program, version, number).map(p -> p.name()).orElse("");
          assertThat(listed.getOrDefault(key, ""))
              .as(key)
              .isEqualTo(name.isEmpty() ? "" : name + " twice");
          assertThat(RpcPrograms.procedureName(program, version, number).orElse(""))
              .as(key)
              .isEqualTo(name);
          found += name.isEmpty() ? 0 : 1;
        }
      }
    }
    assertThat(found).isEqualTo(listed.size());
  }

  @Test
  void shouldListEveryOperationAttributeAndBodyUnderItsName() {
    XdrSchema nfs4 = Protocols.load("nfs4");

    assertThat(listed("args"))
        .isEqualTo(names(operations(nfs4, NFS, 4), "OP_"))
        .isEqualTo(listed("res"));
    assertThat(listed("cbargs"))
        .isEqualTo(names(operations(nfs4, CALLBACK, 1), "OP_"))
        .isEqualTo(listed("cbres"));
    assertThat(listed("attr")).isEqualTo(names(nfs4.type("fattr4_value"), "FATTR4_"));
    assertThat(listed("threshold")).isEqualTo(names(nfs4.type("threshold4_value"), ""));
    assertThat(listed("notify")).isEqualTo(names(nfs4.type("notify4_value"), ""));
    assertThat(listed("device_notify")).isEqualTo(names(nfs4.type("notify_deviceid4_value"), ""));
    for (String body : List.of("layout", "device", "hint", "update", "stats", "return")) {
      assertThat(listed(body)).as(body).isEqualTo(arms(nfs4.type(union(body))));
      assertThat(nfs4.type(union(body)).arm(OBJECTS).orElseThrow().type().kind())
          .isEqualTo(XdrType.Kind.VOID);
    }
  }

  /** The union of the operations of a compound. */
  private static XdrType operations(XdrSchema schema, long program, long version) {
    XdrType compound = schema.procedure(program, version, 1).orElseThrow().arguments().type();
    return compound.field(compound.indexOf("argarray")).type().element().type();
  }

  private static String union(String body) {
    return switch (body) {
      case "device" -> "device_addr_body4";
      case "layout" -> "layout_body4";
      default -> "layout" + body + "_body4";
    };
  }

  private static Set<String> listed(String kind) {
    Set<String> listed = new TreeSet<>();
    for (Line line : lines("nfs4-forms.txt")) {
      if (line.kind.equals(kind)) {
        assertThat(listed.add(line.last() + " " + line.name)).as(line.toString()).isTrue();
      }
    }
    return listed;
  }

  /** The names of what a union is chosen by. */
  private static Set<String> names(XdrType union, String prefix) {
    Set<String> names = new TreeSet<>();
    XdrNames declared = union.discriminant().names().orElseThrow();
    for (int i = 0; i < declared.size(); i++) {
      String name = declared.nameAt(i);
      assertThat(name).startsWith(prefix);
      names.add(declared.valueAt(i) + " " + name.substring(prefix.length()));
    }
    return names;
  }

  private static Set<String> arms(XdrType union) {
    Set<String> arms = new TreeSet<>();
    for (int i = 0; i < union.caseCount(); i++) {
      arms.add(
          union.caseValue(i)
              + " "
              + union.arm(union.caseValue(i)).orElseThrow().name().toLowerCase(Locale.ROOT));
    }
    return arms;
  }
}
