import 'server-only';
import type { AccountPageAsRead, MemberAccount } from '#contracts/v2/accounts.ts';
import type { Queryable } from '#lib/db/client.ts';
import type { Location } from '#lib/db/schema/locations.ts';
import { type LocationWork, makeDue } from '#lib/desk/background/location-work.ts';
import type { DeskContext } from '#lib/desk/base/desk-context.ts';
import { locationsInReach } from '#lib/desk/base/locations.ts';
import { keepUnreadable, readUnreadable } from '#lib/desk/unreadable/keep-unreadable.ts';
import { listAccounts, pageSize } from '#lib/gym-api/accounts.ts';
import { releaseLease } from '#lib/lease/lease.ts';
import { forgetMembers, forgetMembersSyncedBefore, upsertMembers } from './directory.ts';
import { memberOf } from './member.ts';
import {
  finishPass,
  isAllReadWhole,
  keepPass,
  type SyncLease,
  type SyncPass,
  syncLeaseOf,
  takeUpPass,
} from './sync-pass.ts';

type Mirroring = Pick<DeskContext, 'db' | 'clock' | 'newId' | 'gymClientOf' | 'live' | 'log'>;

/** Others have their turn after that; the next one goes on from there. */
const longestTurnMs = 10_000;

/** Brings the directories of locations up to date. */
export const mirroringMembers: LocationWork = {
  kind: 'mirrorMembers',
  everyMs: 60_000,
  locationsAt: locationsInReach,
  work: async (desk, location) => {
    const hasMore = await mirrorDirectory(desk, location, { longestMs: longestTurnMs });
    // tasks of a member nobody knew yet were left out
    await makeDue(desk.db, { kind: 'mirrorTasks', locationId: location.id }, new Date(desk.clock()));
    return hasMore;
  },
};

/** More members than any chain has: a list that goes on after that has no end. */
export const mostMembers = 2_000_000;

/**
 * Reads the members of the platform page by page: all of them at first and once a day, else what has changed. Whatever
 * the platform answers in place of a page ends the run; the next one goes on from there. Pages wait behind people in
 * the platform's limit, and leave them a reserve of it.
 * @returns whether the time was over before the last page
 */
export async function mirrorDirectory(
  desk: Mirroring,
  location: Location,
  { longestMs = Number.POSITIVE_INFINITY } = {},
): Promise<boolean> {
  const endsAt = performance.now() + longestMs;
  const lease = syncLeaseOf(location.id, desk.newId());
  const gym = desk.gymClientOf(location);
  let pass = await takeUpPass(desk.db, lease, new Date(desk.clock()));
  let before: ReadonlySet<string> = new Set();
  if (!pass) return false;
  try {
    while (pass && !desk.live.stopping.aborted) {
      const askedAt = new Date(desk.clock());
      const answer = await listAccounts(gym, pass);
      if (!answer.ok) return false;
      const accountIds = new Set(answer.value.items.map(({ accountId }) => accountId));
      // a list that begins again, or tells its last page for ever
      const isRepeated = accountIds.size > 0 && accountIds.isSubsetOf(before);
      pass = await keepPage(desk, lease, pass, { page: answer.value, askedAt, isRepeated });
      before = accountIds;
      if (performance.now() >= endsAt) break;
    }
    return pass !== null;
  } finally {
    await releaseLease(desk.db, lease);
  }
}

interface ReadPage {
  page: AccountPageAsRead;
  askedAt: Date;
  /** Whether it tells of nobody but those of the page before. */
  isRepeated: boolean;
}

/** @returns the pass at its next page; null where this was the last one, or the lease was lost */
async function keepPage(
  desk: Mirroring,
  lease: SyncLease,
  pass: SyncPass,
  { page, askedAt, isRepeated }: ReadPage,
): Promise<SyncPass | null> {
  const { locationId } = lease.key;
  const { items, unreadable, total } = page;
  const told = items.length + unreadable.length;
  const isLast = !(page.hasNext ?? told >= pageSize) || told === 0;
  const isEndless = !isLast && (isRepeated || pass.offset + told > mostMembers);
  const step = stepAfter(told);
  // who stands behind the step is told again by the next page
  const skipped = unreadable.filter(({ index }) => isLast || isEndless || index < step).length;
  const next = { ...pass, offset: pass.offset + step, total, unreadable: pass.unreadable + skipped };
  return desk.db.transaction(async (tx) => {
    const now = new Date(desk.clock());
    if (!(await keepPass(tx, lease, next, now))) return null;
    const { members, withoutMembership } = sort(items);
    const changedFrom = new Date(pass.startedAt.getTime() - pass.offset);
    await upsertMembers(tx, locationId, members.map(memberOf), askedAt, changedFrom);
    await forgetMembers(tx, locationId, withoutMembership);
    if (!isLast && !isEndless) return next;
    const isWhole = next.unreadable === 0 && !isEndless;
    // nobody is gone for not having been read
    if (pass.since === null && isWhole) await forgetMembersSyncedBefore(tx, locationId, pass.startedAt);
    await tellUnreadable(tx, locationId, next, isEndless);
    await finishPass(tx, lease, next, { isWhole, now });
    if (isEndless) desk.log.warn({ locationId, offset: next.offset }, 'the list of members does not end');
    return null;
  });
}

/** A list of changes holds but some of those who could not be read when all were. */
async function tellUnreadable(tx: Queryable, locationId: string, pass: SyncPass, isEndless: boolean): Promise<void> {
  const list = { list: 'members', count: pass.unreadable, isEndless } as const;
  if (pass.since === null) return keepUnreadable(tx, locationId, list);
  const ofAll = (await isAllReadWhole(tx, locationId)) ? null : await readUnreadable(tx, locationId, 'members');
  const count = Math.max(pass.unreadable, ofAll?.count ?? 0);
  await keepUnreadable(tx, locationId, { ...list, count, isEndless: isEndless || (ofAll?.isEndless ?? false) });
}

/** Pages overlap by a tenth: a member who is erased between two questions moves all that follow forward. */
export const stepAfter = (told: number) => told - Math.floor(told / 10);

/** A change while a page is read may list a member twice. */
function sort(items: readonly MemberAccount[]): { members: MemberAccount[]; withoutMembership: string[] } {
  const accounts = [...new Map(items.map((account) => [account.accountId, account])).values()];
  return {
    members: accounts.filter(({ membership }) => membership),
    withoutMembership: accounts.filter(({ membership }) => !membership).map(({ accountId }) => accountId),
  };
}
