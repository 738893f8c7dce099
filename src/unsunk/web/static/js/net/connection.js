/**
 * The one connection to the server. A request that never reached it, or whose answer was lost, is
 * sent again unchanged until it is answered: its action id makes a second arrival harmless. A
 * server that is there but takes too long, or has had too much at once, is asked a few times only.
 */

/** @typedef {import("../core/types.js").Params} Params */

/**
 * @typedef {object} Tools
 * @property {typeof fetch} fetch
 * @property {(ms: number) => Promise<void>} wait
 * @property {() => string} newId
 * @property {(lost: boolean) => void} onTrouble   called when the connection is lost or back
 */

/** An answer of the server that says no, by its code. */
export class ServerError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {Params} params
   */
  constructor(code, message, params) {
    super(message);
    this.name = "ServerError";
    this.code = code;
    this.params = params;
  }
}

/** How long one try may take, in milliseconds. */
const PATIENCE = 15000;
/** The same for what counts whole fleets: the first count on a machine has to be compiled before. */
const LONG_PATIENCE = 90000;
/** Answers of a server, or of a proxy before it, that cannot work just now. */
const AWAY = new Set([502, 503, 504]);
/** How many such answers are taken for an interruption before they are told as an error. */
const MERCY = 5;
/** How often a request may run out of time before that is told as an error. */
const TIMEOUTS = 3;
/** The answer of a server that has had too much at once; nothing was done. */
const BUSY = 429;
/** How often a busy server is asked again, and after what pause. */
const AGAIN = 4;
const BREATH = 1200;

/**
 * The pause before the next try: half a second, doubled each time, never above five seconds.
 * @param {number} tries how many tries have failed
 */
export function pause(tries) {
  return Math.min(5000, 500 * 2 ** (tries - 1));
}

export class Connection {
  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.lost = 0;
  }

  /**
   * @param {string} path
   * @param {boolean} [slow]   whether the answer may have to be counted
   * @returns {Promise<any>}
   */
  get(path, slow = false) {
    return this.#send(path, { method: "GET" }, slow ? LONG_PATIENCE : PATIENCE);
  }

  /**
   * Sends an action under a new action id.
   * @param {string} path
   * @param {Record<string, unknown>} body
   * @param {boolean} [slow]   whether the answer may have to be thought over
   * @returns {Promise<any>}
   */
  post(path, body, slow = false) {
    const headers = { "Content-Type": "application/json" };
    const text = JSON.stringify({ action_id: this.tools.newId(), ...body });
    return this.#send(path, { method: "POST", headers, body: text }, slow ? LONG_PATIENCE : PATIENCE);
  }

  /**
   * Asks a question that changes nothing. Once its signal is aborted, the answer is not waited for.
   * @param {string} path
   * @param {Record<string, unknown>} body
   * @param {AbortSignal} signal
   * @returns {Promise<any>}
   */
  ask(path, body, signal) {
    const headers = { "Content-Type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body), signal };
    return this.#send(path, request, LONG_PATIENCE);
  }

  /**
   * @param {string} path
   * @param {RequestInit} request
   * @param {number} patience
   */
  async #send(path, request, patience) {
    let tries = 0;
    let timeouts = 0;
    let busy = 0;
    for (;;) {
      const response = await this.#attempt(path, request, patience);
      if (request.signal?.aborted) {
        if (tries > 0) this.#trouble(-1);
        throw new DOMException("The question was taken back.", "AbortError");
      }
      if (response && response !== "late" && response.status === BUSY && busy < AGAIN) {
        busy += 1;
        await this.tools.wait(BREATH);
        continue;
      }
      if (response === "late") timeouts += 1;
      else if (response && !(AWAY.has(response.status) && tries < MERCY)) {
        if (tries > 0) this.#trouble(-1);
        return answer(response);
      }
      if (timeouts === TIMEOUTS) {
        if (tries > 0) this.#trouble(-1);
        throw new ServerError("no_answer", "The server did not answer in time.", {});
      }
      tries += 1;
      if (tries === 1) this.#trouble(1);
      await this.tools.wait(pause(tries));
    }
  }

  /**
   * One try: the answer with its text, null when the connection broke, "late" when time ran out.
   * @param {string} path
   * @param {RequestInit} request
   * @param {number} patience
   * @returns {Promise<{ok: boolean, status: number, text: string}|null|"late">}
   */
  async #attempt(path, request, patience) {
    const abort = new AbortController();
    const stop = () => abort.abort();
    const timer = setTimeout(stop, patience);
    request.signal?.addEventListener("abort", stop);
    if (request.signal?.aborted) stop();
    const same = { ...request, signal: abort.signal, credentials: /** @type {const} */ ("same-origin") };
    try {
      const response = await this.tools.fetch(path, same);
      return { ok: response.ok, status: response.status, text: await response.text() };
    } catch {
      return abort.signal.aborted ? "late" : null;
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", stop);
    }
  }

  /** @param {number} change */
  #trouble(change) {
    const before = this.lost;
    this.lost += change;
    if ((before === 0) !== (this.lost === 0)) this.tools.onTrouble(this.lost > 0);
  }
}

/**
 * @param {{ok: boolean, status: number, text: string}} response
 * @returns {unknown}
 */
function answer(response) {
  const body = parsed(response.text);
  if (response.ok && body !== undefined) return body;
  const error = body?.error;
  if (error && typeof error.code === "string") {
    throw new ServerError(error.code, String(error.message ?? ""), error.params ?? {});
  }
  throw new ServerError("unknown", `The server answered ${response.status}.`, {});
}

/**
 * @param {string} text
 * @returns {any}
 */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
