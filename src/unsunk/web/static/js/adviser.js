/** The adviser's page. */

import { AdviserApp } from "./ui/adviser/app.js";

new AdviserApp().start();
