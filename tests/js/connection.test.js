import assert from "node:assert/strict";
import { test } from "node:test";
import { Api } from "../../src/unsunk/web/static/js/net/api.js";
import { Connection, pause, ServerError } from "../../src/unsunk/web/static/js/net/connection.js";
import { newActionId } from "../../src/unsunk/web/static/js/net/ids.js";

/** @typedef {{path: string, method: string, body: any}} Sent */

/**
 * A connection to a server that answers from a list; "lost" is a network failure.
 * @param {(["lost"] | [number, unknown])[]} answers
 */
function connect(answers) {
  /** @type {Sent[]} */
  const sent = [];
  /** @type {boolean[]} */
  const troubles = [];
  /** @type {number[]} */
  const waits = [];
  let ids = 0;
  const connection = new Connection({
    fetch: /** @type {any} */ (async (/** @type {string} */ path, /** @type {RequestInit} */ request) => {
      const body = request.body ? JSON.parse(String(request.body)) : null;
      sent.push({ path, method: String(request.method), body });
      const [status, answer] = answers.shift() ?? ["lost"];
      if (status === "lost") throw new TypeError("network");
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      return { ok: status < 400, status, text: async () => text };
    }),
    wait: async (ms) => {
      waits.push(ms);
    },
    newId: () => `id-${(ids += 1)}`,
    onTrouble: (lost) => troubles.push(lost),
  });
  return { connection, sent, troubles, waits };
}

test("an action that was not answered is sent again under the same id, until it is", async () => {
  const { connection, sent, troubles, waits } = connect([["lost"], ["lost"], [200, { version: 2 }]]);
  assert.deepEqual(await connection.post("/x", { type: "start" }), { version: 2 });
  assert.deepEqual(sent.map((one) => one.body.action_id), ["id-1", "id-1", "id-1"]);
  assert.deepEqual(troubles, [true, false]);
  assert.deepEqual(waits, [500, 1000]);
});

test("each action has an id of its own", async () => {
  const { connection, sent } = connect([[200, {}], [200, {}]]);
  await connection.post("/x", { type: "random" });
  await connection.post("/x", { type: "random" });
  assert.deepEqual(sent.map((one) => one.body.action_id), ["id-1", "id-2"]);
});

test("a server that is down counts as a lost connection", async () => {
  const { connection, troubles } = connect([[502, "<html>"], [503, { error: { code: "unavailable" } }], [200, { ok: 1 }]]);
  assert.deepEqual(await connection.get("/x"), { ok: 1 });
  assert.deepEqual(troubles, [true, false]);
});

test("a server that stays unavailable is told as an error in the end", async () => {
  const down = /** @type {[number, unknown]} */ ([503, { error: { code: "unavailable", message: "no" } }]);
  const { connection, sent, troubles } = connect(Array.from({ length: 9 }, () => down));
  await assert.rejects(connection.get("/x"), { name: "ServerError", code: "unavailable" });
  assert.equal(sent.length, 6);
  assert.deepEqual(troubles, [true, false]);
});

test("a server that never answers in time is given up after three tries", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  /** @type {boolean[]} */
  const troubles = [];
  let sent = 0;
  const connection = new Connection({
    fetch: /** @type {any} */ (
      (/** @type {string} */ _, /** @type {{signal: AbortSignal}} */ { signal }) =>
        new Promise((_, reject) => {
          sent += 1;
          signal.addEventListener("abort", () => reject(signal.reason));
          queueMicrotask(() => context.mock.timers.tick(15000));
        })
    ),
    wait: async () => {},
    newId: () => "id",
    onTrouble: (lost) => troubles.push(lost),
  });
  await assert.rejects(connection.post("/x", {}), { name: "ServerError", code: "no_answer" });
  assert.equal(sent, 3);
  assert.deepEqual(troubles, [true, false]);
});

test("a refusal is not repeated; it carries code, message and parameters", async () => {
  const error = { code: "cell_taken", message: "Taken.", params: { cell: "C7" } };
  const { connection, sent, troubles } = connect([[409, { error }]]);
  await assert.rejects(connection.post("/x", {}), (thrown) => {
    assert.ok(thrown instanceof ServerError);
    assert.deepEqual([thrown.code, thrown.message, thrown.params], ["cell_taken", "Taken.", { cell: "C7" }]);
    return true;
  });
  assert.equal(sent.length, 1);
  assert.deepEqual(troubles, []);
});

test("a server that has had too much is asked again, an action under the same id", async () => {
  const busy = /** @type {[number, unknown]} */ ([429, { error: { code: "too_many_requests", message: "wait" } }]);
  const { connection, sent, troubles, waits } = connect([busy, busy, [200, { version: 3 }]]);
  assert.deepEqual(await connection.post("/x", { type: "fire" }, true), { version: 3 });
  assert.deepEqual(sent.map((one) => one.body.action_id), ["id-1", "id-1", "id-1"]);
  assert.deepEqual(waits, [1200, 1200]);
  assert.deepEqual(troubles, []);
});

test("a server that always has too much is told as an error in the end", async () => {
  const busy = /** @type {[number, unknown]} */ ([429, { error: { code: "too_many_requests", message: "wait" } }]);
  const { connection, sent } = connect(Array.from({ length: 9 }, () => busy));
  await assert.rejects(connection.get("/x"), { name: "ServerError", code: "too_many_requests" });
  assert.equal(sent.length, 5);
});

test("an answer that makes no sense is an unknown error", async () => {
  for (const answer of /** @type {[number, unknown][]} */ ([[500, "oops"], [200, "{broken"], [400, { error: {} }]])) {
    const { connection } = connect([answer]);
    await assert.rejects(connection.get("/x"), { code: "unknown" });
  }
});

test("two requests that both lost the connection raise one alarm", async () => {
  const { connection, troubles } = connect([["lost"], ["lost"], [200, {}], [200, {}]]);
  await Promise.all([connection.get("/a"), connection.get("/b")]);
  assert.deepEqual(troubles, [true, false]);
});

test("pauses double up to five seconds", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 50].map(pause), [500, 1000, 2000, 4000, 5000, 5000]);
});

test("the routes of the contract", async () => {
  const { connection, sent } = connect(Array.from({ length: 5 }, () => [200, {}]));
  const api = new Api(connection);
  await api.newGame({ level: "easy" });
  await api.game("a/b");
  await api.act("g", { type: "fire", cell: "C7" });
  await api.heat("g", "exact");
  await api.advise({ record: "A1:miss" }, new AbortController().signal);
  assert.deepEqual(sent.map((one) => `${one.method} ${one.path}`), [
    "POST /api/games",
    "GET /api/games/a%2Fb",
    "POST /api/games/g/actions",
    "GET /api/games/g/heat?law=exact",
    "POST /api/advise",
  ]);
  assert.deepEqual(sent[2].body, { action_id: "id-2", type: "fire", cell: "C7" });
  assert.deepEqual(sent[4].body, { record: "A1:miss" });
});

test("action ids are UUIDs, also where crypto.randomUUID is missing", () => {
  const form = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  assert.match(newActionId(), form);
  const plain = /** @type {Crypto} */ ({ getRandomValues: (array) => crypto.getRandomValues(array) });
  const ids = new Set(Array.from({ length: 200 }, () => newActionId(plain)));
  assert.equal(ids.size, 200);
  for (const id of ids) assert.match(id, form);
});

test("a question that is taken back is not waited for, and leaves no alarm", async () => {
  const { connection, sent, troubles } = connect([["lost"], ["lost"], [200, {}]]);
  const abort = new AbortController();
  const answer = connection.ask("/x", { record: "" }, abort.signal);
  abort.abort();
  await assert.rejects(answer, { name: "AbortError" });
  assert.ok(sent.length <= 2);
  assert.equal(troubles.filter((lost) => lost).length, troubles.filter((lost) => !lost).length);
  await assert.rejects(connection.ask("/x", {}, abort.signal), { name: "AbortError" });
});
