/** A mistake a person can mend. Its message is one clear sentence; commands print it without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}

/** The program that failed has printed its reason to stderr: commands end with exit code 1 and say no more. */
export class ToldError extends Error {
  override name = 'ToldError';
}
