/** A mistake that the user can fix. Its message is one clear sentence; commands print it without a stack. */
export class UserError extends Error {
  override name = 'UserError';
}

/** The failed program has already printed its reason to stderr: commands exit with code 1 and print nothing more. */
export class ReportedError extends Error {
  override name = 'ReportedError';
}
