/** The words of one language, gathered. */

import { EN_ADVISER } from "./en-adviser.js";
import { EN_BATTLE } from "./en-battle.js";
import { EN_ERRORS } from "./en-errors.js";
import { EN_MAP } from "./en-map.js";
import { EN_SETUP } from "./en-setup.js";
import { EN_SHELL } from "./en-shell.js";
import { EN_STRATEGIES } from "./en-strategies.js";
import { EN_STUDY } from "./en-study.js";
import { EN_STUDY_RESULTS } from "./en-study-results.js";
import { EN_STUDY_WHY } from "./en-study-why.js";

/** @type {import("../types.js").Words} */
export const EN = {
  ...EN_SHELL,
  ...EN_SETUP,
  ...EN_BATTLE,
  ...EN_ADVISER,
  ...EN_MAP,
  ...EN_STRATEGIES,
  ...EN_STUDY,
  ...EN_STUDY_WHY,
  ...EN_STUDY_RESULTS,
  ...EN_ERRORS,
};
