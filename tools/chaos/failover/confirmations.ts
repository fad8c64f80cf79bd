import { UserError } from '#programs/base/user-error.ts';
import type { WindowListener } from '#tools/chaos/window.ts';

/** Observes the confirmations on the screens of the windows. */
export interface Confirmations {
  /** A listener that receives every message before the given one. */
  beside(listen: WindowListener): WindowListener;
  /**
   * Waits until a visit made after this call is confirmed.
   * @returns how long that took, in milliseconds
   * @throws UserError if none is for five minutes
   */
  awaitNext(): Promise<number>;
}

const longestSilenceMs = 5 * 60_000;

export function listenForConfirmations(): Confirmations {
  let sinceCall = new Set<string>();
  let confirmed = Promise.withResolvers<void>();
  return {
    beside: (listen) => (message) => {
      if (message.tell === 'made') sinceCall.add(message.tapId);
      else if (message.tell === 'answered' && message.isConfirmed && sinceCall.has(message.tapId)) confirmed.resolve();
      listen(message);
    },
    awaitNext: async () => {
      const calledAt = performance.now();
      sinceCall = new Set();
      confirmed = Promise.withResolvers();
      const silence = setTimeout(
        () => confirmed.reject(new UserError('No visit has been confirmed for five minutes.')),
        longestSilenceMs,
      );
      await confirmed.promise.finally(() => clearTimeout(silence));
      return performance.now() - calledAt;
    },
  };
}
