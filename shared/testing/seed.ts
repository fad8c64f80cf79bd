/** Of a control, which has to find something in what it draws. */
export const fixedSeed = 57_935_571;

/** From which tests draw by chance: the same at every run, so that a change is judged by itself. */
export const seed = Number(process.env.TEST_SEED) || fixedSeed;
