// Search without a server: the words of all pages lie in search-index.js, which is loaded when somebody begins to type.
"use strict";
(() => {
  const up = document.currentScript.dataset.up;
  const box = document.querySelector(".search");
  const field = box.querySelector("input");
  const list = box.querySelector("ol");
  const MOST = 12;
  let loading = null;
  box.hidden = false;

  function load() {
    loading ??= new Promise((done, fail) => {
      const script = document.createElement("script");
      script.src = up + "search-index.js";
      script.onload = () => done(window.EPSILOG_PAGES.map((one) => [...one, one.slice(1).join(" ").toLowerCase()]));
      script.onerror = fail;
      document.head.append(script);
    });
    return loading;
  }

  // Every word must be there; a word in a title counts most, then one in a heading.
  function find(pages, words) {
    const found = [];
    for (const [place, title, heading, text, all] of pages) {
      if (!words.every((word) => all.includes(word))) continue;
      const inside = (where) => words.filter((word) => where.toLowerCase().includes(word)).length;
      found.push({ place, title, heading, text, points: 4 * inside(title) + 3 * inside(heading) });
    }
    return found.sort((one, other) => other.points - one.points).slice(0, MOST);
  }

  function around(text, word) {
    const at = Math.max(text.toLowerCase().indexOf(word), 0);
    const start = Math.max(at - 40, 0);
    return (start ? "… " : "") + text.slice(start, at + 90).trim() + " …";
  }

  field.addEventListener("input", async () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const pages = words.length ? await load() : [];
    if (field.value.toLowerCase().split(/\s+/).filter(Boolean).join(" ") !== words.join(" ")) return;
    list.replaceChildren();
    if (!words.length) return;
    const found = find(pages, words);
    for (const one of found) {
      const link = document.createElement("a");
      link.href = up + one.place;
      const head = document.createElement("b");
      head.textContent = one.heading && one.heading !== one.title ? `${one.title} · ${one.heading}` : one.title;
      const words_around = document.createElement("span");
      words_around.textContent = around(one.text, words[0]);
      link.append(head, words_around);
      const line = document.createElement("li");
      line.append(link);
      list.append(line);
    }
    if (!found.length) {
      const line = document.createElement("li");
      line.textContent = "Nothing found. Fewer or shorter words find more.";
      list.append(line);
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") { field.value = ""; list.replaceChildren(); }
    if (event.key === "Enter") list.querySelector("a")?.click();
  });
})();
