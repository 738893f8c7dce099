/** Heat in steps: how a share of the hottest cell becomes one of six shades. */

/** The shades, from the coolest to the hottest; 0 is a cell where no shot would go. */
export const STEPS = 6;

/**
 * The shade of a share: 0 for nothing, else 1 to 6 in equal steps.
 * @param {number} share from 0 to 1
 */
export function heatStep(share) {
  if (!(share > 0)) return 0;
  return Math.min(STEPS, Math.floor(share * STEPS) + 1);
}

/**
 * The percentages a shade stands for, as [low, high].
 * @param {number} step from 1 to 6
 */
export function stepRange(step) {
  const low = Math.ceil(((step - 1) * 100) / STEPS);
  const high = step === STEPS ? 100 : Math.ceil((step * 100) / STEPS) - 1;
  return [Math.max(low, 1), high];
}

/**
 * A cell's share of the hottest. The server rounds shares; a count that is not nothing stays so.
 * @param {import("./types.js").Heat} heat
 * @param {string} cell
 * @returns {number|undefined} undefined where the cell was tried
 */
export function shareOf(heat, cell) {
  const share = heat.shares[cell];
  return share === 0 && heat.values[cell] !== "0" ? Number.MIN_VALUE : share;
}

/**
 * A share as whole hundredths; anything above nothing is at least 1.
 * @param {number} share
 */
export function hundredths(share) {
  if (!(share > 0)) return 0;
  return Math.max(1, Math.round(share * 100));
}

/**
 * The chance that a ship lies on a cell, by the exact law.
 * @param {import("./types.js").Heat} heat
 * @param {string} cell
 */
export function chanceOf(heat, cell) {
  return Number(heat.values[cell]) / Number(heat.layouts ?? 1);
}

/**
 * What is printed in a cell: its chance in percent by the exact law, else hundredths of the hottest.
 * @param {import("./types.js").Heat} heat
 * @param {string} cell
 */
export function heatNumber(heat, cell) {
  if (heat.law === "own") return String(hundredths(shareOf(heat, cell) ?? 0));
  const count = heat.values[cell];
  return chanceNumber(chanceOf(heat, cell), count === "0", count === heat.layouts);
}

/**
 * An exact count, kept short: up to twelve digits grouped, longer ones in powers of ten.
 * @param {string} digits
 * @param {(value: number, options?: Intl.NumberFormatOptions) => string} number
 */
export function shortCount(digits, number) {
  if (!/^[0-9]+$/.test(digits)) return digits;
  if (digits.length <= 12) return number(Number(digits));
  const mantissa = Number(`${digits[0]}.${digits.slice(1, 4)}`);
  return `${number(mantissa, { maximumFractionDigits: 2 })} × 10^${digits.length - 1}`;
}

/**
 * A chance in percent, never rounded to nothing or to certainty unless it is that.
 * @param {import("./types.js").Translator} t
 * @param {number} chance from 0 to 1
 */
export function percentText(t, chance) {
  const percent = (/** @type {number} */ value, /** @type {number} */ digits) =>
    t.number(value, { style: "percent", maximumFractionDigits: digits });
  if (!(chance > 0)) return percent(0, 0);
  if (chance >= 1) return percent(1, 0);
  if (chance < 0.0001) return t.say("chance.below", { chance: percent(0.0001, 2) });
  if (chance > 0.9999) return t.say("chance.above", { chance: percent(0.9999, 2) });
  if (chance < 0.01 || chance > 0.99) return percent(chance, 2);
  return percent(chance, chance < 0.1 ? 1 : 0);
}

/**
 * A chance as whole hundredths for the inside of a cell: 0 and 100 are kept for impossible and sure.
 * @param {number} chance
 * @param {boolean} never   whether the cell is impossible
 * @param {boolean} sure    whether the cell is certain
 */
export function chanceNumber(chance, never, sure) {
  if (never) return "0";
  return sure ? "100" : String(Math.min(99, Math.max(1, Math.round(chance * 100))));
}

/**
 * The chances a shade stands for where the hottest cell has the chance `most`, as [low, high].
 * @param {number} step from 1 to 6
 * @param {number} most
 */
export function chanceRange(step, most) {
  return [((step - 1) / STEPS) * most, (step / STEPS) * most];
}

/**
 * A count in full, its digits grouped; an estimate is kept to three digits, a giant to a power of ten.
 * @param {import("./types.js").Translator} t
 * @param {string} digits
 * @param {boolean} [rough]
 */
export function countText(t, digits, rough = false) {
  if (!/^[0-9]+$/.test(digits)) return digits;
  if (digits.length > 21) return shortCount(digits, t.number);
  return t.number(BigInt(digits), rough ? { maximumSignificantDigits: 3 } : {});
}
