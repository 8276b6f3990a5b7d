package org.rdmadump.rpcrdma;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Finding;
import org.rdmadump.nfs.FileNames;
import org.rdmadump.nfs.Nfs4Compound;
import org.rdmadump.nfs.Nfs4Operation;
import org.rdmadump.nfs.Nfs4Problem;
import org.rdmadump.nfs.NfsCounts;
import org.rdmadump.nfs.NfsRules;
import org.rdmadump.nfs.ResultStatus;
import org.rdmadump.nfs.ServerNames;
import org.rdmadump.rpc.RpcCallHeader;
import org.rdmadump.rpc.RpcReplyHeader;
import org.rdmadump.rpc.RpcRules;
import org.rdmadump.rpc.content.RpcContent;
import org.rdmadump.rpc.content.RpcDecoder;
import org.rdmadump.xdr.decode.XdrContent;
import org.rdmadump.xdr.decode.XdrNumber;
import org.rdmadump.xdr.decode.XdrOutcome;
import org.rdmadump.xdr.decode.XdrProblem;
import org.rdmadump.xdr.decode.XdrVisitor;
import org.rdmadump.xdr.decode.XdrWalk;

/**
 * The content of the RPC message in an RPC-over-RDMA message. It is decoded once, when it is first
 * requested.
 *
 * <p>Not safe for use by several threads.
 *
 * <pre>{@code
 * call.content().compound().ifPresent(it -> System.out.println(it.operations()));
 * }</pre>
 */
public final class MessageContent {
  /** Of a message without RPC, or where nobody takes content. */
  public static final MessageContent NOTHING = new MessageContent();

  /** Operations of a compound that stays decoded; nearly all have fewer. */
  private static final int MOST_KEPT = 16;

  private final @Nullable RpcDecoder decoder;
  private final Rope stream;
  private final Optional<RpcCallHeader> callHeader;
  private final Optional<MessageContent> call;

  /** Of items whose bytes are not kept, by their positions. */
  private final Map<Long, String> digests;

  private Optional<RpcContent> rpc = Optional.empty();
  private boolean rpcIsKnown;
  private Optional<Nfs4Compound> compound = Optional.empty();
  private boolean compoundIsKnown;
  private Optional<XdrNumber> status = Optional.empty();
  private boolean statusIsKnown;

  /** What came of decoding all of the body. */
  private @Nullable XdrOutcome bodyOutcome;

  /** Of a call that is not kept itself. */
  private OptionalLong minorVersion = OptionalLong.empty();

  private FileNames names = FileNames.NONE;

  /** Of a call, for its reply; see {@link ServerNames#asOf}. */
  private long namesAsOf;

  /** Of a call whose names its reply may tell, who is asked if it does not. */
  private @Nullable ServerNames laterNames;

  private boolean namesAreDoubted;

  // Where what is found is said to be; without a layout nothing is looked for, or it was already.
  private @Nullable StreamLayout toReview;
  private long sendFrame;
  private long lastFrame;
  private boolean judgesSequence;
  private List<Finding> reviewed = List.of();

  private MessageContent() {
    this.decoder = null;
    this.stream = Rope.empty();
    this.callHeader = Optional.empty();
    this.call = Optional.empty();
    this.digests = Map.of();
  }

  /**
   * What is in a rebuilt RPC message.
   *
   * @param decoder the run's
   * @param stream the message
   * @param callHeader header of the call, on replies that of their call, if it was captured
   * @param call on replies, what is in their call, as far as it was captured and kept
   * @param read the message, if it was looked into already
   */
  public MessageContent(
      RpcDecoder decoder,
      Rope stream,
      Optional<RpcCallHeader> callHeader,
      Optional<MessageContent> call,
      Optional<RpcContent> read) {
    this(decoder, stream, callHeader, call, Map.of());
    this.rpc = read;
    this.rpcIsKnown = read.isPresent();
  }

  private MessageContent(
      RpcDecoder decoder,
      Rope stream,
      Optional<RpcCallHeader> callHeader,
      Optional<MessageContent> call,
      Map<Long, String> digests) {
    this.decoder = decoder;
    this.stream = stream;
    this.callHeader = callHeader;
    this.call = call;
    this.digests = digests;
  }

  /** Of a call of which no more is known than that, for a reply. */
  public static MessageContent named(FileNames names, long asOf, OptionalLong minorVersion) {
    MessageContent content = new MessageContent();
    content.minorVersion = minorVersion;
    content.names = names;
    content.namesAsOf = asOf;
    return content;
  }

  /** {@return the RPC message: its header and its body} */
  public Optional<RpcContent> rpc() {
    if (!rpcIsKnown) {
      rpcIsKnown = true;
      if (decoder != null && stream.length() > 0) {
        rpc = Optional.of(decoder.content(stream, callHeader));
      }
    }
    return rpc;
  }

  /** {@return arguments or results; empty if they are encrypted, unknown or absent} */
  public Optional<XdrContent> body() {
    RpcContent content = rpc().orElse(null);
    return content == null ? Optional.empty() : content.body();
  }

  /**
   * {@return arguments or results of NFS version 4, by operation, with the file handles known when
   * the message was complete}
   */
  public Optional<Nfs4Compound> compound() {
    if (!compoundIsKnown) {
      compoundIsKnown = true;
      XdrContent body = body().orElse(null);
      MessageContent asked = call.orElse(null);
      if (body != null) {
        compound =
            asked == null
                ? Nfs4Compound.of(body, Optional.empty())
                : Nfs4Compound.of(body, asked.compound(), asked.minorVersion);
      }
    }
    return compound;
  }

  /**
   * {@return the minor version of a call, without decoding its operations: if that was done before,
   * or its place is known}
   */
  public OptionalLong minorVersionOfCall() {
    RpcCallHeader header = callHeader.orElse(null);
    return compoundIsKnown || header == null || header.gss().isPresent()
        ? compound.isPresent() ? compound.get().minorVersion() : OptionalLong.empty()
        : Nfs4Compound.minorVersion(header, stream);
  }

  /**
   * {@return the main operation of a compound, with its arguments, also if this is the reply of a
   * call that was captured; for results see {@link #mainResult}}
   */
  public Optional<Nfs4Operation> mainOperation() {
    Optional<Nfs4Compound> operations = compound();
    return operations.isPresent() ? operations.get().main() : Optional.empty();
  }

  /**
   * {@return the results of the main operation in the reply of a compound; empty for a call, and
   * where the compound failed before it}
   */
  public Optional<Nfs4Operation> mainResult() {
    return compound().flatMap(Nfs4Compound::mainResult);
  }

  /** {@return the status in the results; empty for calls and other programs} */
  public Optional<XdrNumber> status() {
    if (!statusIsKnown) {
      statusIsKnown = true;
      Nfs4Compound operations = compound().orElse(null);
      XdrContent results = isReply() ? body().orElse(null) : null;
      if (operations != null) {
        status = operations.status();
      } else if (results != null) {
        status = ResultStatus.of(results.tree());
      }
    }
    return status;
  }

  private boolean isReply() {
    RpcContent content = rpc().orElse(null);
    return content != null && content.reading() instanceof RpcReplyHeader;
  }

  /**
   * Shows all of the arguments or results to {@code visitor}. What comes of it is kept, so that
   * nothing is decoded again for the message's findings.
   *
   * @throws IllegalStateException if there are none
   */
  public XdrOutcome walk(XdrVisitor visitor) {
    return walk(new XdrWalk(visitor));
  }

  /** As {@link #walk(XdrVisitor)}, by a walk that serves for other messages, too. */
  public XdrOutcome walk(XdrWalk walk) {
    Optional<XdrContent> body = body();
    if (body.isEmpty()) {
      throw new IllegalStateException("no arguments or results");
    }
    XdrOutcome outcome = walk.run(body.get());
    bodyOutcome = outcome;
    return outcome;
  }

  /**
   * {@return the names of its files, as known when the message was complete; empty if the listener
   * takes no names}
   */
  public FileNames names() {
    return names;
  }

  /** {@return as of when a call has its names, for its reply; see {@link ServerNames#asOf}} */
  public long namesAsOf() {
    return namesAsOf;
  }

  /**
   * Looks the names up, and learns others if this is a reply.
   *
   * @param server whose files these are
   * @param isNew whether this is no repeat of what was learned from already
   * @param mayWait whether a call may get the names of its reply, if that may tell others: nobody
   *     asks before the exchange is handed out
   */
  public void findNames(ServerNames server, boolean isNew, boolean mayWait) {
    RpcCallHeader header = callHeader.orElse(null);
    XdrContent body =
        header != null && ServerNames.isAbout(header.program()) ? body().orElse(null) : null;
    if (header == null || body == null) {
      return;
    }
    MessageContent asked = call.orElse(null);
    if (!isReply()) {
      laterNames = server;
      if (!mayWait || !ServerNames.mayTeach(header, compound())) {
        settleNames();
      }
    } else if (asked != null && server.isStill(asked.namesAsOf, body)) {
      names = asked.names;
    } else if (asked != null) {
      XdrContent arguments = asked.body().orElse(null);
      if (arguments != null) {
        names =
            server.reply(header, arguments, asked.compound(), asked.names, body, compound(), isNew);
        if (asked.laterNames != null) {
          asked.names = names;
          asked.laterNames = null;
        }
      }
    }
  }

  /** Looks the names of a call up that waited for its reply, if that did not tell them. */
  public void settleNames() {
    ServerNames server = laterNames;
    if (server != null) {
      laterNames = null;
      names = server.call(callHeader.orElseThrow(), body().orElseThrow(), compound());
      namesAsOf = server.asOf();
    }
  }

  /** Forgets the names that a call may have changed whose reply may be missing; only once. */
  public void doubtNames(ServerNames server) {
    RpcCallHeader header = callHeader.orElse(null);
    if (header == null || namesAreDoubted || !ServerNames.isAbout(header.program())) {
      return;
    }
    namesAreDoubted = true;
    XdrContent arguments = body().orElse(null);
    if (arguments != null) {
      server.doubt(header, arguments, compound());
    }
  }

  /** {@return for a reply, the content of its call} */
  public Optional<MessageContent> call() {
    return call;
  }

  /**
   * {@return SHA-256 in hexadecimal of an item inside of the message, if its bytes are kept, or
   * digests were asked for and its bytes were there when the message was handed out}
   *
   * @param start position of its first byte in the rebuilt message
   * @param length number of bytes
   */
  public Optional<String> sha256(long start, long length) {
    return stream.has(start, length)
        ? Optional.of(stream.slice(start, start + length).sha256())
        : Optional.ofNullable(digests.get(start));
  }

  /**
   * The same of a message of which only so much is kept.
   *
   * @param digestsOfRest SHA-256 of items that are not kept, by their positions
   */
  MessageContent over(Rope kept, Map<Long, String> digestsOfRest) {
    if (decoder == null) {
      return NOTHING;
    }
    MessageContent content = new MessageContent(decoder, kept, callHeader, call, digestsOfRest);
    content.names = names;
    content.namesAsOf = namesAsOf;
    content.laterNames = laterNames;
    return content;
  }

  /**
   * Takes over what was decoded of the same bytes.
   *
   * @return false if that was nothing, or is more than should be kept
   */
  boolean takeDecoded(MessageContent of) {
    if (!of.rpcIsKnown
        || of.stream.length() != stream.length()
        || !stream.isComplete()
        || (of.compound.isPresent() && of.compound.get().count() > MOST_KEPT)) {
      return false;
    }
    rpc = of.rpc;
    rpcIsKnown = of.rpcIsKnown;
    compound = of.compound;
    compoundIsKnown = of.compoundIsKnown;
    return true;
  }

  /** Gives up what was decoded; who asks for it has it decoded again. */
  void forgetDecoded() {
    rpc = Optional.empty();
    rpcIsKnown = false;
    compound = Optional.empty();
    compoundIsKnown = false;
    status = Optional.empty();
    statusIsKnown = false;
  }

  /**
   * Has {@link #findings} look for what is wrong with the content.
   *
   * @param endOfSend frame that ended the Send
   * @param last last frame that contributed, which is said of what chunks moved
   * @param layout what came in chunks
   * @param knowsSequence whether the sequence number of RPCSEC_GSS can be compared: a reply may
   *     have that of another copy of its call
   */
  public void reviewWhenAsked(
      long endOfSend, long last, StreamLayout layout, boolean knowsSequence) {
    if (decoder != null) {
      toReview = layout;
      sendFrame = endOfSend;
      lastFrame = last;
      judgesSequence = knowsSequence;
    }
  }

  /** {@return what was noticed of a message and, if that is to be looked for, of its content} */
  List<Finding> findings(List<Finding> noticed) {
    StreamLayout layout = toReview;
    if (layout != null) {
      reviewed = review(layout);
      toReview = null;
    }
    if (reviewed.isEmpty()) {
      return noticed;
    }
    List<Finding> all = new ArrayList<>(noticed);
    all.addAll(reviewed);
    return all;
  }

  private long frame(StreamLayout layout, long position) {
    return layout.movedBy(position) == MovedBy.INLINE ? sendFrame : lastFrame;
  }

  private List<Finding> review(StreamLayout layout) {
    RpcContent content = rpc().orElse(null);
    if (content == null) {
      return List.of();
    }
    XdrOutcome outcome = bodyOutcome == null ? content.check() : content.check(bodyOutcome);
    List<XdrProblem> values = outcome.problems();
    Nfs4Compound operations = compound().orElse(null);
    List<Nfs4Problem> more = operations != null ? operations.problems() : counts();
    Optional<String> sequence = judgesSequence ? content.otherSequence() : Optional.empty();
    if (sequence.isPresent()) {
      more = new ArrayList<>(more);
      more.add(
          new Nfs4Problem(
              RpcRules.GSS_SEQUENCE_DIFFERS, -1, content.sequenceStart(), sequence.get()));
    }
    return values.isEmpty() && more.isEmpty() ? List.of() : findings(layout, values, more);
  }

  private List<Finding> findings(
      StreamLayout layout, List<XdrProblem> values, List<Nfs4Problem> more) {
    List<Finding> findings = new ArrayList<>(values.size() + more.size());
    for (XdrProblem each : values) {
      findings.add(
          new Finding(
              each.fault().rule(),
              frame(layout, each.position()),
              -1,
              each.path() + ": " + each.message() + at(each.position())));
    }
    for (Nfs4Problem each : more) {
      findings.add(
          new Finding(
              each.rule(),
              frame(layout, each.position()),
              -1,
              each.message() + at(each.position())));
    }
    return findings;
  }

  /** What is wrong with the counts of a READ or WRITE of NFS versions 2 and 3. */
  private List<Nfs4Problem> counts() {
    MessageContent asked = call.orElse(null);
    XdrContent arguments = asked == null ? null : asked.body().orElse(null);
    XdrContent results = arguments == null ? null : body().orElse(null);
    return arguments != null && results != null && NfsCounts.areIn(arguments.field().type())
        ? counts(arguments, results)
        : List.of();
  }

  private static List<Nfs4Problem> counts(XdrContent arguments, XdrContent results) {
    Optional<String> wrong = NfsCounts.judge(arguments.tree(), results.tree());
    return wrong.isPresent()
        ? List.of(new Nfs4Problem(NfsRules.COUNT_DIFFERS, -1, results.start(), wrong.get()))
        : List.of();
  }

  private static String at(long position) {
    return " (byte " + position + " of the RPC message)";
  }
}
