import 'server-only';
import type { AccountPageAsRead, MemberAccount } from '#contracts/v2/accounts.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { locationsInReach } from '#lib/server/base/locations.ts';
import { differenceFrom } from '#lib/server/base/platform-time.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import type { UnreadableList } from '#lib/server/db/schema/unreadable-lists.ts';
import { type LocationWork, makeDue } from '#lib/server/due/location-work.ts';
import { listAccounts } from '#lib/server/gym-api/accounts.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { releaseLease } from '#lib/server/lease/lease.ts';
import { keepUnreadable, readUnreadable } from '#lib/server/unreadable/keep-unreadable.ts';
import { lockSync, markAbsent, markAbsentBefore, updateAbsenceReview } from './absent.ts';
import { upsertMembers } from './directory.ts';
import { countOnPage, endOfList, isRepeatOf, isToCompare, type ListEnd, stepAfter } from './list-end.ts';
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

/** The longest turn; other locations have theirs next, and the next turn continues from the stored offset. */
const longestTurnMs = 10_000;

/** Keeps the directories of locations up to date. */
export const mirroringMembers: LocationWork = {
  kind: 'mirrorMembers',
  everyMs: 60_000,
  locationsAt: locationsInReach,
  work: async ({ desk, actor }) => {
    const hasMore = await mirrorDirectory({ desk, actor }, { longestMs: longestTurnMs });
    // the mirror of tasks skips tasks of members who are not in the directory yet
    const now = new Date(desk.clock());
    await makeDue(desk.db, { kind: 'mirrorTasks', locationId: actor.location.id, now, isAnnounced: false });
    return hasMore;
  },
};

/**
 * Reads the members of the platform page by page: all of them at first and once a day, else only changes. Any answer other than a
 * page ends the turn, and the next one continues from there.
 * @returns whether the turn ended before the last page
 */
export async function mirrorDirectory(
  { desk, actor: { location } }: LocationContext<Mirroring>,
  { longestMs = Number.POSITIVE_INFINITY } = {},
): Promise<boolean> {
  const endsAt = performance.now() + longestMs;
  const lease = syncLeaseOf(location.id, desk.newId());
  const gym = desk.gymClientOf(location);
  let pass = await takeUpPass(desk.db, { lease, now: new Date(desk.clock()), isLimited: isLimited(gym, desk.clock()) });
  let before: AccountPageAsRead | null = null;
  if (!pass) return false;
  try {
    while (pass && !desk.live.stopping.aborted) {
      const answer = await listAccounts(gym, pass);
      if (!answer.ok) return false;
      const { askedAt } = answer;
      const { platformAheadMs } = differenceFrom(gym, desk.clock());
      const page: AccountPageAsRead = answer.value;
      const isRepeated = isRepeatOf(page, before);
      pass = await keepPage(desk, lease, pass, { page, askedAt, isRepeated, platformAheadMs, location });
      if (performance.now() >= endsAt && !isToCompare(page, before)) break;
      before = page;
    }
    return pass !== null;
  } finally {
    await releaseLease(desk.db, { lease });
  }
}

/** With less left of the limit, people or the ledger use it up: background work leaves about 20, and look-ups between its pages a few less. */
const leftByBackground = 16;
const recentMs = 60_000;

function isLimited(gym: GymClient, now: number): boolean {
  const rate = gym.readRateLeft();
  return rate !== undefined && rate.left < leftByBackground && now - rate.at.getTime() < recentMs;
}

interface ReadPage {
  page: AccountPageAsRead;
  askedAt: Date;
  /** Whether it repeats the previous page. */
  isRepeated: boolean;
  /** How far the platform's clock is ahead of the desk's. */
  platformAheadMs: number;
  location: Pick<Location, 'timeZone'>;
}

/** Stores a page. @returns the pass at its next page; null where this was the last page, or the lease was lost */
async function keepPage(
  desk: Mirroring,
  lease: SyncLease,
  pass: SyncPass,
  { page, askedAt, isRepeated, platformAheadMs, location }: ReadPage,
): Promise<SyncPass | null> {
  const { locationId } = lease.key;
  const total = page.total === null ? pass.total : Math.max(page.total, pass.total ?? 0);
  const found = endOfList(page, { offset: pass.offset, isRepeated, total, isPartial: pass.since !== null });
  // whoever is missing is asked for alone, or reviewed
  const end = found === 'repeated' ? 'whole' : found;
  const step = stepAfter(countOnPage(page));
  // entries beyond the step are on the next page again, and are counted there
  const isCounted = (index: number) => (found === 'goesOn' ? index < step : found !== 'repeated' || index >= step);
  const skipped = page.unreadable.filter(({ index }) => isCounted(index)).length;
  const next = {
    ...pass,
    total,
    offset: pass.offset + step,
    unreadable: pass.unreadable + skipped,
    startedThere: pass.startedThere ?? new Date(pass.startedAt.getTime() + platformAheadMs),
  };
  return desk.db.transaction(async (tx) => {
    const now = new Date(desk.clock());
    if (!(await keepPass(tx, { lease, pass: next, now }))) return null;
    const { accounts, withoutMembership } = sort(page.items);
    const members = accounts.map((account) => memberOf(account, location));
    const changedFrom = new Date(pass.startedAt.getTime() - pass.offset);
    await upsertMembers(tx, { locationId, members, askedAt, changedFrom });
    await markAbsent(tx, { locationId, accountIds: withoutMembership, askedAt });
    if (end === 'goesOn') return next;
    await endPass(tx, lease, next, { end, now });
    if (end !== 'whole') desk.log.warn({ locationId, offset: next.offset, total }, badEnds[end]);
    return null;
  });
}

/** How a pass ends. */
type PassEnd = Exclude<ListEnd, 'goesOn' | 'repeated'>;

const badEnds = {
  endless: 'the list of members does not end',
  cutShort: 'the list of members ends too early',
};

/**
 * A full pass alone does not show who is missing: a member who changes during the pass moves to the front of the list, to pages
 * that were already read. So members count as absent (see ./absent.ts) only if the following pass over the changes does not have
 * them either.
 */
async function endPass(
  tx: Queryable,
  lease: SyncLease,
  pass: SyncPass,
  { end, now }: { end: PassEnd; now: Date },
): Promise<void> {
  const { locationId } = lease.key;
  const isWhole = end === 'whole' && pass.unreadable === 0;
  const isRead = end !== 'endless' && pass.unreadable === 0;
  const before = await finishPass(tx, { lease, pass, isWhole, isRead, now });
  const ofAll = await keepUnreadableCount(tx, locationId, pass, end);
  if (before) await markAbsentBefore(tx, { locationId, before, isCutShort: ofAll?.isCutShort ?? false, now });
  if (pass.since !== null) await updateAbsenceReview(tx, { sync: await lockSync(tx, locationId), now });
}

/**
 * A pass over changes has only some of the members that the last full pass could not read, so their counts are combined.
 * @returns what the last full pass could not read
 */
async function keepUnreadableCount(
  tx: Queryable,
  locationId: string,
  pass: SyncPass,
  end: PassEnd,
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

/** Deduplicates: a change while a page is read may list a member twice. */
function sort(items: readonly MemberAccount[]): { accounts: MemberAccount[]; withoutMembership: string[] } {
  const listed = [...new Map(items.map((account) => [account.accountId, account])).values()];
  return {
    accounts: listed.filter(({ membership }) => membership),
    withoutMembership: listed.filter(({ membership }) => !membership).map(({ accountId }) => accountId),
  };
}
