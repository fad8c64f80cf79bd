import { operationFinder } from '#contracts/published/check-exchange.ts';
import { errorStatus } from '#contracts/v2/errors.ts';
import { publishedFacts } from './facts.ts';

/** The operation of the published version 2 with this method and path. */
export const findPublishedOperation = operationFinder({
  facts: publishedFacts,
  failureStatuses: new Set<number>(Object.values(errorStatus)),
  // a task has no author after the author was erased, although the document requires one
  isDecided: ({ field, value }) => /(^|\.)authorId$/.test(field) && value === undefined,
});
