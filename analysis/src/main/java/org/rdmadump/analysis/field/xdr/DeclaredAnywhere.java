package org.rdmadump.analysis.field.xdr;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.zip.CRC32;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.OpaqueText;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrHold;

/** Shows what is declared in some way in arguments or results, in the order of the wire. */
public final class DeclaredAnywhere implements FieldReader<RpcMessage> {
  /** Any file handle. */
  private static final String HANDLE = ":handle";

  /** In place of the type of attributes of NFS version 4, which has no name. */
  private static final String ATTRIBUTES = "attributes";

  private final FieldType type;
  private final Wanted[] wanted;
  private final Predicate<RpcMessage> place;

  /**
   * A value that is asked for.
   *
   * @param in name of what it is in, or of its type; empty for any
   * @param name its own name; empty for any
   * @param type name of its own type; empty for any
   */
  private record Wanted(String in, String name, String type) {
    /** Reads {@code NAME}, {@code TYPE.NAME} or {@code :TYPE}. */
    static Wanted of(String word) {
      int dot = word.indexOf('.');
      return word.startsWith(":")
          ? new Wanted("", "", word.substring(1))
          : new Wanted(word.substring(0, Math.max(0, dot)), word.substring(dot + 1), "");
    }

    boolean is(XdrValue value) {
      return type.isEmpty()
          ? value.field().name().equals(name) && (in.isEmpty() || isIn(value))
          : value.field().type().name().equals(type);
    }

    private boolean isIn(XdrValue value) {
      Optional<XdrValue> parent = value.parent();
      return parent.isPresent()
          && (in.equals(ATTRIBUTES)
              ? parent.get().field().hold() == XdrHold.SELECTED
              : parent.get().field().type().name().equals(in)
                  || parent.get().field().name().equals(in));
    }
  }

  /**
   * Values of messages.
   *
   * @param type what they are shown as: of bytes, {@link FieldType#HEX32} is their CRC-32; {@link
   *     FieldType#UNSIGNED} is how many a file handle has, and the number of a verifier
   * @param words what is asked for: a name, {@code TYPE.NAME} of what is in a type, {@code :TYPE}
   * @param place the messages
   */
  public DeclaredAnywhere(FieldType type, List<String> words, Predicate<RpcMessage> place) {
    this.type = type;
    this.place = place;
    wanted =
        words.contains(HANDLE)
            ? new Wanted[0]
            : words.stream().map(Wanted::of).toArray(Wanted[]::new);
  }

  @Override
  public boolean read(RpcMessage message, ValueVisitor to) {
    if (!place.test(message)) {
      return false;
    }
    MessageContent content = message.content();
    Optional<Nfs4Compound> compound = content.compound();
    if (compound.isEmpty()) {
      Optional<XdrContent> body = content.body();
      return body.isPresent() && inside(body.get().tree(), to);
    }
    for (Nfs4Operation operation : compound.get().operations()) {
      Optional<XdrValue> body = operation.body();
      if (body.isPresent() && inside(body.get(), to)) {
        return true;
      }
    }
    return false;
  }

  /** Shows what is wanted of a value, or of the values in it. */
  private boolean inside(XdrValue value, ValueVisitor to) {
    if (isWanted(value)) {
      return show(value, to);
    }
    if (value instanceof XdrStruct struct) {
      for (int i = 0; i < struct.size(); i++) {
        if (inside(struct.get(i), to)) {
          return true;
        }
      }
      return false;
    }
    if (value instanceof XdrArray array) {
      for (XdrValue element : array) {
        if (inside(element, to)) {
          return true;
        }
      }
      return false;
    }
    return value instanceof XdrUnion union
        && (inside(union.discriminant(), to) || inside(union.arm(), to));
  }

  private boolean isWanted(XdrValue value) {
    if (wanted.length == 0) {
      return value instanceof XdrBytes && Shape.of(value.field()) == Shape.FILE_HANDLE;
    }
    for (Wanted each : wanted) {
      if (each.is(value)) {
        return true;
      }
    }
    return false;
  }

  private boolean show(XdrValue value, ValueVisitor to) {
    if (value instanceof XdrNumber number) {
      return Shape.of(number.field()) == Shape.NAMED
          ? to.named(number.value(), new DeclaredNames(number.field()))
          : to.number(number.value());
    }
    if (value instanceof XdrArray array) {
      for (XdrValue element : array) {
        if (show(element, to)) {
          return true;
        }
      }
      return false;
    }
    if (value instanceof XdrStruct) {
      long length = value.end() - value.start();
      return value.end() >= 0
          && (type == FieldType.HEX16
              ? to.number(Crc16.of(value.rope().toArray(value.start(), value.end())))
              : to.bytes(value.rope(), value.start(), length));
    }
    return value instanceof XdrBytes bytes && bytes.isComplete() && show(bytes, to);
  }

  private boolean show(XdrBytes bytes, ValueVisitor to) {
    return switch (type) {
      case UNSIGNED, HEX64 ->
          Shape.of(bytes.field()) == Shape.FILE_HANDLE
              ? to.number(bytes.length())
              : bytes.length() == Long.BYTES
                  && to.number(bytes.rope().getLong(bytes.contentStart()));
      case TEXT -> {
        Optional<String> text =
            OpaqueText.lenient(bytes.field(), bytes.rope(), bytes.contentStart(), bytes.length());
        yield text.isPresent() && to.text(text.get());
      }
      case HEX32 -> {
        CRC32 crc = new CRC32();
        crc.update(
            bytes.rope().toArray(bytes.contentStart(), bytes.contentStart() + bytes.length()));
        yield to.number(crc.getValue());
      }
      default -> to.bytes(bytes.rope(), bytes.contentStart(), bytes.length());
    };
  }
}
