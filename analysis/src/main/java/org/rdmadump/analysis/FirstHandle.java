package org.rdmadump.analysis;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.xdr.decode.XdrBytes;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.schema.XdrField;
import org.rdmadump.xdr.schema.XdrForm;
import org.rdmadump.xdr.schema.XdrType;

/**
 * The file handle that a procedure other than a compound is about: what its arguments begin with.
 * One object finds those of any number of messages, without a value made of them.
 */
public final class FirstHandle {
  private Rope rope = Rope.empty();
  private long start;
  private long length;

  /** Has none found yet. */
  public FirstHandle() {}

  /** {@return the handle that the arguments begin with, also of results} */
  public static Optional<XdrBytes> of(RpcMessage message) {
    XdrContent arguments = arguments(message);
    if (arguments == null) {
      return Optional.empty();
    }
    XdrField first = first(arguments);
    return first != null
            && new XdrContent(first, arguments.rope(), arguments.start(), arguments.limit()).tree()
                instanceof XdrBytes bytes
            && bytes.isComplete()
        ? Optional.of(bytes)
        : Optional.empty();
  }

  /** Looks for that of a message; false if it has none, or not all of it is there. */
  public boolean find(RpcMessage message) {
    XdrContent arguments = arguments(message);
    if (arguments == null) {
      return false;
    }
    XdrField first = first(arguments);
    if (first == null) {
      return false;
    }
    rope = arguments.rope();
    start = arguments.start();
    length = first.type().fixedSize();
    if (length < 0) {
      if (arguments.limit() - start < Integer.BYTES || !rope.has(start, Integer.BYTES)) {
        return false;
      }
      length = Integer.toUnsignedLong(rope.getInt(start));
      start += Integer.BYTES;
    }
    // They are filled up to words.
    return length <= Math.min(first.type().bound(), arguments.limit() - start & -Integer.BYTES)
        && rope.has(start, length);
  }

  /** {@return what the handle that was found is in} */
  public Rope rope() {
    return rope;
  }

  /** {@return position of its first byte} */
  public long start() {
    return start;
  }

  /** {@return number of its bytes} */
  public long length() {
    return length;
  }

  private static @Nullable XdrContent arguments(RpcMessage message) {
    MessageContent asked = message.content();
    if (message.rpc().isEmpty() || !message.rpc().get().call()) {
      Optional<MessageContent> call = asked.call();
      if (call.isEmpty()) {
        return null;
      }
      asked = call.get();
    }
    return asked.body().orElse(null);
  }

  /** What arguments begin with; null if that is no file handle. */
  private static @Nullable XdrField first(XdrContent arguments) {
    XdrField first = arguments.field();
    while (first.type().kind() == XdrType.Kind.STRUCT && first.type().fieldCount() > 0) {
      first = first.type().field(0);
    }
    return first.form() == XdrForm.FILE_HANDLE ? first : null;
  }
}
