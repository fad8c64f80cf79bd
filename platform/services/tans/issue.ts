import { inArray } from 'drizzle-orm';
import { tans } from '#platform/db/schema/accounts.ts';
import type { Operator } from '#platform/services/operator.ts';

export interface NewTan {
  /** First and last day, `yyyy-MM-dd`, both inclusive, in the time zone of the gym that asks. */
  startsOn: string;
  endsOn?: string;
  isPlus1?: boolean;
  /** The account that it is bound to from the start. */
  accountId?: string;
}

const attempts = 20;

/**
 * Issues a corporate entitlement under an unused number of nine digits.
 * @param free numbers that are known, and may be issued anew
 */
export async function issueTan({ sql, clock, ids }: Operator, entitlement: NewTan, free: readonly string[] = []) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const tan = nineDigits(ids.bytes(6));
    const row = { endsOn: null, isPlus1: false, accountId: null, ...entitlement, createdAt: clock() };
    const issued = await sql
      .insert(tans)
      .values({ tan, ...row })
      .onConflictDoUpdate({ target: tans.tan, set: row, setWhere: inArray(tans.tan, [...free]) })
      .returning();
    if (issued.length > 0) return { tan };
  }
  throw new Error('No free TAN was found.');
}

const nineDigits = (bytes: Buffer): string => String(bytes.readUIntBE(0, 6) % 1_000_000_000).padStart(9, '0');
