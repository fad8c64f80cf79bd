/** A mistake in the environment: one clear sentence for each, printed without a stack. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}
