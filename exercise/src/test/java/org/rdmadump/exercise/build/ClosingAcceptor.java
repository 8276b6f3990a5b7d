package org.rdmadump.exercise.build;

import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.rdmadump.exercise.endpoint.Acceptor;
import org.rdmadump.exercise.endpoint.Endpoint;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.exercise.journal.Pattern;
import org.rdmadump.exercise.plain.Hello;
import org.rdmadump.exercise.plain.PlainClient;

/**
 * Has one connection, and is closed as soon as that is used, as by Ctrl-C: between two calls of the
 * device, which then are calls of what is closed.
 */
public final class ClosingAcceptor implements Acceptor {
  private final CountDownLatch used = new CountDownLatch(1);
  private boolean given;

  @Override
  public int port() {
    return 7471;
  }

  @Override
  public Optional<Endpoint> accept(Answer answer) throws EndpointException {
    if (!given) {
      given = true;
      Hello hello =
          new Hello(Hello.Kind.TRANSFERS, false, 1, 0, Pattern.COUNT, 1, PlainClient.region());
      answer.to(hello.bytes());
      return Optional.of(new ClosedEndpoint(used));
    }
    try {
      used.await();
      return Optional.empty();
    } catch (InterruptedException e) {
      throw new EndpointException(Reason.INTERRUPTED, "interrupted", e);
    }
  }

  @Override
  public void close() {}
}
