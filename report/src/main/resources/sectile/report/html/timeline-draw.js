// What a timeline looks like.
Object.assign(Timeline.prototype, {
  draw() {
    const theme = (name) => (this.colours[name] ??= this.resolve(name));
    this.fills = Array.from({ length: TIME.COLOURS }, (_, i) => theme("c" + i));
    this.fills[TIME.WAIT] = theme("wait");
    const g = this.canvas.getContext("2d");
    const top = this.stage.scrollTop;
    g.clearRect(0, 0, this.width, this.heightShown);
    g.textBaseline = "middle";
    this.drawBands(g, theme);
    this.grid(g, theme);
    g.save();
    g.beginPath();
    g.rect(0, this.head, this.width, this.heightShown - this.head);
    g.clip();
    for (const place of this.places) {
      const y = place.y - top + this.head;
      if (y + place.height < this.head || y > this.heightShown) continue;
      if (place.node) this.drawGroup(g, place, y, theme);
      else this.drawLane(g, place, y, theme);
    }
    this.drawArrows(g, top, theme);
    g.restore();
    this.drawRange(g, theme);
    this.drawOverview(theme);
    const step = (this.to - this.from) / 100;
    this.range.textContent = TIME.exact(this.from, step, this.to) + " – " + TIME.exact(this.to, step, this.to) + "  (" + TIME.format(this.to - this.from) + ")";
  },

  // A canvas knows no variables, so an element's style gives their values in this theme.
  resolve(name) {
    this.frame.style.accentColor = "var(--" + name + ")";
    return getComputedStyle(this.frame).accentColor;
  },

  x(time) {
    return this.gutter + (time - this.from) / (this.to - this.from) * this.plot;
  },

  grid(g, theme) {
    const span = this.to - this.from;
    const rough = span / Math.max(2, this.plot / 110);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= rough) ?? 10 * power;
    g.font = "11.5px system-ui, 'DejaVu Sans', sans-serif";
    const labels = [];
    for (let k = Math.ceil(this.from / step); k * step <= this.to; k++) {
      const t = k * step;
      const x = Math.round(this.x(t)) + 0.5;
      g.fillStyle = theme("line");
      g.fillRect(x, this.head, 1, this.heightShown);
      g.fillStyle = theme("soft");
      const label = TIME.exact(t, step, this.to);
      labels.push(label);
      const room = g.measureText(label).width;
      g.fillText(label, Math.min(x + 4, this.width - room - 4), TIME.RULER / 2);
    }
    this.stage.dataset.ticks = labels.join("|");
    g.fillStyle = theme("strong-line");
    g.fillRect(0, this.head - 1, this.width, 1);
    g.fillRect(this.gutter - 1, 0, 1, this.heightShown);
  },

  // Phases: their names below the ruler, every other one shaded.
  drawBands(g, theme) {
    if (this.bands.length === 0) return;
    g.save();
    g.beginPath();
    g.rect(this.gutter, TIME.RULER, this.plot, this.heightShown);
    g.clip();
    g.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    let until = -1;
    this.bands.forEach(([name, from, to], number) => {
      const left = Math.max(this.gutter, this.x(from)), right = Math.min(this.width, this.x(to));
      if (right <= this.gutter || left >= this.width || right - left < 1) return;
      g.globalAlpha = number % 2 === 0 ? 0.09 : 0.03;
      g.fillStyle = theme("accent");
      g.fillRect(left, TIME.RULER, right - left, this.heightShown);
      g.globalAlpha = 0.35;
      g.fillRect(left, TIME.RULER, 1, TIME.BAND);
      g.globalAlpha = 1;
      const start = Math.max(left, until);
      const text = right - start > 30 ? this.fit(g, name, right - start - 8) : "";
      if (text) {
        g.fillStyle = theme("soft");
        g.fillText(text, start + 4, TIME.RULER + TIME.BAND / 2);
        until = start + 10 + g.measureText(text).width;
      }
    });
    g.restore();
    g.fillStyle = theme("soft");
    g.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    g.fillText("phases", 10, TIME.RULER + TIME.BAND / 2, this.gutter - 18);
  },

  drawGroup(g, place, y, theme) {
    const { node } = place;
    g.fillStyle = theme("sunken");
    g.globalAlpha = 0.85;
    g.fillRect(0, y, this.width, place.height);
    g.globalAlpha = 1;
    g.fillStyle = theme("ink");
    g.font = "600 12px system-ui, 'DejaVu Sans', sans-serif";
    g.fillText((node.collapsed ? "▸ " : "▾ ") + node.label, 8 + node.depth * 10, y + place.height / 2 + 0.5, this.gutter - 14 - node.depth * 10);
    if (!node.collapsed) return;
    const { work, wait, peak } = this.summary(node);
    for (let c = 0; c < work.length; c++) {
      const tall = Math.min(1, work[c] / peak) * (place.height - 4), waited = Math.min(1, wait[c] / peak) * (place.height - 4);
      if (waited > 0.2) { g.fillStyle = this.fills[TIME.WAIT]; g.fillRect(this.gutter + c, y + place.height - 2 - Math.min(place.height - 4, waited + tall), 1, Math.min(place.height - 4, waited + tall)); }
      if (tall > 0.2) { g.fillStyle = theme("c7"); g.fillRect(this.gutter + c, y + place.height - 2 - tall, 1, tall); }
    }
    g.fillStyle = theme("soft");
    g.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    g.fillText(node.lanes.length + " lanes", this.gutter + 6, y + place.height / 2 + 0.5);
  },

  // How much the lanes of a closed group work and wait, per column of the view.
  summary(node) {
    const columns = Math.max(1, Math.floor(this.plot)), key = this.from + " " + this.to + " " + columns;
    if (node.key === key) return node.sum;
    node.bins ??= this.bins(this.working(node.lanes), 0, this.end, TIME.BINS);
    const peak = Math.max(1e-9, ...node.bins.work.map((value, i) => value + node.bins.wait[i]));
    let sum;
    if (this.to - this.from > this.end / 8) {
      const work = new Float64Array(columns), wait = new Float64Array(columns);
      for (let c = 0; c < columns; c++) {
        const bin = Math.min(TIME.BINS - 1, Math.floor((this.from + (c + 0.5) / columns * (this.to - this.from)) / this.end * TIME.BINS));
        work[c] = node.bins.work[bin];
        wait[c] = node.bins.wait[bin];
      }
      sum = { work, wait, peak };
    } else {
      sum = { ...this.bins(this.working(node.lanes), this.from, this.to, columns), peak };
    }
    node.key = key;
    node.sum = sum;
    return sum;
  },

  // Lanes that show work; all of them if none does, as those of links.
  working(lanes) {
    const work = lanes.filter((lane) => !lane.context);
    return work.length > 0 ? work : lanes;
  },

  bins(lanes, from, to, count) {
    const work = new Float64Array(count), wait = new Float64Array(count), scale = count / (to - from);
    for (const lane of lanes) {
      for (const row of lane.rows) {
        for (let i = this.first(row, from); i < row.n && row.start[i] < to; i++) {
          const length = Math.max(1, row.end[i] - row.start[i]), works = this.worked(row, i) / length, waits = this.waited(row, i) / length;
          const a = Math.max(0, (row.start[i] - from) * scale), b = Math.min(count, (row.end[i] - from) * scale);
          for (let c = Math.floor(a); c < b; c++) {
            const part = Math.min(b, c + 1) - Math.max(a, c);
            work[c] += works * part;
            wait[c] += waits * part;
          }
        }
      }
    }
    return { work, wait };
  },

  drawLane(g, place, y, theme) {
    const { lane } = place;
    g.fillStyle = theme("soft");
    g.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    const indent = 10 + lane.path.length * 8;
    g.fillText(lane.name, indent, y + place.height / 2, this.gutter - indent - 8);
    g.fillStyle = theme("line");
    g.fillRect(0, y + place.height - 1, this.width, 1);
    g.save();
    g.beginPath();
    g.rect(this.gutter, y, this.plot, place.height);
    g.clip();
    const height = (place.height - 5) / Math.max(1, lane.rows.length);
    lane.rows.forEach((row, index) => this.drawRow(g, row, y + 2 + index * height, height - (lane.rows.length > 1 ? 1 : 0), theme));
    g.fillStyle = theme("critical");
    let drawn = -1;
    for (let k = 0; k < lane.critical.length; k += 2) {
      const left = Math.max(this.gutter, this.x(lane.critical[k])), right = Math.min(this.width, this.x(lane.critical[k + 1]));
      if (right < this.gutter || left > this.width || right <= drawn) continue;
      g.fillRect(left, y + place.height - 4, Math.max(1, right - left), 3);
      drawn = Math.floor(Math.max(right, left + 1));
    }
    g.restore();
  },

  // Slices of other names fade while something is searched, those off the path while that is shown alone.
  faint(row, i) {
    return (this.found && !this.found[row.kind[i]]) || (this.pathOnly && !row.onPath[i]);
  },

  drawRow(g, row, y, height, theme) {
    let column = -1, filled = 0, shade = 0, best = 0;
    // What surrounds the work is paler, so that its colours are not taken for those of operations.
    const strength = row.lane.context ? 0.5 : 1;
    const flush = () => {
      if (filled > 0) {
        g.globalAlpha = Math.min(1, 0.3 + 0.7 * filled) * strength;
        g.fillStyle = this.fills[shade];
        g.fillRect(column, y, 1, height);
        g.globalAlpha = 1;
      }
      filled = best = 0;
    };
    for (let i = this.first(row, this.from); i < row.n && row.start[i] <= this.to; i++) {
      const left = this.x(row.start[i]), right = this.x(row.end[i]), wide = right - left;
      const faint = this.faint(row, i);
      if (wide < 1.5) {
        if (Math.floor(left) !== column) { flush(); column = Math.floor(left); }
        filled += Math.max(wide, 0.05) * (faint ? 0.1 : 1);
        if (wide >= best && !faint) { best = wide; shade = this.shade[row.kind[i]]; }
        continue;
      }
      flush();
      const shown = Math.max(1, wide - (wide > 4 ? 1 : 0));
      if (row.count && row.count[i] > 1) this.drawMerged(g, row, i, left, shown, y, height, faint);
      else {
        g.globalAlpha = faint ? 0.18 : strength;
        g.fillStyle = this.fills[this.shade[row.kind[i]]];
        g.fillRect(left, y, shown, height);
        g.globalAlpha = 1;
      }
      if (this.pinned && this.pinned.row === row && this.pinned.i === i) {
        g.strokeStyle = theme("ink");
        g.lineWidth = 2;
        g.strokeRect(left + 1, y + 1, Math.max(1, wide - 3), height - 2);
      }
      const from = Math.max(left, this.gutter), room = Math.min(right, this.width) - from - 10;
      if (height >= 13 && room > 26 && !faint) {
        g.font = "11.5px system-ui, 'DejaVu Sans', sans-serif";
        const text = this.fit(g, this.kinds[row.kind[i]].name, room);
        g.fillStyle = theme(this.waits[row.kind[i]] || row.lane.context || row.count?.[i] > 1 ? "ink" : "surface");
        if (text) g.fillText(text, from + 5, y + height / 2 + 0.5);
      }
    }
    flush();
  },

  // Work below, waiting above, each as high as its share of the time.
  drawMerged(g, row, i, left, wide, y, height, faint) {
    const length = row.end[i] - row.start[i];
    const works = Math.min(1, row.busy[i] / length) * height, waits = Math.min(height - works, row.waited[i] / length * height);
    g.globalAlpha = faint ? 0.06 : 0.25;
    g.fillStyle = this.fills[this.shade[row.kind[i]]];
    g.fillRect(left, y, wide, height);
    g.globalAlpha = faint ? 0.18 : 1;
    g.fillRect(left, y + height - works, wide, works);
    g.fillStyle = this.fills[TIME.WAIT];
    g.fillRect(left, y + height - works - waits, wide, waits);
    g.globalAlpha = 1;
  },

  fit(g, text, room) {
    if (g.measureText(text).width <= room) return text;
    const keep = Math.floor(room / 7);
    return keep >= 4 ? text.slice(0, keep - 1) + "…" : "";
  },

  // From sends to receives, while there are few enough in view to tell them apart.
  drawArrows(g, top, theme) {
    const wanted = [];
    for (const place of this.places) {
      if (!place.lane || wanted.length > TIME.ARROWS) continue;
      const y = place.y - top + this.head;
      if (y + place.height < this.head || y > this.heightShown) continue;
      for (const row of place.lane.rows) {
        if (!row.flow) continue;
        for (let i = this.first(row, this.from); i < row.n && row.start[i] <= this.to && wanted.length <= TIME.ARROWS; i++) {
          const flow = row.flow[i];
          if (flow > 0 && this.sendAt[flow >> 1] >= 0 && this.receiveAt[flow >> 1] >= 0) wanted.push(flow >> 1);
        }
      }
    }
    const own = this.pinned?.row.flow ? this.pinned.row.flow[this.pinned.i] >> 1 : 0;
    const shown = wanted.length > TIME.ARROWS ? [] : [...new Set(wanted)];
    if (own > 0 && !shown.includes(own)) shown.push(own);
    this.stage.dataset.arrows = shown.length;
    for (const flow of shown) this.arrow(g, top, flow, flow === own ? theme("critical") : theme("ink"), flow === own ? 2 : 1);
  },

  arrow(g, top, flow, colour, wide) {
    if (this.sendAt[flow] < 0 || this.receiveAt[flow] < 0) return;
    const send = this.slice(this.sendAt[flow]), receive = this.slice(this.receiveAt[flow]);
    if (send.row.lane.top === -1 || receive.row.lane.top === -1) return;
    const x1 = this.x(send.row.end[send.i]), x2 = this.x(receive.row.end[receive.i]);
    const y1 = send.row.lane.top - top + this.head + 12, y2 = receive.row.lane.top - top + this.head + 12;
    g.save();
    g.beginPath();
    g.rect(this.gutter, this.head, this.plot, this.heightShown);
    g.clip();
    g.strokeStyle = g.fillStyle = colour;
    g.globalAlpha = wide > 1 ? 1 : 0.45;
    g.lineWidth = wide;
    const bend = Math.max(12, Math.abs(x2 - x1) / 2);
    g.beginPath();
    g.moveTo(x1, y1);
    g.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
    g.stroke();
    g.beginPath();
    g.moveTo(x2, y2);
    g.lineTo(x2 - 6, y2 - 3.5);
    g.lineTo(x2 - 6, y2 + 3.5);
    g.fill();
    g.restore();
  },

  drawRange(g, theme) {
    if (!this.selected) return;
    const left = Math.max(this.gutter, this.x(this.selected[0])), right = Math.min(this.width, this.x(this.selected[1]));
    if (right < this.gutter || left > this.width) return;
    g.globalAlpha = 0.14;
    g.fillStyle = theme("accent");
    g.fillRect(left, 0, right - left, this.heightShown);
    g.globalAlpha = 1;
    g.fillRect(left, 0, 1.5, this.heightShown);
    g.fillRect(right - 1.5, 0, 1.5, this.heightShown);
  },

  // How much all lanes work, and above that wait, over the whole time, with the view marked.
  drawOverview(theme) {
    const g = this.overview.getContext("2d");
    const width = this.overview.clientWidth, height = this.overview.clientHeight;
    const columns = Math.max(1, Math.floor(width));
    if (!this.load || this.load.work.length !== columns) {
      this.load = this.bins(this.working(this.lanes.filter((lane) => this.shows(lane))), 0, this.end, columns);
      this.peak = this.load.work.reduce((most, value, c) => Math.max(most, value + this.load.wait[c]), 1e-9);
    }
    g.clearRect(0, 0, width, height);
    for (let c = 0; c < columns; c++) {
      const work = this.load.work[c] / this.peak * (height - 6), wait = this.load.wait[c] / this.peak * (height - 6);
      g.fillStyle = theme("c7");
      g.fillRect(c, height - work, 1, work);
      g.fillStyle = theme("wait");
      g.fillRect(c, height - work - wait, 1, wait);
    }
    const left = this.from / this.end * width, right = Math.max(left + 3, this.to / this.end * width);
    g.globalAlpha = 0.18;
    g.fillStyle = theme("accent");
    g.fillRect(left, 0, right - left, height);
    g.globalAlpha = 1;
    g.strokeStyle = theme("accent");
    g.lineWidth = 1.5;
    g.strokeRect(left + 0.75, 0.75, right - left - 1.5, height - 1.5);
  },
});
