/** What can be chosen for a game of the study, remembered and sent. */

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Kind} Kind */
/** @typedef {import("./types.js").Layer} Layer */

export const LAYERS = /** @type {const} */ (["L0", "L1", "L2", "L3"]);

/** The circuits of a layer, those of the layers below it first. */
export const CIRCUITS = /** @type {Readonly<Record<Layer, Kind[]>>} */ ({
  L0: [],
  L1: ["V"],
  L2: ["V", "B"],
  L3: ["V", "B", "C"],
});

/** The values of every choice but board and policy, which the server names. */
const VALUES = /** @type {const} */ ({
  layer: LAYERS,
  feedback: ["open", "ambiguous"],
  linked: ["both", "ones"],
  start: ["you", "computer"],
});

/** @type {Readonly<Choice>} */
export const FIRST_CHOICE = Object.freeze({
  board: "5x5",
  layer: "L3",
  p: 0.5,
  policy: "belief",
  feedback: "open",
  linked: "both",
  start: "you",
});

/**
 * A choice from what was remembered; whatever does not fit keeps its first value.
 * @param {string|null} text
 * @returns {Choice}
 */
export function readChoice(text) {
  const raw = parsed(text);
  const choice = { ...FIRST_CHOICE };
  for (const key of /** @type {const} */ (["board", "policy"])) {
    const value = raw[key];
    if (typeof value === "string" && /^[\w-]{1,16}$/.test(value)) choice[key] = value;
  }
  for (const [key, values] of Object.entries(VALUES)) {
    if (values.some((value) => value === raw[key])) Object.assign(choice, { [key]: raw[key] });
  }
  if (typeof raw.p === "number" && raw.p > 0 && raw.p <= 1) choice.p = raw.p;
  return choice;
}

/**
 * @param {string|null} text
 * @returns {Record<string, unknown>}
 */
function parsed(text) {
  try {
    const value = JSON.parse(text ?? "{}");
    return value !== null && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

/**
 * Which choices mean something at a layer.
 * @param {Layer} layer
 */
export function applies(layer) {
  return { p: layer !== "L0", feedback: layer !== "L0", linked: layer === "L3" };
}

/**
 * What is sent for a choice: nothing that its layer has no use for.
 * @param {Choice} choice
 * @returns {Record<string, unknown>}
 */
export function requestOf(choice) {
  const { p, feedback, linked, ...rest } = choice;
  const used = applies(choice.layer);
  return {
    ...rest,
    ...(used.p ? { p } : {}),
    ...(used.feedback ? { feedback } : {}),
    ...(used.linked ? { linked } : {}),
  };
}

/**
 * The angle of R_y that measures 1 with chance p, in radians.
 * @param {number} p
 */
export function angleOf(p) {
  return 2 * Math.asin(Math.sqrt(p));
}
