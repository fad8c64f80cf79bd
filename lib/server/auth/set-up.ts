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
import { readOwnLocations } from './own-locations.ts';

const validMs = dayMs;

/**
 * Creates a one-time link to sign up the first manager.
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

/** Whether the link is valid and there is no staff yet. */
export async function isSetUpOpen(desk: Pick<DeskContext, 'db' | 'clock'>, token: string): Promise<boolean> {
  const found = await desk.db.select().from(setUpLinks).where(isValid(token, desk.clock()));
  return found.length > 0 && !(await hasStaff(desk.db));
}

/** @returns a check whether the first manager still has to be created; after the first "no", it no longer reads the database */
export function watchSetUp({ db }: Pick<DeskContext, 'db'>): () => Promise<boolean> {
  let isOver = false;
  return async () => {
    isOver ||= await hasStaff(db);
    return !isOver;
  };
}

/**
 * Creates the first manager, who works for all locations, and revokes all links.
 * @returns the slug of the location whose Getting started comes first
 * @throws ActionFailure `notFound` for a link that is wrong, expired or used
 */
export async function completeSetUp(
  desk: DeskContext,
  { token, ...manager }: Omit<NewStaff, 'role' | 'locationIds'> & { token: string },
): Promise<{ slug: string }> {
  return desk.db.transaction(async (tx) => {
    // serialises concurrent set-ups
    await lockExclusive(tx, 'set-up');
    const found = await tx.select().from(setUpLinks).where(isValid(token, desk.clock()));
    if (found.length === 0 || (await hasStaff(tx))) {
      throw new ActionFailure('notFound', 'This link is not valid any more.');
    }
    const staffId = await createStaff(tx, desk, { ...manager, role: 'manager', locationIds: 'all' });
    await tx.delete(setUpLinks);
    const [first] = await readOwnLocations(tx, staffId);
    return { slug: first.slug };
  });
}

const isValid = (token: string, now: number) =>
  and(eq(setUpLinks.tokenHash, hashOf(token)), gt(setUpLinks.expiresAt, new Date(now)));

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

async function hasStaff(db: Queryable): Promise<boolean> {
  return (await db.select({ id: staff.id }).from(staff).limit(1)).length > 0;
}
