package org.rdmadump.analysis.field.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.NestedGroup;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * The fields of messages, for a record about one or two of them: both are asked, the call first.
 *
 * @param <R> the kind of record
 */
public final class PairFields<R> implements FieldSource<R> {
  private final FieldRegistry<RpcMessage> messages;
  private final Function<R, Optional<RpcMessage>> call;
  private final Function<R, Optional<RpcMessage>> reply;
  private final FieldGroup<R, RpcMessage> both;

  /**
   * Fields of {@code messages}.
   *
   * @param call finds the call, or the only message
   * @param reply finds the reply
   */
  public PairFields(
      FieldRegistry<RpcMessage> messages,
      Function<R, Optional<RpcMessage>> call,
      Function<R, Optional<RpcMessage>> reply) {
    this.messages = messages;
    this.call = call;
    this.reply = reply;
    this.both = new ListGroup<>("messages", messages, this::both);
  }

  private List<RpcMessage> both(R record) {
    List<RpcMessage> both = new ArrayList<>(2);
    call.apply(record).ifPresent(both::add);
    reply.apply(record).ifPresent(both::add);
    return both;
  }

  @Override
  public Optional<Field<R>> find(String name) {
    Optional<Field<RpcMessage>> field = messages.find(name);
    return field.isPresent() ? Optional.of(either(field.get())) : Optional.empty();
  }

  @Override
  public Optional<FieldGroup<R, ?>> group(String name) {
    Optional<FieldGroup<RpcMessage, ?>> group = messages.group(name);
    return group.isPresent()
        ? Optional.of(new NestedGroup<>(name, both, group.get()))
        : Optional.empty();
  }

  @Override
  public List<Field<R>> all() {
    return List.of();
  }

  private Field<R> either(Field<RpcMessage> field) {
    FieldReader<RpcMessage> reader = field.reader();
    return field.of(
        field.name(),
        field.aliases(),
        (record, to) ->
            isEnough(call.apply(record), reader, to) || isEnough(reply.apply(record), reader, to));
  }

  private static boolean isEnough(
      Optional<RpcMessage> message, FieldReader<RpcMessage> reader, ValueVisitor to) {
    return message.isPresent() && reader.read(message.get(), to);
  }
}
