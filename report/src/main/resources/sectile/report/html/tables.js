// Sorts a table by a clicked column, and shows only the rows that hold the words of its filter.
(() => {
  const key = (row, index) => {
    const cell = row.cells[index];
    const bare = cell.dataset.v;
    return bare === undefined ? cell.textContent : bare === "" ? NaN : Number(bare);
  };
  const compare = (a, b) => {
    if (typeof a === "string") return a.localeCompare(b, "en", { numeric: true });
    // What has no number comes last in both directions.
    if (Number.isNaN(a) || Number.isNaN(b)) return Number.isNaN(a) - Number.isNaN(b);
    return a - b;
  };
  for (const table of document.querySelectorAll("table.data")) {
    const body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, index) => {
      head.querySelector("button").addEventListener("click", () => {
        const numeric = head.classList.contains("number");
        const now = head.getAttribute("aria-sort");
        const direction = now ? (now === "ascending" ? "descending" : "ascending") : numeric ? "descending" : "ascending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", direction);
        const sign = direction === "ascending" ? 1 : -1;
        const rows = [...body.rows].map((row) => [key(row, index), row]);
        rows.sort(([a], [b]) => (Number.isNaN(a) || Number.isNaN(b) ? compare(a, b) : sign * compare(a, b)));
        body.append(...rows.map(([, row]) => row));
      });
    });
  }
  for (const input of document.querySelectorAll("input[data-filter]")) {
    const body = input.closest("section").querySelector("table.data").tBodies[0];
    const found = input.closest("label").nextElementSibling;
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/);
      for (const row of body.rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
      const left = [...body.rows].filter((row) => !row.hidden).length;
      found.textContent = left === body.rows.length ? "" : left + " of " + body.rows.length;
    });
  }
})();
