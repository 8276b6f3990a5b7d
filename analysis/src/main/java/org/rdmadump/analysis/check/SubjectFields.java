package org.rdmadump.analysis.check;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldGroup;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.rpcrdma.NvmeExchange;

/** The fields of what findings are about: messages of RPC, or an NVMe command. */
final class SubjectFields implements FieldSource<FindingSubject> {
  private final FieldSource<FindingSubject> ofMessages;

  /** Made when it is needed: most captures have no NVMe. */
  private @Nullable FieldRegistry<NvmeExchange> ofNvme;

  SubjectFields(FieldSource<FindingSubject> ofMessages) {
    this.ofMessages = ofMessages;
  }

  private FieldRegistry<NvmeExchange> nvme() {
    FieldRegistry<NvmeExchange> known = ofNvme;
    if (known == null) {
      known = NvmeFields.registry();
      ofNvme = known;
    }
    return known;
  }

  @Override
  public Optional<Field<FindingSubject>> find(String name) {
    Optional<Field<FindingSubject>> ofRpc = ofMessages.find(name);
    if (ofRpc.isPresent()) {
      Field<FindingSubject> field = ofRpc.get();
      FieldReader<FindingSubject> reader = field.reader();
      return Optional.of(
          field.of(
              field.name(),
              field.aliases(),
              (subject, to) ->
                  subject.nvme().isPresent()
                      ? ofCommand(name, subject.nvme().get(), to)
                      : reader.read(subject, to)));
    }
    return nvme().find(name).map(SubjectFields::ofCommands);
  }

  private static Field<FindingSubject> ofCommands(Field<NvmeExchange> field) {
    FieldReader<NvmeExchange> reader = field.reader();
    return field.of(
        field.name(),
        field.aliases(),
        (subject, to) -> subject.nvme().isPresent() && reader.read(subject.nvme().get(), to));
  }

  private boolean ofCommand(String name, NvmeExchange command, ValueVisitor to) {
    Optional<Field<NvmeExchange>> field = nvme().find(name);
    return field.isPresent() && field.get().reader().read(command, to);
  }

  /** {@return parts of messages: those of NVMe commands are asked by the names of their fields} */
  @Override
  public Optional<FieldGroup<FindingSubject, ?>> group(String name) {
    return ofMessages.group(name);
  }

  @Override
  public List<Field<FindingSubject>> all() {
    return List.of();
  }
}
