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
