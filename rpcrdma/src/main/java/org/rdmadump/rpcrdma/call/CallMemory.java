package org.rdmadump.rpcrdma.call;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rdmadump.finding.Finding;
import org.rdmadump.rpcrdma.memory.RdmaSegment;
import org.rdmadump.rpcrdma.memory.RdmaSubSegment;
import org.rdmadump.rpcrdma.memory.Window;

/** The memory that a call advertises in its chunk lists. */
public final class CallMemory {
  /** That of a call without chunks. */
  static final CallMemory NONE = new CallMemory(null, null);

  /** Where it is listed; null if the call has no chunks. */
  private final @Nullable ParsedHeader header;

  private final @Nullable Window window;

  /** Segments in the order of the Read list, one as often as it is listed there. */
  public final List<RdmaSegment> reads;

  /** Segments of the Write list, by chunk. */
  public final List<List<RdmaSegment>> writes;

  /** Segments of the Reply chunk. */
  public final List<RdmaSegment> reply;

  private boolean listsTwice;
  private int incompleteReads;

  private CallMemory(@Nullable ParsedHeader header, @Nullable Window window) {
    this.header = header;
    this.window = window;
    // Most of thousands of calls have chunks of one kind or none: then the list whose iterator is
    // no garbage.
    this.reads = listFor(header == null ? 0 : header.readList().size());
    this.writes = listFor(hasWrites() ? 1 : 0);
    this.reply = listFor(hasReply() ? 1 : 0);
  }

  /** That of a call with such a header; with a window if it has chunks. */
  static CallMemory of(ParsedHeader header, @Nullable Window window) {
    return header.hasChunks() ? new CallMemory(header, window) : NONE;
  }

  private static <T> List<T> listFor(int size) {
    return size == 0 ? Collections.emptyList() : new ArrayList<>(size);
  }

  private boolean hasReads() {
    return header != null && header.hasReads();
  }

  private boolean hasWrites() {
    return header != null && header.hasWrites();
  }

  private boolean hasReply() {
    return header != null && header.hasReplyChunk();
  }

  /** Whether a segment of that handle is listed. */
  public boolean lists(int handle) {
    return header != null && header.lists(handle);
  }

  /** Whether a header lists memory of the same lengths for the same uses. */
  boolean isLikeThatOf(ParsedHeader other) {
    return header == null ? !other.hasChunks() : header.hasChunksLike(other);
  }

  /** Which operations on it are the call's own; only of a call with chunks. */
  public Window window() {
    return Objects.requireNonNull(window);
  }

  /** Whether what moved before a reply may have been captured and given up by a limit. */
  boolean hasGivenUpWrites(long reply) {
    return window != null && window.hasGivenUpWrites(reply);
  }

  /** Whether what was read of it may have been captured and given up by a limit. */
  boolean hasGivenUpResponses() {
    return window != null && window.hasGivenUpResponses();
  }

  /** Takes note that the reply was sent, in this place. */
  void close(long place) {
    if (window != null) {
      window.close(place);
    }
  }

  /** Counts the Read segments that wait for data. */
  public void countReads() {
    if (hasReads()) {
      incompleteReads = 0;
      for (int i = 0; i < reads.size(); i++) {
        if (!reads.get(i).isComplete()) {
          incompleteReads++;
        }
      }
    }
  }

  /** Whether no Read segment waited for data when they were counted. */
  public boolean isWhole() {
    return incompleteReads == 0;
  }

  /** Says that the Read list names some memory more than once, for which it has one segment. */
  void listsTwice() {
    listsTwice = true;
  }

  /** The Read segments, each once however often it is listed. */
  public Collection<RdmaSegment> distinctReads() {
    return listsTwice ? new LinkedHashSet<>(reads) : reads;
  }

  /** How many {@link #segments} there are. */
  int count() {
    int count = hasReads() ? distinctReads().size() : 0;
    if (hasWrites()) {
      for (List<RdmaSegment> chunk : writes) {
        count += chunk.size();
      }
    }
    return hasReply() ? count + reply.size() : count;
  }

  /** Every segment, each once. */
  public List<RdmaSegment> segments() {
    if (!hasWrites()) {
      if (!hasReads()) {
        return reply;
      }
      if (!listsTwice && !hasReply()) {
        return reads;
      }
    }
    List<RdmaSegment> all = new ArrayList<>(reads.size() + writes.size() + reply.size());
    all.addAll(distinctReads());
    for (List<RdmaSegment> chunk : writes) {
      all.addAll(chunk);
    }
    all.addAll(reply);
    return all;
  }

  /** Hands over what was noticed about operations on it and no message told. */
  public void takeFindings(List<Finding> into) {
    if (hasReads()) {
      takeFindings(reads, into);
    }
    if (hasWrites()) {
      for (int i = 0; i < writes.size(); i++) {
        takeFindings(writes.get(i), into);
      }
    }
    if (hasReply()) {
      takeFindings(reply, into);
    }
  }

  private static void takeFindings(List<RdmaSegment> chunk, List<Finding> into) {
    for (int i = 0; i < chunk.size(); i++) {
      List<RdmaSubSegment> operations = chunk.get(i).subSegments();
      for (int j = 0; j < operations.size(); j++) {
        operations.get(j).takeFindings(into);
      }
    }
  }
}
