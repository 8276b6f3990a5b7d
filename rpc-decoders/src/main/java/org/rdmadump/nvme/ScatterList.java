package org.rdmadump.nvme;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.rdmadump.bytes.Rope;

/**
 * Where the data of a command is: its one SGL descriptor, or the descriptors of SGL segments in its
 * capsule.
 *
 * <p>NVM Express base specification 1.4 section 4.4, NVMe over Fabrics 1.1 sections 2.3 and 7.3.
 *
 * @param blocks descriptors of data, in the order of the data; bit buckets have none
 * @param notDecoded what of the list is not understood, in words; the blocks are empty then
 */
public record ScatterList(List<SglDescriptor> blocks, Optional<String> notDecoded) {
  /** Descriptors in a list; a controller announces far fewer (MSDBD). */
  private static final int MOST = 1024;

  /** Copies the list: it does not change. */
  public ScatterList {
    blocks = List.copyOf(blocks);
  }

  /**
   * {@return the list of a command}
   *
   * @param capsule begins with the queue entry
   */
  public static ScatterList of(SubmissionEntry entry, Rope capsule) {
    List<SglDescriptor> blocks = new ArrayList<>(1);
    Optional<String> wrong = add(entry.descriptor(), capsule, blocks);
    return new ScatterList(wrong.isPresent() ? List.of() : blocks, wrong);
  }

  private static Optional<String> add(
      SglDescriptor first, Rope capsule, List<SglDescriptor> blocks) {
    SglDescriptor segment = first;
    if (!segment.isSegment()) {
      return addBlock(segment, blocks);
    }
    int read = 0;
    while (true) {
      Optional<String> wrong = judge(segment, capsule);
      int count = (int) Math.min(MOST + 1L, segment.length() / SglDescriptor.LENGTH);
      read += count;
      if (wrong.isPresent() || read > MOST) {
        return wrong.isPresent() ? wrong : Optional.of("more than " + MOST + " SGL descriptors");
      }
      long from = SubmissionEntry.LENGTH + segment.address();
      byte[] bytes = capsule.toArray(from, from + segment.length());
      int data = segment.isLastSegment() ? count : count - 1;
      for (int i = 0; i < data && wrong.isEmpty(); i++) {
        wrong = addBlock(SglDescriptor.read(bytes, i * SglDescriptor.LENGTH), blocks);
      }
      if (segment.isLastSegment() || wrong.isPresent()) {
        return wrong;
      }
      segment = SglDescriptor.read(bytes, data * SglDescriptor.LENGTH);
      if (!segment.isSegment()) {
        return Optional.of("an SGL segment that ends without a descriptor of the next");
      }
    }
  }

  /** What is wrong with the descriptor of a segment. */
  private static Optional<String> judge(SglDescriptor segment, Rope capsule) {
    if (!segment.isAtOffset()) {
      return Optional.of("an SGL segment outside of the capsule");
    }
    if (segment.length() == 0 || segment.length() % SglDescriptor.LENGTH != 0) {
      return Optional.of("an SGL segment of " + segment.length() + " bytes");
    }
    long room = capsule.length() - SubmissionEntry.LENGTH;
    if (segment.address() < 0 || segment.address() > room - segment.length()) {
      return Optional.of("an SGL segment beyond the end of the capsule");
    }
    return capsule.has(SubmissionEntry.LENGTH + segment.address(), segment.length())
        ? Optional.empty()
        : Optional.of("an SGL segment that was not captured");
  }

  private static Optional<String> addBlock(SglDescriptor block, List<SglDescriptor> blocks) {
    if (block.isKeyed() || block.isInCapsule()) {
      blocks.add(block);
    } else if (!block.isBitBucket()) {
      return Optional.of(
          String.format(
              Locale.US,
              "an SGL descriptor of type 0x%x, subtype 0x%x",
              block.type(),
              block.subtype()));
    }
    return Optional.empty();
  }
}
