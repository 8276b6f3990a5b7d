package org.rdmadump.rpcrdma.call;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rdmadump.bytes.Absence;
import org.rdmadump.finding.Finding;
import org.rdmadump.net.IpAddress;
import org.rdmadump.nfs.KnownServers;
import org.rdmadump.nfs.ServerNames;
import org.rdmadump.rdma.Endpoint;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MessageContent;
import org.rdmadump.rpcrdma.MessageRoute;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.RpcMessage;
import org.rdmadump.rpcrdma.RpcSummary;

/** Hands out the messages of a connection, with what was found beside them. */
public final class MessageOutput {
  private final RunState run;
  private final RdmaConnection connection;
  private final FollowedConnection record;

  /** Where frames are shown, what they carry. */
  private final @Nullable FrameShares shares;

  /** The names of the server's files, once one was looked up. */
  private @Nullable ServerNames names;

  /** Of each side, once it sent a message. */
  private final @Nullable MessageRoute[] routes = new MessageRoute[2];

  /** Whether more of a message is wanted than that it was there. */
  private final boolean wantsMore;

  /** What belongs to no message and waits for the next one. */
  private final StrayFindings stray = new StrayFindings();

  public MessageOutput(
      RunState run,
      RdmaConnection connection,
      FollowedConnection record,
      @Nullable FrameShares shares) {
    this.run = run;
    this.connection = connection;
    this.record = record;
    this.shares = shares;
    this.wantsMore = run.digests() || run.takesContent() || run.keepsFragments();
  }

  /** Takes what belongs to no message: the next one tells it. */
  public void finding(Finding finding) {
    if (!stray.add(finding)) {
      run.alone(finding, record);
    }
  }

  /** Tells what belongs to no message, and has nothing to do with the next one. */
  public void alone(Finding finding) {
    run.alone(finding, record);
  }

  /** Takes back what belongs to no message and was not told yet. */
  public void withdraw(Finding finding) {
    stray.withdraw(finding);
  }

  /** Hands out a message, which gets a number. */
  public void emit(Draft draft) {
    if (wantsMore) {
      fill(draft);
    }
    if (stray.isAny()) {
      draft.note(stray.take());
    }
    if (connection.index().isEmpty()) {
      connection.index(run.nextConnection());
      run.opened(record);
    }
    int index = connection.index().getAsInt();
    Direction direction = direction(draft.send);
    draft.handedOut(run.nextMessage(), route(draft.send.side(), index, direction));
    if (shares != null) {
      shares.emitted(draft);
    }
    record.reached(draft.lastFrame());
    List<MissingRange> missing = draft.missing;
    if (missing != null) {
      record.count(direction, !(draft instanceof ReplyDraft), draft.isRepeat);
      record.moved(draft.layout, missing, draft.stream.length());
    } else if (draft.parsed.header().error().isPresent()) {
      record.countError();
    }
    run.emit(draft);
  }

  private void fill(Draft draft) {
    if (run.digests()) {
      draft.rpc();
    }
    if (run.reusesPages() && !draft.moves.isEmpty()) {
      draft.stream = draft.stream.withoutBytes(Absence.NOT_KEPT);
    }
    if (run.takesContent()) {
      readContent(draft);
    }
    if (run.keepsFragments()) {
      draft.sendFragments = List.copyOf(draft.send.fragments());
    }
  }

  private void readContent(Draft draft) {
    RpcSummary rpc = draft.rpc();
    if (rpc == null || draft.stream.length() == 0) {
      return;
    }
    draft.content =
        new MessageContent(
            run.decoder(), draft.stream, rpc.callHeader(), draft.contentOfCall(), draft.read);
    // Of a message that misses bytes, what follows them cannot be judged.
    if (run.takesFindings() && rpc.complete()) {
      draft.content.reviewWhenAsked(
          draft.send.lastFrame(), draft.lastFrame(), draft.layout, draft.knowsSequence());
    }
    if (run.names().isPresent()) {
      draft.content.findNames(names(run.names().get()), draft.isNew(), run.namesMayWait());
    }
  }

  /** Forgets names that a call may have changed, as its reply may be among missing packets. */
  public void doubtNames(CallInFlight call) {
    RpcMessage message = call.message();
    if (message != null && run.names().isPresent()) {
      message.content().doubtNames(names(run.names().get()));
    }
  }

  /** What messages of a side have in common, as known by now. */
  @SuppressWarnings("ReferenceEquality") // Who changes them, gives them another one.
  private MessageRoute route(int side, int index, Direction direction) {
    Endpoint source = connection.endpoint(side);
    Endpoint destination = connection.endpoint(RdmaConnection.opposite(side));
    MessageRoute known = routes[side];
    if (known == null
        || known.connection() != index
        || known.source() != source
        || known.destination() != destination
        || known.lane() != connection.lane(side)
        || known.recognition() != connection.recognition()
        || known.direction() != direction) {
      known =
          new MessageRoute(
              run.beginning(),
              connection.transport(),
              connection.lane(side),
              index,
              connection.recognition(),
              direction,
              source,
              destination);
      routes[side] = known;
    }
    return known;
  }

  private ServerNames names(KnownServers servers) {
    IpAddress server = connection.endpoint(record.serverSide()).address();
    ServerNames known = names;
    if (known == null || !known.address().equals(server)) {
      known = servers.at(server);
      names = known;
    }
    return known;
  }

  public Direction direction(Send send) {
    return send.side() == record.serverSide() ? Direction.BACKWARD : Direction.FORWARD;
  }

  /** Takes over what the other half of a connection has to tell. */
  public void join(MessageOutput other) {
    for (Finding each : other.stray.take()) {
      finding(each);
    }
  }

  /** Tells what no message did. */
  public void finish() {
    for (Finding each : stray.take()) {
      run.alone(each, record);
    }
  }
}
