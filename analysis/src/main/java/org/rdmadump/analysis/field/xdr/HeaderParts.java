package org.rdmadump.analysis.field.xdr;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.protocols.Protocols;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrUnreadable;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrSchema;

/** Who says that he sends an RPC message, and what RPCSEC_GSS put around its body. */
public enum HeaderParts implements FieldSource<RpcMessage> {
  /** Credential of a call. */
  CREDENTIAL("rpc.credential", "credential of a call"),
  /** Verifier. */
  VERIFIER("rpc.verifier", "verifier"),
  /** What is around the body. */
  GSS("rpc.gss", "wrapping of the body by RPCSEC_GSS");

  private static final String FLAVOR = "flavor";
  private static final String BODY = "body.";
  private static final List<String> WRAPPINGS =
      List.of("rpc_gss_integ_data", "rpc_gss_priv_data", "rpc_gss_init_arg", "rpc_gss_init_res");

  private final String label;
  private final String meaning;

  HeaderParts(String label, String meaning) {
    this.label = label;
    this.meaning = meaning;
  }

  @Override
  public Optional<Field<RpcMessage>> find(String name) {
    if (!name.startsWith(label)) {
      return Optional.empty();
    }
    // Any bytes may be missing; what there is to say of that is only found by its whole name.
    String wanted = name.equals(label) ? "" : name.substring(label.length() + 1);
    for (Field<RpcMessage> each : declared(wanted)) {
      if (each.name().equals(name)) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Field<RpcMessage>> all() {
    return declared("");
  }

  private List<Field<RpcMessage>> declared(String wanted) {
    Map<String, Field<RpcMessage>> all = new LinkedHashMap<>();
    if (this != GSS) {
      put(all, new Field<>(label, FieldType.GROUP, meaning, this::present));
    }
    XdrSchema rpc = Protocols.load("rpc");
    DeclaredFields declared =
        new DeclaredFields(
            (name, type, values) -> {
              if (name.startsWith(BODY) && wanted.isEmpty()) {
                // What is in the body of a credential stands beside its flavor.
                return;
              }
              ValuePath path = new ValuePath(name, type);
              put(
                  all,
                  QuantityNames.withUnit(
                      new Field<>(
                          label + "." + name,
                          List.of(type),
                          meaning,
                          List.of(),
                          values,
                          (message, to) ->
                              name.equals(FLAVOR)
                                  ? flavor(message, to)
                                  : read(message, path, to))));
            },
            wanted);
    switch (this) {
      case CREDENTIAL -> {
        declared.outermost(rpc.declared("opaque_auth_cred"));
        declared.outermost(rpc.declared("credential"));
      }
      case VERIFIER -> {
        declared.outermost(rpc.declared("opaque_auth"));
        for (String each : WRAPPINGS) {
          declared.outermost(Protocols.load("rpcsec-gss").declared(each));
        }
      }
      case GSS -> {
        for (String each : WRAPPINGS) {
          declared.outermost(Protocols.load("rpcsec-gss").declared(each));
        }
        put(all, protectedSequence());
      }
    }
    return new ArrayList<>(all.values());
  }

  private static void put(Map<String, Field<RpcMessage>> all, Field<RpcMessage> field) {
    all.putIfAbsent(field.name(), field);
  }

  /** The number in front of a body whose integrity is protected (RFC 2203 section 5.3.2.2). */
  private Field<RpcMessage> protectedSequence() {
    return new Field<RpcMessage>(
            label + ".seq_num",
            FieldType.UNSIGNED,
            "sequence number in front of a body that is protected, not encrypted",
            (message, to) ->
                message.content().rpc().flatMap(RpcContent::wrapping).isPresent()
                    && message.content().rpc().get().wrapping().get().tree()
                        instanceof XdrStruct parts
                    && parts.get("databody_integ").orElse(null) instanceof XdrBytes body
                    && body.rope().has(body.contentStart(), Integer.BYTES)
                    && to.number(Integer.toUnsignedLong(body.rope().getInt(body.contentStart()))))
        .inJson(InJson.NEVER);
  }

  private boolean present(RpcMessage message, ValueVisitor to) {
    return flavorAndBody(message).isPresent() && to.group();
  }

  /** Shows the flavors of credential and verifier, also of those in which there is nothing. */
  public static boolean flavors(RpcMessage message, ValueVisitor to) {
    Optional<RpcContent> content = message.content().rpc();
    return content.isPresent()
        && (first(content.get().credential(), to) || first(content.get().verifier(), to));
  }

  private static boolean first(Optional<XdrContent> part, ValueVisitor to) {
    return part.isPresent()
        && part.get().tree() instanceof XdrStruct parts
        && parts.get(0) instanceof XdrNumber number
        && to.number(number.value());
  }

  private boolean flavor(RpcMessage message, ValueVisitor to) {
    Optional<XdrStruct> parts = flavorAndBody(message);
    return parts.isPresent()
        && parts.get().get(0) instanceof XdrNumber number
        && to.named(number.value(), new DeclaredNames(number.field()));
  }

  private boolean read(RpcMessage message, ValuePath path, ValueVisitor to) {
    if (this == GSS) {
      Optional<RpcContent> content = message.content().rpc();
      return content.isPresent()
          && content.get().wrapping().isPresent()
          && path.read(message, content.get().wrapping().get().tree(), to);
    }
    Optional<XdrStruct> parts = flavorAndBody(message);
    return parts.isPresent() && path.read(message, parts.get().get(1), to);
  }

  /** The two parts, unless there is nothing in them. */
  private Optional<XdrStruct> flavorAndBody(RpcMessage message) {
    Optional<RpcContent> content = message.content().rpc();
    if (content.isEmpty()) {
      return Optional.empty();
    }
    Optional<XdrContent> all =
        this == CREDENTIAL ? content.get().credential() : content.get().verifier();
    if (all.isEmpty() || !(all.get().tree() instanceof XdrStruct parts)) {
      return Optional.empty();
    }
    XdrValue body = parts.get(1);
    boolean bare = body instanceof XdrBytes bytes && bytes.length() == 0;
    return parts.get(0) instanceof XdrNumber number
            && !(body instanceof XdrUnreadable)
            && (!bare || number.value() != 0)
        ? Optional.of(parts)
        : Optional.empty();
  }
}
