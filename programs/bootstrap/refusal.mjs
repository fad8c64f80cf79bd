/** An error message for the user of the command, which then exits. */
export class Refusal extends Error {}
