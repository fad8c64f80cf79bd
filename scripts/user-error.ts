/** A mistake a person can mend. Its message is one clear sentence; commands print it without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}
