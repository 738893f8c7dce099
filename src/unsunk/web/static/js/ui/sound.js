/** Short tones made on the spot. Silent unless the player switched sound on. */

/** @typedef {import("../core/types.js").LogEntry} LogEntry */
/** @typedef {[frequency: number, start: number, length: number]} Tone */

/** @type {Record<string, Tone[]>} */
const TONES = {
  miss: [[196, 0, 0.09]],
  hit: [[523, 0, 0.08], [659, 0.09, 0.1]],
  sunk: [[659, 0, 0.09], [494, 0.1, 0.09], [330, 0.2, 0.22]],
  won: [[523, 0, 0.1], [659, 0.11, 0.1], [784, 0.22, 0.1], [1047, 0.33, 0.25]],
  lost: [[392, 0, 0.14], [330, 0.15, 0.14], [262, 0.3, 0.35]],
};

export class Sound {
  /** @param {() => boolean} wanted */
  constructor(wanted) {
    this.wanted = wanted;
    /** @type {AudioContext|null} */
    this.context = null;
  }

  /**
   * Plays a figure of tones after a pause in seconds.
   * @param {string} name
   * @param {number} [delay]
   */
  play(name, delay = 0) {
    if (!this.wanted() || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    void this.context.resume();
    for (const [frequency, start, length] of TONES[name] ?? []) {
      tone(this.context, frequency, this.context.currentTime + delay + start, length);
    }
  }

  /**
   * The shots of a turn one after the other, then the end if there is one.
   * @param {LogEntry[]} entries
   * @param {string|null} winner
   */
  turn(entries, winner) {
    entries.forEach((entry, i) => this.play(entry.kind, i * 0.45));
    if (winner) this.play(winner === "you" ? "won" : "lost", entries.length * 0.45);
  }
}

/**
 * @param {AudioContext} context
 * @param {number} frequency
 * @param {number} start
 * @param {number} length
 */
function tone(context, frequency, start, length) {
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(0.16, start + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}
