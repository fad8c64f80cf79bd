import 'server-only';
import type { AccountPage, MemberAccount } from '#contracts/v2/accounts.ts';
import { type Location, locations } from '#lib/db/schema/locations.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { listAccounts } from '#lib/gym-api/accounts.ts';
import { forgetMembers, forgetMembersLearntBefore, learnAll } from './directory.ts';
import { memberOf } from './member.ts';
import { beginTurn, endTurn, finishPass, keepPass, type Pass, type Turn } from './pass.ts';

type Mirroring = Pick<Desk, 'db' | 'clock' | 'newId' | 'gymOf' | 'live' | 'log'>;

/** Brings the directory of every location up to date; what stops one stops no other. */
export async function mirrorDirectories(desk: Mirroring): Promise<void> {
  const all = await desk.db.select().from(locations);
  await Promise.all(
    all.map((location) =>
      mirrorDirectory(desk, location).catch((error: unknown) =>
        desk.log.error({ error, locationId: location.id }, 'the directory could not be mirrored'),
      ),
    ),
  );
}

/**
 * Reads the members of the platform page by page: all of them at first and once a day, else what has changed. Whatever
 * the platform answers in place of a page ends the turn; the next one goes on from there. Pages wait behind people in
 * the platform's limit, and leave them a reserve of it.
 */
export async function mirrorDirectory(desk: Mirroring, location: Location): Promise<void> {
  const turn: Turn = { locationId: location.id, id: desk.newId() };
  const gym = desk.gymOf(location);
  let pass = await beginTurn(desk.db, turn, new Date(desk.clock()));
  if (!pass) return;
  try {
    while (pass && !desk.live.stopping.aborted) {
      const askedAt = new Date(desk.clock());
      const answer = await listAccounts(gym, pass);
      if (!answer.ok) return;
      pass = await keepPage(desk, turn, pass, answer.value, askedAt);
    }
  } finally {
    await endTurn(desk.db, turn);
  }
}

/** @returns the pass at its next page; null where this was the last one, or the turn was lost */
async function keepPage(
  { db, clock }: Mirroring,
  turn: Turn,
  pass: Pass,
  { items, hasNext, total }: AccountPage,
  askedAt: Date,
): Promise<Pass | null> {
  const { locationId } = turn;
  const isLast = !hasNext || items.length === 0;
  const next = { ...pass, offset: pass.offset + stepAfter(items), total };
  return db.transaction(async (tx) => {
    const now = new Date(clock());
    if (!(await keepPass(tx, turn, next, now))) return null;
    const { members, withoutMembership } = sort(items);
    const changedFrom = new Date(pass.startedAt.getTime() - pass.offset);
    await learnAll(tx, locationId, members.map(memberOf), askedAt, changedFrom);
    await forgetMembers(tx, locationId, withoutMembership);
    if (!isLast) return next;
    if (pass.since === null) await forgetMembersLearntBefore(tx, locationId, pass.startedAt);
    await finishPass(tx, turn, pass, total, now);
    return null;
  });
}

/** Pages overlap by a tenth: a member who is erased between two questions moves all that follow forward. */
const stepAfter = (items: readonly unknown[]) => items.length - Math.floor(items.length / 10);

/** A change while a page is read may list a member twice. */
function sort(items: readonly MemberAccount[]): { members: MemberAccount[]; withoutMembership: string[] } {
  const accounts = [...new Map(items.map((account) => [account.accountId, account])).values()];
  return {
    members: accounts.filter(({ membership }) => membership),
    withoutMembership: accounts.filter(({ membership }) => !membership).map(({ accountId }) => accountId),
  };
}
