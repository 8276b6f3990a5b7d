package org.rdmadump.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rdmadump.analysis.table.CaptureSet;

/**
 * What one task reads: a capture in one file, or a rotated set.
 *
 * @param name as rows have it: the path of its first file
 * @param files by path
 */
record InputSet(String name, List<InputFile> files) implements Serializable {
  private static final Comparator<InputSet> LARGEST_FIRST =
      Comparator.comparingLong(InputSet::bytes).reversed().thenComparing(InputSet::name);

  InputSet {
    files = List.copyOf(files);
  }

  /** {@return the captures in files, the largest first} */
  static List<InputSet> of(List<InputFile> files) {
    Map<String, InputFile> byPath = new HashMap<>();
    files.forEach(each -> byPath.put(each.path(), each));
    List<InputSet> sets = new ArrayList<>();
    for (CaptureSet each : CaptureSet.of(files.stream().map(InputFile::path).toList())) {
      sets.add(new InputSet(each.name(), each.files().stream().map(byPath::get).toList()));
    }
    sets.sort(LARGEST_FIRST);
    return sets;
  }

  /** {@return the length of all its files} */
  long bytes() {
    return files.stream().mapToLong(InputFile::length).sum();
  }
}
