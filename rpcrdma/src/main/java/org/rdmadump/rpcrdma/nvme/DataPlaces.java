package org.rdmadump.rpcrdma.nvme;

import java.util.List;
import org.rdmadump.bytes.Absence;
import org.rdmadump.bytes.Rope;
import org.rdmadump.finding.Counted;
import org.rdmadump.finding.Finding;
import org.rdmadump.nvme.ScatterList;
import org.rdmadump.nvme.SglDescriptor;
import org.rdmadump.nvme.SubmissionEntry;
import org.rdmadump.rdma.Send;
import org.rdmadump.rpcrdma.NvmeRules;
import org.rdmadump.rpcrdma.call.ConnectionSides;
import org.rdmadump.rpcrdma.call.RunState;
import org.rdmadump.rpcrdma.memory.RdmaSegment;

/** Where commands have their data: in their capsules, and in memory, which is advertised here. */
record DataPlaces(RunState run, ConnectionSides sides) {
  /**
   * Reads the SGL of a command.
   *
   * @param findings takes what is wrong with it, or not decoded
   */
  CommandData of(Send send, SubmissionEntry entry, List<Finding> findings) {
    CommandData data = new CommandData();
    if (!entry.hasData()) {
      return data;
    }
    ScatterList list = ScatterList.of(entry, send.payload());
    if (list.notDecoded().isPresent()) {
      notDecoded(send, list.notDecoded().get(), findings);
    } else if (!entry.isToController() && !entry.isFromController()) {
      notDecoded(send, "a command whose data goes both ways", findings);
    } else {
      for (SglDescriptor block : list.blocks()) {
        if (block.length() > 0) {
          add(block, send, entry, data, findings);
        }
      }
    }
    return data;
  }

  private static void notDecoded(Send send, String what, List<Finding> findings) {
    findings.add(send.finding(NvmeRules.SGL_NOT_DECODED, "the data is not decoded: " + what));
  }

  private void add(
      SglDescriptor block,
      Send send,
      SubmissionEntry entry,
      CommandData data,
      List<Finding> findings) {
    if (block.isKeyed()) {
      data.add(advertised(block, send, entry.isToController()));
    } else if (entry.isToController()) {
      inCapsule(block, send, data, findings);
    } else {
      notDecoded(send, "data for the host in the command capsule", findings);
    }
  }

  private RdmaSegment advertised(SglDescriptor block, Send send, boolean toController) {
    RdmaSegment.Kind kind = toController ? RdmaSegment.Kind.READ : RdmaSegment.Kind.WRITE;
    RdmaSegment segment =
        run.segment(
            kind, block.key(), block.length(), block.address(), 0, /* kept= */ run.keepsAll());
    sides.get(send.side()).memory().addBeside(segment);
    return segment;
  }

  private void inCapsule(SglDescriptor block, Send send, CommandData data, List<Finding> findings) {
    Rope capsule = send.payload();
    long room = capsule.length() - SubmissionEntry.LENGTH;
    if (block.address() < 0 || block.address() > room - block.length()) {
      findings.add(
          send.finding(
              NvmeRules.BEYOND_CAPSULE,
              Counted.of(block.length(), "byte")
                  + " of data at offset "
                  + Long.toUnsignedString(block.address())
                  + " of the capsule, which has "
                  + Counted.of(room, "byte")
                  + " of data"));
      return;
    }
    long from = SubmissionEntry.LENGTH + block.address();
    Rope bytes = capsule.slice(from, from + block.length());
    data.add(run.keepsAll() ? bytes : bytes.withoutBytes(Absence.NOT_KEPT));
  }
}
