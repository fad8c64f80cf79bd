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

/** Issues a corporate entitlement under an unused number of nine digits. */
export async function issueTan({ sql, clock, ids }: Operator, entitlement: NewTan) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const tan = nineDigits(ids.bytes(6));
    const issued = await sql
      .insert(tans)
      .values({ tan, createdAt: clock(), ...entitlement })
      .onConflictDoNothing()
      .returning();
    if (issued.length > 0) return { tan };
  }
  throw new Error('No free TAN was found.');
}

const nineDigits = (bytes: Buffer): string => String(bytes.readUIntBE(0, 6) % 1_000_000_000).padStart(9, '0');
