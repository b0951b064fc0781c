// Pointer, wheel and keys of a timeline, and what it says about a slice, a range or a search.
Object.assign(Timeline.prototype, {
  listen() {
    const { stage, frame } = this;
    const actions = {
      "zoom-in": () => this.zoom(0.5),
      "zoom-out": () => this.zoom(2),
      all: () => this.view(0, this.end),
      path: () => this.togglePath(),
      open: () => this.setAll(false),
      close: () => this.setAll(true),
      help: () => this.frame.querySelector("dialog").showModal(),
    };
    frame.querySelector(".tools").addEventListener("click", (event) => actions[event.target.dataset.action]?.());
    frame.querySelector("dialog").addEventListener("click", (event) => event.currentTarget.close());
    frame.querySelector("input[data-lanes]").addEventListener("input", (event) => {
      this.words = event.target.value.toLowerCase().split(/\s+/);
      stage.scrollTop = 0;
      this.layout();
      this.resize();
    });
    document.addEventListener("keydown", (event) => this.key(event));
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
    this.drag(this.canvas);
    const seek = (event) => {
      const box = this.overview.getBoundingClientRect();
      const middle = (event.clientX - box.left) / box.width * this.end, half = (this.to - this.from) / 2;
      this.view(middle - half, middle + half);
    };
    this.overview.addEventListener("pointerdown", (event) => { this.overview.setPointerCapture(event.pointerId); seek(event); });
    this.overview.addEventListener("pointermove", (event) => { if (event.buttons & 1) seek(event); });
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    this.canvas.addEventListener("dblclick", (event) => {
      const hit = this.hit(event);
      if (hit) this.fill(hit.row, hit.i);
    });
    new ResizeObserver(() => this.resize()).observe(frame);
    // At once: when printing starts there is no further frame.
    document.addEventListener("themechange", () => { this.colours = {}; this.draw(); });
  },

  // Dragging moves the view; from the ruler, or with Shift, it selects a range. A click pins a slice or opens a group.
  drag(target) {
    target.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      const start = { x: event.clientX, from: this.from, to: this.to, time: this.time(event) };
      const selects = event.shiftKey || event.clientY - target.getBoundingClientRect().top < this.head;
      let moved = false;
      target.setPointerCapture(event.pointerId);
      this.stage.classList.toggle("moving", !selects);
      const move = (next) => {
        moved ||= Math.abs(next.clientX - start.x) > 3;
        if (!moved) return;
        if (selects) {
          this.select(start.time, this.time(next));
        } else {
          const shift = (start.x - next.clientX) * (start.to - start.from) / this.plot;
          this.view(start.from + shift, start.to + shift);
        }
      };
      const up = (last) => {
        target.removeEventListener("pointermove", move);
        target.removeEventListener("pointerup", up);
        target.removeEventListener("pointercancel", up);
        this.stage.classList.remove("moving");
        if (!moved && last.type === "pointerup") this.click(last);
        else if (selects && this.selected) this.sums();
      };
      target.addEventListener("pointermove", move);
      target.addEventListener("pointerup", up);
      target.addEventListener("pointercancel", up);
    });
  },

  key(event) {
    const typing = event.target.matches?.("input, textarea, select");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { this.unpin(); event.target.blur?.(); return; }
    if (typing) return;
    const here = this.stage.contains(event.target);
    const step = (this.to - this.from) / 8;
    const act = {
      w: () => this.zoom(0.7), s: () => this.zoom(1 / 0.7),
      a: () => this.view(this.from - step, this.to - step), d: () => this.view(this.from + step, this.to + step),
      f: () => (this.pinned ? this.fill(this.pinned.row, this.pinned.i) : this.selected ? this.view(...this.selected) : this.view(0, this.end)),
      c: () => this.togglePath(),
      "/": () => { this.frame.querySelector("input[data-search]").focus(); },
      "?": () => this.frame.querySelector("dialog").showModal(),
      ...(here && {
        ArrowLeft: () => this.view(this.from - step, this.to - step), ArrowRight: () => this.view(this.from + step, this.to + step),
        "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2), 0: () => this.view(0, this.end),
      }),
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (act) { act(); event.preventDefault(); }
  },

  fill(row, i) {
    const start = row.start[i], length = Math.max(1, row.end[i] - start);
    this.view(start - length * 0.1, start + length * 1.1);
  },

  togglePath() {
    this.pathOnly = !this.pathOnly;
    this.frame.querySelector("[data-action=path]").setAttribute("aria-pressed", this.pathOnly);
    this.paint();
  },

  setAll(collapsed) {
    for (const node of this.groups) node.collapsed = collapsed;
    this.layout();
    this.resize();
  },

  placeAt(event) {
    const y = event.clientY - this.canvas.getBoundingClientRect().top - this.head + this.stage.scrollTop;
    return { y, place: this.places.find((p) => y >= p.y && y < p.y + p.height) };
  },

  hit(event) {
    const box = this.canvas.getBoundingClientRect();
    if (event.clientX - box.left < this.gutter || event.clientY - box.top < this.head) return undefined;
    const { y, place } = this.placeAt(event);
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
  },

  click(event) {
    if (event.clientY - this.canvas.getBoundingClientRect().top >= this.head) {
      const { place } = this.placeAt(event);
      if (place?.node) { this.toggle(place.node); return; }
    }
    const hit = this.hit(event);
    if (hit) this.pin(hit.row, hit.i);
    else this.unpin();
  },

  facts(row, i) {
    const kind = this.kinds[row.kind[i]], length = row.end[i] - row.start[i], { lane } = row;
    const facts = [["where", (lane.group ? lane.group.replaceAll("/", ".") + " · " : "") + lane.name],
      ["starts", TIME.exact(row.start[i], 1, row.end[i])], ["lasts", TIME.exact(length, 1, length)]];
    if (this.waits[row.kind[i]]) facts.push(["does", "waits"]);
    if (row.count && row.count[i] > 1) facts.push(["slices", row.count[i].toLocaleString("en") + " drawn as one: work " + TIME.format(row.busy[i]) + ", waiting " + TIME.format(row.waited[i])]);
    if (row.bytes && row.bytes[i] > 0) facts.push(["bytes", TIME.bytes(row.bytes[i]) + " (" + row.bytes[i].toLocaleString("en") + ")"]);
    if (row.bytes && row.bytes[i] > 0 && length > 0) facts.push(["rate", Number((row.bytes[i] / length * 1000).toPrecision(4)) + " GB/s"]);
    if (kind.line) facts.push(["line", kind.line]);
    if (kind.phase) facts.push(["phase", kind.phase]);
    if (kind.after) facts.push(["begins after", kind.after]);
    if (row.onPath[i]) facts.push(["critical path", "yes"]);
    return facts;
  },

  point(event) {
    const hit = event.buttons & 1 ? undefined : this.hit(event);
    this.tip.hidden = !hit;
    if (!hit) return;
    const title = document.createElement("b");
    title.textContent = this.kinds[hit.row.kind[hit.i]].name;
    this.tip.replaceChildren(title, this.facts(hit.row, hit.i).map(([name, value]) => (name === "where" ? value : name + " " + value)).join("\n"));
    const room = this.tip.getBoundingClientRect();
    this.tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - room.width - 8)) + "px";
    this.tip.style.top = (event.clientY + 18 + room.height > innerHeight ? event.clientY - room.height - 10 : event.clientY + 18) + "px";
  },

  panels() {
    this.details = this.frame.querySelector(".details");
    this.found = undefined;
    const search = this.frame.querySelector("input[data-search]"), status = this.frame.querySelector(".matches");
    search.addEventListener("input", () => {
      const text = search.value.trim().toLowerCase();
      this.found = text === "" ? undefined : this.kinds.map((kind) => (kind.name + " " + kind.line + " " + kind.phase).toLowerCase().includes(text));
      this.at = undefined;
      let count = 0;
      if (this.found) for (const row of this.rows) for (let i = 0; i < row.n; i++) if (this.found[row.kind[i]]) count++;
      status.textContent = this.found ? count.toLocaleString("en") + " found; Enter shows the next" : "";
      this.paint();
    });
    search.addEventListener("keydown", (event) => { if (event.key === "Enter" && this.found) this.nextFound(); });
  },

  // The first match by time after the one shown last.
  nextFound() {
    let best;
    const after = this.at ?? { time: -1, global: -1 };
    for (const row of this.rows) {
      for (let i = this.first(row, after.time); i < row.n; i++) {
        const later = row.start[i] > after.time || (row.start[i] === after.time && row.base + i > after.global);
        if (this.found[row.kind[i]] && later) {
          if (!best || row.start[i] < best.time || (row.start[i] === best.time && row.base + i < best.global)) best = { time: row.start[i], global: row.base + i, row, i };
          break;
        }
      }
    }
    this.at = best;
    if (best) { this.show(best.row, best.i); this.pin(best.row, best.i); }
  },

  pin(row, i) {
    this.pinned = { row, i };
    this.selected = undefined;
    const list = document.createElement("dl");
    for (const [name, value] of this.facts(row, i)) {
      const key = document.createElement("dt"), text = document.createElement("dd");
      key.textContent = name;
      text.textContent = value;
      list.append(key, text);
    }
    const parts = [this.heading(this.kinds[row.kind[i]].name), list];
    const flow = row.flow ? row.flow[i] : 0;
    const other = flow > 0 ? (flow % 2 === 0 ? this.receiveAt : this.sendAt)[flow >> 1] : -1;
    if (other >= 0) {
      const go = document.createElement("button");
      go.type = "button";
      go.textContent = flow % 2 === 0 ? "Go to its receive" : "Go to its send";
      go.addEventListener("click", () => { const to = this.slice(other); this.show(to.row, to.i, false); this.pin(to.row, to.i); });
      parts.push(go);
    }
    this.details.replaceChildren(...parts);
    this.details.hidden = false;
    this.paint();
  },

  heading(text) {
    const head = document.createElement("h3"), close = document.createElement("button");
    head.textContent = text;
    close.type = "button";
    close.textContent = "×";
    close.setAttribute("aria-label", "Close");
    close.addEventListener("click", () => this.unpin());
    head.append(close);
    return head;
  },

  unpin() {
    this.pinned = this.selected = undefined;
    this.details.hidden = true;
    this.paint();
  },

  select(a, b) {
    this.pinned = undefined;
    this.selected = [Math.max(0, Math.min(a, b)), Math.min(this.end, Math.max(a, b))];
    this.paint();
  },

  // What the engines that are shown did in the selected range; what the lanes did, if the filter shows no engine. Lanes that
  // show the same work again, such as those of phases and of the critical path, do not count twice.
  sums() {
    const [from, to] = this.selected, sums = new Map();
    let work = 0, wait = 0, bytes = 0;
    const shown = this.lanes.filter((lane) => this.shows(lane)), lanes = this.working(shown);
    for (const lane of lanes) {
      for (const row of lane.rows) {
        for (let i = this.first(row, from); i < row.n && row.start[i] < to; i++) {
          const time = Math.min(row.end[i], to) - Math.max(row.start[i], from);
          const length = row.end[i] - row.start[i];
          if (time < 0 || (time === 0 && length > 0)) continue;
          const name = this.kinds[row.kind[i]].name, waits = this.waits[row.kind[i]];
          const sum = sums.get(name) ?? { name, count: 0, time: 0, bytes: 0, waits };
          sums.set(name, sum);
          sum.count += row.count ? row.count[i] : 1;
          const part = length > 0 ? time / length : 1, works = this.worked(row, i) * part, waiting = this.waited(row, i) * part;
          sum.time += works + waiting;
          // Bytes count where they arrive; a wait moves none.
          const moved = row.bytes && !waits && row.end[i] <= to ? row.bytes[i] : 0;
          sum.bytes += moved;
          // What a queue sends or takes is moved by the DMA engines.
          if (!(row.flow?.[i] > 0)) bytes += moved;
          work += works;
          wait += waiting;
        }
      }
    }
    const table = document.createElement("table");
    const line = (cells, tag = "td") => {
      const tr = document.createElement("tr");
      for (const cell of cells) { const td = document.createElement(tag); td.textContent = cell; tr.append(td); }
      table.append(tr);
    };
    line(["operation", "slices", "time", "bytes"], "th");
    const sorted = [...sums.values()].sort((a, b) => b.time - a.time);
    for (const sum of sorted.slice(0, 12)) line([sum.name, sum.count.toLocaleString("en"), TIME.format(sum.time), sum.bytes ? TIME.bytes(sum.bytes) : ""]);
    const total = document.createElement("p");
    total.textContent = lanes.length.toLocaleString("en") + (lanes.some((lane) => lane.context) ? " lanes" : " engines") + " together: work " + TIME.format(work) + ", waiting " + TIME.format(wait) + ", " + TIME.bytes(bytes)
      + (sorted.length > 12 ? "; " + (sorted.length - 12) + " more operations" : "");
    this.details.replaceChildren(this.heading(TIME.format(to - from) + " from " + TIME.exact(from, 1, to)), total, table);
    this.details.hidden = false;
    this.paint();
  },
});

for (const frame of document.querySelectorAll(".timeline")) frame.timeline = new Timeline(frame);
