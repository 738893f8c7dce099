/** The ships of a fleet given as text, named as the server names them. */

/** @typedef {import("./types.js").Ship} Ship */
/** @typedef {import("./types.js").RuleChoice} RuleChoice */
/** @typedef {import("../types.js").Size} Size */

const CLASSIC = "carrier=5,battleship=4,cruiser=3,submarine=3,destroyer=2";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/**
 * Ships longest first. Without names a ship is called by its length, with a letter where the fleet
 * has several of that length.
 * @param {string} fleet
 * @returns {Ship[]}
 */
export function shipsOf(fleet) {
  const parts = (fleet === "classic" ? CLASSIC : fleet).split(",").map((part) => part.trim().split("="));
  const ships = parts
    .map((part) => ({ name: part.length > 1 ? part[0] : "", length: Number(part[part.length - 1]) }))
    .sort((one, two) => two.length - one.length);
  /** @type {Map<number, number>} */
  const seen = new Map();
  return ships.map(({ name, length }, ship) => {
    const number = seen.get(length) ?? 0;
    seen.set(length, number + 1);
    return { ship, name: name || nameByLength(ships, length, number), length };
  });
}

/**
 * @param {{length: number}[]} ships
 * @param {number} length
 * @param {number} number
 */
function nameByLength(ships, length, number) {
  if (ships.filter((ship) => ship.length === length).length === 1) return String(length);
  return `${length}${number < 26 ? LETTERS[number] : `a${LETTERS[number - 26]}`}`;
}

/**
 * The size of a board such as "10x10".
 * @param {string} board
 * @returns {Size}
 */
export function sizeOf(board) {
  const [rows, columns] = board.split("x").map(Number);
  return { rows, columns };
}

/** What the adviser begins with: the box, played aloud. "You sank my cruiser" does not say where it lay. */
export const BOX = Object.freeze({ board: "10x10", fleet: "classic", touching: "yes", announce: "length" });
