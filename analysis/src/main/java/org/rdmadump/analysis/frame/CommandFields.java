package org.rdmadump.analysis.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldRegistry;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.ValueVisitor;
import org.rdmadump.analysis.field.message.NvmeFields;
import org.rdmadump.rpcrdma.NvmeExchange;

/**
 * The fields {@code nvme} of the commands that a frame carries parts of: also of frames in which no
 * capsule begins, so that all frames of a command are found by what it says.
 */
final class CommandFields implements FieldSource<FrameRecord> {
  private final String name;

  /** Made when a name is looked for that no frame has of its own. */
  private @Nullable FieldRegistry<NvmeExchange> commands;

  CommandFields() {
    name = LayerName.NVME.label();
  }

  private FieldRegistry<NvmeExchange> commands() {
    FieldRegistry<NvmeExchange> made = commands;
    if (made == null) {
      made = NvmeFields.registry();
      commands = made;
    }
    return made;
  }

  @Override
  public Optional<Field<FrameRecord>> find(String asked) {
    return isOfCommand(asked)
        ? commands().find(asked).filter(field -> isOfCommand(field.name())).map(this::ofFrames)
        : Optional.empty();
  }

  private boolean isOfCommand(String field) {
    return field.equals(name) || field.startsWith(name + ".");
  }

  private Field<FrameRecord> ofFrames(Field<NvmeExchange> field) {
    FieldReader<NvmeExchange> reader = field.reader();
    return field.of(field.name(), field.aliases(), (frame, to) -> read(frame, reader, to));
  }

  private static boolean read(
      FrameRecord frame, FieldReader<NvmeExchange> reader, ValueVisitor to) {
    for (NvmeExchange command : frame.commands()) {
      if (reader.read(command, to)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public List<Field<FrameRecord>> all() {
    List<Field<FrameRecord>> all = new ArrayList<>();
    for (Field<NvmeExchange> field : commands().all()) {
      if (isOfCommand(field.name())) {
        all.add(ofFrames(field));
      }
    }
    return all;
  }
}
