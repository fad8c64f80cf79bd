import { operationFinder } from '#contracts/published/check-exchange.ts';
import { publishedFacts } from './facts.ts';

/** What the document requires of every member, though a gym need not know it (behaviour sheet, section 3, "Publish"). */
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

/** The operation of version 1 that the published document has at this method and path. */
export const findPublishedOperation = operationFinder({
  facts: publishedFacts,
  failureStatuses: new Set([500]),
  isDecided: ({ field, value }, operationId) =>
    operationId === 'getProfile' && value === undefined && unknownOfMembers.has(field),
});
