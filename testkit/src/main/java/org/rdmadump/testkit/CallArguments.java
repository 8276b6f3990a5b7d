package org.rdmadump.testkit;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.rdmadump.nfs.FilePath;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNothing;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrNames;
import org.rdmadump.xdr.schema.XdrType;

/**
 * Gathers the {@linkplain ArgumentTexts words} for all that a call asks for, by its declaration.
 *
 * <p>What is {@linkplain NeverCompared never compared} is left out. So are the bytes of files,
 * which {@link FileAssert} is for, booleans that are false, and times that are not to be set.
 */
final class CallArguments {
  private static final String NOT_SET = "DONT_CHANGE";

  /** Names of flags repeat the name of their field. */
  private static final Pattern PREFIX = Pattern.compile("OPEN4_SHARE_ACCESS_|ACCESS[34]_");

  /** Labels that a line of text has for a place, not for a value. */
  private static final Set<String> PLACES = Set.of("from", "to");

  /** Bytes that are shown; of more, their number and a digest. */
  private static final int MOST_BYTES = 32;

  private static final int MOST_TEXT = 255;

  /** Words about one array that are shown, likewise. */
  private static final int MOST_WORDS = 240;

  private final Set<String> knownNames = new HashSet<>();
  private final Optional<FilePath> newPath;
  private StringBuilder text = new StringBuilder();

  private CallArguments(RpcMessage call) {
    call.content().names().path().ifPresent(path -> knownNames.add(path.filename()));
    newPath = newPath(call);
    newPath.ifPresent(path -> knownNames.add(path.filename()));
  }

  /** {@return all that a call asks for} */
  static String of(RpcMessage call) {
    List<String> parts = new ArrayList<>();
    Optional<Nfs4Compound> compound = call.content().compound();
    int main = call.content().mainOperation().map(Nfs4Operation::index).orElse(-1);
    CallArguments words = new CallArguments(call);
    compound.ifPresentOrElse(
        operations -> {
          words.member("tag", call.content().body().map(XdrContent::tree));
          operations.operations().stream()
              .filter(each -> each.index() == main)
              .forEach(each -> words.arguments(each.body()));
        },
        () -> words.arguments(call.content().body().map(XdrContent::tree)));
    words.end("", parts);
    compound.stream()
        .flatMap(operations -> operations.operations().stream())
        .filter(each -> each.index() != main)
        .forEach(
            each -> {
              words.arguments(each.body());
              words.end(ArgumentTexts.word(each.name()), parts);
            });
    call.content().rpc().ifPresent(content -> credential(content, words, parts));
    return String.join(ArgumentTexts.NEXT, parts);
  }

  private static void credential(RpcContent content, CallArguments words, List<String> parts) {
    if (!(content.reading() instanceof RpcCallHeader header)) {
      return;
    }
    if (header.credential().equals(AuthFlavor.AUTH_SYS)) {
      Optional<XdrValue> body = content.credential().map(XdrContent::tree);
      words.member("body", body);
    }
    header.gss().ifPresent(gss -> words.add("service", gss.service().name()));
    String flavor = ArgumentTexts.word(header.credential().label());
    words.end(flavor, parts);
    if (parts.isEmpty() || !parts.get(parts.size() - 1).startsWith(flavor)) {
      parts.add(flavor);
    }
  }

  private static Optional<FilePath> newPath(RpcMessage call) {
    int count = call.content().compound().map(Nfs4Compound::count).orElse(1);
    for (int i = 0; i < count; i++) {
      Optional<FilePath> path = call.content().names().newPath(i);
      if (path.isPresent()) {
        return path;
      }
    }
    return Optional.empty();
  }

  /** Ends the words of an operation, which has none if nothing is said of it. */
  private void end(String operation, List<String> parts) {
    if (operation.isEmpty()) {
      newPath.ifPresent(path -> text.insert(0, "to " + ArgumentTexts.word(path.text()) + " "));
    }
    if (!text.isEmpty()) {
      parts.add((operation + " " + text).strip());
    }
    text.setLength(0);
  }

  private void arguments(Optional<XdrValue> value) {
    value.ifPresent(it -> put("", it));
  }

  private void member(String name, Optional<XdrValue> of) {
    of.flatMap(it -> it.at(name)).ifPresent(it -> put("", it));
  }

  private void add(String label, String value) {
    text.append(label).append(' ').append(ArgumentTexts.word(value)).append(' ');
  }

  /**
   * Says what a value is.
   *
   * @param around what to call it if it has no name
   */
  private void put(String around, XdrValue value) {
    XdrField field = value.field();
    if (NeverCompared.has(field) || value instanceof XdrNothing) {
      return;
    }
    String label = label(field, around);
    if (value instanceof XdrNumber number) {
      number(label, number);
    } else if (value instanceof XdrBytes bytes) {
      bytes(label, bytes);
    } else if (value instanceof XdrUnion union) {
      number(label, union.discriminant());
      put(label, union.arm());
    } else if (value instanceof XdrArray array && field.form() == XdrForm.BITMAP) {
      add(label, bits(array));
    } else if (value instanceof XdrArray array) {
      array(label, array);
    } else if (value instanceof XdrStruct struct) {
      members(label, struct, false);
      members(label, struct, true);
    }
  }

  /** Says what members of a structure are: first those of any kind, then choices, as lines do. */
  private void members(String label, XdrStruct struct, boolean choices) {
    for (int i = 0; i < struct.size(); i++) {
      XdrField field = struct.fieldAt(i);
      if (choices == (field.type().kind() == XdrType.Kind.ENUM && field.label().isEmpty())) {
        put(label, struct.get(i));
      }
    }
  }

  private static String label(XdrField field, String around) {
    return !field.label().isEmpty() && !PLACES.contains(field.label())
        ? field.label()
        : field.name().isEmpty() ? around : field.name();
  }

  private void number(String label, XdrNumber number) {
    String value = PREFIX.matcher(number.text()).replaceAll("");
    boolean isFalse = number.field().type().kind() == XdrType.Kind.BOOL && !number.isTrue();
    if (!isFalse && !value.equals(NOT_SET)) {
      add(label, value);
    }
  }

  private void bytes(String label, XdrBytes bytes) {
    XdrField field = bytes.field();
    if (field.form() == XdrForm.DATA && field.isDdpEligible()) {
      if (field.isTelling()) {
        add(label, Long.toString(bytes.length()));
      }
      return;
    }
    Optional<String> said =
        bytes.length() <= MOST_TEXT && bytes.isComplete() ? bytes.said() : Optional.empty();
    if (said.isEmpty()) {
      add(label, opaque(bytes));
    } else if (!knownNames.contains(said.get()) && !(said.get().isEmpty() && label.equals("tag"))) {
      add(label, said.get());
    }
  }

  private static String opaque(XdrBytes bytes) {
    if (!bytes.isComplete()) {
      return bytes.length() + ArgumentTexts.BYTES + ArgumentTexts.UNKNOWN;
    }
    return bytes.length() <= MOST_BYTES
        ? OpaqueText.hex(bytes.rope(), bytes.contentStart(), bytes.length())
        : bytes.length()
            + ArgumentTexts.BYTES
            + OpaqueText.hash(bytes.rope(), bytes.contentStart(), bytes.length());
  }

  private static String bits(XdrArray words) {
    Optional<XdrNames> names = words.field().names();
    List<String> set = new ArrayList<>();
    int first = 0;
    for (XdrValue each : words) {
      long bits = each instanceof XdrNumber word ? word.value() : 0;
      for (int i = 0; i < Integer.SIZE; i++) {
        long bit = (long) first + i;
        if ((bits >> i & 1) != 0) {
          set.add(names.map(it -> withoutPrefix(it, bit)).orElse(Long.toString(bit)));
        }
      }
      first += Integer.SIZE;
    }
    return set.isEmpty() ? "0" : String.join(",", set);
  }

  private static String withoutPrefix(XdrNames names, long bit) {
    return names.name(bit).isPresent()
        ? names.label(bit).substring(names.sharedPrefix().length())
        : names.label(bit);
  }

  private void array(String label, XdrArray array) {
    StringBuilder outside = text;
    text = new StringBuilder();
    for (XdrValue each : array) {
      put(label, each);
    }
    String said = text.toString();
    text = outside;
    if (said.length() > MOST_WORDS) {
      CRC32 crc = new CRC32();
      crc.update(said.getBytes(StandardCharsets.UTF_8));
      add(label, array.size() + "/" + String.format(Locale.ROOT, "0x%08x", crc.getValue()));
    } else {
      text.append(said);
    }
  }
}
