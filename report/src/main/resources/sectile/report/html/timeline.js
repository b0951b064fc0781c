// Draws a timeline: lanes down, time across. Only what is in view is drawn; slices too narrow to see become shades.
const TIME = {
  LANE: 24, RULER: 22, BAND: 16, GROUP: 22, GUTTER: 190, COLOURS: 8, WAIT: 8, BINS: 2048, ARROWS: 300,
  UNITS: ["ps", "ns", "µs", "ms", "s"],
  format(ps) {
    let value = Math.abs(ps), unit = 0;
    while (unit < 4 && value >= 999.5) { value /= 1000; unit++; }
    const digits = unit === 0 ? Math.round(value) : Number(value.toPrecision(4));
    return (ps < 0 ? "-" : "") + digits + " " + TIME.UNITS[unit];
  },
  // A time in the unit of `most`, with the digits that tell it from one `step` away.
  exact(ps, step, most) {
    let unit = 0;
    while (unit < 4 && Math.abs(most) >= 1000 ** (unit + 1)) unit++;
    const digits = Math.max(0, 3 * unit - Math.floor(Math.log10(step) + 1e-9));
    return (ps / 1000 ** unit).toFixed(Math.min(12, digits)) + " " + TIME.UNITS[unit];
  },
  bytes(count) {
    const units = ["B", "KiB", "MiB", "GiB", "TiB"];
    let value = count, unit = 0;
    while (unit < 4 && value >= 1023.5) { value /= 1024; unit++; }
    return Number(value.toPrecision(4)) + " " + units[unit];
  },
};

class Timeline {
  constructor(frame) {
    this.frame = frame;
    this.stage = frame.querySelector(".stage");
    this.canvas = this.stage.querySelector("canvas");
    this.overview = frame.querySelector(".overview");
    this.tip = frame.querySelector(".tip");
    this.filler = frame.querySelector(".height");
    this.range = frame.querySelector(".range");
    const source = frame.querySelector("script");
    this.read(JSON.parse(source.textContent));
    source.remove();
    this.colour();
    this.from = 0;
    this.to = this.end;
    this.words = [];
    this.colours = {};
    this.head = TIME.RULER + (this.bands.length > 0 ? TIME.BAND : 0);
    this.layout();
    this.listen();
    this.panels();
    this.resize();
  }

  // The bytes of slices, as gaps and lengths in groups of seven bits, become arrays that can be searched.
  read(data) {
    this.kinds = data.kinds;
    this.waits = data.kinds.map((kind) => kind.wait === 1);
    this.bands = data.bands;
    this.lanes = [];
    this.end = 1;
    this.rows = [];
    this.sendAt = new Int32Array(data.flows + 1).fill(-1);
    this.receiveAt = new Int32Array(data.flows + 1).fill(-1);
    const text = atob(data.slices);
    let at = 0, base = 0;
    const next = () => {
      let value = 0, scale = 1, byte;
      do { byte = text.charCodeAt(at++); value += (byte & 127) * scale; scale *= 128; } while (byte > 127);
      return value;
    };
    const groups = new Map();
    for (const given of data.lanes) {
      const lane = { name: given.name, group: given.group, path: this.path(given.group, groups), number: this.lanes.length, critical: given.critical, context: given.context === true };
      lane.rows = given.rows.map((n) => {
        const row = { n, base, lane, start: new Float64Array(n), end: new Float64Array(n), kind: new Int32Array(n) };
        if (given.bytes) row.bytes = new Float64Array(n);
        if (given.flows) row.flow = new Int32Array(n);
        if (data.merged) { row.count = new Int32Array(n); row.busy = new Float64Array(n); row.waited = new Float64Array(n); }
        let time = 0;
        for (let i = 0; i < n; i++) {
          const gap = next();
          row.start[i] = time + (gap % 2 === 0 ? gap / 2 : -(gap + 1) / 2);
          time = row.end[i] = row.start[i] + next();
          row.kind[i] = next();
          if (given.bytes) row.bytes[i] = next();
          if (given.flows) {
            const flow = row.flow[i] = next();
            if (flow > 0) (flow % 2 === 0 ? this.sendAt : this.receiveAt)[flow >> 1] = base + i;
          }
          if (data.merged) { row.count[i] = next(); row.busy[i] = next(); row.waited[i] = next(); }
          if (time > this.end) this.end = time;
        }
        base += n;
        this.rows.push(row);
        return row;
      });
      for (const node of lane.path) node.lanes.push(lane);
      this.mark(lane);
      this.lanes.push(lane);
    }
    this.size = base;
    this.fold();
    this.groups = [...groups.values()];
    const many = this.lanes.length > 100;
    for (const node of this.groups) node.collapsed = many && node.lanes.length > 4 && !node.lanes.some((lane) => lane.critical.length > 0);
  }

  // A group whose only member is another group shows as one.
  fold() {
    for (const lane of this.lanes) {
      lane.path = lane.path.filter((node, depth) => {
        const inner = lane.path[depth + 1];
        if (!inner || inner.lanes.length !== node.lanes.length) return true;
        if (!inner.folded) { inner.label = node.label + "." + inner.label; inner.folded = true; }
        return false;
      });
      lane.path.forEach((node, depth) => { node.depth = depth; });
    }
  }

  path(group, groups) {
    const path = [];
    let name = "";
    for (const label of group === "" ? [] : group.split("/")) {
      name += "/" + label;
      if (!groups.has(name)) groups.set(name, { name, label, depth: path.length, lanes: [], collapsed: false });
      path.push(groups.get(name));
    }
    return path;
  }

  // Slices that overlap a piece of the critical path on their lane.
  mark(lane) {
    for (const row of lane.rows) {
      row.onPath = new Uint8Array(row.n);
      let i = 0;
      for (let k = 0; k < lane.critical.length; k += 2) {
        const from = lane.critical[k], to = lane.critical[k + 1];
        i = Math.max(0, this.first(row, from) - 1);
        for (; i < row.n && row.start[i] < to; i++) if (row.end[i] > from) row.onPath[i] = 1;
      }
    }
  }

  // The names that took the most time get a colour of their own, the rest share the last one; waiting has its own. What
  // surrounds the work takes colours in turn.
  colour() {
    const times = new Map();
    const around = new Map();
    for (const row of this.rows) {
      for (let i = 0; i < row.n; i++) {
        const kind = row.kind[i];
        if (row.lane.context) {
          const name = this.kinds[kind].name;
          if (!around.has(name)) around.set(name, around.size % (TIME.COLOURS - 1));
        } else if (!this.waits[kind]) {
          const name = this.kinds[kind].name;
          times.set(name, (times.get(name) ?? 0) + this.worked(row, i));
        }
      }
    }
    const order = [...times.keys()].sort((a, b) => times.get(b) - times.get(a));
    const shades = new Map(order.map((name, place) => [name, Math.min(place, TIME.COLOURS - 1)]));
    this.shade = this.kinds.map((kind, i) => (this.waits[i] ? TIME.WAIT : shades.get(kind.name) ?? around.get(kind.name) ?? TIME.COLOURS - 1));
    const legend = this.frame.querySelector(".legend");
    const entry = (style, text) => {
      const item = document.createElement("li");
      const swatch = document.createElement("span");
      swatch.className = "swatch " + style;
      item.append(swatch, text);
      legend.append(item);
    };
    const own = order.length <= TIME.COLOURS ? order.length : TIME.COLOURS - 1;
    order.slice(0, own).forEach((name, place) => entry("c" + place, name));
    if (order.length > own) entry("c" + (TIME.COLOURS - 1), order.length - own + " others");
    if (this.waits.includes(true)) entry("wait", "waiting");
    if (this.lanes.some((lane) => lane.critical.length > 0)) entry("critical", "critical path");
  }

  // How long a slice worked and waited; one that was merged of several may have done both.
  worked(row, i) {
    return row.busy ? row.busy[i] : this.waits[row.kind[i]] ? 0 : row.end[i] - row.start[i];
  }

  waited(row, i) {
    return row.waited ? row.waited[i] : this.waits[row.kind[i]] ? row.end[i] - row.start[i] : 0;
  }

  shows(lane) {
    const text = (lane.group + " " + lane.name).toLowerCase();
    return this.words.every((word) => text.includes(word));
  }

  // The vertical places of groups and of the lanes that the filter lets through and no closed group hides.
  layout() {
    this.places = [];
    let y = 0, open = [];
    const filtered = this.words.some((word) => word !== "");
    for (const lane of this.lanes) {
      lane.top = -1;
      if (!this.shows(lane)) continue;
      let hidden = false;
      for (let depth = 0; depth < lane.path.length && !hidden; depth++) {
        const node = lane.path[depth];
        if (open[depth] !== node) {
          open = [...open.slice(0, depth), node];
          this.places.push({ y, height: TIME.GROUP, node });
          node.top = y;
          y += TIME.GROUP;
        }
        hidden = node.collapsed && !filtered;
        if (hidden) lane.top = node.top - 2;
      }
      if (hidden) continue;
      const height = TIME.LANE + Math.max(0, lane.rows.length - 1) * 10;
      lane.top = y;
      this.places.push({ y, height, lane });
      y += height;
    }
    this.total = y;
    this.filler.style.height = y + this.head + "px";
    this.stage.style.height = Math.min(560, y + this.head + 2) + "px";
  }

  toggle(node) {
    node.collapsed = !node.collapsed;
    this.layout();
    this.resize();
  }

  view(from, to) {
    const span = Math.min(this.end, Math.max(to - from, Math.min(this.end, 20)));
    const middle = (from + to) / 2;
    this.from = Math.min(Math.max(0, middle - span / 2), this.end - span);
    this.to = this.from + span;
    this.paint();
  }

  zoom(factor, around = (this.from + this.to) / 2) {
    this.view(around - (around - this.from) * factor, around + (this.to - around) * factor);
  }

  // The lane of a slice opens, scrolls into view, and the slice fills some of the width.
  show(row, i, wide = true) {
    for (const node of row.lane.path) node.collapsed = false;
    if (!this.shows(row.lane)) {
      this.words = [];
      this.frame.querySelector("input[data-lanes]").value = "";
    }
    this.layout();
    this.resize();
    const top = row.lane.top;
    if (top < this.stage.scrollTop || top > this.stage.scrollTop + this.heightShown - this.head - 30) this.stage.scrollTop = top - 60;
    const length = Math.max(1, row.end[i] - row.start[i]), span = wide ? length * 6 : this.to - this.from;
    const middle = row.start[i] + length / 2;
    this.view(middle - span / 2, middle + span / 2);
  }

  slice(global) {
    let low = 0, high = this.rows.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rows[middle].base <= global) low = middle;
      else high = middle - 1;
    }
    // Rows without slices have the same base as the next.
    const row = this.rows[low];
    return { row, i: global - row.base };
  }

  time(event) {
    return this.from + (event.clientX - this.canvas.getBoundingClientRect().left - this.gutter) / this.plot * (this.to - this.from);
  }

  // The first slice that ends after a time; rows are in order, overlaps in the last row only widen the start.
  first(row, time) {
    let low = 0, high = row.n;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (row.end[middle] < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  resize() {
    const ratio = devicePixelRatio || 1;
    const width = this.stage.clientWidth, height = this.stage.clientHeight;
    this.gutter = Math.min(TIME.GUTTER, width * 0.3);
    this.width = width;
    this.heightShown = height;
    this.plot = Math.max(1, width - this.gutter);
    for (const [canvas, w, h] of [[this.canvas, width, height], [this.overview, this.overview.clientWidth, this.overview.clientHeight]]) {
      canvas.width = Math.max(1, Math.round(w * ratio));
      canvas.height = Math.max(1, Math.round(h * ratio));
      canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    this.canvas.style.width = width + "px";
    this.canvas.style.height = height + "px";
    this.load = undefined;
    this.paint();
  }

  paint() {
    if (!this.waiting) this.waiting = requestAnimationFrame(() => { this.waiting = 0; this.draw(); });
  }
}
