package org.rdmadump.analysis.check;

import java.util.List;
import java.util.Optional;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.message.FindingField;
import org.rdmadump.analysis.field.message.MessageFields;
import org.rdmadump.analysis.field.message.PairFields;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Everything that can be asked of a finding: what it says itself, and all fields of the message or
 * the exchange that it is about.
 */
public final class FindingFields {
  private FindingFields() {}

  /**
   * {@return the fields of findings, for our own modules; new for every caller: they are for one
   * thread}
   */
  @SuppressWarnings("exports") // The registry is exported to our own modules only.
  public static FieldRegistry<FindingSubject> registry() {
    FieldRegistry<FindingSubject> registry = new FieldRegistry<>("findings");
    for (FindingField each : FindingField.values()) {
      registry.add(own(each));
    }
    return registry
        .add(
            new Field<>(
                "connection",
                FieldType.UNSIGNED,
                "1, 2, 3, ...: the connection",
                (subject, to) ->
                    subject.finding().connection().isPresent()
                        && to.number(subject.finding().connection().getAsInt())))
        .add(
            new Field<>(
                "xid",
                FieldType.HEX32,
                "XID",
                (subject, to) ->
                    subject.finding().xid().isPresent()
                        && to.number(Integer.toUnsignedLong(subject.finding().xid().getAsInt()))))
        .add(
            new Field<>(
                "number",
                FieldType.UNSIGNED,
                "number of the message",
                (subject, to) ->
                    subject.finding().message().isPresent()
                        && to.number(subject.finding().message().getAsLong())))
        .add(new PairFields<>(MessageFields.registry(), new About()));
  }

  /** What a finding says itself, also by the name that messages have for it. */
  private static Field<FindingSubject> own(FindingField each) {
    return new Field<>(
        each.field().name(),
        each.field().types(),
        each.field().meaning(),
        List.of("findings." + each.field().name()),
        each.field().values(),
        (subject, to) -> each.read(subject.finding().finding(), to));
  }

  private static final class About implements PairFields.Pair<FindingSubject> {
    @Override
    public Optional<RpcMessage> call(FindingSubject subject) {
      return subject.call();
    }

    @Override
    public Optional<RpcMessage> reply(FindingSubject subject) {
      return subject.reply();
    }
  }
}
