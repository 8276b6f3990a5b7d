package org.rdmadump.analysis.rule;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.rdmadump.capture.CaptureRules;
import org.rdmadump.finding.Rule;
import org.rdmadump.ib.qp.IbRules;
import org.rdmadump.iwarp.IwarpRules;
import org.rdmadump.link.LinkRules;
import org.rdmadump.net.NetRules;
import org.rdmadump.nfs.NfsRules;
import org.rdmadump.rpc.RpcRules;
import org.rdmadump.rpcrdma.NvmeRules;
import org.rdmadump.rpcrdma.RpcRdmaRules;
import org.rdmadump.tcp.TcpRules;
import org.rdmadump.xdr.decode.XdrFault;

/** Every rule that a finding can name, in the order of their names. */
public final class RuleCatalogue {
  private final TreeMap<String, Rule> rules = new TreeMap<>();

  /** Asks every layer for its own. */
  public RuleCatalogue() {
    add(CaptureRules.all());
    add(LinkRules.all());
    add(NetRules.all());
    add(TcpRules.all());
    add(IbRules.all());
    add(IwarpRules.all());
    add(RpcRdmaRules.all());
    add(NvmeRules.all());
    add(RpcRules.all());
    add(NfsRules.all());
    add(CheckRules.all());
    add(ConnectionRules.all());
    for (XdrFault fault : XdrFault.values()) {
      rules.put(fault.rule().name(), fault.rule());
    }
  }

  private void add(List<Rule> some) {
    for (Rule rule : some) {
      rules.put(rule.name(), rule);
    }
  }

  /** {@return all of them} */
  public Collection<Rule> rules() {
    return Collections.unmodifiableCollection(rules.values());
  }

  /** {@return the names of all of them} */
  public List<String> names() {
    return new ArrayList<>(rules.keySet());
  }

  /** {@return the rule of that name} */
  public Optional<Rule> find(String name) {
    return Optional.ofNullable(rules.get(name));
  }
}
