/** A sentence for whoever typed the command, which ends with it. */
export class Refusal extends Error {}
