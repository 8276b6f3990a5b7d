package org.rdmadump.analysis.compare;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rdmadump.finding.Rule;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.rdma.Transport;
import org.rdmadump.tcp.TcpRules;

/** Which rules only some transports can break. */
final class RulesOfTransports {
  private final Set<String> ofInfiniband = names(IbRules.all());
  private final Set<String> ofIwarp = names(IwarpRules.all());

  RulesOfTransports() {
    ofIwarp.addAll(names(TcpRules.all()));
  }

  private static Set<String> names(List<Rule> rules) {
    Set<String> names = new HashSet<>();
    rules.forEach(each -> names.add(each.name()));
    return names;
  }

  /** {@return whether a run with these transports, if any is known, can break a rule} */
  boolean canBreak(String rule, Set<Transport> transports) {
    if (ofInfiniband.contains(rule)) {
      return transports.isEmpty() || transports.stream().anyMatch(each -> !each.hasPorts());
    }
    return transports.isEmpty()
        || !ofIwarp.contains(rule)
        || transports.stream().anyMatch(Transport::hasPorts);
  }
}
