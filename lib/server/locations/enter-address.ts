import 'server-only';
import { and, eq, gt } from 'drizzle-orm';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { auditLog } from '#lib/server/db/schema/audit-log.ts';
import type { Reach } from '#lib/server/gym-api/fetch-within.ts';
import type { AddressName } from '#lib/wire/platform-access.ts';
import { hourMs } from '#shared/calendar/durations.ts';
import { findReach } from './reach.ts';

/** Far more than anybody mistypes: with a stolen session the desk must not become a scanner of hosts and ports. */
export const mostAddressesPerHour = 40;

type EnteredAddress = { kind: 'allowed'; reach: Reach } | { kind: 'addressNotAllowed' } | { kind: 'tooManyAttempts' };

/** Records that a manager tries an address, before anything is sent there, and decides whether they may. */
export async function enterAddress(
  { desk, actor }: StaffContext,
  { name, url }: { name: AddressName; url: string },
): Promise<EnteredAddress> {
  const { staffId, location } = actor;
  return desk.db.transaction(async (tx): Promise<EnteredAddress> => {
    // attempts at once must not exceed the limit
    await lockExclusive(tx, `addresses entered by ${staffId}`);
    const isRecent = gt(auditLog.at, new Date(desk.clock() - hourMs));
    const isOwn = and(eq(auditLog.staffId, staffId), eq(auditLog.action, 'tryAddress'));
    if ((await tx.$count(auditLog, and(isOwn, isRecent))) >= mostAddressesPerHour) return { kind: 'tooManyAttempts' };
    const reason = `${name} ${new URL(url).origin}`;
    await writeAudit(tx, desk, { locationId: location.id, staffId, action: 'tryAddress', reason });
    const reach = await findReach({ ...desk, db: tx }, url);
    return reach === null ? { kind: 'addressNotAllowed' } : { kind: 'allowed', reach };
  });
}
