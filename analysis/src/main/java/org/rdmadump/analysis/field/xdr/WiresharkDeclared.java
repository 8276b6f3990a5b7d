package org.rdmadump.analysis.field.xdr;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.rdmadump.analysis.field.Dialect;
import org.rdmadump.analysis.field.Field;
import org.rdmadump.analysis.field.FieldNeed;
import org.rdmadump.analysis.field.FieldReader;
import org.rdmadump.analysis.field.FieldSource;
import org.rdmadump.analysis.field.FieldType;
import org.rdmadump.analysis.field.FieldUnit;
import org.rdmadump.analysis.field.InJson;
import org.rdmadump.analysis.field.LateNames;
import org.rdmadump.analysis.field.NumberBits;
import org.rdmadump.analysis.field.WiresharkTable;
import org.rdmadump.analysis.field.WiresharkTable.Row;
import org.rdmadump.rpcrdma.RpcMessage;

/**
 * Fields of Wireshark's that are so many values as something is declared in arguments or results,
 * in the order of the wire, whatever the operation: the block {@code declared} of {@link
 * WiresharkTable}.
 */
public final class WiresharkDeclared implements FieldSource<RpcMessage> {
  private static final String BLOCK = "declared";
  private static final int TYPE = 0;
  private static final int WANTED = 1;
  private static final int PLACES = 2;
  private static final int MEANING = 3;
  private static final String BYTES = "bytes";

  /** Behind the type of texts that are bulk data. */
  private static final String DATA = "data";

  private final Function<String, Predicate<RpcMessage>> places;

  /**
   * All of them.
   *
   * @param places says which messages a word of the table stands for
   */
  public WiresharkDeclared(Function<String, Predicate<RpcMessage>> places) {
    this.places = places;
  }

  @Override
  public Optional<Field<RpcMessage>> find(String name) {
    Row row = WiresharkTable.block(BLOCK).get(name);
    return row == null ? Optional.empty() : Optional.of(field(row));
  }

  @Override
  public List<Field<RpcMessage>> all() {
    List<Field<RpcMessage>> all = new ArrayList<>();
    for (Map.Entry<String, Row> each : WiresharkTable.block(BLOCK).entrySet()) {
      all.add(field(each.getValue()));
    }
    return all;
  }

  /**
   * Behind the type stands a unit, that it is data, or the field of operations whose names the
   * values have.
   */
  private Field<RpcMessage> field(Row row) {
    FieldType type = row.type();
    String more = row.words(TYPE).size() > 1 ? row.words(TYPE).get(1) : "";
    boolean isData = more.equals(DATA);
    boolean isNamed = !more.isEmpty() && !more.equals(BYTES) && !isData;
    Predicate<RpcMessage> place = message -> true;
    for (String word : row.words(PLACES)) {
      place = NumberBits.isOne(word) ? place : place.and(places.apply(word));
    }
    FieldReader<RpcMessage> reader = new DeclaredAnywhere(type, row.words(WANTED), place);
    for (String word : row.words(PLACES)) {
      reader = NumberBits.isOne(word) ? NumberBits.of(word).of(reader) : reader;
    }
    Field<RpcMessage> field =
        new Field<>(
            row.name(),
            isNamed ? List.of(type, FieldType.NAMED) : List.of(type),
            row.columns().get(MEANING),
            List.of(),
            isNamed ? new LateNames(() -> new Operations(Protocol.NFS).values(more)) : List.of(),
            reader,
            InJson.NEVER,
            Dialect.WIRESHARK);
    return more.equals(BYTES) ? field.in(FieldUnit.BYTES) : field.needs(FieldNeed.ofData(isData));
  }
}
