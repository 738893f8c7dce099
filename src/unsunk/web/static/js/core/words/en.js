/** The words of one language, gathered. */

import { EN_ADVISER } from "./en-adviser.js";
import { EN_BATTLE } from "./en-battle.js";
import { EN_ERRORS } from "./en-errors.js";
import { EN_MAP } from "./en-map.js";
import { EN_SETUP } from "./en-setup.js";
import { EN_SHELL } from "./en-shell.js";
import { EN_STRATEGIES } from "./en-strategies.js";

/** @type {import("../types.js").Words} */
export const EN = {
  ...EN_SHELL,
  ...EN_SETUP,
  ...EN_BATTLE,
  ...EN_ADVISER,
  ...EN_MAP,
  ...EN_STRATEGIES,
  ...EN_ERRORS,
};
