// Colours a drawing by how busy its parts were at a moment, or over the whole run.
for (const frame of document.querySelectorAll(".playback")) {
  const source = frame.querySelector("script"), data = JSON.parse(source.textContent), text = atob(data.levels);
  source.remove();
  const root = frame.querySelector(".drawing").shadowRoot, slider = frame.querySelector("input");
  const button = frame.querySelector("button"), output = frame.querySelector("output"), tip = frame.querySelector(".tip");
  const parts = new Map(data.parts.map(([place, name, total], number) => [place, { name, total, number }]));
  const shapes = [...root.querySelectorAll("[data-place]")].map((shape) => ({ shape, part: parts.get(shape.dataset.place), lit: false, style: shape.getAttribute("style") ?? "" }));
  // Pale yellow over orange to dark red, as the drawing has it.
  const heat = [[246, 231, 168], [253, 208, 110], [253, 160, 66], [236, 85, 40], [158, 17, 50]];
  const colour = (value) => {
    const scaled = value * (heat.length - 1), low = Math.min(Math.floor(scaled), heat.length - 2), part = scaled - low;
    return "rgb(" + heat[low].map((c, i) => Math.round(c * (1 - part) + heat[low + 1][i] * part)).join(",") + ")";
  };
  const level = (part, at) => (at < 0 ? part.total : text.charCodeAt(part.number * data.frames + at) / 255);
  const show = () => {
    const at = Number(slider.value);
    output.textContent = at < 0 ? "the whole run" : TIME.format((at + 0.5) / data.frames * data.end);
    for (const each of shapes) {
      if (at < 0 || !each.part) {
        each.shape.setAttribute("style", each.style);
        if (at >= 0 && each.style) each.shape.removeAttribute("style");
        continue;
      }
      const value = level(each.part, at), line = each.shape.classList.contains("link");
      each.shape.setAttribute("style", value === 0 ? "" : line ? "stroke:" + colour(value) + ";opacity:1" : "fill:" + colour(value));
    }
    frame.dataset.at = at;
  };
  slider.addEventListener("input", show);
  let timer;
  const stop = () => { clearInterval(timer); timer = undefined; button.textContent = "Play"; };
  button.addEventListener("click", () => {
    if (timer) { stop(); return; }
    if (Number(slider.value) >= data.frames - 1) slider.value = -1;
    button.textContent = "Pause";
    timer = setInterval(() => {
      slider.value = Number(slider.value) + 1;
      show();
      if (Number(slider.value) >= data.frames - 1) stop();
    }, 40);
  });
  root.addEventListener("pointermove", (event) => {
    const part = parts.get(event.target.closest?.("[data-place]")?.dataset.place);
    tip.hidden = !part;
    if (!part) return;
    const title = document.createElement("b");
    title.textContent = part.name;
    tip.replaceChildren(title, "busy " + (level(part, Number(slider.value)) * 100).toFixed(1) + " % " + (Number(slider.value) < 0 ? "of the run" : "at " + output.textContent));
    const room = tip.getBoundingClientRect();
    tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - room.width - 8)) + "px";
    tip.style.top = (event.clientY + 18 + room.height > innerHeight ? event.clientY - room.height - 10 : event.clientY + 18) + "px";
  });
  root.addEventListener("pointerout", () => { tip.hidden = true; });
  show();
}
