/** English: what went wrong, by the server's code. */

/** @type {import("../types.js").Words} */
export const EN_ERRORS = {
  "net.lost": "Connection lost, retrying… Nothing you did is lost.",
  "net.back": "The connection is back.",
  "error.game-gone": "The game you asked for is not on this server, so here is a new one.",
  "error.unknown": "Something went wrong on the server. Reload the page; the game is kept.",
  "error.bad_json": "The server could not read the message. Reload the page and try again.",
  "error.bad_request": "The server did not accept the request. Reload the page and try again.",
  "error.too_large": "The message was too large for the server.",
  "error.not_found": "This game is not on the server.",
  "error.not_yours": "The request did not come from a page of this site. Reload the page.",
  "error.wrong_phase": "That cannot be done at this point of the game. The board was brought up to date.",
  "error.cell_taken": "That cell was fired at before. Choose another one.",
  "error.not_your_turn": "It is not your turn. The board was brought up to date.",
  "error.bad_cell": "That is not a cell of this board.",
  "error.off_board": "The ship does not fit there: it would run off the board.",
  "error.overlap": "The ship does not fit there: it would overlap another one.",
  "error.touches": "The ship does not fit there: these rules forbid ships to touch.",
  "error.bad_ship": "There is no such ship in this fleet.",
  "error.fleet_incomplete": "Place the whole fleet before the battle starts.",
  "error.impossible_fleet": "These ships cannot all lie on this board under these rules. Choose a larger board or fewer ships.",
  "error.bad_board": "A board has 5 to 15 rows and 5 to 15 columns.",
  "error.bad_level": "There is no such level.",
  "error.too_many_requests": "That was too much for the server at once. Wait a moment and try again.",
  "error.stale": "The game had moved on, in another window perhaps. The board was brought up to date.",
  "error.unavailable": "The server cannot reach the games just now. Try again in a moment; the game is kept.",
};
