import { operationFinder } from '#contracts/published/check-exchange.ts';
import { publishedFacts } from './facts.ts';

/**
 * Fields of a member that the document requires, although a gym may not know them.
 */
const unknownOfMembers = new Set([
  'dateOfBirth',
  'endOfContract',
  'phone',
  'street',
  'streetNumber',
  'zipCode',
  'city',
  'country',
]);

/** The operation of the published version 1 with this method and path. */
export const findPublishedOperation = operationFinder({
  facts: publishedFacts,
  failureStatuses: new Set([500]),
  isDecided: ({ field, value }, operationId) =>
    operationId === 'getProfile' && value === undefined && unknownOfMembers.has(field),
});
