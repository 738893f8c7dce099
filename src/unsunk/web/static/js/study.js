/** The page of a game of the study. */

import { StudyApp } from "./ui/study/app.js";

void new StudyApp().start();
