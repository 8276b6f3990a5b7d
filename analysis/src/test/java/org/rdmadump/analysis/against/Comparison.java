package org.rdmadump.analysis.against;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Compares two views of a message by place: what both say of the same bytes, and of which bytes
 * only one of them says something.
 */
final class Comparison {
  /** What tshark calls bytes that it cannot dissect, as a rule all up to the end. */
  private static final String UNDISSECTED = "data.data";

  private static final String STATE_ID = "nfs.stateid";
  private static final String OUR_STATE_ID = "stateid4.";
  private static final String ATTRIBUTE = "nfs.attr";
  private static final String BITMAP = "nfs.attr_mask";

  /** A line for single bits of a field, as in {@code .... ..1. = 0x002 LOOKUP: allowed}. */
  private static final Pattern BITS = Pattern.compile("[.01 ]{4,} = .*");

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");
  private static final Pattern HEX = Pattern.compile("0x[0-9a-f]+");

  /** What tshark works out from the bytes at that place. */
  private static final Set<String> DERIVED =
      Set.of("nfs.fh.hash", "nfs.stateid.other_hash", "nfs.attr_count");

  /** Some bits of the number at that place. */
  private static final Set<String> PARTS =
      Set.of("nfs.ace_perm4", "nfs.open4.share_access", "nfs.want");

  /** What tshark's fields are, by the names of our places. */
  private static final Map<String, Pattern> MEANINGS =
      Map.ofEntries(
          Map.entry("nfs.opcode", Pattern.compile("nfs_(arg|res)op4\\.(arg|res)op")),
          Map.entry("nfs.cb.operation", Pattern.compile("nfs_cb_(arg|res)op4\\.(arg|res)op")),
          Map.entry("nfs.status3", Pattern.compile(".*3res\\.status")),
          Map.entry("nfs.nfsstat4", Pattern.compile(".*4res\\..*status|.*\\.rdattr_error")),
          Map.entry("nfs.offset3", Pattern.compile(".*offset")),
          Map.entry("nfs.offset4", Pattern.compile(".*offset")),
          Map.entry("nfs.count3", Pattern.compile(".*\\.count")),
          Map.entry("nfs.count4", Pattern.compile(".*\\.count")),
          Map.entry("nfs.length4", Pattern.compile(".*(length|count)")),
          Map.entry("nfs.name", Pattern.compile(".*\\.name")),
          Map.entry("nfs.entry_name", Pattern.compile("entry4\\.name")),
          Map.entry("nfs.readdirplus.entry.name", Pattern.compile("entryplus3\\.name")),
          Map.entry("nfs.readdir.entry.name", Pattern.compile("entry3\\.name")),
          Map.entry(
              "nfs.pathname.component",
              Pattern.compile(".*\\.(objname|newname|oldname|target|file)")),
          Map.entry(
              "nfs.fhandle",
              Pattern.compile(
                  ".*\\.(object|obj|fh|file|filehandle|fsroot" + "|dir|symlink|name_handle)")),
          Map.entry(BITMAP, Pattern.compile("attribute_set4")));

  private final String message;
  private final List<TsharkField> theirs;
  private final OurFields ours;
  private final Set<OurField> met = new HashSet<>();
  private final List<Difference> differences = new ArrayList<>();

  private Comparison(String message, List<TsharkField> theirs, OurFields ours) {
    this.message = message;
    this.theirs = theirs;
    this.ours = ours;
  }

  /**
   * {@return the differences}
   *
   * @param message what to call the message
   */
  static List<Difference> of(String message, List<TsharkField> theirs, OurFields ours) {
    Comparison comparison = new Comparison(message, theirs, ours);
    comparison.compare();
    return comparison.differences;
  }

  private void compare() {
    Map<List<Long>, OurField> places = new HashMap<>();
    for (OurField our : ours.values()) {
      places.put(List.of(our.offset(), our.size()), our);
    }
    long end = end();
    Map<Long, String> attributes = new HashMap<>(ours.attributes());
    for (TsharkField their : theirs) {
      if (their.size() == 0 || their.offset() >= end) {
        continue;
      }
      if (their.name().equals(ATTRIBUTE)) {
        attribute(their, attributes.remove(their.offset()));
        continue;
      }
      OurField our = places.get(List.of(their.offset(), (long) their.size()));
      if (our != null) {
        met.add(our);
        same(their, our);
      } else if (!their.name().startsWith("rpc.")) {
        different("tshark: " + group(their), their.offset(), their.label());
      }
    }
    attributes.forEach(
        (offset, name) -> {
          if (offset < end) {
            different("rdmadump: attribute " + name, offset, "");
          }
        });
    onlyOurs(end);
  }

  /** Where tshark stops; what is behind is not compared. */
  private long end() {
    for (TsharkField their : theirs) {
      if (their.name().equals(UNDISSECTED)) {
        String before = "";
        for (OurField our : ours.values()) {
          before = our.end() == their.offset() ? our.text() : before;
        }
        different("tshark stops behind " + before, their.offset(), their.label());
        return their.offset();
      }
    }
    return Long.MAX_VALUE;
  }

  private void onlyOurs(long end) {
    Set<Long> stateIds = new HashSet<>();
    for (TsharkField their : theirs) {
      if (their.name().equals(STATE_ID)) {
        stateIds.add(their.offset());
        stateIds.add(their.offset() + Integer.BYTES);
      }
    }
    for (OurField our : ours.values()) {
      boolean shown =
          our.size() == 0
              || our.kind() == OurField.Kind.COUNT
              || met.contains(our)
              || our.offset() >= end
              || (our.place().startsWith(OUR_STATE_ID) && stateIds.contains(our.offset()));
      if (!shown) {
        boolean zero = our.kind() == OurField.Kind.NUMBER && our.number() == 0;
        different("rdmadump: " + our.place() + (zero ? " of 0" : ""), our.offset(), our.text());
      }
    }
  }

  /** Fields of security tokens count as one. */
  private static String group(TsharkField their) {
    return their.name().startsWith("spnego.") ? "spnego" : their.name();
  }

  private void attribute(TsharkField their, String our) {
    String name = Named.attribute(their.label());
    if (our == null || !Named.same(name, our)) {
      different(ATTRIBUTE + ": " + name + " is " + our, their.offset(), their.label());
    }
  }

  private void same(TsharkField their, OurField our) {
    Pattern meaning = MEANINGS.get(their.name());
    if (meaning != null && !meaning.matcher(our.place()).matches()) {
      different(their.name() + " is " + our.place(), their.offset(), their.label());
    } else if (!DERIVED.contains(their.name()) && !BITS.matcher(their.label()).matches()) {
      if (!agrees(their, our)) {
        different(their.name() + " has another value", their.offset(), their + ", " + our);
      } else if (their.name().equals(BITMAP)) {
        bitmap(their, our);
      } else if (our.kind() == OurField.Kind.NUMBER && !PARTS.contains(their.name())) {
        names(their, our);
      }
    }
  }

  private static boolean agrees(TsharkField their, OurField our) {
    String show = their.show();
    if (our.kind() != OurField.Kind.BYTES) {
      long mask = our.size() == Long.BYTES ? -1 : 0xffff_ffffL;
      long value;
      if (HEX.matcher(show).matches()) {
        value = Long.parseUnsignedLong(show.substring(2), 16);
      } else if (DIGITS.matcher(show).matches()) {
        value = Long.parseUnsignedLong(show);
      } else {
        return false;
      }
      return PARTS.contains(their.name())
          ? (our.number() & value) == value
          : (our.number() & mask) == value;
    }
    byte[] bytes = our.bytes().toArray(0, our.bytes().length());
    return show.equals(new String(bytes, StandardCharsets.UTF_8))
        || show.equals(HexFormat.ofDelimiter(":").formatHex(bytes))
        || show.equals("0x" + HexFormat.of().formatHex(bytes))
        || (bytes.length == Long.BYTES
            && show.equals(Long.toUnsignedString(our.bytes().getLong(0))));
  }

  /** The names that both give to a number. */
  private void names(TsharkField their, OurField our) {
    String name = Named.of(their.label());
    if (!name.isEmpty() && !DIGITS.matcher(our.text()).matches() && !Named.ends(our.text(), name)) {
      String flags = our.text().replace('|', '+');
      different(their.name() + ": " + name + " is " + flags, their.offset(), their.label());
    }
  }

  /** The names of the attributes whose bits a word has; a long line of tshark's is cut. */
  private void bitmap(TsharkField their, OurField our) {
    List<String> names = Named.list(their.label());
    int word = (int) our.index();
    int next = 0;
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      if ((our.number() >>> bit & 1) != 0) {
        String name = Attributes.name(word * Integer.SIZE + bit);
        if (next < names.size() && !Named.same(names.get(next), name)) {
          different(BITMAP + ": " + names.get(next) + " is " + name, their.offset(), their.label());
        }
        next++;
      }
    }
    boolean cut = !their.label().endsWith(")");
    if (cut ? names.size() > next : names.size() != next) {
      different(BITMAP + " has other attributes", their.offset(), their.label());
    }
  }

  private void different(String what, long offset, String detail) {
    differences.add(new Difference(what, message + " at " + offset + ": " + detail));
  }
}
