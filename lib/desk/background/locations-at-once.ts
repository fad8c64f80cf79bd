/** How many locations one process works on at a time in the background: what they need leaves room for people. */
export const locationsAtOnce = 8;
