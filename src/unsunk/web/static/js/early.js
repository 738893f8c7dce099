// Runs before the page is drawn, so that a remembered theme or language does not flash.
(() => {
  const root = document.documentElement;
  let kept;
  try {
    kept = JSON.parse(localStorage.getItem("unsunk.settings") ?? "{}") ?? {};
  } catch {
    kept = {};
  }
  if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
  if (kept.calm === true) root.dataset.calm = "";
  const asked = [kept.lang, ...navigator.languages].map((tag) => String(tag ?? "").slice(0, 2));
  root.lang = asked.find((tag) => tag === "en" || tag === "tr") ?? "en";
})();
