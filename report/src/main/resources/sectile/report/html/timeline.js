// Draws a timeline: lanes down, time across. Only what is in view is drawn; slices too narrow to see become shades.
(() => {
  const LANE = 24, HEAD = 22, GROUP = 20, GUTTER = 190, COLOURS = 8, WAIT = 8;
  const format = (ps) => {
    const units = ["ps", "ns", "µs", "ms", "s"];
    let value = Math.abs(ps), unit = 0;
    while (unit < 4 && value >= 999.5) { value /= 1000; unit++; }
    const digits = unit === 0 ? Math.round(value) : Number(value.toPrecision(4));
    return (ps < 0 ? "-" : "") + digits + " " + units[unit];
  };
  // A time in the unit of `most`, with the digits that tell it from one `step` away.
  const exact = (ps, step, most) => {
    let unit = 0;
    while (unit < 4 && Math.abs(most) >= 1000 ** (unit + 1)) unit++;
    const digits = Math.max(0, 3 * unit - Math.floor(Math.log10(step) + 1e-9));
    return (ps / 1000 ** unit).toFixed(Math.min(12, digits)) + " " + ["ps", "ns", "µs", "ms", "s"][unit];
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
      this.layout();
      this.listen();
      this.resize();
    }

    // Turns gaps into arrays of starts that can be searched.
    read(data) {
      const width = data.merged ? 5 : 3;
      this.names = data.names;
      this.sources = data.lines;
      this.waits = data.names.map(() => false);
      for (const kind of data.waits) this.waits[kind] = true;
      this.times = new Map();
      this.end = 1;
      this.lanes = data.lanes.map((lane) => {
        const rows = lane.rows.map((flat) => {
          const n = flat.length / width;
          const row = { n, start: new Float64Array(n), end: new Float64Array(n), name: new Int32Array(n) };
          if (data.merged) { row.count = new Int32Array(n); row.busy = new Float64Array(n); }
          let at = 0;
          for (let i = 0, k = 0; i < n; i++, k += width) {
            row.start[i] = at + flat[k];
            at = row.end[i] = row.start[i] + flat[k + 1];
            row.name[i] = flat[k + 2];
            if (data.merged) { row.count[i] = flat[k + 3]; row.busy[i] = flat[k + 4]; }
            const name = this.names[row.name[i]];
            if (!this.waits[row.name[i]]) this.times.set(name, (this.times.get(name) ?? 0) + (data.merged ? row.busy[i] : flat[k + 1]));
            if (at > this.end) this.end = at;
          }
          return row;
        });
        return { group: lane.group, name: lane.name, rows };
      });
    }

    // The names that took the most time get a colour of their own, the rest share the last one; waiting has its own.
    colour() {
      const order = [...this.times.keys()].sort((a, b) => this.times.get(b) - this.times.get(a));
      const shades = new Map(order.map((name, place) => [name, Math.min(place, COLOURS - 1)]));
      this.shade = this.names.map((name, kind) => (this.waits[kind] ? WAIT : shades.get(name)));
      const legend = this.frame.querySelector(".legend");
      const entry = (place, text) => {
        const item = document.createElement("li");
        const swatch = document.createElement("span");
        swatch.className = "swatch " + (place === WAIT ? "wait" : "c" + place);
        item.append(swatch, text);
        legend.append(item);
      };
      const own = order.length <= COLOURS ? order.length : COLOURS - 1;
      order.slice(0, own).forEach((name, place) => entry(place, name));
      if (order.length > own) entry(COLOURS - 1, (order.length - own) + " others");
      if (this.waits.includes(true)) entry(WAIT, "waiting");
    }

    // The vertical places of groups and of the lanes the filter lets through.
    layout() {
      this.places = [];
      let y = 0, group;
      for (const lane of this.lanes) {
        const text = (lane.group + " " + lane.name).toLowerCase();
        if (!this.words.every((word) => text.includes(word))) continue;
        if (lane.group !== group) {
          group = lane.group;
          if (group !== "") { this.places.push({ y, height: GROUP, group }); y += GROUP; }
        }
        const height = LANE + Math.max(0, lane.rows.length - 1) * 10;
        this.places.push({ y, height, lane });
        y += height;
      }
      this.total = y;
      this.filler.style.height = y + HEAD + "px";
      this.stage.style.height = Math.min(560, y + HEAD + 2) + "px";
    }

    listen() {
      const { stage, frame } = this;
      frame.querySelector(".tools").addEventListener("click", (event) => {
        const action = event.target.dataset.action;
        if (action === "zoom-in") this.zoom(0.5);
        if (action === "zoom-out") this.zoom(2);
        if (action === "all") this.view(0, this.end);
      });
      frame.querySelector("input[data-lanes]").addEventListener("input", (event) => {
        this.words = event.target.value.toLowerCase().split(/\s+/);
        stage.scrollTop = 0;
        this.layout();
        this.resize();
      });
      stage.addEventListener("keydown", (event) => {
        const step = (this.to - this.from) / 8;
        const act = {
          ArrowLeft: () => this.view(this.from - step, this.to - step), ArrowRight: () => this.view(this.from + step, this.to + step),
          "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2), 0: () => this.view(0, this.end),
        }[event.key];
        if (act && !event.ctrlKey && !event.metaKey) { act(); event.preventDefault(); }
      });
      stage.addEventListener("wheel", (event) => {
        const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
        if (event.ctrlKey || event.metaKey) {
          this.zoom(Math.exp(event.deltaY * 0.004), this.time(event));
          event.preventDefault();
        } else if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
          const shift = sideways * (this.to - this.from) / this.plot;
          this.view(this.from + shift, this.to + shift);
          event.preventDefault();
        }
      }, { passive: false });
      stage.addEventListener("scroll", () => this.paint());
      this.drag(this.canvas, (event, start) => {
        const shift = (start.clientX - event.clientX) * (start.to - start.from) / this.plot;
        this.view(start.from + shift, start.to + shift);
      });
      const seek = (event) => {
        const box = this.overview.getBoundingClientRect();
        const middle = (event.clientX - box.left) / box.width * this.end, half = (this.to - this.from) / 2;
        this.view(middle - half, middle + half);
      };
      this.drag(this.overview, seek, seek);
      this.canvas.addEventListener("pointermove", (event) => this.point(event));
      this.canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
      this.canvas.addEventListener("dblclick", (event) => {
        const hit = this.hit(event);
        if (hit) {
          const start = hit.row.start[hit.i], length = Math.max(1, hit.row.end[hit.i] - start);
          this.view(start - length * 0.1, start + length * 1.1);
        }
      });
      new ResizeObserver(() => this.resize()).observe(frame);
      // At once: when printing starts there is no further frame.
      document.addEventListener("themechange", () => { this.colours = {}; this.draw(); });
    }

    drag(target, move, down) {
      target.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        const start = { clientX: event.clientX, from: this.from, to: this.to };
        target.setPointerCapture(event.pointerId);
        this.stage.classList.toggle("moving", target === this.canvas);
        down?.(event);
        const moved = (next) => move(next, start);
        target.addEventListener("pointermove", moved);
        const up = () => {
          target.removeEventListener("pointermove", moved);
          target.removeEventListener("pointerup", up);
          target.removeEventListener("pointercancel", up);
          this.stage.classList.remove("moving");
        };
        target.addEventListener("pointerup", up);
        target.addEventListener("pointercancel", up);
      });
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

    time(event) {
      return this.from + (event.clientX - this.canvas.getBoundingClientRect().left - this.gutter) / this.plot * (this.to - this.from);
    }

    resize() {
      const ratio = devicePixelRatio || 1;
      const width = this.stage.clientWidth, height = this.stage.clientHeight;
      this.gutter = Math.min(GUTTER, width * 0.3);
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

    draw() {
      const theme = (name) => this.colours[name] ??= this.resolve(name);
      this.fills = Array.from({ length: COLOURS }, (_, i) => theme("c" + i));
      this.fills[WAIT] = theme("wait");
      const g = this.canvas.getContext("2d");
      const top = this.stage.scrollTop;
      g.clearRect(0, 0, this.width, this.heightShown);
      g.textBaseline = "middle";
      this.grid(g, theme);
      g.save();
      g.beginPath();
      g.rect(0, HEAD, this.width, this.heightShown - HEAD);
      g.clip();
      for (const place of this.places) {
        const y = place.y - top + HEAD;
        if (y + place.height < HEAD || y > this.heightShown) continue;
        if (place.group !== undefined) {
          g.fillStyle = theme("sunken");
          g.fillRect(0, y, this.width, place.height);
          g.fillStyle = theme("ink");
          g.font = "600 12px system-ui, 'DejaVu Sans', sans-serif";
          g.fillText(place.group, 10, y + place.height / 2 + 0.5, this.width - 20);
          continue;
        }
        this.drawLane(g, place, y, theme);
      }
      g.restore();
      this.drawOverview(theme);
      const step = (this.to - this.from) / 100;
      this.range.textContent = exact(this.from, step, this.to) + " – " + exact(this.to, step, this.to) + "  (" + format(this.to - this.from) + ")";
    }

    // A canvas knows no variables, so an element's style gives their values in this theme.
    resolve(name) {
      this.frame.style.accentColor = "var(--" + name + ")";
      return getComputedStyle(this.frame).accentColor;
    }

    grid(g, theme) {
      const span = this.to - this.from;
      const rough = span / Math.max(2, this.plot / 110);
      const power = 10 ** Math.floor(Math.log10(rough));
      const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough) ?? 10 * power;
      g.font = "11.5px system-ui, 'DejaVu Sans', sans-serif";
      const labels = [];
      for (let k = Math.ceil(this.from / step); k * step <= this.to; k++) {
        const t = k * step;
        const x = Math.round(this.gutter + (t - this.from) / span * this.plot) + 0.5;
        g.fillStyle = theme("line");
        g.fillRect(x, HEAD, 1, this.heightShown);
        g.fillStyle = theme("soft");
        const label = exact(t, step, this.to);
        labels.push(label);
        const room = g.measureText(label).width;
        g.fillText(label, Math.min(x + 4, this.width - room - 4), HEAD / 2);
      }
      this.stage.dataset.ticks = labels.join("|");
      g.fillStyle = theme("strong-line");
      g.fillRect(0, HEAD - 1, this.width, 1);
      g.fillRect(this.gutter - 1, 0, 1, this.heightShown);
    }

    drawLane(g, place, y, theme) {
      g.fillStyle = theme("soft");
      g.font = "12px system-ui, 'DejaVu Sans', sans-serif";
      g.fillText(place.lane.name, 10, y + place.height / 2, this.gutter - 18);
      g.fillStyle = theme("line");
      g.fillRect(0, y + place.height - 1, this.width, 1);
      g.save();
      g.beginPath();
      g.rect(this.gutter, y, this.plot, place.height);
      g.clip();
      const height = (place.height - 5) / Math.max(1, place.lane.rows.length);
      place.lane.rows.forEach((row, index) => this.drawRow(g, row, y + 2 + index * height, height - (place.lane.rows.length > 1 ? 1 : 0), theme));
      g.restore();
    }

    drawRow(g, row, y, height, theme) {
      const scale = this.plot / (this.to - this.from);
      const x = (time) => this.gutter + (time - this.from) * scale;
      let column = -1, filled = 0, shade = 0, best = 0;
      const flush = () => {
        if (filled > 0) {
          g.globalAlpha = Math.min(1, 0.3 + 0.7 * filled);
          g.fillStyle = this.fills[shade];
          g.fillRect(column, y, 1, height);
          g.globalAlpha = 1;
        }
        filled = best = 0;
      };
      for (let i = this.first(row, this.from); i < row.n && row.start[i] <= this.to; i++) {
        const left = x(row.start[i]), right = x(row.end[i]), wide = right - left;
        if (wide < 1.5) {
          if (Math.floor(left) !== column) { flush(); column = Math.floor(left); }
          filled += Math.max(wide, 0.05);
          if (wide >= best) { best = wide; shade = this.shade[row.name[i]]; }
          continue;
        }
        flush();
        if (row.count && row.count[i] > 1) g.globalAlpha = 0.3 + 0.7 * Math.min(1, row.busy[i] / (row.end[i] - row.start[i]));
        g.fillStyle = this.fills[this.shade[row.name[i]]];
        g.fillRect(left, y, Math.max(1, wide - (wide > 4 ? 1 : 0)), height);
        g.globalAlpha = 1;
        const from = Math.max(left, this.gutter), room = Math.min(right, this.width) - from - 10;
        if (height >= 13 && room > 26) {
          g.font = "11.5px system-ui, 'DejaVu Sans', sans-serif";
          const text = this.fit(g, this.names[row.name[i]], room);
          g.fillStyle = theme(this.waits[row.name[i]] ? "ink" : "surface");
          if (text) g.fillText(text, from + 5, y + height / 2 + 0.5);
        }
      }
      flush();
    }

    fit(g, text, room) {
      if (g.measureText(text).width <= room) return text;
      const keep = Math.floor(room / 7);
      return keep >= 4 ? text.slice(0, keep - 1) + "…" : "";
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

    // How much all lanes work over the whole time, with the view marked.
    drawOverview(theme) {
      const g = this.overview.getContext("2d");
      const width = this.overview.clientWidth, height = this.overview.clientHeight;
      const columns = Math.max(1, Math.floor(width));
      if (!this.load || this.load.length !== columns) {
        this.load = new Float64Array(columns);
        const scale = columns / this.end;
        for (const place of this.places) {
          for (const row of place.lane?.rows ?? []) {
            for (let i = 0; i < row.n; i++) {
              if (!row.busy && this.waits[row.name[i]]) continue;
              const part = row.busy ? row.busy[i] / Math.max(1, row.end[i] - row.start[i]) : 1;
              const a = row.start[i] * scale, b = Math.min(columns, row.end[i] * scale);
              for (let c = Math.floor(a); c < b && c < columns; c++) this.load[c] += part * (Math.min(b, c + 1) - Math.max(a, c));
            }
          }
        }
        this.peak = Math.max(1e-9, ...this.load);
      }
      g.clearRect(0, 0, width, height);
      g.fillStyle = theme("c7");
      for (let c = 0; c < columns; c++) {
        const tall = this.load[c] / this.peak * (height - 6);
        g.fillRect(c, height - tall, 1, tall);
      }
      const left = this.from / this.end * width, right = Math.max(left + 3, this.to / this.end * width);
      g.globalAlpha = 0.18;
      g.fillStyle = theme("accent");
      g.fillRect(left, 0, right - left, height);
      g.globalAlpha = 1;
      g.strokeStyle = theme("accent");
      g.lineWidth = 1.5;
      g.strokeRect(left + 0.75, 0.75, right - left - 1.5, height - 1.5);
    }

    hit(event) {
      const box = this.canvas.getBoundingClientRect();
      const px = event.clientX - box.left, py = event.clientY - box.top;
      if (px < this.gutter || py < HEAD) return undefined;
      const y = py - HEAD + this.stage.scrollTop;
      const place = this.places.find((p) => y >= p.y && y < p.y + p.height);
      if (!place?.lane || place.lane.rows.length === 0) return undefined;
      const rows = place.lane.rows;
      const row = rows[Math.min(rows.length - 1, Math.max(0, Math.floor((y - place.y - 2) / ((place.height - 5) / rows.length))))];
      const time = this.time(event), near = 3 * (this.to - this.from) / this.plot;
      let found = -1, distance = near;
      for (let i = this.first(row, time - near); i < row.n && row.start[i] <= time + near; i++) {
        const away = Math.max(0, row.start[i] - time, time - row.end[i]);
        if (away < distance || (away === 0 && distance === 0)) { found = i; distance = away; }
      }
      return found < 0 ? undefined : { lane: place.lane, row, i: found };
    }

    point(event) {
      const hit = this.hit(event);
      this.tip.hidden = !hit;
      if (!hit) return;
      const { lane, row, i } = hit;
      const title = document.createElement("b");
      title.textContent = this.names[row.name[i]];
      const several = row.count && row.count[i] > 1 ? row.count[i] + " slices drawn as one, busy " + format(row.busy[i]) + "\n" : "";
      const source = this.sources[row.name[i]];
      this.tip.replaceChildren(title, (lane.group ? lane.group + " · " : "") + lane.name + "\n" + several
        + "starts " + exact(row.start[i], 1, row.end[i]) + ", lasts " + exact(row.end[i] - row.start[i], 1, row.end[i] - row.start[i])
        + (source ? "\nline " + source : ""));
      const room = this.tip.getBoundingClientRect();
      this.tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - room.width - 8)) + "px";
      this.tip.style.top = (event.clientY + 18 + room.height > innerHeight ? event.clientY - room.height - 10 : event.clientY + 18) + "px";
    }
  }

  for (const frame of document.querySelectorAll(".timeline")) new Timeline(frame);
})();
