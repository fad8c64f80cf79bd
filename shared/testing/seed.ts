/** For negative controls, which must find something in the generated data. */
export const fixedSeed = 57_935_571;

/** Seed of the property tests: the same in every run, so that a failure comes from the change under test. */
export const seed = Number(process.env.TEST_SEED) || fixedSeed;
