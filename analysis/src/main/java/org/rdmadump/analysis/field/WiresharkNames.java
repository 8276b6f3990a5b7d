package org.rdmadump.analysis.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.rdmadump.analysis.field.WiresharkTable.Row;
import org.rdmadump.net.IpAddress;

/**
 * Fields by the names that Wireshark has for facts of ours, with its values: {@code
 * wireshark-names.txt}, which is part of the program.
 *
 * @param <R> the kind of record
 */
public final class WiresharkNames<R> implements FieldSource<R> {
  private static final int OURS = 1;
  private static final int PLACES = 2;

  private static final String IPV4 = "ipv4";
  private static final String IPV6 = "ipv6";

  private final FieldRegistry<R> fields;
  private final Function<String, Predicate<R>> places;

  /**
   * Names for fields of a registry.
   *
   * @param fields ours, whose {@link FieldRegistry#record()} is the block of the file
   * @param places says which records a word of the last column stands for
   */
  public WiresharkNames(FieldRegistry<R> fields, Function<String, Predicate<R>> places) {
    this.fields = fields;
    this.places = places;
  }

  private Map<String, Row> rows() {
    return WiresharkTable.block(fields.record());
  }

  @Override
  public Optional<Field<R>> find(String name) {
    Row row = rows().get(name);
    return row == null ? Optional.empty() : Optional.of(field(row));
  }

  @Override
  public List<Field<R>> all() {
    List<Field<R>> all = new ArrayList<>();
    rows().values().forEach(row -> all.add(field(row)));
    return all;
  }

  private Field<R> field(Row row) {
    List<String> ours = row.words(OURS);
    List<String> where = row.words(PLACES);
    Field<R> own = own(ours.get(0));
    boolean isPart = false;
    FieldReader<R> reader = own.reader();
    for (String more : ours.subList(1, ours.size())) {
      reader = both(reader, own(more).reader());
    }
    for (String place : where) {
      if (NumberBits.isOne(place)) {
        NumberBits bits = NumberBits.of(place);
        isPart |= !bits.isNamed();
        reader = bits.of(reader);
      } else {
        reader =
            row.type() == FieldType.ADDRESS && (place.equals(IPV4) || place.equals(IPV6))
                ? addresses(reader, place.equals(IPV4))
                : in(reader, places.apply(place));
      }
    }
    String in = where.isEmpty() ? "" : " (" + String.join(" ", where) + ")";
    String about = "as " + String.join(" and ", ours) + in + ": " + own.meaning();
    return isPart
        ? own.partInWireshark(row.name(), row.type(), about, reader)
        : own.inWireshark(row.name(), row.type(), about, reader);
  }

  private Field<R> own(String name) {
    return fields.find(name).orElseThrow();
  }

  private static <R> FieldReader<R> both(FieldReader<R> first, FieldReader<R> second) {
    return (record, to) -> first.read(record, to) || second.read(record, to);
  }

  private static <R> FieldReader<R> in(FieldReader<R> reader, Predicate<R> place) {
    return (record, to) -> place.test(record) && reader.read(record, to);
  }

  private static <R> FieldReader<R> addresses(FieldReader<R> reader, boolean ipv4) {
    return (record, to) -> reader.read(record, new OfVersion(ipv4, to));
  }

  /** Passes addresses of one version of IP on. */
  private record OfVersion(boolean ipv4, ValueVisitor to) implements ValueVisitor {
    @Override
    public boolean address(IpAddress value) {
      return !value.isLid() && value.isIpv4() == ipv4 && to.address(value);
    }
  }
}
