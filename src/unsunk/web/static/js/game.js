/** The game page. */

import { App } from "./ui/app.js";

void new App().start();
