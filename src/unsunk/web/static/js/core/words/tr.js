/** The words of one language, gathered. */

import { TR_ADVISER } from "./tr-adviser.js";
import { TR_BATTLE } from "./tr-battle.js";
import { TR_ERRORS } from "./tr-errors.js";
import { TR_MAP } from "./tr-map.js";
import { TR_SETUP } from "./tr-setup.js";
import { TR_SHELL } from "./tr-shell.js";
import { TR_STRATEGIES } from "./tr-strategies.js";
import { TR_STUDY } from "./tr-study.js";
import { TR_STUDY_RESULTS } from "./tr-study-results.js";
import { TR_STUDY_WHY } from "./tr-study-why.js";

/** @type {import("../types.js").Words} */
export const TR = {
  ...TR_SHELL,
  ...TR_SETUP,
  ...TR_BATTLE,
  ...TR_ADVISER,
  ...TR_MAP,
  ...TR_STRATEGIES,
  ...TR_STUDY,
  ...TR_STUDY_WHY,
  ...TR_STUDY_RESULTS,
  ...TR_ERRORS,
};
