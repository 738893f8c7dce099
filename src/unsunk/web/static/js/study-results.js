/** The page of the study's results. */

import { ResultsPage } from "./ui/study/results-page.js";

void new ResultsPage().start();
