package org.rdmadump.analysis;

import java.util.Optional;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrStruct;
import org.rdmadump.xdr.decode.XdrValue;
import org.rdmadump.xdr.schema.XdrForm;

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
    XdrValue first = arguments.get().tree();
    while (first instanceof XdrStruct struct && struct.size() > 0) {
      first = struct.get(0);
    }
    return first instanceof XdrBytes bytes
            && bytes.field().form() == XdrForm.FILE_HANDLE
            && bytes.isComplete()
        ? Optional.of(bytes)
        : Optional.empty();
  }
}
