package org.rdmadump.analysis.frame;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.rdmadump.nvme.QueueAnswer;
import org.rdmadump.nvme.QueueRequest;

/**
 * What one end of a connection of NVMe over RDMA says of the queue, in private data of record
 * format 0. NVMe over Fabrics RDMA transport specification 3.2.
 *
 * @param request of a host that asks to connect
 * @param receiveSize entries of the RDMA receive queue of a controller that accepts, 0 to 65535
 * @param refusal status of a controller that refuses, 1 to 65535
 */
record QueueSetup(Optional<QueueRequest> request, OptionalInt receiveSize, OptionalInt refusal) {
  static QueueSetup of(QueueRequest asked) {
    return new QueueSetup(Optional.of(asked), OptionalInt.empty(), OptionalInt.empty());
  }

  static QueueSetup accepted(int receiveSize) {
    return new QueueSetup(Optional.empty(), OptionalInt.of(receiveSize), OptionalInt.empty());
  }

  static QueueSetup refused(int status) {
    return new QueueSetup(Optional.empty(), OptionalInt.empty(), OptionalInt.of(status));
  }

  /** Adds its fields, by the names that the specification has for them. */
  static void fields(FieldTable<QueueSetup> fields) {
    fields
        .number("recfmt", setup -> 0)
        .part(QueueSetup::request, QueueSetup::asked)
        .add(
            "crqsize",
            (setup, to) -> setup.receiveSize.isPresent() && to.number(setup.receiveSize.getAsInt()))
        .add(
            "sts",
            (setup, to) ->
                setup.refusal.isPresent()
                    && to.named(setup.refusal.getAsInt(), code -> QueueAnswer.refusal((int) code)))
        .values(QueueAnswer.refusals())
        .numbered(List.of(QueueAnswer.NUMBERED));
  }

  private static void asked(FieldTable<QueueRequest> fields) {
    fields
        .number("qid", QueueRequest::queue)
        .number("hrqsize", QueueRequest::receiveSize)
        .number("hsqsize", QueueRequest::sendSize)
        .number("cntlid", QueueRequest::controller);
  }
}
