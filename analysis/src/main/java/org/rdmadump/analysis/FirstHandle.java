package org.rdmadump.analysis;

import java.util.Optional;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrType;

/** The file handle that a procedure other than a compound is about. */
public final class FirstHandle {
  private FirstHandle() {}

  /** {@return the handle that the arguments begin with, also of results} */
  public static Optional<XdrBytes> of(RpcMessage message) {
    boolean call = message.rpc().isPresent() && message.rpc().get().call();
    Optional<MessageContent> asked =
        call ? Optional.of(message.content()) : message.content().call();
    Optional<XdrContent> arguments = asked.isPresent() ? asked.get().body() : Optional.empty();
    if (arguments.isEmpty()) {
      return Optional.empty();
    }
    XdrContent whole = arguments.get();
    XdrField first = whole.field();
    while (first.type().kind() == XdrType.Kind.STRUCT && first.type().fieldCount() > 0) {
      first = first.type().field(0);
    }
    return first.form() == XdrForm.FILE_HANDLE
            && new XdrContent(first, whole.rope(), whole.start(), whole.limit()).tree()
                instanceof XdrBytes bytes
            && bytes.isComplete()
        ? Optional.of(bytes)
        : Optional.empty();
  }
}
