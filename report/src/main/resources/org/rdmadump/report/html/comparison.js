  const records = (kind) => data.records.filter((each) => each.record === kind);
  const NONE = "\u2013";

  // ---- sections and cards

  function section(id, title, ...body) {
    document.getElementById("sections").append(h("a", { href: "#" + id }, title));
    document.getElementById("main").append(h("section", { id, "aria-labelledby": id + "-title" }, h("h2", { id: id + "-title" }, title), body));
  }
  function card(tone, label, badge, ...lines) {
    return h("div", { class: "verdict " + tone }, h("b", {}, label, badge ? h("span", { class: "badge " + tone }, badge) : null), lines.filter((each) => each).map((each) => h("p", {}, each)));
  }
  const cards = (...all) => h("div", { id: "verdicts" }, all);
  const facts = (pairs) => h("dl", { class: "facts" }, pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
  const named = (side) => side.files[0] + (side.files.length > 1 ? " and " + plural(side.files.length - 1, "more file") : "");
  const size = (side) => plural(side.frames, "frame") + ", " + plural(side.calls, "call") + " in " + duration(side.duration_ns) + (side.whole ? "" : ", not read to the end");
  const badge = (tone, text) => h("span", { class: "badge " + tone }, text);
  const signed = (nanos) => (nanos < 0 ? "\u2212" : "") + duration(Math.abs(nanos));
  const none = (text) => h("p", { class: "more" }, text);
  const fixed = (value, digits) => (value < 0 ? "\u2212" : "+") + Math.abs(value).toFixed(digits);

  // ---- two runs

  const VERDICTS = { worse: ["error", "worse"], changed: ["warning", "changed"], better: ["good", "better"], same: ["plain", "same"], not_enough: ["plain", "not enough"], not_comparable: ["plain", "not comparable"] };
  const TESTS = { "mann-whitney-u": "Mann-Whitney U", "fisher-exact": "Fisher\u2019s exact test", "poisson-exact": "exact test of Poisson rates" };

  const about = (each) => each.rule || (each.protocol ? operationName(each) : "connections");
  const isDifference = (each) => each.verdict === "worse" || each.verdict === "changed" || each.verdict === "better";
  const verdict = (each) => badge(...VERDICTS[each.verdict]);
  function amount(unit, value) {
    return unit === "ns" ? duration(value) : unit === "bytes" ? bytes(value) : unit === "per_call" ? value.toFixed(2) : unit === "transport" ? value : count(value);
  }
  function value(each, side) {
    const all = each[side + "_all"];
    if (all) return all.map((one) => amount(each.unit, each.unit === "transport" ? one : Number(one))).join(", ");
    return each[side] === undefined ? NONE : amount(each.unit, each[side]);
  }
  function change(each) {
    const a = each.a, b = each.b;
    if (a === undefined || b === undefined || a === b || each.verdict === "not_comparable") return "";
    if (a === 0 || b === 0) return a === 0 ? "new" : "gone";
    return fixed(100 * (b - a) / a, 1) + " %";
  }
  const probability = (p) => p === 0 || p >= 0.001 ? p.toFixed(3) : p.toExponential(1);
  function why(each) {
    if (each.verdict === "not_enough") return "too few calls to tell";
    if (each.verdict === "not_comparable") return "the transports differ";
    if (each.test) return TESTS[each.test] + ": p " + probability(each.p) + ", corrected " + probability(each.p_adjusted);
    if (!isDifference(each)) return "";
    if (each.kind === "findings") return each.verdict === "worse" ? "only in B" : each.verdict === "better" ? "only in A" : "";
    return "not the same values";
  }
  function compared(label, values) {
    return table(label, [
      { title: "Kind", cell: (each) => each.kind, value: (each) => each.kind, words: true, left: true },
      { title: "Of", cell: (each) => about(each), value: (each) => about(each), words: true, left: true },
      { title: "Measure", cell: (each) => each.measure, value: (each) => each.measure, words: true, left: true },
      { title: "A", cell: (each) => value(each, "a") },
      { title: "B", cell: (each) => value(each, "b") },
      { title: "Change", cell: change },
      { title: "Verdict", cell: verdict, value: (each) => Object.keys(VERDICTS).length - Object.keys(VERDICTS).indexOf(each.verdict) },
      { title: "Why", cell: why },
    ], values, null, 6);
  }

  /** Two bars, one above the other, of the same scale. */
  function bars(a, b, most) {
    const svg = s("svg", { class: "mini", viewBox: "0 0 100 16", preserveAspectRatio: "none", role: "img", "aria-label": "A " + (a === undefined ? NONE : duration(a)) + ", B " + (b === undefined ? NONE : duration(b)) });
    [a, b].forEach((each, at) => svg.append(s("rect", { x: 0, y: 1 + 8 * at, width: each === undefined ? 0 : Math.max(0.5, 100 * each / most), height: 6, class: at === 0 ? "f5" : "f0" })));
    return svg;
  }

  function operations(values) {
    const all = new Map();
    for (const each of values.filter((one) => one.protocol)) {
      const name = about(each);
      if (!all.has(name)) all.set(name, { name });
      const of = all.get(name);
      if (each.kind === "counts") of.calls = each;
      if (each.kind === "latency") of[each.measure] = each;
      if (each.kind === "failures") of.failed = (of.failed || []).concat(each);
    }
    const rows = [...all.values()];
    const sum = (failures, side) => count((failures || []).reduce((n, each) => n + (each[side] || 0), 0));
    const cell = (name, side) => (row) => row[name] ? value(row[name], side) : NONE;
    const number = (name, side) => (row) => (row[name] && row[name][side]) || 0;
    const columns = [
      { title: "Operation", cell: (row) => row.name, value: (row) => row.name, words: true },
      { title: "Calls A", cell: cell("calls", "a"), value: number("calls", "a") },
      { title: "B", cell: cell("calls", "b"), value: number("calls", "b") },
      { title: "Failed A", cell: (row) => sum(row.failed, "a") },
      { title: "B", cell: (row) => sum(row.failed, "b") },
    ];
    for (const name of ["p50", "p90", "p99"]) {
      columns.push({ title: name + " A", cell: cell(name, "a"), value: number(name, "a") }, { title: "B", cell: cell(name, "b"), value: number(name, "b") });
    }
    columns.push(
      { title: "p50, A above B", cell: (row) => row.p50 ? bars(row.p50.a, row.p50.b, Math.max(1, row.p50.a || 0, row.p50.b || 0)) : "" },
      { title: "Latency", cell: (row) => row.p50 ? verdict(row.p50) : "" });
    return rows.length ? table("Operations of both runs", columns, rows, null, 1) : none("None.");
  }

  function runs() {
    const summary = records("comparison")[0], values = records("compared");
    const differences = values.filter(isDifference), counts = summary.verdicts;
    const found = ["worse", "changed", "better"].filter((each) => counts[each] > 0);
    const all = found.reduce((n, each) => n + counts[each], 0);
    document.getElementById("subtitle").textContent = "two runs of a workload";
    section("overview", "Overview", cards(
      card(counts.worse ? "error" : all ? "warning" : "good", all ? plural(all, "difference") : "No difference", counts.worse ? "worse" : null,
        found.map((each) => counts[each] + " " + each).join(", "),
        counts.not_comparable ? "the transports differ: " + plural(counts.not_comparable, "value") + " not comparable" : null,
        summary.operations_not_enough ? "not enough calls to compare latencies of " + count(summary.operations_not_enough) + " of " + plural(summary.operations, "operation") : null),
      card("", "A: " + named(summary.a), null, size(summary.a)),
      card("", "B: " + named(summary.b), null, size(summary.b))));
    section("differences", "Differences", differences.length ? compared("Differences", differences) : none("None."));
    section("operations", "Operations", operations(values));
    const findings = values.filter((each) => each.kind === "findings");
    section("findings", "Findings", findings.length ? compared("Findings by rule", findings) : none("None."));
    const others = values.filter((each) => each.kind !== "findings" && each.kind !== "counts" && each.kind !== "latency" && each.kind !== "failures");
    section("values", "Calls and connections", others.length ? compared("Values of calls and connections", others) : none("None."));
  }

  // ---- two ends

  const PLACES = {
    wire: "lost on the wire", receiver: "dropped by the receiver", not_ready: "refused, receiver not ready", late: "arrived too late", needless: "retransmitted needlessly",
    missing_in_a: "missing in A", missing_in_b: "missing in B", undecided: "lost or missing", outside: "while only one ran", one_side: "of flows in one only",
  };
  const LOSSES = ["wire", "receiver", "not_ready"];
  const WAYS = [["a_to_b", "A to B"], ["b_to_a", "B to A"]];
  const PARTS = [["server", "f5"], ["network", "f1"], ["client", "f2"]];

  function plain(label, heads, rows) {
    return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, h("table", {},
      h("thead", {}, h("tr", {}, heads.map((each) => h("th", { scope: "col" }, each)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((each) => h("td", {}, each)))))));
  }
  function shares(parts) {
    const shown = PARTS.map(([name, style]) => [Math.max(0, parts[name]), style]);
    const all = shown.reduce((n, [value]) => n + value, 0);
    return splitBar(all > 0 ? PARTS.map(([name], at) => name + " " + Math.round(100 * shown[at][0] / all) + "%").join(", ") : "no time", shown);
  }
  const key = () => h("p", { class: "hint" }, PARTS.map(([name, style]) => [h("span", { class: "key" }, h("span", { class: "swatch " + style }), name), " "]));

  function clocks(found) {
    const pairs = [["Clock of B minus clock of A", fixed(found.offset_ns / 1e9, 9) + " s, by " + plural(found.packets, "packet")]];
    if (found.bound_ns === undefined) pairs.push(["bound", "unknown: all packets in both go the same way"]);
    else {
      pairs.push(["bound", duration(found.offset_bound_ns) + " in the middle, " + duration(found.bound_ns) + " at the ends"],
        ["drift", fixed(found.drift_ppm, 2) + " ppm (" + fixed(found.least_drift_ppm, 2) + " to " + fixed(found.most_drift_ppm, 2) + ")"],
        ["round trip", found.even ? duration(found.round_trip_ns) + " at least" : "the clocks do not run evenly: no line fits by " + duration(-found.round_trip_ns)]);
    }
    return facts(pairs);
  }

  function packets(found) {
    const rows = [["in both", (way) => way.both]];
    for (const [name, words] of Object.entries(PLACES)) if (found.a_to_b[name] + found.b_to_a[name] > 0) rows.push([words, (way) => way[name]]);
    rows.push(["retransmissions", (way) => way.sent_again]);
    return plain("Packets", ["Packets", ...WAYS.map((each) => each[1])], rows.map(([words, of]) => [words, ...WAYS.map(([way]) => count(of(found[way])))]));
  }

  function delays(found) {
    const there = WAYS.filter(([way]) => found[way].delay);
    if (there.length === 0) return none("None known.");
    return plain("One-way delay", ["Way", "Packets", "Least", "p50", "p90", "p99", "Longest"], there.map(([way, words]) => {
      const of = found[way];
      return [words, count(of.both), signed(of.least_delay_ns), duration(of.delay.p50_ns), duration(of.delay.p90_ns), duration(of.delay.p99_ns), duration(of.delay.max_ns)];
    }));
  }

  function lost(all) {
    const way = (each) => each.sender === "a" ? "A to B" : "B to A";
    const place = (each) => badge(LOSSES.includes(each.place) ? "error" : "plain", PLACES[each.place]);
    return table("Lost or missing", [
      { title: "Where", cell: place, value: (each) => PLACES[each.place], words: true, left: true },
      { title: "In", cell: (each) => each.capture.toUpperCase(), value: (each) => each.capture, words: true },
      { title: "Frame", cell: (each) => count(each.frame), value: (each) => each.frame },
      { title: "Way", cell: way, value: way, words: true },
      { title: "From", cell: (each) => each.source },
      { title: "To", cell: (each) => each.destination },
      { title: "QP or port", cell: (each) => each.destination_qp === undefined ? each.destination_port : each.destination_qp },
      { title: "PSN or end", cell: (each) => each.psn === undefined ? each.sequence_end : each.psn },
      { title: "Packet", cell: (each) => each.opcode || "TCP" },
    ], all, null, 2, true);
  }

  function ends() {
    const found = records("ends")[0], all = records("ends_packet"), calls = records("ends_operation"), slowest = records("ends_exchange");
    const sum = (name) => found.packets.a_to_b[name] + found.packets.b_to_a[name];
    const places = Object.keys(PLACES).filter((each) => each !== "outside" && sum(each) > 0);
    const losses = LOSSES.reduce((n, each) => n + sum(each), 0);
    const side = (name) => card("", name.toUpperCase() + ": " + named(found[name]), null, size(found[name]),
      found[name].hosts.length ? "at " + found[name].hosts.slice(0, 4).join(", ") + (found[name].hosts.length > 4 ? " and more" : "") : null,
      found[name].dropped ? plural(found[name].dropped, "packet") + " dropped by the capture" : null,
      found[name].snap_length ? "cut to " + plural(found[name].snap_length, "byte") : null);
    document.getElementById("subtitle").textContent = "the same traffic from two places" + (found.translated_addresses ? "; addresses are translated between A and B" : "");
    section("overview", "Overview", cards(
      card(losses ? "error" : places.length ? "warning" : "good", losses ? plural(losses, "packet") + " lost" : places.includes("undecided") ? "No packet certainly lost" : places.length ? "No packet lost" : "No difference", losses ? "error" : null,
        places.map((each) => count(sum(each)) + " " + PLACES[each]).join(", ")),
      card(found.exchanges.only_a + found.exchanges.only_b ? "warning" : "good", plural(found.exchanges.both, "call") + " in both", null,
        found.exchanges.only_a ? plural(found.exchanges.only_a, "call") + " only in A" : null,
        found.exchanges.only_b ? plural(found.exchanges.only_b, "call") + " only in B" : null,
        found.exchanges.incomplete ? plural(found.exchanges.incomplete, "call") + " without a reply in one of the captures" : null,
        found.exchanges.sampled_of > 1 ? "one of " + count(found.exchanges.sampled_of) + " calls compared, by XID" : null),
      side("a"), side("b")));
    section("clocks", "Clocks", clocks(found.clocks), h("h3", {}, "One-way delay"), delays(found.packets));
    section("packets", "Packets", packets(found.packets), h("h3", {}, "Lost or missing"), all.length ? lost(all) : none("None."),
      all.length < places.reduce((n, each) => n + sum(each), 0) ? none("The table has " + plural(all.length, "packet") + "; compare --json tells of up to 1,000.") : null);
    section("time", "Where time went", calls.length ? [key(), table("Where time went", [
      { title: "Operation", cell: operationName, value: operationName, words: true },
      { title: "Calls", cell: (each) => count(each.calls), value: (each) => each.calls },
      { title: "Latency p50", cell: (each) => duration(each.latency.p50_ns), value: (each) => each.latency.p50_ns },
      { title: "p99", cell: (each) => duration(each.latency.p99_ns), value: (each) => each.latency.p99_ns },
      { title: "Server p50", cell: (each) => duration(each.server.p50_ns), value: (each) => each.server.p50_ns },
      { title: "p99", cell: (each) => duration(each.server.p99_ns), value: (each) => each.server.p99_ns },
      { title: "Network p50", cell: (each) => signed(each.network.p50_ns), value: (each) => each.network.p50_ns },
      { title: "p99", cell: (each) => signed(each.network.p99_ns), value: (each) => each.network.p99_ns },
      { title: "Client p50", cell: (each) => duration(each.client.p50_ns), value: (each) => each.client.p50_ns },
      { title: "p99", cell: (each) => duration(each.client.p99_ns), value: (each) => each.client.p99_ns },
      { title: "Shares of p50", cell: (each) => shares({ server: each.server.p50_ns, network: each.network.p50_ns, client: each.client.p50_ns }) },
    ], calls, null, 2)] : none("No call is in both."),
    slowest.length ? [h("h3", {}, "Slowest calls"), table("Slowest calls", [
      { title: "Operation", cell: operationName, value: operationName, words: true },
      { title: "XID", cell: (each) => each.xid },
      { title: "Frame in A", cell: (each) => count(each.frame_a), value: (each) => each.frame_a },
      { title: "Frame in B", cell: (each) => count(each.frame_b), value: (each) => each.frame_b },
      { title: "Latency", cell: (each) => duration(each.latency_ns), value: (each) => each.latency_ns },
      { title: "Server", cell: (each) => signed(each.server_ns), value: (each) => each.server_ns },
      { title: "Network", cell: (each) => signed(each.network_ns), value: (each) => each.network_ns },
      { title: "Client", cell: (each) => signed(each.client_ns), value: (each) => each.client_ns },
      { title: "Shares", cell: (each) => shares({ server: each.server_ns, network: each.network_ns, client: each.client_ns }) },
    ], slowest, null, 4)] : null);
  }

  if (data.kind === "ends") ends();
  else runs();
  if (data.left_out) document.getElementById("overview").append(none("This page leaves out " + plural(data.left_out, "record") + ", those that matter least; compare --json has all."));
