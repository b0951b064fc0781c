"use strict";
// Follows the system's theme until the reader chooses; printing is always light.
(() => {
  const root = document.documentElement;
  const button = document.getElementById("theme");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
  const tell = () => {
    button.textContent = isDark() ? "Light theme" : "Dark theme";
    document.dispatchEvent(new Event("themechange"));
  };
  // A browser may keep nothing for pages of files.
  const kept = (action) => { try { return action(localStorage); } catch { return undefined; } };
  const chosen = kept((storage) => storage.getItem("sectile-theme"));
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  button.hidden = false;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    kept((storage) => storage.setItem("sectile-theme", root.dataset.theme));
    tell();
  });
  system.addEventListener("change", tell);
  let before;
  addEventListener("beforeprint", () => {
    before = root.dataset.theme;
    root.dataset.theme = "light";
    tell();
  });
  addEventListener("afterprint", () => {
    if (before === undefined) delete root.dataset.theme;
    else root.dataset.theme = before;
    tell();
  });
  tell();
})();
