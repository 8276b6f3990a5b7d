package org.rdmadump.analysis.table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A capture as tables have it: one file, or the files of a rotated set, which are read as one so
 * that a call finds its reply in the next file.
 *
 * <p>Files of a folder are a set by their names: they differ in what {@code dumpcap -b}, {@code
 * editcap -c} and {@code rdmadump live} put before the suffix ({@code trace_00001_20261122103000
 * .pcapng}), in a time from {@code tcpdump -G} ({@code trace-2026-11-22T10:30:00.pcap}), or in the
 * number that {@code tcpdump -C} puts behind it ({@code trace.pcap}, {@code trace.pcap1}). Shorter
 * numbers ({@code run1.pcap}) tell captures apart.
 *
 * @param name of the first file, as named
 * @param files the files, in the order in which they were named
 */
public record CaptureSet(String name, List<String> files) {
  /** What compression puts behind a name. */
  private static final Pattern COMPRESSED = Pattern.compile("\\.(?:gz|zst)$");

  /** A name with the number of {@code tcpdump -C}. */
  private static final Pattern NUMBER_BEHIND =
      Pattern.compile("(.*\\.(?:pcap|pcapng|cap|dmp))\\d+");

  /** A counter of five digits or a time, and what else may be beside it, before the suffix. */
  private static final Pattern COUNTER_OR_TIME =
      Pattern.compile("(?:\\d{5,}|\\d{4}-\\d\\d-\\d\\d)(?:[-_:T]?\\d+)*Z?(\\.[A-Za-z]+)?$");

  private static final Comparator<String> FIRST =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  /** Copies the list. */
  public CaptureSet {
    files = List.copyOf(files);
  }

  /** {@return the captures in files, in the order in which the first file of each was named} */
  public static List<CaptureSet> of(List<String> files) {
    Map<String, List<String>> sets = new LinkedHashMap<>();
    for (String file : files) {
      sets.computeIfAbsent(common(file), unused -> new ArrayList<>()).add(file);
    }
    List<CaptureSet> captures = new ArrayList<>(sets.size());
    for (List<String> each : sets.values()) {
      captures.add(new CaptureSet(each.stream().min(FIRST).orElseThrow(), each));
    }
    return captures;
  }

  /** What the names of a set have in common, the folder among it. */
  private static String common(String file) {
    int slash = file.lastIndexOf('/') + 1;
    String name = COMPRESSED.matcher(file.substring(slash)).replaceFirst("");
    Matcher numbered = NUMBER_BEHIND.matcher(name);
    if (numbered.matches()) {
      name = numbered.group(1);
    }
    return file.substring(0, slash) + COUNTER_OR_TIME.matcher(name).replaceFirst("#$1");
  }
}
