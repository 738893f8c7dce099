/** What a game of the study says in words: each shot, and what V, B and C did at it. */

import { lastExchange, lyingAt } from "./state.js";

/** @typedef {import("../types.js").Translator} Translator */
/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").StudyShot} StudyShot */
/** @typedef {import("./types.js").StudyView} StudyView */
/** @typedef {{kind: Kind|"", text: string}} Reason */

/**
 * One shot: what was heard, what came through a link, which ship is known to be sunk.
 * @param {Translator} t
 * @param {StudyView} view
 * @param {StudyShot} shot
 */
export function shotSentence(t, view, { by, cell, heard, linked, sunk }) {
  const parts = [t.say(`study.shot.${by}.${heard}`, { cell })];
  if (linked) parts.push(t.say(`study.shot.linked.${linked.side}`, { cell: linked.cell }));
  for (const { side, ship } of sunk) {
    parts.push(t.say(`study.shot.sunk.${side}`, { length: view.yours[ship].length }));
  }
  return parts.join(" ");
}

/**
 * All shots since another view, and what comes next.
 * @param {Translator} t
 * @param {number} seen   how many shots were already told
 * @param {StudyView} view
 */
export function turnSentence(t, seen, view) {
  const parts = view.log.slice(seen).map((shot) => shotSentence(t, view, shot));
  parts.push(view.phase === "over" ? endSentence(t, view) : t.say("turn.you"));
  return parts.join(" ");
}

/**
 * @param {Translator} t
 * @param {StudyView} view
 */
export function endSentence(t, { winner, round }) {
  return t.say(`study.end.${winner}`, { round });
}

/**
 * What is played, part by part.
 * @param {Translator} t
 * @param {StudyView} view
 */
export function conditionParts(t, { condition, policy }) {
  const { rows, columns, layer, p, feedback, linked } = condition;
  const parts = [t.say("study.now.board", { rows, columns }), layer];
  if (p !== null) parts.push(t.say("study.now.p", { p }));
  parts.push(t.say(`study.policy.${policy}`));
  if (feedback === "ambiguous") parts.push(t.say("study.feedback.ambiguous"));
  if (layer === "L3" && linked === "ones") parts.push(t.say("study.linked.ones"));
  return parts;
}

/**
 * What each circuit of the layer did at a shot, as far as the player may know it.
 * @param {Translator} t
 * @param {StudyView} view
 * @param {StudyShot} shot
 * @returns {Reason[]}
 */
export function reasons(t, view, shot) {
  const { layer } = view.condition;
  if (layer === "L0") return [{ kind: "", text: t.say("study.why.none") }];
  const told = [{ kind: /** @type {Kind} */ ("V"), text: whyV(t, view, shot) }];
  if (layer !== "L1") told.push({ kind: "B", text: whyB(t, view, shot) });
  if (layer === "L3") told.push({ kind: "C", text: whyC(t, view, shot) });
  return told;
}

/**
 * @param {Translator} t
 * @param {StudyView} view
 * @param {StudyShot} shot
 */
function whyV(t, view, { by, cell, heard, v }) {
  const whole = heard === "miss" && v !== null ? "study.why.v.miss.known" : `study.why.v.${heard}`;
  const parts = [t.say(whole, { cell, v: v ?? 0 })];
  const unsure = view.condition.feedback === "ambiguous" && by === "computer";
  if (unsure && heard !== "damage") parts.push(t.say("study.why.v.unsure"));
  return parts.join(" ");
}

/**
 * @param {Translator} t
 * @param {StudyView} view
 * @param {StudyShot} shot
 */
function whyB(t, view, { by, cell, resolved }) {
  const parts = resolved.map(({ side, ship, branch }) =>
    t.say(`study.why.b.${side}`, { b: branch === "A" ? 0 : 1, branch, length: view.yours[ship].length }),
  );
  const hidden = by === "you" && view.phase === "battle";
  if (hidden) parts.push(t.say("study.why.b.hidden", { cell }));
  else if (parts.length === 0) parts.push(t.say("study.why.b.none", { cell }));
  return parts.join(" ");
}

/**
 * @param {Translator} t
 * @param {StudyView} view
 * @param {StudyShot} shot
 */
function whyC(t, view, { cell, heard, c, linked }) {
  const bits = c ? t.say("study.why.c.bits", { one: c[0], two: c[1] }) : "";
  if (linked) {
    const text = t.say(`study.why.c.${linked.side}`, { cell, other: linked.cell });
    return [bits, text].filter(Boolean).join(" ");
  }
  if (c) {
    const ones = view.condition.linked === "ones" && c[0] === 0;
    return `${bits} ${t.say(ones ? "study.why.c.zero" : "study.why.c.already")}`;
  }
  return t.say(heard === "damage" ? "study.why.c.silent" : "study.why.c.none", { cell });
}

/**
 * The shots that the explanation is about.
 * @param {Translator} t
 * @param {StudyView} view
 */
export function explained(t, view) {
  return lastExchange(view).map((shot) => ({
    title: t.say(`study.why.title.${shot.by}`, { cell: shot.cell, attack: t.say(`study.attack.${shot.attack}`) }),
    heard: shotSentence(t, view, shot),
    reasons: reasons(t, view, shot),
  }));
}

/**
 * The linked segments of ships that are found on both boards, told when the game is over.
 * @param {Translator} t
 * @param {StudyView} view
 */
export function linkTexts(t, view) {
  const { theirs, reveal, yours } = view;
  if (!theirs || !reveal || view.condition.layer !== "L3") return [];
  return reveal.links.flatMap(([one, two], ship) => {
    const here = lyingAt(yours[ship])?.[one];
    const there = lyingAt(theirs[ship])?.[two];
    if (!here || !there) return [];
    return [t.say("study.end.link", { length: yours[ship].length, here, there })];
  });
}
