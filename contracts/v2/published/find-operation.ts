import { operationFinder } from '#contracts/published/check-exchange.ts';
import { errorStatus } from '#contracts/v2/errors.ts';
import { publishedFacts } from './facts.ts';

/** The operation of version 2 that the published document has at this method and path. */
export const findPublishedOperation = operationFinder({
  facts: publishedFacts,
  failureStatuses: new Set<number>(Object.values(errorStatus)),
  // who set a task and was erased since is nobody any more, though the document requires an author
  isDecided: ({ field, value }) => /(^|\.)authorId$/.test(field) && value === undefined,
});
