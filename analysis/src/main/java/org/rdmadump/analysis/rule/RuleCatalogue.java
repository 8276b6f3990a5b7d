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

/**
 * Every rule that a finding can name, in the order of their names. A layer is asked for its own
 * when one is looked for that none before it has. For one thread.
 */
public final class RuleCatalogue {
  private static final int LAYERS = 13;

  private final TreeMap<String, Rule> rules = new TreeMap<>();
  private int asked;

  /** Nobody was asked yet. */
  public RuleCatalogue() {}

  /** Those that most captures break come first. */
  private static List<Rule> ofLayer(int number) {
    return switch (number) {
      case 0 -> RpcRdmaRules.all();
      case 1 -> IbRules.all();
      case 2 -> IwarpRules.all();
      case 3 -> TcpRules.all();
      case 4 -> CaptureRules.all();
      case 5 -> LinkRules.all();
      case 6 -> NetRules.all();
      case 7 -> NvmeRules.all();
      case 8 -> RpcRules.all();
      case 9 -> NfsRules.all();
      case 10 -> CheckRules.all();
      case 11 -> ConnectionRules.all();
      default -> {
        List<Rule> faults = new ArrayList<>();
        for (XdrFault fault : XdrFault.values()) {
          faults.add(fault.rule());
        }
        yield faults;
      }
    };
  }

  private void askNext() {
    for (Rule rule : ofLayer(asked)) {
      rules.put(rule.name(), rule);
    }
    asked++;
  }

  private void askAll() {
    while (asked < LAYERS) {
      askNext();
    }
  }

  /** {@return all of them} */
  public Collection<Rule> rules() {
    askAll();
    return Collections.unmodifiableCollection(rules.values());
  }

  /** {@return the names of all of them} */
  public List<String> names() {
    askAll();
    return new ArrayList<>(rules.keySet());
  }

  /** {@return the names of those that frames can have: not those that only a check finds broken} */
  public List<String> namesOfFrames() {
    return namesWithout(CaptureRules.ofWhole());
  }

  /**
   * {@return the names of those that messages, exchanges and commands can have: also not those
   * about the capture}
   */
  public List<String> namesOfMessages() {
    return namesWithout(CaptureRules.all());
  }

  private List<String> namesWithout(List<Rule> ofCapture) {
    List<String> names = names();
    for (List<Rule> each : List.of(CheckRules.all(), ConnectionRules.all(), ofCapture)) {
      each.forEach(rule -> names.remove(rule.name()));
    }
    return names;
  }

  /** {@return the rule of that name} */
  public Optional<Rule> find(String name) {
    while (!rules.containsKey(name) && asked < LAYERS) {
      askNext();
    }
    return Optional.ofNullable(rules.get(name));
  }
}
