package org.rdmadump.rpcrdma.call;

import java.util.List;
import org.rdmadump.rdma.RdmaConnection;
import org.rdmadump.rpcrdma.ConnectionRecord;
import org.rdmadump.rpcrdma.CreditUse;
import org.rdmadump.rpcrdma.Direction;
import org.rdmadump.rpcrdma.MissingRange;
import org.rdmadump.rpcrdma.StreamLayout;
import org.rdmadump.rpcrdma.UpperProtocol;

/** The record of a connection as whoever decodes it has it: what is met is noted here. */
public final class FollowedConnection extends ConnectionRecord {
  /** Of a connection of which no message was decoded. */
  public FollowedConnection(RdmaConnection connection) {
    super(connection);
  }

  @Override
  public void serverIs(int side) {
    super.serverIs(side);
  }

  @Override
  public void serverMayBe(int side) {
    super.serverMayBe(side);
  }

  @Override
  public void joinServer(ConnectionRecord joined) {
    super.joinServer(joined);
  }

  @Override
  public CreditUse credits(int callerSide) {
    return super.credits(callerSide);
  }

  @Override
  public void called(int callerSide, long asked) {
    super.called(callerSide, asked);
  }

  @Override
  public void landed(int callerSide) {
    super.landed(callerSide);
  }

  @Override
  public void overran(int callerSide) {
    super.overran(callerSide);
  }

  @Override
  public void granted(int callerSide, long credits) {
    super.granted(callerSide, credits);
  }

  @Override
  public void reached(long frame) {
    super.reached(frame);
  }

  @Override
  public void countError() {
    super.countError();
  }

  @Override
  public void count(Direction direction, boolean call, boolean repeat) {
    super.count(direction, call, repeat);
  }

  @Override
  public void moved(StreamLayout layout, List<MissingRange> missing, long length) {
    super.moved(layout, missing, length);
  }

  @Override
  public void unanswered() {
    super.unanswered();
  }

  @Override
  public void join(ConnectionRecord joined) {
    super.join(joined);
  }

  @Override
  public void joinCredits(ConnectionRecord joined) {
    super.joinCredits(joined);
  }

  @Override
  public void carries(UpperProtocol upper) {
    super.carries(upper);
  }

  @Override
  public void carriesUnknown(String why) {
    super.carriesUnknown(why);
  }
}
