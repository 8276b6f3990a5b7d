package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.order.UseOrder;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpc.AuthFlavor;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcHeader;
import org.rdmadump.rpc.RpcPrefix;
import org.rdmadump.rpc.RpcPrograms;
import org.rdmadump.rpc.RpcReading;
import org.rdmadump.rpc.RpcRules;

/** A call from its Send to its reply, and the memory that it advertised. */
final class CallInFlight extends UseOrder.Member<CallInFlight> {
  /** Where the program is in a call, behind XID, message type and RPC version. */
  private static final int PROGRAM_AT = 12;

  private static final OptionalLong NONE_MOVED = OptionalLong.of(0);

  final int xid;
  final Send send;
  final ParsedHeader parsed;

  /** Which operations on its memory are its own. */
  final Window window;

  private static final long[] NO_POSITIONS = {};

  private List<Finding> findings = List.of();

  /**
   * Segments in the order of the Read list, one as often as it is listed there; of the Write list's
   * chunks, of the Reply chunk.
   */
  final List<RdmaSegment> readSegments;

  final List<List<RdmaSegment>> writeChunks;
  final List<RdmaSegment> replySegments;

  private List<Finding> exchangeFindings = List.of();

  private List<Repeat> repeats = List.of();

  @Nullable RpcMessage message;
  OptionalLong answeredBy = OptionalLong.empty();

  /** Number of the call that it repeats: one that was answered, or of another connection. */
  private OptionalLong repeatOf = OptionalLong.empty();

  private @Nullable RpcCallHeader rpc;

  private @Nullable CallDigest digest;

  /** What was read of a header that was not whole. */
  private @Nullable RpcPrefix prefix;

  /** Whose it is while it waits. */
  @Nullable CallOwner owner;

  private boolean listsTwice;
  private boolean settled;
  private boolean forgotten;
  private boolean inFlight = true;
  private boolean remembered;
  private long cost;
  private int incompleteReads;

  CallInFlight(int xid, Send send, ParsedHeader parsed, Window window) {
    this.xid = xid;
    this.window = window;
    this.send = send;
    this.parsed = parsed;
    // There may be thousands of calls, and most have one kind of chunk or none.
    this.readSegments =
        parsed.readList().isEmpty() ? List.of() : new ArrayList<>(parsed.readList().size());
    this.writeChunks = parsed.writeList().isEmpty() ? List.of() : new ArrayList<>(1);
    this.replySegments = parsed.replyChunk().isEmpty() ? List.of() : new ArrayList<>(1);
  }

  @Override
  protected CallInFlight self() {
    return this;
  }

  /** What was noticed about it. */
  List<Finding> findings() {
    return findings;
  }

  void note(Finding finding) {
    findings = with(findings, finding);
  }

  void note(List<Finding> some) {
    for (Finding each : some) {
      note(each);
    }
  }

  /** What was noticed about the pair rather than about one of its messages. */
  List<Finding> exchangeFindings() {
    return exchangeFindings;
  }

  void noteOfExchange(Finding finding) {
    exchangeFindings = with(exchangeFindings, finding);
    exchangeFindings.sort(ByFrame.ORDER);
  }

  /** Hands over the calls with the same XID and chunks that came later, and forgets them. */
  List<Repeat> takeRepeats() {
    List<Repeat> taken = repeats;
    repeats = List.of();
    return taken;
  }

  void repeatedBy(Send repeat, List<Finding> noticed) {
    repeats = with(repeats, new Repeat(repeat, noticed));
  }

  /** A call that came again, and what was noticed about it. */
  record Repeat(Send send, List<Finding> findings) {}

  /** Adds to a list that is immutable while it is empty. */
  private static <T> List<T> with(List<T> list, T more) {
    List<T> longer = list.isEmpty() ? new ArrayList<>(1) : list;
    longer.add(more);
    return longer;
  }

  /** The side that sent it, which can change its number while directions are joined. */
  int side() {
    return send.side();
  }

  void settle() {
    settled = true;
  }

  /** Says that it was answered or given up. */
  void forget() {
    forgotten = true;
  }

  /** Whether no answer to it was seen. */
  boolean isInFlight() {
    return inFlight;
  }

  /** Says that an answer was seen, or is not waited for. */
  void landed() {
    inFlight = false;
  }

  boolean isForgotten() {
    return forgotten;
  }

  /** Bytes that it holds, as the table of calls counts them. */
  long cost() {
    return cost;
  }

  void cost(long bytes) {
    cost = bytes;
  }

  boolean isSettled() {
    return settled;
  }

  /** Counts the Read segments that wait for data. */
  void countReads() {
    incompleteReads = 0;
    for (RdmaSegment segment : readSegments) {
      if (!segment.isComplete()) {
        incompleteReads++;
      }
    }
  }

  boolean isWhole() {
    return incompleteReads == 0;
  }

  boolean isEmitted() {
    return message != null;
  }

  /** Whether {@code other} lists the same segments, as a repeat of the same call does. */
  boolean hasSameChunks(ParsedHeader other) {
    return parsed.readList().equals(other.readList())
        && parsed.writeList().equals(other.writeList())
        && parsed.replyChunk().equals(other.replyChunk());
  }

  /** Whether a Send with its XID is the same call again, and not another one. */
  boolean isRepeatedBy(Send other, ParsedHeader otherParsed) {
    if (!hasSameChunks(otherParsed)) {
      return false;
    }
    boolean comparable =
        send.endSeen()
            && other.endSeen()
            && !parsed.header().truncated()
            && !otherParsed.header().truncated();
    // Once it was handed out, its bytes are gone.
    long length = message == null ? send.payload().length() : message.sendLength();
    if (!comparable) {
      return true;
    }
    return length == other.payload().length() && hasSameProcedure(other, otherParsed);
  }

  /** Whether program, version and procedure are the same, as far as they are known. */
  private boolean hasSameProcedure(Send other, ParsedHeader otherParsed) {
    RpcCallHeader known = rpc;
    long at = (long) otherParsed.header().length() + PROGRAM_AT;
    if (known == null
        || !otherParsed.carriesMessage()
        || !other.payload().has(at, 3 * Integer.BYTES)) {
      return true;
    }
    return (int) known.program() == other.payload().getInt(at)
        && (int) known.version() == other.payload().getInt(at + Integer.BYTES)
        && (int) known.procedure() == other.payload().getInt(at + 2 * Integer.BYTES);
  }

  /**
   * Takes it for a repeat of a call that was answered, if it looks the same: the XID alone may have
   * come round.
   */
  void compare(CallInFlight answered) {
    RpcMessage first = answered.message;
    RpcCallHeader header = rpc;
    RpcCallHeader before = answered.rpc;
    if (first != null
        && header != null
        && before != null
        && header.canRepeat(before)
        && first.sendLength() == send.payload().length()
        && answered.hasSameChunks(parsed)) {
      repeatOf =
          answered.repeatOf.isPresent() ? answered.repeatOf : OptionalLong.of(first.number());
      note(
          new Finding(
              RpcRdmaRules.REPEATED,
              send.lastFrame(),
              -1,
              "repeats the call of message " + repeatOf.getAsLong() + ", which was answered"));
    }
  }

  /** Whether it is known to repeat another one. */
  boolean isRepeat() {
    return repeatOf.isPresent();
  }

  /** Takes it for a repeat of a call that another connection carried, and that had no results. */
  void repeats(FirstSent first) {
    repeatOf = OptionalLong.of(first.number());
  }

  /** Number of the call that it repeats. */
  OptionalLong repeatOf() {
    return repeatOf;
  }

  /** Whether it is among the calls that may come again over another connection, or repeats one. */
  boolean isRemembered() {
    return remembered;
  }

  void remembered() {
    remembered = true;
  }

  /** What it says; null if that is not known. */
  @Nullable CallDigest digest() {
    return digest;
  }

  /** Keeps a digest of the reduced message, whose bytes will be gone. */
  void digest(Rope reduced) {
    RpcCallHeader header = rpc;
    if (header != null) {
      digest = CallDigest.of(reduced, header);
    }
  }

  /** Says that its Read list names some memory more than once, for which it has one segment. */
  void listsTwice() {
    listsTwice = true;
  }

  /** The Read segments, each once however often it is listed. */
  Collection<RdmaSegment> distinctReads() {
    return listsTwice ? new LinkedHashSet<>(readSegments) : readSegments;
  }

  /** Whether an operation on its Read list was seen. */
  boolean isReadFrom() {
    for (int i = 0; i < readSegments.size(); i++) {
      if (!readSegments.get(i).subSegments().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** How many {@link #segments} there are. */
  int segmentCount() {
    int count = distinctReads().size() + replySegments.size();
    for (List<RdmaSegment> chunk : writeChunks) {
      count += chunk.size();
    }
    return count;
  }

  /** Every segment that it advertised, each once. */
  List<RdmaSegment> segments() {
    if (readSegments.isEmpty() && writeChunks.isEmpty()) {
      return replySegments;
    }
    List<RdmaSegment> all = new ArrayList<>(parsed.segments());
    all.addAll(distinctReads());
    for (List<RdmaSegment> chunk : writeChunks) {
      all.addAll(chunk);
    }
    all.addAll(replySegments);
    return all;
  }

  /** Hands over what was noticed about operations on its memory and no message told. */
  void takeFindingsOfMemory(List<Finding> into) {
    takeFindings(readSegments, into);
    for (List<RdmaSegment> chunk : writeChunks) {
      takeFindings(chunk, into);
    }
    takeFindings(replySegments, into);
  }

  private static void takeFindings(List<RdmaSegment> chunk, List<Finding> into) {
    for (RdmaSegment segment : chunk) {
      for (RdmaSubSegment moved : segment.subSegments()) {
        moved.takeFindings(into);
      }
    }
  }

  /** Positions of its Read chunks, ascending, each once. */
  long[] positions() {
    if (readSegments.isEmpty()) {
      return NO_POSITIONS;
    }
    long[] positions = new long[readSegments.size()];
    boolean ascending = true;
    for (int i = 0; i < positions.length; i++) {
      positions[i] = parsed.readList().get(i).position();
      ascending &= i == 0 || positions[i - 1] <= positions[i];
    }
    if (!ascending) {
      Arrays.sort(positions);
    }
    int distinct = 0;
    for (int i = 0; i < positions.length; i++) {
      if (i == 0 || positions[i] != positions[i - 1]) {
        positions[distinct++] = positions[i];
      }
    }
    return Arrays.copyOf(positions, distinct);
  }

  /** Its Read list with what was moved. */
  List<ReadChunk> readChunksWithTransfers() {
    if (readSegments.isEmpty()) {
      return List.of();
    }
    ReadChunks chunks = new ReadChunks();
    for (int i = 0; i < readSegments.size(); i++) {
      ReadSegment read = parsed.readList().get(i);
      ChunkSegment listed = read.segment();
      long size = readSegments.get(i).size();
      chunks.add(
          read.position(),
          new ChunkSegment(
              listed.handle(),
              listed.length(),
              listed.offset(),
              size == 0 ? NONE_MOVED : OptionalLong.of(size)));
    }
    return chunks.chunks();
  }

  /**
   * Whether the peer is known to have had the byte at an address of the Read list: a later byte of
   * the same Read, or of a later one, was seen.
   */
  boolean wasPassed(long address) {
    boolean requested = false;
    for (RdmaSegment segment : readSegments) {
      for (RdmaSubSegment read : segment.subSegments()) {
        if (requested && read.size() > 0) {
          return true;
        }
        long relative = address - read.operation().address();
        if (segment.touches(address) && relative >= 0 && relative < read.operation().length()) {
          requested = true;
          if (address - read.reached() < 0) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Whether the Read that asked last for the byte at an address of the Read list was refused. */
  boolean wasRefused(long address) {
    boolean refused = false;
    for (RdmaSegment segment : readSegments) {
      for (RdmaSubSegment read : segment.subSegments()) {
        long relative = address - read.operation().address();
        if (segment.touches(address) && relative >= 0 && relative < read.operation().length()) {
          refused = read.isRefused();
        }
      }
    }
    return refused;
  }

  /** Reads the RPC header from the start of the call. */
  void readRpc(Rope stream) {
    RpcReading reading = RpcHeader.read(stream);
    if (reading instanceof RpcReading.Whole whole
        && whole.header() instanceof RpcCallHeader header) {
      rpc = header;
    } else if (reading instanceof RpcReading.Partial partial) {
      prefix = partial.known();
    } else if (reading instanceof RpcReading.Malformed malformed) {
      prefix = malformed.known();
      if (parsed.header().truncated()) {
        // How long the message is was in the part that is cut.
        return;
      }
      note(
          new Finding(
              RpcRules.MALFORMED_HEADER,
              send.lastFrame(),
              -1,
              malformed.why() + " (byte " + malformed.at() + " of the RPC message)"));
    }
  }

  /** The RPC header, if it was whole. */
  Optional<RpcCallHeader> rpc() {
    return Optional.ofNullable(rpc);
  }

  /** Whether the program is one that servers call their clients back with. */
  boolean isBackward() {
    OptionalLong program = program();
    return program.isPresent() && RpcPrograms.isTransient(program.getAsLong());
  }

  private OptionalLong program() {
    RpcCallHeader whole = rpc;
    if (whole != null) {
      return OptionalLong.of(whole.program());
    }
    return prefix == null ? OptionalLong.empty() : prefix.program();
  }

  private Optional<AuthFlavor> credential() {
    RpcCallHeader whole = rpc;
    if (whole != null) {
      return Optional.of(whole.credential());
    }
    return prefix == null ? Optional.empty() : prefix.credential();
  }

  /** The program, its version and procedure, where they could be read. */
  Identity identity() {
    RpcCallHeader whole = rpc;
    if (whole != null) {
      return new Identity(
          OptionalInt.of((int) whole.program()),
          OptionalInt.of((int) whole.version()),
          OptionalInt.of((int) whole.procedure()));
    }
    RpcPrefix known = prefix;
    return known == null
        ? new Identity(OptionalInt.empty(), OptionalInt.empty(), OptionalInt.empty())
        : new Identity(narrow(known.program()), narrow(known.version()), narrow(known.procedure()));
  }

  private static OptionalInt narrow(OptionalLong value) {
    return value.isPresent() ? OptionalInt.of((int) value.getAsLong()) : OptionalInt.empty();
  }

  /** What a call asks for. */
  record Identity(OptionalInt program, OptionalInt version, OptionalInt procedure) {}

  /** What output says of it as a call. */
  RpcSummary summary(Rope stream, boolean lengthKnown, boolean digest) {
    List<MissingRange> missing = MessageStream.missing(stream);
    boolean complete = missing.isEmpty() && !parsed.header().truncated();
    Identity identity = identity();
    Optional<AuthFlavor> credential = credential();
    return new RpcSummary(
        true,
        xid,
        rpc(),
        identity.program,
        identity.version,
        identity.procedure,
        credential.isPresent() ? Optional.of(credential.get().label()) : Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        repeatOf,
        lengthKnown ? OptionalLong.of(stream.length()) : OptionalLong.empty(),
        digest && complete && stream.isComplete() ? Optional.of(stream.sha256()) : Optional.empty(),
        complete,
        missing);
  }
}
