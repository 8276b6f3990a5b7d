package org.rdmadump.exercise.device;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.channels.AsynchronousCloseException;
import org.rdmadump.exercise.endpoint.EndpointException;
import org.rdmadump.exercise.endpoint.EndpointException.Reason;
import org.rdmadump.ib.cm.RejectReason;
import org.rdmadump.rdmacm.CmEvent;
import org.rdmadump.rdmacm.RdmaException;
import org.rdmadump.rdmacm.RdmaLibraryException;
import org.rdmadump.verbs.Errno;

/** What failures of the libraries mean to the user. */
final class Failures {
  private static final String DEVICES = "; `rdmadump devices` lists RDMA devices";

  private Failures() {}

  static EndpointException of(String doing, IOException e) {
    if (e instanceof RdmaLibraryException) {
      return new EndpointException(Reason.NO_LIBRARY, text(e), e);
    }
    if (e instanceof AsynchronousCloseException) {
      return new EndpointException(Reason.INTERRUPTED, "interrupted", e);
    }
    if (e instanceof RdmaException failed
        && (failed.error() == Errno.ENODEV || failed.error() == Errno.ENOENT)) {
      return new EndpointException(
          Reason.NO_DEVICE, doing + ": there is no RDMA device (" + text(e) + ")" + DEVICES, e);
    }
    return new EndpointException(Reason.FAILED, doing + ": " + text(e), e);
  }

  static EndpointException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new EndpointException(Reason.INTERRUPTED, "interrupted", e);
  }

  static String text(IOException e) {
    return String.valueOf(e.getMessage());
  }

  /** Why no device leads to an address. */
  static EndpointException noWay(String host, int status) {
    int errno = Math.abs(status);
    Errno error = Errno.of(errno);
    if (error == Errno.ENODEV || error == Errno.EADDRNOTAVAIL || error == Errno.EINVAL) {
      return new EndpointException(Reason.NO_DEVICE, "no RDMA device leads to " + host + DEVICES);
    }
    if (error == Errno.ENETUNREACH || error == Errno.EHOSTUNREACH) {
      return new EndpointException(Reason.UNREACHABLE, "no route to " + host);
    }
    if (error == Errno.ETIMEDOUT) {
      return new EndpointException(
          Reason.UNREACHABLE, host + " does not answer: its address could not be resolved");
    }
    return new EndpointException(
        Reason.UNREACHABLE, "no way to " + host + ": " + Errno.describe(errno));
  }

  /** Why a connection was refused, or did not come to be. */
  static EndpointException notConnected(String where, CmEvent event, boolean iwarp) {
    return switch (event.type()) {
      case REJECTED ->
          new EndpointException(
              where + " refused: " + why(event, iwarp), event.connection().privateData());
      case UNREACHABLE ->
          new EndpointException(
              Reason.UNREACHABLE,
              where
                  + " does not answer"
                  + (event.status() == 0 ? "" : " (" + status(event.status()) + ")"));
      default ->
          new EndpointException(
              Reason.FAILED,
              where + ": not connected, " + event.type() + " (" + status(event.status()) + ")");
    };
  }

  /** Why connecting failed at once. */
  static EndpointException notConnected(String where, InetAddress address, RdmaException e) {
    if (address.isLoopbackAddress()) {
      // A device that is not there for it is chosen all the same.
      return new EndpointException(
          Reason.NO_DEVICE, "no RDMA device leads to " + address.getHostAddress() + DEVICES, e);
    }
    return switch (e.error()) {
      case ECONNREFUSED ->
          new EndpointException(
              Reason.REFUSED, where + " refused: nobody listens on that port (ECONNREFUSED)", e);
      case ENETUNREACH, EHOSTUNREACH, ETIMEDOUT ->
          new EndpointException(
              Reason.UNREACHABLE, where + " does not answer (" + e.error() + ")", e);
      default -> of("connecting to " + where, e);
    };
  }

  private static String why(CmEvent event, boolean iwarp) {
    if (iwarp || event.status() < 0) {
      return Errno.of(Math.abs(event.status())) == Errno.ECONNREFUSED
          ? "nobody listens on that port, or the program there does not want to ("
              + status(event.status())
              + ")"
          : status(event.status());
    }
    String reason = "REJ " + event.status() + ", " + RejectReason.text(event.status());
    return switch (RejectReason.of(event.status())) {
      case INVALID_SERVICE_ID -> "nobody listens on that port (" + reason + ")";
      case CONSUMER_REJECT -> "the program there does not want to (" + reason + ")";
      default -> reason;
    };
  }

  private static String status(int status) {
    return Errno.describe(Math.abs(status));
  }
}
