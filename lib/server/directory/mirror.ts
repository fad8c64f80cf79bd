import 'server-only';
import type { AccountPageAsRead, MemberAccount } from '#contracts/v2/accounts.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { locationsInReach } from '#lib/server/base/locations.ts';
import { differenceFrom } from '#lib/server/base/platform-time.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { UnreadableList } from '#lib/server/db/schema/unreadable-lists.ts';
import { type LocationWork, makeDue } from '#lib/server/due/location-work.ts';
import { listAccounts } from '#lib/server/gym-api/accounts.ts';
import { releaseLease } from '#lib/server/lease/lease.ts';
import { keepUnreadable, readUnreadable } from '#lib/server/unreadable/keep-unreadable.ts';
import { lockSync, markAbsent, markAbsentBefore, weighAbsence } from './absent.ts';
import { upsertMembers } from './directory.ts';
import { endOfList, type ListEnd, stepAfter, toldBy } from './list-end.ts';
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
  work: async ({ desk, actor: { location } }) => {
    const hasMore = await mirrorDirectory(desk, location, { longestMs: longestTurnMs });
    // tasks of a member nobody knew yet were left out
    await makeDue(desk.db, { kind: 'mirrorTasks', locationId: location.id, now: new Date(desk.clock()) });
    return hasMore;
  },
};

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
      const answer = await listAccounts(gym, pass);
      if (!answer.ok) return false;
      const { askedAt } = answer;
      const { platformAheadMs } = differenceFrom(gym, desk.clock());
      const accountIds = new Set(answer.value.items.map(({ accountId }) => accountId));
      // a list that begins again, or tells its last page for ever
      const isRepeated = accountIds.size > 0 && accountIds.isSubsetOf(before);
      pass = await keepPage(desk, lease, pass, { page: answer.value, askedAt, isRepeated, platformAheadMs });
      before = accountIds;
      if (performance.now() >= endsAt) break;
    }
    return pass !== null;
  } finally {
    await releaseLease(desk.db, { lease });
  }
}

interface ReadPage {
  page: AccountPageAsRead;
  askedAt: Date;
  /** Whether it tells of nobody but those of the page before. */
  isRepeated: boolean;
  /** How far the platform's clock is ahead of the desk's. */
  platformAheadMs: number;
}

/** @returns the pass at its next page; null where this was the last one, or the lease was lost */
async function keepPage(
  desk: Mirroring,
  lease: SyncLease,
  pass: SyncPass,
  { page, askedAt, isRepeated, platformAheadMs }: ReadPage,
): Promise<SyncPass | null> {
  const { locationId } = lease.key;
  const total = page.total === null ? pass.total : Math.max(page.total, pass.total ?? 0);
  // of changes, a platform may count something else
  const end = endOfList(page, { offset: pass.offset, isRepeated, total: pass.since === null ? total : null });
  const step = stepAfter(toldBy(page));
  // who stands behind the step is told again by the next page
  const skipped = page.unreadable.filter(({ index }) => end !== 'goesOn' || index < step).length;
  const next = {
    ...{ ...pass, total, offset: pass.offset + step, unreadable: pass.unreadable + skipped },
    startedThere: pass.startedThere ?? new Date(pass.startedAt.getTime() + platformAheadMs),
  };
  return desk.db.transaction(async (tx) => {
    const now = new Date(desk.clock());
    if (!(await keepPass(tx, lease, next, now))) return null;
    const { members, withoutMembership } = sort(page.items);
    const changedFrom = new Date(pass.startedAt.getTime() - pass.offset);
    await upsertMembers(tx, locationId, members.map(memberOf), askedAt, changedFrom);
    await markAbsent(tx, locationId, withoutMembership, askedAt);
    if (end === 'goesOn') return next;
    await endPass(tx, lease, next, { end, now });
    if (end !== 'whole') desk.log.warn({ locationId, offset: next.offset, total }, badEnds[end]);
    return null;
  });
}

const badEnds = {
  endless: 'the list of members does not end',
  cutShort: 'the list of members ends before all are told',
};

/**
 * Nobody is gone for not having been read: who changes meanwhile moves to the front of the list, behind the back of who
 * reads it. So the changes since then are read as well, and who is in neither is absent (see ./absent.ts).
 */
async function endPass(
  tx: Queryable,
  lease: SyncLease,
  pass: SyncPass,
  { end, now }: { end: Exclude<ListEnd, 'goesOn'>; now: Date },
): Promise<void> {
  const { locationId } = lease.key;
  const isWhole = end === 'whole' && pass.unreadable === 0;
  const before = await finishPass(tx, lease, pass, {
    isWhole,
    isRead: end !== 'endless' && pass.unreadable === 0,
    now,
  });
  const ofAll = await tellUnreadable(tx, locationId, pass, end);
  if (before) await markAbsentBefore(tx, locationId, { before, isCutShort: ofAll?.isCutShort ?? false, now });
  if (pass.since !== null) await weighAbsence(tx, locationId, await lockSync(tx, locationId), now);
}

/**
 * A list of changes holds but some of those who could not be read when all were.
 * @returns what the last reading of all could not read
 */
async function tellUnreadable(
  tx: Queryable,
  locationId: string,
  pass: SyncPass,
  end: ListEnd,
): Promise<UnreadableList | null> {
  const list = { list: 'members', count: pass.unreadable } as const;
  const now = { ...list, isEndless: end === 'endless', isCutShort: end === 'cutShort' };
  const isOfAll = pass.since === null || (await isAllReadWhole(tx, locationId));
  const ofAll = isOfAll ? null : await readUnreadable(tx, { locationId, list: 'members' });
  await keepUnreadable(tx, {
    locationId,
    ...list,
    count: Math.max(now.count, ofAll?.count ?? 0),
    isEndless: now.isEndless || (ofAll?.isEndless ?? false),
    isCutShort: now.isCutShort || (ofAll?.isCutShort ?? false),
  });
  return ofAll;
}

/** A change while a page is read may list a member twice. */
function sort(items: readonly MemberAccount[]): { members: MemberAccount[]; withoutMembership: string[] } {
  const accounts = [...new Map(items.map((account) => [account.accountId, account])).values()];
  return {
    members: accounts.filter(({ membership }) => membership),
    withoutMembership: accounts.filter(({ membership }) => !membership).map(({ accountId }) => accountId),
  };
}
