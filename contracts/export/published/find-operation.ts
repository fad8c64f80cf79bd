import { operationFinder } from '#contracts/published/check-exchange.ts';
import { publishedFacts } from './facts.ts';

/** The operation of the published data export with this method and path. */
export const findPublishedOperation = operationFinder({
  facts: publishedFacts,
  failureStatuses: new Set([429]),
  isDecided: () => false,
});
