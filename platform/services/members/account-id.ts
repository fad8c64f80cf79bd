import { notFound } from '#platform/base/errors.ts';
import { isUuid } from '#platform/services/uuid.ts';

/** A well-formed account id. The account need not exist. */
export type AccountId = string & { readonly brand: 'AccountId' };

/** @throws 404 ACCOUNT for a malformed id, which was never issued */
export function readAccountId(text: string): AccountId {
  if (!isUuid(text)) throw notFound('ACCOUNT');
  return text as AccountId; // safe because: it was just checked
}
