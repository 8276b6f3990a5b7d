  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";

  // ---- making elements: text from the capture only ever becomes a text node

  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes || {})) {
      if (typeof value === "function") element.addEventListener(name, value);
      else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
    }
    for (const child of children.flat(Infinity)) {
      if (child !== null && child !== undefined) element.append(child instanceof Node ? child : String(child));
    }
    return element;
  }
  const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
  const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
  const put = (id, ...children) => document.getElementById(id).replaceChildren(...children.flat(Infinity).filter((each) => each !== null));

  // ---- numbers as people read them

  const count = (value) => value.toLocaleString("en-US");
  const halfUp = (value) => Math.floor(value + 0.5);
  /** Three digits, or as many as it takes to tell values apart that differ by the given amount. */
  function scaled(value, units, apart = Infinity) {
    const size = Math.abs(value);
    let unit = 0, scale = 1;
    while (unit < units.length - 1 && size / scale >= 1000) { scale *= 1000; unit++; }
    let digits = unit === 0 || size / scale >= 100 ? 0 : size / scale < 10 ? 2 : 1;
    const rounded = () => halfUp(size / (scale / 10 ** digits));
    if (unit > 0 && rounded() >= 1000 && digits > 0) digits--;
    else if (rounded() >= 1000 && unit < units.length - 1) { scale *= 1000; unit++; digits = 2; }
    if (unit > 0) digits = Math.max(digits, Math.min(9, Math.ceil(-Math.log10(apart / scale))));
    return (value < 0 ? "-" : "") + (rounded() / 10 ** digits).toFixed(digits) + " " + units[unit];
  }
  const duration = (nanos, apart) => scaled(nanos, ["ns", "us", "ms", "s"], apart);
  /** A decimal point shows that a size is rounded, to tenths. */
  function bytes(value) {
    if (value < 1024 || (value < 10000 && value % 1024 !== 0)) return halfUp(value) + " B";
    const units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let unit = 0, scale = 1024;
    while (unit < units.length - 1 && value / scale >= 1024) { scale *= 1024; unit++; }
    if (value % scale === 0) return value / scale + " " + units[unit];
    let tenths = halfUp(10 * value / scale);
    if (tenths === 10240 && unit < units.length - 1) { tenths = 10; unit++; }
    return (tenths / 10).toFixed(1) + " " + units[unit];
  }
  const brief = (value) => value < 1000 ? String(Math.round(value)) : scaled(value, ["", "k", "M", "G"]).replace(" ", "");
  const plural = (n, noun) => count(n) + " " + noun + (n === 1 ? "" : "s");
  const range = (a, b) => a === b ? String(a) : a + "\u2013" + b;

  /** Protocol and operation in the words of lines. */
  function operationName(each) {
    const protocol = each.protocol || "", op = each.op || "";
    const isNameless = (name) => name === "unknown" || /^\d/.test(name);
    const program = isNameless(protocol) ? "program " + protocol : protocol;
    const procedure = protocol === "unknown" && op === "unknown" ? "" : isNameless(op) && !protocol.startsWith("NVMe ") ? "procedure " + op : op;
    return (program + " " + procedure).trim();
  }

  /** A bar that is split as values are; words say the same. */
  function splitBar(words, parts) {
    const all = parts.reduce((n, [value]) => n + value, 0);
    const svg = s("svg", { class: "split", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": words });
    let x = 0;
    for (const [value, style] of parts) {
      const width = all > 0 ? 100 * value / all : 0;
      if (width > 0) svg.append(s("rect", { x, y: 0, width, height: 10, class: style }));
      x += width;
    }
    return svg;
  }

  // ---- theme

  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  let ownTheme = null;
  function theme() {
    const isDark = ownTheme === null ? dark.matches : ownTheme;
    root.dataset.theme = isDark ? "dark" : "light";
    document.getElementById("theme").setAttribute("aria-pressed", String(isDark));
  }
  document.getElementById("theme").addEventListener("click", () => { ownTheme = root.dataset.theme !== "dark"; theme(); });
  dark.addEventListener("change", theme);
  theme();

  // ---- tables that can be sorted

  /** Orders of tables, and names of their rows that are open: they outlast the choice of a span. */
  const orders = new Map();

  function table(label, columns, rows, detail, sorted, isUp) {
    const body = h("tbody", {});
    if (!orders.has(label)) orders.set(label, { by: sorted, down: !isUp, open: new Set() });
    const state = orders.get(label);
    const heads = columns.map((column, at) => {
      const head = h("th", { scope: "col" }, column.value
        ? h("button", { type: "button", click: () => { state.down = state.by === at ? !state.down : !column.words; state.by = at; refill(); } }, column.title)
        : column.title);
      if (column.left) head.className = "left";
      return head;
    });
    function refill() {
      heads.forEach((head, at) => { if (at === state.by) head.setAttribute("aria-sort", state.down ? "descending" : "ascending"); else head.removeAttribute("aria-sort"); });
      const value = columns[state.by].value;
      const order = rows.slice().sort((a, b) => {
        const one = value(a), other = value(b);
        const first = typeof one === "string" ? (one < other ? -1 : one > other ? 1 : 0) : one - other;
        return state.down ? -first : first;
      });
      body.replaceChildren(...order.flatMap((row) => {
        const name = columns[0].cell(row), below = () => h("tr", { class: "detail" }, h("td", { colspan: columns.length }, detail(row)));
        const tr = h("tr", {}, columns.map((column, at) => {
          if (at > 0 || !detail) return h("td", { class: column.css ? column.css(row) : column.left ? "left" : null }, column.cell(row));
          const button = h("button", { type: "button", class: "name", "aria-expanded": String(state.open.has(name)), click: () => {
            const open = state.open.delete(name);
            button.setAttribute("aria-expanded", String(!open));
            if (open) tr.nextSibling.remove();
            else { state.open.add(name); tr.after(below()); }
          } }, name);
          return h("td", {}, button);
        }));
        return detail && state.open.has(name) ? [tr, below()] : [tr];
      }));
    }
    refill();
    return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, h("table", {}, h("thead", {}, h("tr", {}, heads)), body));
  }

