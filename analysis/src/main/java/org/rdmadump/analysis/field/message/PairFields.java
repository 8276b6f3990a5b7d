package org.rdmadump.analysis.field.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  private final Pair<R> pair;
  private final FieldGroup<R, RpcMessage> both;

  /**
   * Finds the messages of a record.
   *
   * @param <R> the kind of record
   */
  public interface Pair<R> {
    /** {@return the call, or the only message} */
    Optional<RpcMessage> call(R record);

    /** {@return the reply} */
    Optional<RpcMessage> reply(R record);
  }

  /** Fields of {@code messages}, which {@code pair} finds. */
  public PairFields(FieldRegistry<RpcMessage> messages, Pair<R> pair) {
    this.messages = messages;
    this.pair = pair;
    this.both = new ListGroup<>("messages", messages, this::both);
  }

  private List<RpcMessage> both(R record) {
    List<RpcMessage> both = new ArrayList<>(2);
    Optional<RpcMessage> call = pair.call(record);
    Optional<RpcMessage> reply = pair.reply(record);
    if (call.isPresent()) {
      both.add(call.get());
    }
    if (reply.isPresent()) {
      both.add(reply.get());
    }
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
    return new Field<>(
        field.name(),
        field.types(),
        field.meaning(),
        field.aliases(),
        field.values(),
        new OfEither<>(field.reader(), pair));
  }

  private record OfEither<R>(FieldReader<RpcMessage> field, Pair<R> pair)
      implements FieldReader<R> {
    @Override
    public boolean read(R record, ValueVisitor to) {
      Optional<RpcMessage> call = pair.call(record);
      if (call.isPresent() && field.read(call.get(), to)) {
        return true;
      }
      Optional<RpcMessage> reply = pair.reply(record);
      return reply.isPresent() && field.read(reply.get(), to);
    }
  }
}
