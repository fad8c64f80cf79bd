import { notFound } from '#platform/base/errors.ts';
import { isUuid } from '#platform/services/uuid.ts';

/** Identifier of an account that has the form of one; whether the account exists is another question. */
export type AccountId = string & { readonly brand: 'AccountId' };

/** @throws 404 ACCOUNT: what has not even the form was never issued */
export function readAccountId(text: string): AccountId {
  if (!isUuid(text)) throw notFound('ACCOUNT');
  return text as AccountId; // safe because: it was just checked
}
