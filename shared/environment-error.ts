/** A mistake in the environment: one clear sentence for each, printed without a stack trace. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}
