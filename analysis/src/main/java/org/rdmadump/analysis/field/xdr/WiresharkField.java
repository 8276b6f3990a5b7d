package org.rdmadump.analysis.field.xdr;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrArray;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnion;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrHold;

/**
 * Fields of Wireshark's that are so many values as something is declared in arguments or results,
 * in the order of the wire, whatever the operation.
 */
public enum WiresharkField implements FieldSource<RpcMessage>, FieldReader<RpcMessage> {
  /** File handles. */
  FHANDLE("nfs.fhandle", FieldType.BYTES, "bytes of each file handle on the wire"),
  /** What Wireshark calls their hash. */
  FH_HASH("nfs.fh.hash", FieldType.HEX32, "CRC-32 of each file handle on the wire"),
  /** Sizes in attributes of NFS version 3. */
  FATTR3_SIZE("nfs.fattr3.size", FieldType.UNSIGNED, "bytes of a file in attributes of version 3"),
  /** Sizes in attributes of NFS version 4. */
  FATTR4_SIZE("nfs.fattr4.size", FieldType.UNSIGNED, "bytes of a file in attributes of version 4"),
  /** Counts of NFS version 3. */
  COUNT3("nfs.count3", FieldType.UNSIGNED, "bytes requested, read or written, version 3"),
  /** Counts of NFS version 4. */
  COUNT4("nfs.count4", FieldType.UNSIGNED, "bytes requested or written, version 4"),
  /** Slots of sessions. */
  SLOT_ID("nfs.slotid", FieldType.UNSIGNED, "slot of a session"),
  /** Sessions. */
  SESSION_ID("nfs.session_id4", FieldType.BYTES, "session identifier, sixteen bytes"),
  /** Statuses of NFS version 4. */
  NFSSTAT4(
      "nfs.nfsstat4", FieldType.UNSIGNED, "status of a compound, and of each of its operations");

  private static final Set<String> SLOTS =
      Set.of("sa_slotid", "sr_slotid", "csa_slotid", "csr_slotid");
  private static final String SESSION = "_sessionid";
  private static final String SIZE = "size";
  private static final String COUNT = "count";
  private static final String ATTRIBUTES_3 = "fattr3";

  private final String label;
  private final FieldType type;
  private final String meaning;

  WiresharkField(String label, FieldType type, String meaning) {
    this.label = label;
    this.type = type;
    this.meaning = meaning;
  }

  @Override
  public Optional<Field<RpcMessage>> find(String name) {
    return name.equals(label) ? Optional.of(field()) : Optional.empty();
  }

  @Override
  public List<Field<RpcMessage>> all() {
    return List.of(field());
  }

  private Field<RpcMessage> field() {
    List<FieldType> types = this == NFSSTAT4 ? List.of(type, FieldType.NAMED) : List.of(type);
    List<String> names = this == NFSSTAT4 ? new LateNames(WiresharkField::statuses) : List.of();
    return new Field<RpcMessage>(
            label, types, meaning, List.of(), names, this, InJson.NEVER, Dialect.WIRESHARK)
        .in(unit());
  }

  private static List<String> statuses() {
    return new Operations(Protocol.NFS)
        .values(DeclaredFields.STATUS).stream().filter(each -> each.startsWith("NFS4")).toList();
  }

  private FieldUnit unit() {
    return switch (this) {
      case FATTR3_SIZE, FATTR4_SIZE, COUNT3, COUNT4 -> FieldUnit.BYTES;
      default -> FieldUnit.NONE;
    };
  }

  @Override
  public boolean read(RpcMessage message, ValueVisitor to) {
    MessageContent content = message.content();
    Optional<Nfs4Compound> compound = content.compound();
    if (compound.isPresent() && this == COUNT3) {
      return false;
    }
    if (compound.isEmpty()) {
      boolean isOther =
          this == NFSSTAT4 || this == COUNT4 || (this == COUNT3 && !isVersion3(message));
      Optional<XdrContent> body = isOther ? Optional.empty() : content.body();
      return body.isPresent() && inside(body.get().tree(), to);
    }
    if (this == NFSSTAT4 && status(compound.get().status(), to)) {
      return true;
    }
    for (Nfs4Operation operation : compound.get().operations()) {
      Optional<XdrValue> body = operation.body();
      boolean isEnough =
          this == NFSSTAT4
              ? status(operation.status(), to)
              : body.isPresent() && inside(body.get(), to);
      if (isEnough) {
        return true;
      }
    }
    return false;
  }

  private static boolean isVersion3(RpcMessage message) {
    return Protocol.NFS.isOf(message) && message.rpc().orElseThrow().version().orElse(0) == 3;
  }

  private static boolean status(Optional<XdrNumber> status, ValueVisitor to) {
    return status.isPresent()
        && to.named(status.get().value(), new DeclaredNames(status.get().field()));
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
    return value instanceof XdrUnion union && inside(union.arm(), to);
  }

  private boolean isWanted(XdrValue value) {
    String name = value.field().name();
    return switch (this) {
      case FHANDLE, FH_HASH ->
          value instanceof XdrBytes && Shape.of(value.field()) == Shape.FILE_HANDLE;
      case FATTR3_SIZE -> name.equals(SIZE) && isIn(value, ATTRIBUTES_3);
      case FATTR4_SIZE ->
          name.equals(SIZE)
              && value.parent().isPresent()
              && value.parent().get().field().hold() == XdrHold.SELECTED;
      case COUNT3, COUNT4 -> name.equals(COUNT) && value instanceof XdrNumber;
      case SLOT_ID -> SLOTS.contains(name);
      case SESSION_ID -> name.endsWith(SESSION);
      case NFSSTAT4 -> false;
    };
  }

  private static boolean isIn(XdrValue value, String type) {
    return value.parent().isPresent() && value.parent().get().field().type().name().equals(type);
  }

  private boolean show(XdrValue value, ValueVisitor to) {
    if (value instanceof XdrNumber number) {
      return to.number(number.value());
    }
    if (!(value instanceof XdrBytes bytes) || !bytes.isComplete()) {
      return false;
    }
    if (this != FH_HASH) {
      return to.bytes(bytes.rope(), bytes.contentStart(), bytes.length());
    }
    CRC32 crc = new CRC32();
    crc.update(bytes.rope().toArray(bytes.contentStart(), bytes.contentStart() + bytes.length()));
    return to.number(crc.getValue());
  }
}
