package org.rdmadump.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToLongBiFunction;
import org.rdmadump.analysis.stats.Durations;
import org.rdmadump.rdma.Distribution;
import org.rdmadump.rpcrdma.MovedBy;

/**
 * The columns of a table of statistics, from which its text, its CSV and its JSON objects are made:
 * the name of each in each of them, and where its value is. A value is a text, a number, an {@code
 * Optional} of either, or a map of counts.
 *
 * @param <T> what has a row
 */
public final class StatsTable<T> {
  /** How people read the values of a column. */
  public enum Unit {
    /** Words, aligned to the left. */
    WORDS,
    /** Words that are aligned to the right, as numbers are. */
    LABEL,
    /** A plain number. */
    COUNT,
    /** A number of hundredths. */
    HUNDREDTHS,
    /** A number of bytes. */
    BYTES,
    /** A duration in nanoseconds. */
    NANOS,
    /** A time in nanoseconds since the first frame. */
    TIME
  }

  /**
   * A column of one of the three.
   *
   * @param name head of a column, name of a member
   * @param unit how text shows it
   * @param reader finds the value in a row
   * @param onlyIfAny leave it out if it is 0 in all rows
   */
  public record Column<T>(String name, Unit unit, Function<T, Object> reader, boolean onlyIfAny) {
    /** {@return the value in a row: a text, a number, or a map of counts; empty if it is absent} */
    public Optional<?> in(T row) {
      Object value = reader.apply(row);
      if (value instanceof OptionalLong number) {
        return number.isPresent() ? Optional.of(number.getAsLong()) : Optional.empty();
      }
      if (value instanceof OptionalInt number) {
        return number.isPresent() ? Optional.of(number.getAsInt()) : Optional.empty();
      }
      return value instanceof Optional<?> some ? some : Optional.of(value);
    }
  }

  /**
   * Finds the values of all columns by name. What finds one value each takes a start 0.1 ms, and a
   * report has a hundred.
   */
  interface Reader<T> {
    /** {@return the value of that name in a row} */
    Object read(T row, String name);
  }

  /** One of them. */
  private record Named<T>(Reader<T> reader, String name) implements Function<T, Object> {
    @Override
    public Object apply(T row) {
      return reader.read(row, name);
    }
  }

  /**
   * A percentile, the longest, or the mean.
   *
   * @param isAlways whether it is 0 where there is none; else it is absent
   */
  private record Percentile<T>(Function<T, Durations> durations, String which, boolean isAlways)
      implements Function<T, Object> {
    @Override
    public Object apply(T row) {
      Durations of = durations.apply(row);
      if (!isAlways && of.count() == 0) {
        return OptionalLong.empty();
      }
      return switch (which) {
        case "p50" -> of.p50();
        case "p90" -> of.p90();
        case "p99" -> of.p99();
        case "max" -> of.greatest();
        default -> of.mean();
      };
    }
  }

  private static final List<String> WITH_P90 = List.of("p50", "p90", "p99", "max");
  private static final List<String> WITHOUT_P90 = List.of("p50", "p99", "max");
  private static final int MEDIAN = 50;
  private static final int MOST = 90;
  private static final int NEARLY_ALL = 99;

  private final String record;
  private final Reader<T> reader;
  private final List<Column<T>> text = new ArrayList<>();
  private final List<Column<T>> csv = new ArrayList<>();
  private final List<Column<T>> json = new ArrayList<>();
  private Predicate<T> strikes = row -> false;

  /**
   * A table without columns.
   *
   * @param record what CSV and JSON call a row
   */
  StatsTable(String record) {
    this(
        record,
        (row, name) -> {
          throw new IllegalArgumentException(name);
        });
  }

  /** The same, where columns without a function of their own ask {@code reader} by their names. */
  StatsTable(String record, Reader<T> reader) {
    this.record = record;
    this.reader = reader;
  }

  // ---- what it has

  /** {@return what CSV and JSON call a row} */
  public String record() {
    return record;
  }

  /** {@return the columns of its text for some rows} */
  public List<Column<T>> text(List<T> rows) {
    List<Column<T>> shown = new ArrayList<>();
    for (Column<T> each : text) {
      if (!each.onlyIfAny() || isAny(each, rows)) {
        shown.add(each);
      }
    }
    return shown;
  }

  private static <T> boolean isAny(Column<T> column, List<T> rows) {
    for (T row : rows) {
      if (!column.reader().apply(row).equals(0L)) {
        return true;
      }
    }
    return false;
  }

  /** {@return the columns of its CSV, behind that of the record's name} */
  public List<Column<T>> csv() {
    return csv;
  }

  /** {@return the members of its JSON objects} */
  public List<Column<T>> json() {
    return json;
  }

  /** {@return whether a row tells of something that went wrong} */
  public boolean isStriking(T row) {
    return strikes.test(row);
  }

  // ---- how it is made

  /** Adds a column to the text. */
  StatsTable<T> text(String head, Unit unit, Function<T, Object> value) {
    text.add(new Column<>(head, unit, value, /* onlyIfAny= */ false));
    return this;
  }

  /** The same, by the name of the value. */
  StatsTable<T> text(String head, Unit unit, String name) {
    return text(head, unit, value(name));
  }

  private Function<T, Object> value(String name) {
    return new Named<>(reader, name);
  }

  /** Adds a column of counts to the text, where there is a count. */
  StatsTable<T> textIfAny(String head, Function<T, Object> value) {
    text.add(new Column<>(head, Unit.COUNT, value, /* onlyIfAny= */ true));
    return this;
  }

  /** Adds a column to CSV. */
  StatsTable<T> csv(String name, Function<T, Object> value) {
    csv.add(new Column<>(name, Unit.COUNT, value, /* onlyIfAny= */ false));
    return this;
  }

  /** The same, by the name of the value. */
  StatsTable<T> csv(String name) {
    return csv(name, value(name));
  }

  /** Adds a member to JSON. */
  StatsTable<T> json(String name, Function<T, Object> value) {
    json.add(new Column<>(name, Unit.COUNT, value, /* onlyIfAny= */ false));
    return this;
  }

  /** The same, by the name of the value. */
  StatsTable<T> json(String name) {
    return json(name, value(name));
  }

  /** Adds a column to CSV and JSON. */
  StatsTable<T> data(String name, Function<T, Object> value) {
    return csv(name, value).json(name, value);
  }

  /** The same, by the name of the value. */
  StatsTable<T> data(String name) {
    return data(name, value(name));
  }

  /** Adds words. */
  StatsTable<T> words(String name, String head, Function<T, Object> value) {
    return data(name, value).text(head, Unit.WORDS, value);
  }

  /** The same, by the name of the value. */
  StatsTable<T> words(String name, String head) {
    return words(name, head, value(name));
  }

  /** Adds a number. */
  StatsTable<T> count(String name, String head, Function<T, Object> value) {
    return data(name, value).text(head, Unit.COUNT, value);
  }

  /** The same, by the name of the value. */
  StatsTable<T> count(String name, String head) {
    return count(name, head, value(name));
  }

  /** Adds a number of bytes. */
  StatsTable<T> bytes(String name, String head, Function<T, Object> value) {
    return data(name, value).text(head, Unit.BYTES, value);
  }

  /** The same, by the name of the value. */
  StatsTable<T> bytes(String name, String head) {
    return bytes(name, head, value(name));
  }

  /** Adds a duration to CSV and the text. */
  StatsTable<T> nanos(String name, String head, Function<T, Object> value) {
    return csv(name, value).text(head, Unit.NANOS, value);
  }

  /** Adds bytes by the way that they travelled. */
  StatsTable<T> moved(ToLongBiFunction<T, MovedBy> bytes) {
    json("bytes", row -> moved(row, bytes));
    for (MovedBy each : MovedBy.values()) {
      Function<T, Object> value = row -> bytes.applyAsLong(row, each);
      csv(each.label(), value).text(head(each), Unit.BYTES, value);
    }
    return this;
  }

  private static <T> Map<String, Long> moved(T row, ToLongBiFunction<T, MovedBy> bytes) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (MovedBy each : MovedBy.values()) {
      all.put(each.label(), bytes.applyAsLong(row, each));
    }
    return all;
  }

  private static String head(MovedBy movedBy) {
    return switch (movedBy) {
      case INLINE -> "inline";
      case READ_CHUNK -> "Read";
      case WRITE_CHUNK -> "Write";
      case REPLY_CHUNK -> "Reply";
      case POSITION_ZERO -> "Pos. 0";
    };
  }

  /**
   * Adds percentiles, the longest, and to the text the mean: 0 in CSV and absent elsewhere if there
   * was none. A narrow terminal leaves means out before other columns.
   *
   * @param name of the object in JSON; CSV has that of the percentile behind it
   * @param before what stands before the first head of the text
   * @param withP90 whether CSV and the text have what nine of ten do not exceed
   */
  StatsTable<T> durations(
      String name, String before, boolean withP90, Function<T, Durations> durations) {
    json(name + "_ns", row -> Optional.of(durations.apply(row)).flatMap(StatsTable::percentiles));
    for (String which : withP90 ? WITH_P90 : WITHOUT_P90) {
      csv(name + "_" + which + "_ns", new Percentile<>(durations, which, /* isAlways= */ true));
      text(
          which.equals("p50") ? before + which : which,
          Unit.NANOS,
          new Percentile<>(durations, which, /* isAlways= */ false));
    }
    return text("mean", Unit.NANOS, new Percentile<>(durations, "mean", /* isAlways= */ false));
  }

  /** The same, by the name of the durations, which JSON and CSV have too. */
  StatsTable<T> durations(String name, String before, boolean withP90) {
    return durations(name, before, withP90, row -> (Durations) reader.read(row, name));
  }

  /**
   * Adds the least, median, 99th percentile and greatest of some values, and of durations to the
   * text the mean: absent if there is none.
   *
   * @param name of the object in JSON; CSV has that of the number behind it
   * @param suffix of these names, which tells the unit
   * @param before what stands before the first head of the text
   */
  StatsTable<T> distribution(
      String name, String suffix, String before, Unit unit, Function<T, Distribution> values) {
    json(name + suffix, row -> Optional.of(values.apply(row)).flatMap(StatsTable::numbers));
    Map<String, Function<Distribution, Long>> numbers = new LinkedHashMap<>();
    numbers.put("min", Distribution::least);
    numbers.put("p50", each -> each.percentile(MEDIAN));
    numbers.put("p99", each -> each.percentile(NEARLY_ALL));
    numbers.put("max", Distribution::greatest);
    numbers.forEach(
        (which, number) -> {
          Function<T, Object> value = ifAny(number, values);
          csv(name + "_" + which + suffix, value);
          boolean isShown = unit == Unit.NANOS ? !which.equals("min") : !which.equals("p99");
          if (isShown) {
            text(before + which, unit, value);
          }
        });
    return unit == Unit.NANOS
        ? text(before + "mean", unit, ifAny(Distribution::mean, values))
        : this;
  }

  private static <T> Function<T, Object> ifAny(
      Function<Distribution, Long> number, Function<T, Distribution> values) {
    return row ->
        values.apply(row).count() > 0
            ? OptionalLong.of(number.apply(values.apply(row)))
            : OptionalLong.empty();
  }

  private static Optional<Map<String, Long>> numbers(Distribution values) {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("count", values.count());
    all.put("min", values.least());
    all.put("mean", values.mean());
    all.put("p50", values.percentile(MEDIAN));
    all.put("p90", values.percentile(MOST));
    all.put("p99", values.percentile(NEARLY_ALL));
    all.put("max", values.greatest());
    return values.count() > 0 ? Optional.of(all) : Optional.empty();
  }

  private static Optional<Map<String, Long>> percentiles(Durations durations) {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("count", durations.count());
    all.put("min", durations.least());
    all.put("mean", durations.mean());
    all.put("p50", durations.p50());
    all.put("p90", durations.p90());
    all.put("p99", durations.p99());
    all.put("max", durations.greatest());
    return durations.count() > 0 ? Optional.of(all) : Optional.empty();
  }

  /** Says which rows tell of something that went wrong. */
  StatsTable<T> striking(Predicate<T> rows) {
    strikes = rows;
    return this;
  }
}
