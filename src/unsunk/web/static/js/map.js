/** The page of the strategy map. */

import { MapApp } from "./ui/map/app.js";

void new MapApp().start();
