package org.rdmadump.report.html;

import java.util.List;
import org.rdmadump.analysis.overview.ClientLoad;
import org.rdmadump.analysis.overview.Mount;
import org.rdmadump.analysis.overview.Overview;
import org.rdmadump.analysis.stats.FileUse;

/** The first page with the names that a report may show. */
final class NamelessOverview {
  private NamelessOverview() {}

  /** {@return the same page; captures, hosts, owners and paths are named by {@code names}} */
  static Overview of(Overview page, Names names) {
    return new Overview(
        named(page.files(), Names.Kind.CAPTURE, names),
        page.chosen(),
        page.transports(),
        page.protocols(),
        page.mounts().stream().map(each -> mount(each, names)).toList(),
        page.wholeness(),
        page.time(),
        page.longest(),
        page.silence(),
        page.operations(),
        page.unanswered(),
        page.busiest(),
        page.sides(),
        page.credits(),
        page.clients().stream().map(each -> client(each, names)).toList(),
        // The report has a list of its own.
        FileUse.NONE,
        page.findings(),
        page.connections(),
        page.otherConnections(),
        page.withoutRpc(),
        page.nvme(),
        page.summary());
  }

  private static Mount mount(Mount mount, Names names) {
    return new Mount(
        names.of(Names.Kind.HOST, mount.server()),
        mount.path().map(path -> names.of(Names.Kind.PATH, path)),
        mount.protocol());
  }

  private static ClientLoad client(ClientLoad client, Names names) {
    return new ClientLoad(
        names.of(Names.Kind.HOST, client.address()),
        named(client.names(), Names.Kind.OWNER, names),
        named(client.servers(), Names.Kind.HOST, names),
        client.connections(),
        client.calls(),
        client.unanswered(),
        client.bytes());
  }

  private static List<String> named(List<String> of, Names.Kind kind, Names names) {
    return of.stream().map(each -> names.of(kind, each)).toList();
  }
}
