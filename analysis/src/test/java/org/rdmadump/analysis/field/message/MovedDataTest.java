package org.rdmadump.analysis.field.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.rdmadump.analysis.export.ShippedCaptures;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldNeed;
import org.rdmadump.analysis.field.FieldText;
import org.rdmadump.capture.CaptureFile;
import org.rdmadump.capture.FrameSource;
import org.rdmadump.rpcrdma.CaptureOptions;
import org.rdmadump.rpcrdma.MessageListener;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.decode.CaptureDecoder;

/**
 * Which fields are said to need the bytes that RDMA moved: all those whose values differ without
 * these bytes, so that no filter depends on what else is kept.
 */
class MovedDataTest {
  /** Messages of one operation that are asked, of each capture. */
  private static final int MOST_ALIKE = 2;

  private final List<Field<RpcMessage>> fields = MessageFields.registry().all();
  private final FieldText text = new FieldText("|");

  @Test
  void shouldNeedBytesIfValuesDifferWithoutThem() throws IOException {
    Set<String> different = new TreeSet<>();
    for (Path capture : ShippedCaptures.all()) {
      List<Values> kept = values(capture, /* bytes= */ true);
      List<Values> other = values(capture, /* bytes= */ false);
      assertThat(other).hasSameSizeAs(kept);
      for (int i = 0; i < kept.size(); i++) {
        kept.get(i).addDifferent(other.get(i), different);
      }
    }

    if (ShippedCaptures.ARE_SHIPPED) {
      assertThat(different)
          .contains("nfs.symlink.to", "nfs.symlink.linktext", "nfs.operations.target");
    }
    assertThat(different)
        .allSatisfy(
            name ->
                assertThat(MessageFields.registry().find(name).orElseThrow().need())
                    .isEqualTo(FieldNeed.DATA));
  }

  /** The values of every field of a message. */
  private record Values(List<Field<RpcMessage>> fields, List<String> texts) {
    void addDifferent(Values other, Set<String> names) {
      for (int i = 0; i < texts.size(); i++) {
        if (!texts.get(i).equals(other.texts.get(i))) {
          names.add(fields.get(i).name());
        }
      }
    }
  }

  /** Of messages that have chunks. */
  private List<Values> values(Path capture, boolean bytes) throws IOException {
    List<Values> all = new ArrayList<>();
    Map<String, Integer> alike = new HashMap<>();
    FieldText operation = new FieldText(",");
    Field<RpcMessage> op = MessageFields.registry().find("nfs.operations.op").orElseThrow();
    MessageListener listener =
        new MessageListener() {
          @Override
          public void message(RpcMessage message) {
            boolean hasChunks = !message.readChunks().isEmpty() || !message.writeChunks().isEmpty();
            String kind = operation.of(op, message) + message.rpc().map(rpc -> rpc.call());
            if (hasChunks && alike.merge(kind, 1, Integer::sum) <= MOST_ALIKE) {
              all.add(
                  new Values(
                      fields, fields.stream().map(field -> text.of(field, message)).toList()));
            }
          }
        };
    try (FrameSource source = CaptureFile.open(capture)) {
      new CaptureDecoder(source, new CaptureOptions(false, bytes, 256L << 20), listener)
          .decodeAll();
    }
    return all;
  }
}
