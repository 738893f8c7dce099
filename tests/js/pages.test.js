import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const STATIC = new URL("../../src/unsunk/web/static/", import.meta.url);
const FILES = readdirSync(STATIC, { recursive: true, encoding: "utf-8" }).filter((name) => /\.\w+$/.test(name));
const PAGES = FILES.filter((name) => name.endsWith(".html"));

/** @param {string} name */
const read = (name) => readFileSync(new URL(name, STATIC), "utf-8");

test("scripts and styles are files of under 200 lines", () => {
  for (const name of FILES.filter((file) => /\.(js|css)$/.test(file))) {
    const lines = read(name).split("\n").length - 1;
    assert.ok(lines < 200, `${name}: ${lines}`);
  }
});

test("no page holds a script, a style or a handler of its own, or anything from elsewhere", () => {
  assert.equal(PAGES.length, 7);
  for (const page of PAGES) {
    const html = read(page);
    for (const [tag] of html.matchAll(/<script[^>]*>[^<]*<\/script>/g)) {
      assert.match(tag, /^<script (type="module" )?src="\/static\/js\/[\w/-]+\.js"><\/script>$/, page);
    }
    assert.doesNotMatch(html, /<style|\sstyle=|\son\w+=|javascript:|https?:\/\//, page);
    for (const [, path] of html.matchAll(/(?:src|href)="\/static\/([^"]+)"/g)) {
      assert.ok(existsSync(new URL(path, STATIC)), `${page}: ${path}`);
    }
  }
});

test("every page names its language, has one main, a skip link and unique ids", () => {
  for (const page of PAGES) {
    const html = read(page);
    assert.match(html, /^<!doctype html>\n<html lang="en">/);
    assert.equal(html.match(/<main /g)?.length, 1);
    assert.match(html, /<a class="skip" href="#main"/);
    const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map((match) => match[1]);
    assert.equal(new Set(ids).size, ids.length, page);
  }
});

test("the text pages say the same in both languages: as many headings, rows and formulas", () => {
  for (const page of PAGES.filter((name) => /^how-/.test(name))) {
    const articles = read(page).match(/<article [^]*?<\/article>/g) ?? [];
    assert.equal(articles.length, 2);
    const [english, turkish] = articles;
    for (const tag of ["<h1", "<h2", "<p", "<li", "<tr", "<math", "<kbd", "data-measure"]) {
      assert.equal(turkish.split(tag).length, english.split(tag).length, `${page}: ${tag}`);
    }
  }
});

test("no style changes the case of letters: Turkish would come out wrong", () => {
  for (const name of FILES.filter((file) => file.endsWith(".css"))) {
    assert.doesNotMatch(read(name), /text-transform|small-caps/, name);
  }
});

test("core and net never touch the document", () => {
  for (const name of FILES.filter((file) => /^js\/(core|net)\//.test(file))) {
    assert.doesNotMatch(read(name), /\b(document|window|localStorage|location)\./, name);
    for (const [, path] of read(name).matchAll(/from "([^"]+)"/g)) {
      assert.doesNotMatch(path, /\/ui\//, name);
    }
  }
});
