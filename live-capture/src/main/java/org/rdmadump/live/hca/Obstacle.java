package org.rdmadump.live.hca;

import java.util.List;
import org.rdmadump.device.EndPort;
import org.rdmadump.live.hca.SnifferException.Reason;
import org.rdmadump.verbs.Errno;

/** Explains to the user why a port cannot be sniffed. */
final class Obstacle {
  private final EndPort port;

  Obstacle(EndPort port) {
    this.port = port;
  }

  /** {@return the failure in the control block} */
  SnifferException of(Control control) {
    Step step = control.step();
    int error = control.error();
    return switch (step) {
      case LOAD_LIBRARY ->
          exception(
              Reason.NO_VERBS,
              control,
              "libibverbs is not installed (Debian and Ubuntu: libibverbs1, ibverbs-providers;"
                  + " Fedora: libibverbs): "
                  + control.text());
      case FIND_SYMBOL ->
          exception(
              Reason.OLD_VERBS,
              control,
              "the installed libibverbs has no function "
                  + control.text()
                  + "; a newer one is needed (Debian and Ubuntu: libibverbs1; Fedora: libibverbs)");
      case FIND_DEVICE ->
          exception(
              Reason.NO_DEVICE,
              control,
              "libibverbs does not know it; its provider (Debian and Ubuntu: ibverbs-providers;"
                  + " Fedora: libibverbs), or the kernel's module ib_uverbs, is missing");
      case GET_DEVICE_LIST ->
          exception(
              Reason.NO_DEVICE,
              control,
              "libibverbs finds no devices; is the kernel's module ib_uverbs loaded? "
                  + failure(step, error));
      case DEVICE_GONE ->
          exception(Reason.DEVICE_GONE, control, "the device went away, or its driver reset it");
      default -> called(control, step, error);
    };
  }

  private static String failure(Step step, int error) {
    return step.call() + " failed: " + Errno.describe(error);
  }

  private SnifferException called(Control control, Step step, int error) {
    Errno known = Errno.of(error);
    String failure = failure(step, error);
    if (step == Step.OPEN_DEVICE && (known == Errno.EACCES || known == Errno.EPERM)) {
      return exception(
          Reason.NOT_PERMITTED,
          control,
          "its file in /dev/infiniband may not be opened by this user: " + failure);
    }
    if (known == Errno.EPERM || known == Errno.EACCES) {
      return exception(
          Reason.NOT_PERMITTED,
          control,
          "that takes root or the capability CAP_NET_RAW, which"
              + " sudo setpriv --reuid=USER --regid=GROUP --init-groups --inh-caps=+net_raw"
              + " --ambient-caps=+net_raw COMMAND gives to a command: "
              + failure);
    }
    if (step == Step.QUERY_PORT && known == Errno.EINVAL) {
      return exception(Reason.NO_DEVICE, control, "it has no such port: " + failure);
    }
    if (isRefusal(step, known)) {
      return exception(
          Reason.NOT_SUPPORTED,
          control,
          "it does not support sniffing" + elsewhere() + ": " + failure);
    }
    if (known == Errno.ENOMEM || known == Errno.EAGAIN) {
      return exception(
          Reason.NO_MEMORY,
          control,
          "memory for its packets is short, or may not be locked (ulimit -l); fewer slots need"
              + " less: "
              + failure);
    }
    return exception(Reason.FAILED, control, failure);
  }

  /** Whether a device without support for sniffing refused the step. */
  private static boolean isRefusal(Step step, Errno error) {
    return switch (step) {
      case CREATE_QP, MODIFY_QP_INIT, MODIFY_QP_RTR, CREATE_FLOW ->
          switch (error) {
            case ENXIO, EINVAL, ENOSYS, EPROTONOSUPPORT, EOPNOTSUPP, ENOTSUPP -> true;
            default -> false;
          };
      default -> false;
    };
  }

  private String elsewhere() {
    List<String> names = port.netDevices();
    if (names.isEmpty()) {
      return "";
    }
    String all = String.join(", ", names);
    return port.parent().isHardware()
        ? "; its net device is " + all + ", which sees of RDMA only what the kernel handles itself"
        : "; its packets pass the net device " + all + ", which can be captured instead";
  }

  private SnifferException exception(Reason reason, Control control, String why) {
    return exception(reason, control.step().call(), control.error(), why);
  }

  /** {@return a failure with this reason} */
  SnifferException exception(Reason reason, String call, int errno, String why) {
    String verb =
        reason == Reason.DEVICE_GONE ? " is not sniffed any more: " : " cannot be sniffed: ";
    return new SnifferException(reason, call, errno, port.netDevices(), port + verb + why);
  }
}
