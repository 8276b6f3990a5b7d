package org.rdmadump.exercise.ping;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps what a ping tells. */
final class Heard implements PingListener {
  final List<PingReply> replies = new ArrayList<>();
  Optional<PingConnection> connection = Optional.empty();
  private final int most;

  /** Wants to stop after so many. */
  Heard(int most) {
    this.most = most;
  }

  @Override
  public void connected(PingConnection made) {
    connection = Optional.of(made);
  }

  @Override
  public void replied(PingReply reply) {
    replies.add(reply);
  }

  @Override
  public boolean isStopped() {
    return replies.size() >= most;
  }
}
