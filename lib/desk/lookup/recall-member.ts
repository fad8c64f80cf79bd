import 'server-only';
import type { Queryable } from '#lib/db/client.ts';
import { findInDirectory } from '#lib/desk/directory/directory.ts';
import type { KnownMember } from '#lib/desk/directory/member.ts';
import type { Question } from './question.ts';

/** Whom the desk remembers under what was scanned. A barcode looks like a membership id. */
export async function recallMember(db: Queryable, locationId: string, question: Question): Promise<KnownMember | null> {
  const known = await findInDirectory(db, locationId, question);
  if (known || question.kind !== 'membershipId') return known;
  return findInDirectory(db, locationId, { kind: 'barcode', value: question.value });
}
