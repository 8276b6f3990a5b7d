  const time = data.time;
  const bins = time.calls.length;
  const spanBins = time.bins_per_span;
  const spanNanos = time.bin_ns * spanBins;
  const spanCount = Math.max(1, Math.ceil(bins / spanBins));
  const chosen = { from: 0, to: spanCount };
  // They count from the first frame, all else from the earliest time.
  for (const each of data.exchanges) each.time += data.first_frame_ns || 0;
  const ladders = new Map(data.exchanges.map((each) => [each.number, each]));

  /** The least value of a bucket of latencies; each octave is cut into eight. */
  const least = (bucket) => bucket < 16 ? bucket : (8 + bucket % 8) * 2 ** (Math.floor(bucket / 8) - 1);

  // ---- head

  const subtitle = [];
  if (data.capture_count > 1) subtitle.push("and " + plural(data.capture_count - 1, "more capture"));
  subtitle.push(plural(data.frames, "frame"), bytes(data.capture_bytes));
  if (data.duration_ns !== undefined) subtitle.push(duration(data.duration_ns), "from " + data.first_time.replace("T", " ").replace(/(\.\d{3})\d*Z/, "$1 UTC"));
  if (data.chosen !== undefined) subtitle.push("only " + plural(data.chosen, "chosen exchange") + " and the connections of those");
  if (data.names_hidden) subtitle.push("names replaced by pseudonyms");
  document.getElementById("subtitle").textContent = subtitle.join(" \u00b7 ");

  // ---- verdicts and hosts

  const file = data.capture_count === 1 && !data.names_hidden && /^[\w.][\w.-]*$/.test(data.captures[0]) ? data.captures[0] : data.capture_count === 1 ? "FILE" : "FILE...";
  const TONES = { good: "good", warning: "look here", error: "error" };
  put("verdicts", data.verdicts.map((each) => h("div", { class: "verdict " + each.tone },
    h("b", {}, each.label, TONES[each.tone] ? h("span", { class: "badge " + each.tone }, TONES[each.tone]) : null),
    h("p", {}, each.text),
    each.command ? h("code", {}, "rdmadump " + each.command + " " + file) : null)));

  /** What went wrong between two hosts, each kind in words. */
  const TROUBLES = { retransmitted: (n) => plural(n, "retransmitted packet"), naks: (n) => plural(n, "NAK"), errors: (n) => plural(n, "error"), unanswered: (n) => plural(n, "call") + " without a reply" };
  /** The same words, without what the place tells. */
  const SHORT = { ...TROUBLES, retransmitted: (n) => count(n) + " retransmitted", unanswered: (n) => count(n) + " without a reply" };
  const troubles = (each, isShort) => Object.entries(isShort ? SHORT : TROUBLES).filter(([name]) => each.troubles[name]).map(([name, words]) => words(each.troubles[name]));
  function hosts() {
    if (data.paths.length === 0) return [h("p", { class: "more" }, "No connection with RPC-over-RDMA.")];
    const most = 12;
    const paths = data.paths.slice(0, most);
    const clients = [...new Set(paths.map((each) => each.client))];
    const servers = [...new Set(paths.map((each) => each.server))];
    const rows = Math.max(clients.length, servers.length);
    const width = Math.max(280, Math.min(960, document.getElementById("hosts").clientWidth)), rowHeight = 54, height = rows * rowHeight + 26;
    const side = Math.max(80, Math.min(208, Math.floor((width - 160) / 2))), isNarrow = width < 640, letters = Math.floor(side / 7);
    const y = (list, at) => 26 + (at + 0.5) * rowHeight * rows / list.length;
    const names = new Map(data.clients.map((each) => [each.address, each.names]));
    const peak = Math.max(1, ...paths.map((each) => each.calls));
    const words = paths.map((each) => each.client + " to " + each.server + ": " + plural(each.connections, "connection") + ", " + plural(each.calls, "call") + ", " + bytes(each.bytes) + troubles(each, false).map((text) => ", " + text).join("")).join("; ");
    const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": "Clients and servers. " + words });
    svg.append(s("text", { x: 4, y: 14, class: "soft" }, "Clients"), s("text", { x: width - 4, y: 14, class: "soft", "text-anchor": "end" }, "Servers"));
    const fitting = (parts, letters) => { let shown = parts.length; while (shown > 1 && parts.slice(0, shown).join(", ").length > letters) shown--; return parts.slice(0, shown).join(", ") + (shown < parts.length ? ", \u2026" : ""); };
    const left = side + 2, right = width - side - 2, middle = width / 2, bend = (right - left) / 2.4;
    for (const each of paths) {
      const a = y(clients, clients.indexOf(each.client)), b = y(servers, servers.indexOf(each.server));
      svg.append(s("path", { d: `M${left} ${a}C${left + bend} ${a} ${right - bend} ${b} ${right} ${b}`, class: troubles(each, false).length ? "s4" : "s0", "stroke-width": 1.5 + 5 * Math.sqrt(each.calls / peak), opacity: 0.75 }));
    }
    if (rows <= 6) {
      for (const each of paths) {
        const at = (y(clients, clients.indexOf(each.client)) + y(servers, servers.indexOf(each.server))) / 2;
        const above = isNarrow ? plural(each.calls, "call") : `${plural(each.connections, "connection")}, ${plural(each.calls, "call")}, ${bytes(each.bytes)}`;
        const wrong = troubles(each, false);
        const below = wrong.length ? fitting(isNarrow ? troubles(each, true) : wrong, Math.floor((right - left) / 7)) : isNarrow ? bytes(each.bytes) : "";
        svg.append(s("text", { x: middle, y: at - 9, "text-anchor": "middle" }, above), s("text", { x: middle, y: at + 19, "text-anchor": "middle", class: "soft" }, s("title", {}, wrong.join(", ")), below));
      }
    }
    const cut = (text, most) => text.length > most ? text.slice(0, most - 1) + "\u2026" : text;
    const box = (x, at, name, below) => {
      const group = s("g", {}, s("title", {}, below ? name + ", " + below : name));
      group.append(s("rect", { x, y: at - 20, width: side, height: 40, rx: 6, fill: "var(--track)", stroke: "var(--line)" }));
      group.append(s("text", { x: x + side / 2, y: below ? at - 2 : at + 4, "text-anchor": "middle" }, cut(name, letters)));
      if (below) group.append(s("text", { x: x + side / 2, y: at + 13, "text-anchor": "middle", class: "soft" }, cut(below, letters)));
      svg.append(group);
    };
    clients.forEach((each, at) => box(2, y(clients, at), each, (names.get(each) || [])[0]));
    servers.forEach((each, at) => box(width - side - 2, y(servers, at), each, ""));
    const more = data.path_count - paths.length;
    return [svg, more > 0 ? h("p", { class: "more" }, "and " + plural(more, "more pair") + " of hosts, with fewer calls") : null];
  }
  put("hosts", hosts());

  // ---- time lines

  const stack = (names) => names.map(([name, label, style]) => ({ values: time[name], label, style }));
  const charts = [
    { title: "Calls", unit: brief, text: count, kind: "bars", series: [{ values: time.calls, label: "calls", style: "0" }], over: [{ values: time.failed, label: "failed replies", style: "4" }] },
    { title: "Bytes inline and in chunks", unit: (v) => bytes(v).replace(" ", "\u00a0"), text: bytes, kind: "bars", series: stack([["inline", "inline", "0"], ["read_chunk", "Read chunks", "1"], ["write_chunk", "Write chunks", "2"], ["reply_chunk", "Reply chunks", "3"], ["position_zero", "Position-Zero", "4"]]) },
    { title: "Latency", unit: duration, text: duration, kind: "bands", series: [{ values: time.p99_ns, label: "p99", style: "5" }, { values: time.p90_ns, label: "p90", style: "0" }, { values: time.p50_ns, label: "p50", style: "k" }] },
    { title: "Calls in flight and credits", unit: brief, text: count, kind: "level", series: [{ values: time.in_flight, label: "in flight", style: "0" }, { values: carried(time.granted), label: "credits granted", style: "1" }] },
    { title: "Retransmissions and NAKs", unit: brief, text: count, kind: "bars", series: [{ values: time.retransmitted, label: "retransmitted packets", style: "1" }, { values: time.naks, label: "NAKs", style: "4" }] },
  ];

  if (time.rdma_requests) {
    // Without a message, there is nothing in the others.
    if (data.calls + data.replies === 0) charts.length = 0;
    charts.push(
      { title: "Requests without RPC", unit: brief, text: count, kind: "bars", series: [{ values: time.rdma_requests, label: "requests", style: "0" }] },
      { title: "Bytes without RPC", unit: (v) => bytes(v).replace(" ", "\u00a0"), text: bytes, kind: "bars", series: [{ values: time.rdma_bytes, label: "bytes", style: "1" }] });
  }

  // Without a message and a request, time lines would have nothing but a time that is not that of the capture.
  const isTimeless = !time.rdma_requests && time.calls.every((each) => each < 0);
  if (isTimeless) charts.length = 0;

  /** A grant lasts until another is seen. */
  function carried(values) {
    let last = -1;
    return values.map((value) => { if (value >= 0) last = value; return last; });
  }
  const sum = (values, from, to) => { let all = 0; for (let i = from; i < to; i++) all += Math.max(0, values[i]); return all; };
  const greatest = (values, from, to) => { let most = 0; for (let i = from; i < to; i++) most = Math.max(most, values[i]); return most; };
  const firstBin = () => chosen.from * spanBins;
  const lastBin = () => Math.min(bins, chosen.to * spanBins);
  const isWhole = () => chosen.from === 0 && chosen.to === spanCount;
  /** Up to this many, each of them is seen on a linear axis. */
  const LINEAR = 10;
  const nothing = (what) => what + (isWhole() ? "." : " in this span.");
  const LEFT = 62, RIGHT = 10, TOP = 8, BOTTOM = 20;

  function draw(chart) {
    const width = Math.max(220, chart.svg.clientWidth), height = Math.max(90, chart.svg.clientHeight);
    const from = firstBin(), to = Math.max(from + 1, lastBin());
    const x = (bin) => LEFT + (bin - from) / (to - from) * (width - LEFT - RIGHT);
    const floor = height - BOTTOM, room = floor - TOP;
    let top = 0;
    for (let i = from; i < to; i++) {
      if (chart.kind === "bars") top = Math.max(top, chart.series.reduce((all, each) => all + Math.max(0, each.values[i] || 0), 0));
      else for (const each of chart.series) top = Math.max(top, each.values[i] || 0);
    }
    const log = chart.kind === "bands", wide = chart.kind === "level" && top > LINEAR;
    let low = 0;
    if (log) {
      let bottom = Infinity;
      for (let i = from; i < to; i++) if (time.p50_ns[i] > 0) bottom = Math.min(bottom, time.p50_ns[i]);
      low = bottom === Infinity ? 0 : Math.floor(Math.log10(bottom));
      top = top > 0 ? Math.max(Math.ceil(Math.log10(top)), low + 1) : low + 1;
    } else {
      const unit = chart.text === bytes && top > 0 ? 1024 ** Math.floor(Math.log2(top) / 10) : 1;
      top = nice(top / unit) * unit;
    }
    // A call beside many credits has to be seen, too.
    const rank = (value) => Math.log2(1 + value);
    const y = (value) => wide ? floor - rank(value) / rank(top) * room : log ? (value <= 0 ? floor : floor - Math.max(0, (Math.log10(value) - low) / (top - low)) * room) : floor - value / top * room;
    chart.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const parts = [];
    const marks = log ? Array.from({ length: top - low + 1 }, (_, i) => 10 ** (low + i)).filter((_, i, all) => all.length < 5 || i % Math.ceil(all.length / 4) === 0) : wide ? wideMarks(top) : top > 1 ? [0, top / 2, top] : [0, 1];
    for (const mark of marks) {
      const at = log ? floor - (Math.log10(mark) - low) / (top - low) * room : y(mark);
      parts.push(s("line", { x1: LEFT, x2: width - RIGHT, y1: at, y2: at, class: "grid" }));
      if (Number.isInteger(mark) || chart.text !== count) parts.push(s("text", { x: LEFT - 6, y: at + 4, "text-anchor": "end", class: "soft" }, chart.unit(mark)));
    }
    const area = (lower, upper, style) => {
      let path = "";
      for (let i = from; i < to; i++) {
        const a = lower(i), b = upper(i);
        if (b === null || b === a) continue;
        // At least a pixel wide, or a single bin would not be seen.
        path += `M${x(i).toFixed(1)} ${y(a).toFixed(1)}V${y(b).toFixed(1)}h${Math.max(1, x(i + 1) - x(i)).toFixed(2)}V${y(a).toFixed(1)}z`;
      }
      if (path) parts.push(s("path", { d: path, class: style }));
    };
    const line = (values, style) => {
      let path = "", pen = false;
      for (let i = from; i < to; i++) {
        if (values[i] < 0) { pen = false; continue; }
        path += (pen ? "V" : `M${x(i).toFixed(1)} `) + y(values[i]).toFixed(1) + "H" + x(i + 1).toFixed(1);
        pen = true;
      }
      if (path) parts.push(s("path", { d: path, class: style }));
    };
    if (chart.kind === "bars") {
      const base = new Array(to - from).fill(0);
      for (const each of chart.series) {
        const lower = base.slice();
        for (let i = from; i < to; i++) base[i - from] += Math.max(0, each.values[i]);
        area((i) => lower[i - from], (i) => base[i - from], "f" + each.style);
      }
      for (const each of chart.over || []) area(() => 0, (i) => Math.max(0, each.values[i]), "f" + each.style);
    } else if (chart.kind === "bands") {
      const known = (i) => time.p50_ns[i] > 0;
      area((i) => time.p90_ns[i], (i) => known(i) ? time.p99_ns[i] : null, "f5");
      area((i) => time.p50_ns[i], (i) => known(i) ? time.p90_ns[i] : null, "f0");
      let path = "";
      for (let i = from; i < to; i++) if (known(i)) path += `M${x(i).toFixed(1)} ${y(time.p50_ns[i]).toFixed(1)}h${Math.max(2, x(i + 1) - x(i)).toFixed(1)}`;
      if (path) parts.push(s("path", { d: path, class: "sk thick" }));
    } else {
      area(() => 0, (i) => chart.series[0].values[i], "f0");
      line(chart.series[1].values, "s1 thick");
    }
    parts.push(s("line", { x1: LEFT, x2: width - RIGHT, y1: floor, y2: floor, class: "axis" }));
    const ticks = width < 420 ? 2 : width < 800 ? 4 : 6;
    for (let i = 0; i <= ticks; i++) {
      const nanos = (from + (to - from) * i / ticks) * time.bin_ns;
      parts.push(s("text", { x: LEFT + (width - LEFT - RIGHT) * i / ticks, y: height - 5, class: "soft", "text-anchor": i === 0 ? "start" : i === ticks ? "end" : "middle" }, duration(sinceFirst(nanos), (to - from) * time.bin_ns / ticks)));
    }
    chart.svg.replaceChildren(...parts);
    const facts = tell(chart, (each) => (chart.kind === "bars" ? "" : "up to ") + chart.text(Math.max(0, chart.kind === "bars" ? sum(each.values, from, to) : greatest(each.values, from, to))));
    chart.svg.setAttribute("aria-label", chart.title + " from " + duration(from * time.bin_ns, (to - from) * time.bin_ns) + " to " + duration(sinceFirst(to * time.bin_ns), (to - from) * time.bin_ns) + ": " + facts.join(", "));
    chart.x = (px) => from + (px - LEFT) / (width - LEFT - RIGHT) * (to - from);
    chart.room = { width, height, floor };
  }

  /** The last bin may reach behind the end of the capture. */
  function sinceFirst(nanos) { return data.duration_ns > 0 ? Math.min(nanos, data.duration_ns) : nanos; }

  /** Says what each series has; of bands those that have the same together. */
  function tell(chart, textOf) {
    const all = [...chart.series, ...(chart.over || [])], facts = [];
    for (let i = 0; i < all.length; i++) {
      const text = textOf(all[i]), labels = [all[i].label];
      while (chart.kind === "bands" && i + 1 < all.length && textOf(all[i + 1]) === text) {
        all[i].shown.parentNode.style.display = "none";
        labels.push(all[++i].label);
      }
      // What is drawn last of those is on top.
      all[i].shown.parentNode.style.display = "";
      all[i].shown.textContent = labels.join(", ") + " " + text;
      facts.push(all[i].shown.textContent);
    }
    return facts;
  }

  /** 0, 1, some powers of 4, and the top. */
  function wideMarks(top) {
    const powers = [];
    for (let each = 1; each <= top / 2; each *= 4) powers.push(each);
    const every = Math.ceil(powers.length / 3);
    return [0, ...powers.filter((_, at) => at % every === 0), top];
  }

  function nice(value) {
    if (value <= 1) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    for (const step of [1, 2, 3, 4, 5, 6, 8, 10]) if (step * power >= value) return step * power;
    return value;
  }

  function figure(chart) {
    chart.svg = s("svg", { class: "chart", role: "img" });
    const keys = [...chart.series, ...(chart.over || [])].map((each) => {
      each.shown = h("span", {});
      return h("span", { class: "key" }, h("span", { class: "swatch " + "f" + each.style }), each.shown);
    });
    let begun = null, mark = null;
    const px = (event) => { const box = chart.svg.getBoundingClientRect(); return Math.max(LEFT, Math.min(chart.room.width - RIGHT, (event.clientX - box.left) / box.width * chart.room.width)); };
    chart.svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      begun = px(event);
      chart.svg.setPointerCapture(event.pointerId);
      mark = s("rect", { class: "pick", x: begun, y: TOP, width: 0, height: chart.room.floor - TOP });
      chart.svg.append(mark);
    });
    chart.svg.addEventListener("pointermove", (event) => {
      const now = px(event);
      if (begun !== null) {
        mark.setAttribute("x", Math.min(begun, now));
        mark.setAttribute("width", Math.abs(now - begun));
      } else point(chart.x(now));
    });
    chart.svg.addEventListener("pointerleave", () => { if (begun === null) point(null); });
    chart.svg.addEventListener("pointerup", (event) => {
      if (begun === null) return;
      const ends = [begun, px(event)].sort((a, b) => a - b);
      begun = null;
      mark.remove();
      if (ends[1] - ends[0] > 4) choose(Math.floor(chart.x(ends[0]) / spanBins), Math.ceil(chart.x(ends[1]) / spanBins));
    });
    chart.svg.addEventListener("pointercancel", () => { begun = null; if (mark) mark.remove(); });
    chart.svg.addEventListener("dblclick", () => choose(0, spanCount));
    return h("figure", {}, h("figcaption", {}, h("b", {}, chart.title), keys), chart.svg);
  }

  /** Shows what every chart has at a place of the time. */
  function point(place) {
    for (const chart of charts) {
      const old = chart.svg.querySelector(".at");
      if (old) old.remove();
      if (place === null) { continue; }
      const bin = Math.max(firstBin(), Math.min(lastBin() - 1, Math.floor(place)));
      const from = firstBin(), to = Math.max(from + 1, lastBin());
      const at = LEFT + (bin + 0.5 - from) / (to - from) * (chart.room.width - LEFT - RIGHT);
      chart.svg.append(s("line", { class: "at", x1: at, x2: at, y1: TOP, y2: chart.room.floor }));
      tell(chart, (each) => each.values[bin] < 0 ? "\u2013" : chart.text(each.values[bin]));
    }
    if (place === null) charts.forEach(draw);
  }

  function choose(from, to) {
    const length = Math.max(1, Math.min(spanCount, to - from));
    chosen.from = Math.max(0, Math.min(spanCount - length, from));
    chosen.to = chosen.from + length;
    show();
  }
  function zoom(factor) {
    const length = chosen.to - chosen.from, wanted = Math.max(1, Math.min(spanCount, Math.round(length * factor)));
    const middle = (chosen.from + chosen.to) / 2;
    choose(Math.round(middle - wanted / 2), Math.round(middle - wanted / 2) + wanted);
  }
  function move(direction) {
    const length = chosen.to - chosen.from, step = Math.max(1, Math.floor(length / 4)) * direction;
    const from = Math.max(0, Math.min(spanCount - length, chosen.from + step));
    choose(from, from + length);
  }
  const tools = {
    in: h("button", { type: "button", click: () => zoom(0.5) }, "Zoom in"),
    out: h("button", { type: "button", click: () => zoom(2) }, "Zoom out"),
    earlier: h("button", { type: "button", click: () => move(-1) }, "\u2190 Earlier"),
    later: h("button", { type: "button", click: () => move(1) }, "Later \u2192"),
    all: h("button", { type: "button", click: () => choose(0, spanCount) }, "Whole capture"),
  };
  put("timebar", Object.values(tools));
  put("charts", charts.map(figure));
  for (const id of ["timebar", "charts"]) document.getElementById(id).hidden = isTimeless;
  // With one span there is none to choose.
  document.getElementById("keys").hidden = spanCount === 1;
  /** Keys go to the time lines, unless what has the focus needs them, or there is nothing for them to do. */
  document.addEventListener("keydown", (event) => {
    const at = event.target instanceof Element ? event.target : document.body;
    if (isTimeless || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (at.isContentEditable || at.closest("input, textarea, select")) return;
    const scrolled = at.closest(".scroll");
    if (scrolled && scrolled.scrollWidth > scrolled.clientWidth && /^(Arrow|Home)/.test(event.key)) return;
    // Elsewhere, what has nothing to do here does what it does on every page: Home goes to its top.
    const isIdle = isWhole() && !["+", "="].includes(event.key);
    if (isIdle && !at.closest("#charts")) return;
    const keys = { "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2), ArrowLeft: () => move(-1), ArrowRight: () => move(1), Home: () => choose(0, spanCount), Escape: () => choose(0, spanCount) };
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
  let drawnWidth = 0;
  new ResizeObserver(() => {
    const width = document.getElementById("charts").clientWidth;
    if (width !== drawnWidth) { drawnWidth = width; put("hosts", hosts()); charts.forEach(draw); }
  }).observe(document.getElementById("charts"));

  const within = (from, to) => isWhole() || (to >= chosen.from * spanNanos && from < chosen.to * spanNanos);

  // ---- operations

  const STAGES = [["first", "to first RDMA", "f0"], ["rdma", "RDMA", "f1"], ["server", "server, no RDMA", "f5"], ["reply", "from RDMA to the reply", "f2"]];

  /** Adds up what spans have of an operation. */
  function inSpans(number, from, to) {
    const all = { calls: 0, replies: 0, failed: 0, first: 0, rdma: 0, server: 0, reply: 0, buckets: new Map() };
    for (let i = from; i < to && i < data.spans.length; i++) {
      for (const each of data.spans[i]) {
        if (each[0] !== number) continue;
        all.calls += each[1]; all.replies += each[2]; all.failed += each[3];
        all.first += each[4]; all.rdma += each[5]; all.server += each[6]; all.reply += each[7];
        for (let at = 8; at < each.length; at += 2) all.buckets.set(each[at], (all.buckets.get(each[at]) || 0) + each[at + 1]);
      }
    }
    return all;
  }
  function percentile(buckets, percent, most) {
    const sorted = [...buckets].sort((a, b) => a[0] - b[0]);
    const all = sorted.reduce((n, each) => n + each[1], 0);
    let below = 0;
    for (const [bucket, n] of sorted) { below += n; if (below * 100 >= percent * all) return Math.min(most, least(bucket + 1) - 1); }
    return 0;
  }
  function operation(op) {
    const span = inSpans(op.number, chosen.from, chosen.to);
    const whole = isWhole();
    const all = op.latency_ns || { p50: 0, p90: 0, p99: 0, max: 0 }, of = (percent) => percentile(span.buckets, percent, all.max);
    const latency = whole ? all : { p50: of(50), p90: of(90), p99: of(99), max: of(100) };
    const waited = span.first + span.rdma + span.server + span.reply;
    return { op, span, name: operationName(op), calls: whole ? op.calls : span.calls, replies: whole ? op.replies : span.replies, failed: whole ? op.failed : span.failed, waited: whole ? op.waited_ns : waited, p50: latency.p50, p90: latency.p90, p99: latency.p99, max: latency.max };
  }
  function split(span) {
    const all = span.first + span.rdma + span.server + span.reply;
    const words = STAGES.filter(([name]) => span[name] > 0).map(([name, label]) => label + " " + Math.round(100 * span[name] / all) + "%").join(", ");
    const svg = splitBar(all > 0 ? words : "no latency known", STAGES.map(([name, , style]) => [span[name], style]));
    if (all > 0) svg.append(s("title", {}, words));
    return svg;
  }
  function histogram(row, large) {
    const buckets = [...row.span.buckets].sort((a, b) => a[0] - b[0]);
    if (buckets.length === 0) return h("span", { class: "more" }, "\u2013");
    const low = buckets[0][0], high = buckets[buckets.length - 1][0];
    const peak = Math.max(...buckets.map((each) => each[1]));
    const words = plural(buckets.reduce((n, each) => n + each[1], 0), "latency").replace("latencys", "latencies") + " from " + duration(least(low)) + " to " + duration(least(high + 1)) + ", most between " + duration(least(buckets.find((each) => each[1] === peak)[0])) + " and " + duration(least(buckets.find((each) => each[1] === peak)[0] + 1));
    const width = large ? 640 : 140, height = large ? 150 : 26, floor = large ? 125 : 26, left = large ? 46 : 0;
    const step = (width - left - (large ? 10 : 0)) / Math.max(8, high - low + 1);
    const svg = s("svg", { class: large ? "histogram" : "mini", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words, preserveAspectRatio: large ? "xMinYMid meet" : "none" });
    const total = row.span.first + row.span.rdma + row.span.server + row.span.reply;
    for (const [bucket, n] of buckets) {
      let y = floor;
      const tall = Math.max(1, n / peak * (floor - (large ? 12 : 2)));
      if (!large || total === 0) svg.append(s("rect", { x: left + (bucket - low) * step, y: floor - tall, width: Math.max(1, step - 1), height: tall, class: "f0" }));
      else for (const [name, , style] of STAGES) {
        const part = tall * row.span[name] / total;
        y -= part;
        if (part > 0) svg.append(s("rect", { x: left + (bucket - low) * step, y, width: Math.max(1, step - 1), height: part, class: style }));
      }
    }
    if (large) {
      svg.append(s("line", { x1: left, x2: width - 10, y1: floor, y2: floor, stroke: "var(--soft)" }));
      svg.append(s("text", { x: left - 6, y: 16, "text-anchor": "end", class: "soft" }, brief(peak)), s("text", { x: left - 6, y: floor + 4, "text-anchor": "end", class: "soft" }, "0"));
      const every = Math.max(1, Math.ceil((high - low + 1) / 6));
      for (let i = low; i <= high + 1; i += every) svg.append(s("text", { x: left + (i - low) * step, y: floor + 16, "text-anchor": i === low ? "start" : "middle", class: "soft" }, duration(least(i))));
    }
    return svg;
  }
  function jump(number) {
    return ladders.has(number) ? h("a", { href: "#x" + number, click: (event) => { event.preventDefault(); openLadder(number); } }, "#" + number) : "#" + number;
  }
  function operationDetail(row) {
    const all = row.span.first + row.span.rdma + row.span.server + row.span.reply;
    return h("div", { class: "columns" },
      h("div", {}, h("h3", { class: "small" }, "Latencies, each bar in the shares that all of them have"), histogram(row, true),
        h("p", {}, STAGES.map(([name, label, style]) => h("span", { class: "key" }, h("span", { class: "swatch " + style }), label + " " + (all ? Math.round(100 * row.span[name] / all) : 0) + "%\u2003")))),
      h("div", {}, h("h3", { class: "small" }, "Slowest calls of the whole capture"),
        row.op.slowest.length === 0 ? h("p", { class: "more" }, "None with a known latency.") :
        h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Slowest calls of " + row.name }, h("table", { class: "slowest" }, h("thead", {}, h("tr", {}, ["Call", "Latency", "Frames", "Connection", "XID", "About"].map((each) => h("th", { scope: "col" }, each)))),
          h("tbody", {}, row.op.slowest.map((each) => h("tr", {}, h("td", {}, jump(each.number)), h("td", {}, duration(each.latency_ns)), h("td", {}, range(each.call_frame, each.reply_frame)), h("td", {}, "c" + each.connection), h("td", { class: "mono" }, each.xid), h("td", { class: "left wrap" }, each.about || ""))))))));
  }
  function operations() {
    const about = isWhole() ? "" : "\u2248 ";
    const rows = data.operations.map(operation).filter((row) => isWhole() || row.calls + row.replies > 0);
    const time = (name, title) => ({ title, value: (row) => row[name], cell: (row) => row.span.buckets.size > 0 ? about + duration(row[name]) : "\u2013" });
    const parts = [rows.length === 0 ? h("p", { class: "more" }, nothing("No call")) : table("Operations", [
      { title: "Operation", words: true, value: (row) => row.name, cell: (row) => row.name },
      { title: "Calls", value: (row) => row.calls, cell: (row) => count(row.calls) },
      { title: "Failed", value: (row) => row.failed, cell: (row) => count(row.failed), css: (row) => row.failed > 0 ? "bad" : null },
      { title: "Waited", value: (row) => row.waited, cell: (row) => duration(row.waited) },
      time("p50", "Median"), time("p90", "p90"), time("p99", "p99"), time("max", "Longest"),
      { title: "Where the time went", left: true, cell: (row) => split(row.span) },
      { title: "Latencies", left: true, cell: (row) => histogram(row, false) },
    ], rows, operationDetail, 3)];
    if (rows.length > 0) parts.push(h("p", {}, STAGES.map(([, label, style]) => h("span", { class: "key" }, h("span", { class: "swatch " + style }), label + "\u2003"))));
    if (data.operation_count > data.operations.length) parts.push(h("p", { class: "more" }, "and " + plural(data.operation_count - data.operations.length, "more operation") + ", for which less time was waited: rdmadump stats lists them"));
    put("operations-body", parts);
  }

  // ---- exchanges

  let kind = data.slowest.length > 0 || data.noticed.length === 0 ? "slowest" : "noticed";
  const end = (each) => each.time + (each.latency_ns || 0);
  /** Numbers of the ladders that are open; they outlast the choice of a span. */
  const opened = new Set();
  const ARROWS = { call: "right", read: "right", write: "left-going", reply: "left-going" };
  const KINDS = { call: "Call", read: "RDMA Read", write: "RDMA Write", reply: "Reply" };

  /** When it began; a Send that came again began with a copy that is not the one shown. */
  const begun = (step) => Math.min(step.from_ns, step.begun_ns === undefined ? step.from_ns : step.begun_ns);
  const since = (nanos, from) => nanos === from ? "0" : "+" + duration(nanos - from);

  function packets(step, from) {
    const when = (frame) => frame === step.last_frame ? " at " + since(step.to_ns, from) : frame === step.first_frame ? " at " + since(step.from_ns, from) : "";
    const again = new Set(step.sent_again || []);
    const list = step.list || [];
    const boxes = list.map(([frame, psn, length, place]) => h("li", { class: "packet" + (again.has(frame) ? " again" : ""), title: `frame ${frame}, ${place}, ${plural(length, "byte")}` }, (place === "Request" ? "request " : "") + (psn >= 0 ? "PSN " + psn : "frame " + frame), again.has(frame) ? " retransmitted" + when(frame) : ""));
    if (step.more_packets) boxes.splice(boxes.length - 4, 0, h("li", { class: "packet" }, "\u2026 " + plural(step.more_packets, "more packet") + " \u2026"));
    for (const frame of again) if (!list.some((each) => each[0] === frame)) boxes.push(h("li", { class: "packet again" }, "frame " + frame + " retransmitted" + when(frame)));
    for (const text of step.came_again || []) boxes.push(h("li", { class: "packet again" }, text));
    for (const [offset, length] of step.lost || []) boxes.push(h("li", { class: "packet lost" }, `not captured: ${plural(length, "byte")} at ${offset}`));
    return boxes.length ? h("ul", { class: "packets plain", "aria-label": "Packets" }, boxes) : null;
  }
  function step(each, from, length) {
    const facts = [h("b", {}, KINDS[each.kind] + (each.message ? " #" + each.message : ""))];
    facts.push((each.message ? "Send of " : "") + plural(each.length, "byte"), each.extent === "again" ? "asked for again" : plural(each.packets, "packet"));
    if (each.extent === "shared") facts.push(count(each.transferred) + " with it, the others with another " + KINDS[each.kind]);
    else if (!each.extent && each.transferred !== undefined && each.transferred !== each.length) facts.push(h("span", { class: "bad" }, count(each.transferred) + " seen"));
    facts.push((each.first_frame === each.last_frame ? "frame " : "frames ") + range(each.first_frame, each.last_frame));
    if (each.begun_ns !== undefined) facts.push("first sent at " + since(each.begun_ns, from));
    if (each.first_psn !== undefined) facts.push("PSN " + range(each.first_psn, each.last_psn));
    if (each.msn !== undefined) facts.push("MSN " + each.msn);
    if (each.handle) facts.push("handle " + each.handle);
    if (each.invalidated) facts.push("invalidates " + each.invalidated);
    if (each.delivered === false) facts.push(h("span", { class: "bad" }, "not delivered"));
    const bar = h("i", {});
    bar.style.left = Math.min(99.5, 100 * (begun(each) - from) / length) + "%";
    bar.style.width = Math.max(0, 100 * (each.to_ns - begun(each)) / length) + "%";
    return h("li", { class: `step k-${each.kind} ${ARROWS[each.kind]}` },
      h("span", { class: "when" }, since(each.from_ns, from)),
      h("div", { class: "lane" }, h("div", { class: "label" }, facts.map((fact) => fact instanceof Node ? fact : h("span", {}, fact))),
        h("div", { class: "arrow", "aria-hidden": "true" }), packets(each, from), h("div", { class: "timeline", "aria-hidden": "true" }, bar)));
  }
  function ladder(each) {
    const from = Math.min(...each.steps.map(begun));
    const length = Math.max(1, ...each.steps.map((one) => one.to_ns - from));
    const parts = [];
    const connection = data.connections.find((one) => one.connection === each.connection);
    const sides = connection ? [connection.client, connection.server] : ["client", "server"];
    if (each.callback) sides.reverse();
    parts.push(h("div", { class: "ends" }, h("span", {}, (each.callback ? "server " : "client ") + sides[0]), h("span", {}, (each.callback ? "client " : "server ") + sides[1])));
    const steps = each.steps.map((one) => step(one, from, length));
    if (each.more_steps) steps.splice(Math.ceil(steps.length * 2 / 3), 0, h("li", { class: "more" }, "\u2026 " + plural(each.more_steps, "more RDMA operation") + " \u2026"));
    parts.push(h("ol", { class: "ladder" }, steps));
    if (each.timing) parts.push(h("p", {}, `To first RDMA ${duration(each.timing.to_first_rdma_ns)}, RDMA ${duration(each.timing.rdma_ns)}, to the reply ${duration(each.timing.to_reply_ns)}.`));
    if (each.finding_count) {
      parts.push(h("h3", { class: "small" }, "Findings"), h("ul", { class: "plain" }, each.findings.map((one) => h("li", {}, h("span", { class: "badge " + one.severity }, one.severity), " ", h("code", {}, one.rule), (one.frame ? " in frame " + one.frame : "") + ": " + one.message))));
      if (each.finding_count > each.findings.length) parts.push(h("p", { class: "more" }, "and " + plural(each.finding_count - each.findings.length, "more finding")));
    }
    if (each.missing.length) parts.push(h("h3", { class: "small" }, "Missing bytes"), h("ul", { class: "plain" }, each.missing.map((one) => h("li", {}, `${plural(one.length, "byte")} at ${one.offset} of the ${one.of}: ${one.reason}`))));
    if (each.chunks.length) {
      parts.push(h("h3", { class: "small" }, "Chunks of the call"), h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "Chunks" }, h("table", {},
        h("thead", {}, h("tr", {}, ["Chunk", "Segment", "Handle", "Address", "Length", "Moved"].map((one) => h("th", { scope: "col" }, one)))),
        h("tbody", {}, each.chunks.flatMap((chunk) => [...chunk.segments.map((one, at) => h("tr", {}, h("td", {}, at === 0 ? chunk.kind + (chunk.position !== undefined ? " at " + chunk.position : "") : ""), h("td", {}, `${at + 1} of ${chunk.segment_count}`), h("td", { class: "mono" }, one.handle), h("td", { class: "mono" }, one.offset), h("td", {}, count(one.length)), h("td", {}, one.transferred === undefined ? "\u2013" : count(one.transferred)))),
          chunk.segment_count > chunk.segments.length ? h("tr", {}, h("td", { colspan: 6 }, "and " + plural(chunk.segment_count - chunk.segments.length, "more segment"))) : null])))));
    }
    const texts = [["call", "Call"], ["reply", "Reply"]].filter(([name]) => each[name]).map(([name, title]) => h("div", {}, h("h3", { class: "small" }, title), h("pre", {}, each[name])));
    if (texts.length) parts.push(h("div", { class: "columns" }, texts));
    return h("div", { class: "inside" }, parts);
  }
  function exchange(each) {
    const failed = each.status && !/^(NFS.?_OK|SUCCESS|NFS.*_OK)$/.test(each.status);
    const details = h("details", { id: "x" + each.number, class: "exchange" }, h("summary", {}, h("span", { class: "row" },
      h("b", {}, `#${each.number} ${operationName(each) || "message without RPC"}`),
      h("span", { class: "number" }, each.latency_ns === undefined ? "\u2013" : duration(each.latency_ns)),
      h("span", {}, `c${each.connection} \u00b7 at ${duration(each.time)}`, each.finding_count ? h("span", {}, " ", h("span", { class: "badge warning" }, plural(each.finding_count, "finding"))) : null),
      h("span", { class: "more" }, failed ? h("span", { class: "bad" }, each.status + " ") : null, !each.status ? h("span", { class: "bad" }, "no reply ") : null, each.about || ""))));
    details.fill = () => { if (details.children.length === 1) details.append(ladder(each)); };
    details.addEventListener("toggle", () => {
      if (details.open) { opened.add(each.number); details.fill(); } else opened.delete(each.number);
    });
    if (opened.has(each.number)) { details.fill(); details.open = true; }
    return details;
  }
  function openLadder(number) {
    for (const name of ["slowest", "noticed"]) if (!data[kind].includes(number) && data[name].includes(number)) kind = name;
    if (!within(ladders.get(number).time, end(ladders.get(number)))) choose(0, spanCount);
    exchanges();
    const details = document.getElementById("x" + number);
    if (details) { details.fill(); details.open = true; details.querySelector("summary").focus(); }
  }
  function exchanges() {
    const all = data[kind].map((number) => ladders.get(number));
    const inSpan = (name) => data[name].map((number) => ladders.get(number)).filter((each) => within(each.time, end(each)));
    const shown = inSpan(kind);
    const of = (name, counted) => isWhole() ? `${data[name].length} of ${count(counted)}` : `${inSpan(name).length} in this span`;
    const choice = (name, title) => h("button", { type: "button", "aria-pressed": String(kind === name), click: () => { kind = name; exchanges(); document.querySelector("#exchanges-body [aria-pressed=true]").focus(); } }, title);
    const counted = kind === "slowest" ? data.timed_count : data.noticed_count;
    const parts = [h("div", { class: "switch" }, choice("slowest", `Slowest (${of("slowest", data.timed_count)})`), choice("noticed", `With findings (${of("noticed", data.noticed_count)})`))];
    parts.push(...shown.map(exchange));
    if (shown.length === 0) parts.push(h("p", { class: "more" }, all.length ? "None of them in this span." : kind === "slowest" ? "No call with a known latency." : "No exchange has a finding."));
    if (counted > all.length) parts.push(h("p", { class: "more" }, `The ${kind === "slowest" ? "slowest" : "worst"} ${all.length} ${isWhole() ? "" : "of the whole capture "}are here; ${count(counted - all.length)} more are not.`));
    put("exchanges-body", parts);
  }

  // ---- connections, files, findings

  /** What spans do not tell apart is listed if it was seen in the span, with numbers of all of the time. */
  const ofWhole = (rows) => isWhole() || rows.length === 0 ? null : h("p", { class: "more" }, "Those that were seen in the span; their numbers are of the whole capture, whatever span is chosen.");

  function facts(value, prefix, to) {
    for (const [name, inner] of Object.entries(value)) {
      const label = (prefix ? prefix + " " : "") + name.replace(/_/g, " ");
      if (inner !== null && typeof inner === "object" && !Array.isArray(inner)) facts(inner, label, to);
      else to.push(h("div", {}, h("dt", {}, label), h("dd", { class: /0x/.test(inner) ? "mono" : null }, typeof inner !== "number" ? String(inner) : / ns\b/.test(label) && !/ (count)$/.test(label) ? duration(inner) : count(inner))));
    }
    return to;
  }
  const naks = (each) => ["client", "server"].reduce((n, side) => n + each.traffic[side].rnr_naks + Object.values(each.traffic[side].naks).reduce((a, b) => a + b, 0), 0);
  const again = (each) => each.traffic.client.retransmitted + each.traffic.server.retransmitted;
  function connections() {
    const rows = data.connections.filter((each) => within(each.from_ns, each.to_ns));
    const parts = [rows.length === 0 ? h("p", { class: "more" }, nothing("No connection")) : table("Connections", [
      { title: "Connection", value: (row) => row.connection || 0, cell: (row) => row.connection === undefined ? "none" : "c" + row.connection },
      { title: "Client", words: true, left: true, value: (row) => row.client, cell: (row) => row.client, css: () => "left" },
      { title: "Server", words: true, left: true, value: (row) => row.server, cell: (row) => row.server, css: () => "left" },
      { title: "Transport", words: true, left: true, value: (row) => row.transport, cell: (row) => row.transport, css: () => "left" },
      { title: "Calls", value: (row) => row.calls, cell: (row) => count(row.calls) },
      { title: "No reply", value: (row) => row.unanswered, cell: (row) => count(row.unanswered), css: (row) => row.unanswered ? "bad" : null },
      { title: "Retransmitted", value: again, cell: (row) => count(again(row)), css: (row) => again(row) ? "bad" : null },
      { title: "NAKs", value: naks, cell: (row) => count(naks(row)), css: (row) => naks(row) ? "bad" : null },
      { title: "In flight / credits", value: (row) => row.credits.calls.most_in_flight, cell: (row) => row.credits.calls.most_in_flight + " / " + (row.credits.calls.most_granted === undefined ? "\u2013" : row.credits.calls.most_granted) },
      { title: "Seen", value: (row) => row.from_ns, cell: (row) => duration(row.from_ns) + " \u2013 " + duration(row.to_ns) },
    ], rows, (row) => h("dl", { class: "facts" }, facts(row, "", [])), 4)];
    parts.push(ofWhole(rows));
    if (data.more_connections > 0) parts.push(h("p", { class: "more" }, "and " + plural(data.more_connections, "more connection") + ", with less trouble and fewer calls"));
    put("connections-body", parts);
  }
  /** What an array of numbers by name says, of each side that sent anything. */
  const ofSides = (row, value) => ["client", "server"].filter((side) => row.traffic[side]).map((side) => value(row.traffic[side]));
  const total = (row, value) => ofSides(row, value).reduce((a, b) => a + b, 0);
  const repeated = (row) => total(row, (sent) => sent.retransmitted);
  const refused = (row) => total(row, (sent) => sent.rnr_naks + Object.values(sent.naks).reduce((a, b) => a + b, 0));
  const CAUSES = { nak: "NAK", rnr: "RNR NAK", loss: "loss", timeout: "timeout" };
  function causes(row) {
    const all = new Map();
    ofSides(row, (sent) => Object.entries(sent.bursts).forEach(([cause, n]) => all.set(cause, (all.get(cause) || 0) + n)));
    return [...all].map(([cause, n]) => CAUSES[cause] + " " + count(n)).join(", ") || "\u2013";
  }
  const known = (value, text) => value === undefined ? "\u2013" : text(value);
  function requests(row) {
    return table("Requests of " + row.name, [
      { title: "From", words: true, left: true, value: (each) => each.from, cell: (each) => each.from },
      { title: "Kind", words: true, left: true, value: (each) => each.kind, cell: (each) => each.kind.replace("_", " "), css: () => "left" },
      { title: "Requests", value: (each) => each.requests, cell: (each) => count(each.requests) },
      { title: "Bytes", value: (each) => each.bytes, cell: (each) => bytes(each.bytes) },
      { title: "Per second", value: (each) => each.bytes_per_second || 0, cell: (each) => known(each.bytes_per_second, bytes) },
      { title: "Size p50", value: (each) => each.size_bytes.p50, cell: (each) => bytes(each.size_bytes.p50) },
      { title: "Size max", value: (each) => each.size_bytes.max, cell: (each) => bytes(each.size_bytes.max) },
      ...["p50", "p99", "max"].map((which) => ({ title: "Latency " + which, value: (each) => each.latency_ns ? each.latency_ns[which] : -1, cell: (each) => known(each.latency_ns, (all) => duration(all[which])) })),
    ], row.requests, null, 3);
  }
  function withoutRpc() {
    const all = data.rdma_connections || [];
    document.getElementById("rdma").hidden = document.getElementById("rdma-link").hidden = all.length === 0;
    const rows = all.filter((each) => within(each.from_ns, each.to_ns));
    const moved = (row) => row.requests.reduce((n, each) => n + each.bytes, 0);
    const parts = [rows.length === 0 ? h("p", { class: "more" }, nothing("No connection")) : table("Connections without RPC", [
      { title: "Connection", value: (row) => row.connection, cell: (row) => row.name },
      { title: "Client", words: true, left: true, value: (row) => row.client, cell: (row) => row.client, css: () => "left" },
      { title: "Server", words: true, left: true, value: (row) => row.server, cell: (row) => row.server, css: () => "left" },
      { title: "Protocol", words: true, left: true, value: (row) => row.protocol || "", cell: (row) => row.protocol || "unknown", css: () => "left" },
      { title: "Requests", value: (row) => row.requests.reduce((n, each) => n + each.requests, 0), cell: (row) => count(row.requests.reduce((n, each) => n + each.requests, 0)) },
      { title: "Bytes", value: moved, cell: (row) => bytes(moved(row)) },
      { title: "Retransmitted", value: repeated, cell: (row) => count(repeated(row)), css: (row) => repeated(row) ? "bad" : null },
      { title: "Causes", words: true, left: true, value: causes, cell: causes, css: () => "left" },
      { title: "NAKs", value: refused, cell: (row) => count(refused(row)), css: (row) => refused(row) ? "bad" : null },
      { title: "Seen", value: (row) => row.from_ns, cell: (row) => duration(row.from_ns) + " \u2013 " + duration(row.to_ns) },
    ], rows, (row) => {
      const { requests: sent, ...rest } = row;
      return h("div", {}, sent.length ? requests(row) : h("p", { class: "more" }, "No request."), h("dl", { class: "facts" }, facts(rest, "", [])));
    }, 5)];
    parts.push(ofWhole(rows));
    if (data.more_rdma_connections > 0) parts.push(h("p", { class: "more" }, "and " + plural(data.more_rdma_connections, "more connection") + ", with less trouble and fewer bytes"));
    put("rdma-body", parts);
  }
  function nvme() {
    const rows = data.nvme_operations || [];
    document.getElementById("nvme").hidden = document.getElementById("nvme-link").hidden = rows.length === 0;
    if (rows.length === 0) {
      return;
    }
    const time = (name, title, which) => ({ title, value: (row) => row[name] ? row[name][which] : -1, cell: (row) => known(row[name], (all) => duration(all[which])) });
    const errors = (row) => Object.entries(row.errors || {}).map(([status, n]) => status + " " + count(n)).join(", ");
    put("nvme-body", [table("NVMe commands", [
      { title: "Operation", words: true, value: (row) => row.operation, cell: (row) => row.operation },
      { title: "Set", words: true, left: true, value: (row) => row.set, cell: (row) => row.set, css: () => "left" },
      { title: "Commands", value: (row) => row.commands, cell: (row) => count(row.commands) },
      { title: "Failed", value: (row) => row.failed, cell: (row) => count(row.failed), css: (row) => row.failed > 0 ? "bad" : null },
      { title: "No response", value: (row) => row.unanswered, cell: (row) => count(row.unanswered), css: (row) => row.unanswered > 0 ? "bad" : null },
      { title: "Bytes", value: (row) => row.bytes, cell: (row) => bytes(row.bytes) },
      time("latency_ns", "Median", "p50"), time("latency_ns", "p99", "p99"), time("latency_ns", "Longest", "max"),
      time("rdma_ns", "RDMA end p50", "p50"), time("rdma_ns", "RDMA end max", "max"),
      { title: "Errors", words: true, left: true, value: errors, cell: errors, css: () => "left wrap" },
    ], rows, null, 2), h("p", { class: "more" }, "The times are from the command to the response; RDMA end is the time from the command until RDMA had moved the data. Of the whole capture, whatever span is chosen.")]);
  }
  function files() {
    const rows = data.files.filter((each) => within(each.from_ns, each.to_ns));
    const name = (row) => row.path || "(name not in the capture)";
    const parts = [rows.length === 0 ? h("p", { class: "more" }, data.files.length ? "No file in this span." : "No READ or WRITE moved a file.") : table("Files moved", [
      { title: "File", words: true, value: name, cell: (row) => h("span", { class: "file" }, name(row)), css: () => "wrap" },
      { title: "Server", words: true, left: true, value: (row) => row.server, cell: (row) => row.server || "not known", css: () => "left" },
      { title: "READs", value: (row) => row.reads, cell: (row) => count(row.reads) },
      { title: "Read", value: (row) => row.read_bytes, cell: (row) => bytes(row.read_bytes) },
      { title: "WRITEs", value: (row) => row.writes, cell: (row) => count(row.writes) },
      { title: "Written", value: (row) => row.written_bytes, cell: (row) => bytes(row.written_bytes) },
      { title: "Refused", value: (row) => row.failed, cell: (row) => count(row.failed), css: (row) => row.failed ? "bad" : null },
      { title: "When", value: (row) => row.from_ns, cell: (row) => duration(row.from_ns) + " \u2013 " + duration(row.to_ns) },
    ], rows, null, 3)];
    parts.push(ofWhole(rows));
    if (data.file_count > data.files.length) parts.push(h("p", { class: "more" }, "and " + plural(data.file_count - data.files.length, "more file") + ", with fewer bytes"));
    if (data.other_file_events > 0) parts.push(h("p", { class: "more" }, plural(data.other_file_events, "READ or WRITE").replace("WRITEs", "WRITE") + " of files that are not told apart"));
    put("files-body", parts);
  }
  /** The exchange with a ladder here that a finding is about: an XID may be used again. */
  function exchangeOf(finding) {
    const isNear = (each) => finding.frame === 0 || each.findings.some((one) => one.frame === finding.frame)
      || (finding.frame >= Math.min(...each.steps.map((one) => one.first_frame)) && finding.frame <= Math.max(...each.steps.map((one) => one.last_frame)));
    return finding.xid && data.exchanges.find((each) => each.connection === finding.connection && each.xid === finding.xid && isNear(each));
  }
  function exchangeLink(finding) {
    const of = exchangeOf(finding);
    return of ? [", ", jump(of.number)] : null;
  }
  function spanOfFrame(frame) {
    let span = 0;
    for (let i = 0; i < data.first_frames.length; i++) if (data.first_frames[i] > 0 && data.first_frames[i] <= frame) span = i;
    return span;
  }
  function findings() {
    const inSpan = (each) => { if (isWhole()) return each.count; let n = 0; for (let i = 0; i < each.spans.length; i += 2) if (each.spans[i] >= chosen.from && each.spans[i] < chosen.to) n += each.spans[i + 1]; return n; };
    const shown = data.findings.map((each) => [each, inSpan(each)]).filter((each) => each[1] > 0);
    const parts = shown.map(([each, n]) => {
      const examples = each.first.filter((one) => isWhole() || one.frame === 0 || (spanOfFrame(one.frame) >= chosen.from && spanOfFrame(one.frame) < chosen.to));
      return h("details", { class: "finding" }, h("summary", {}, h("span", { class: "row" }, h("b", {}, each.rule), h("span", { class: "number" }, count(n)), h("span", {}, h("span", { class: "badge " + each.severity }, each.severity)), h("span", { class: "more" }, each.source))),
        h("div", { class: "inside" }, each.meaning ? h("p", {}, each.meaning) : null, each.advice ? h("p", {}, h("b", {}, "What to do: "), each.advice) : null,
          h("ul", { class: "plain" }, examples.map((one) => h("li", {}, (one.frame ? "frame " + one.frame : "no single frame") + (one.connection !== undefined ? ", c" + one.connection : "") + (one.xid ? ", XID " + one.xid : ""), exchangeLink(one), ": " + one.message))),
          n > examples.length ? h("p", { class: "more" }, "and " + count(n - examples.length) + " more" + (each.last_frame && isWhole() ? ", the last in frame " + each.last_frame : "")) : null));
    });
    if (parts.length === 0) parts.push(h("p", { class: "more" }, data.findings.length ? "None in this span." : "None."));
    if (data.rule_count > data.findings.length) parts.push(h("p", { class: "more" }, "and those of " + plural(data.rule_count - data.findings.length, "more rule")));
    put("findings-body", parts);
  }

  // ---- all of it

  function show() {
    charts.forEach(draw);
    const from = chosen.from * spanNanos, to = Math.min(chosen.to * spanNanos, Math.max(data.duration_ns || 0, 1));
    document.getElementById("span").textContent = isTimeless ? (data.frames === 0 ? "No frame, so there are no time lines." : "No message and no request, so there are no time lines.") : isWhole() ? "Whole capture, " + duration(data.duration_ns || 0) : `From ${duration(from, to - from)} to ${duration(to, to - from)} (${duration(Math.max(0, to - from))}); below is what was in it`;
    tools.in.disabled = chosen.to - chosen.from <= 1;
    tools.out.disabled = tools.all.disabled = isWhole();
    tools.earlier.disabled = chosen.from === 0;
    tools.later.disabled = chosen.to === spanCount;
    operations();
    nvme();
    exchanges();
    connections();
    withoutRpc();
    files();
    findings();
  }
  /** The address of the page may end in the number of an exchange. */
  function openNamed() {
    const at = /^#x(\d+)$/.exec(location.hash);
    if (at && ladders.has(Number(at[1]))) openLadder(Number(at[1]));
  }
  // Without RPC-over-RDMA, but with other connections, these parts would say nothing.
  if (data.connections.length === 0 && (data.rdma_connections || []).length > 0) {
    document.getElementById("hosts-part").hidden = true;
    for (const part of ["operations", "exchanges", "connections", "files"]) {
      document.getElementById(part).hidden = document.querySelector(`nav a[href="#${part}"]`).hidden = true;
    }
  }
  show();
  openNamed();
  window.addEventListener("hashchange", openNamed);
