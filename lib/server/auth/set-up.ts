import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { lockExclusive } from '#lib/server/db/locks.ts';
import { setUpLinks, staff } from '#lib/server/db/schema/staff.ts';
import { dayMs } from '#shared/calendar/durations.ts';
import { createStaff, type NewStaff } from './create-staff.ts';

const validMs = dayMs;

/**
 * Makes a one-time address under which the first manager signs up.
 * @returns null once there is staff
 */
export async function offerSetUp(
  desk: Pick<DeskContext, 'db' | 'clock' | 'url'>,
  token = randomBytes(32).toString('base64url'),
): Promise<string | null> {
  if (await hasStaff(desk.db)) return null;
  const expiresAt = new Date(desk.clock() + validMs);
  await desk.db.insert(setUpLinks).values({ tokenHash: hashOf(token), expiresAt });
  return `${desk.url}/set-up?token=${token}`;
}

/** Whether the first manager can still be made under this link. */
export async function isSetUpOpen(desk: Pick<DeskContext, 'db' | 'clock'>, token: string): Promise<boolean> {
  const found = await desk.db.select().from(setUpLinks).where(isValid(token, desk.clock()));
  return found.length > 0 && !(await hasStaff(desk.db));
}

/** @returns whether the first manager is still to be made; once there is staff, nothing is read for that any more */
export function watchSetUp({ db }: Pick<DeskContext, 'db'>): () => Promise<boolean> {
  let isOver = false;
  return async () => {
    isOver ||= await hasStaff(db);
    return !isOver;
  };
}

/**
 * Makes the first manager, who works for all locations. Every link is void after that.
 * @throws ActionFailure `notFound` for a link that is wrong, too old or used
 */
export async function completeSetUp(
  desk: DeskContext,
  { token, ...manager }: Omit<NewStaff, 'role' | 'locationIds'> & { token: string },
): Promise<null> {
  return desk.db.transaction(async (tx) => {
    // two who follow links at once take turns
    await lockExclusive(tx, 'set-up');
    const found = await tx.select().from(setUpLinks).where(isValid(token, desk.clock()));
    if (found.length === 0 || (await hasStaff(tx))) {
      throw new ActionFailure('notFound', 'This link is not valid any more.');
    }
    await createStaff(tx, desk, { ...manager, role: 'manager', locationIds: 'all' });
    await tx.delete(setUpLinks);
    return null;
  });
}

const isValid = (token: string, now: number) =>
  and(eq(setUpLinks.tokenHash, hashOf(token)), gt(setUpLinks.expiresAt, new Date(now)));

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

async function hasStaff(db: Queryable): Promise<boolean> {
  return (await db.select({ id: staff.id }).from(staff).limit(1)).length > 0;
}
