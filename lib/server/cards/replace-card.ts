import 'server-only';
import type { Sent } from '#contracts/v2/primitives.ts';
import { type Rfid, type RfidRequest, tagFormats } from '#contracts/v2/rfids.ts';
import type { Actor, ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { answered } from '#lib/server/base/platform-failure.ts';
import { writeAudit } from '#lib/server/base/write-audit.ts';
import { forgetCard } from '#lib/server/directory/directory.ts';
import { mayHaveArrived } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { listRfids, replaceRfids } from '#lib/server/gym-api/rfids.ts';
import { type WithMemberLeases, withMemberLeases } from '#lib/server/members/member-lease.ts';
import type { CardHolder, ReplaceCardInput, ReplaceOutcome } from '#lib/wire/cards.ts';
import { auditMove, endingOf, refuseBadge } from './assign-card.ts';
import { findHolder, rememberCard } from './card-holder.ts';
import { missingMember } from './missing-member.ts';

type Replacement = Omit<ReplaceCardInput, 'locationId'>;

const fresh = { urgency: 'interactive', isFresh: true } as const;

/**
 * Takes a lost card from a member, and gives the new one in the same step: the platform replaces the list of cards as a
 * whole. The desk itself forgets the lost card first, so that nobody is let in by it even while the platform is away. The
 * list is read back afterwards: only what stands there is told.
 */
export async function replaceCard(
  { desk, actor }: ActorContext,
  replacement: Replacement,
  withLeases: WithMemberLeases = withMemberLeases,
): Promise<ReplaceOutcome> {
  const { accountId, lost, expectedHolder } = replacement;
  if (replacement.replacement === lost) return { kind: 'sameCard' };
  if (replacement.replacement !== null) await refuseBadge({ desk, actor }, { rfid: replacement.replacement });
  await forgetLost(desk, actor, lost);
  const members = [accountId, ...(expectedHolder ? [expectedHolder] : [])];
  return withLeases(desk, actor.location.id, members, () => replaceUnderLeases(desk, actor, replacement));
}

async function replaceUnderLeases(desk: DeskContext, actor: Actor, replacement: Replacement): Promise<ReplaceOutcome> {
  const { accountId, lost, replacement: given, expectedHolder } = replacement;
  const gym = desk.gymClientOf(actor.location);
  const holder = given === null ? null : await findHolder({ desk, actor }, { kind: 'rfid', value: given });
  if (holder && holder.accountId !== accountId && holder.accountId !== expectedHolder) {
    return { kind: 'heldByAnother', holder };
  }
  const listed = await listRfids(gym, { accountId, sources: 'ours', ...fresh });
  if (!listed.ok) return missingMember({ desk, actor }, { accountId, problem: listed.problem });
  const { items: cards, unreadable } = listed.value;
  // the list is sent back whole: a card that could not be read would be taken from the member
  if (unreadable.length > 0) return { kind: 'cardsUnreadable', count: unreadable.length };
  const hasLost = cards.some(({ rfid }) => rfid === lost);
  if (!hasLost && (await isOfMachine(desk, actor, replacement))) return { kind: 'notOurs' };

  const wanted = listAfter(cards, lost, given);
  const replaced = await replaceRfids(gym, { accountId, rfids: wanted });
  const after = replaced.ok || mayHaveArrived(replaced.problem) ? await readBack(gym, replacement, wanted) : null;
  // a lost answer counts only where the list says that it was done all the same
  if (!replaced.ok && after?.kind !== 'asWanted') {
    return missingMember({ desk, actor }, { accountId, problem: replaced.problem });
  }
  const movedFrom = holder && holder.accountId !== accountId ? holder : null;
  await noteReplaced(desk, actor, replacement, { movedFrom, isConfirmed: after?.kind === 'asWanted' });
  switch (after?.kind) {
    case 'asWanted':
      return { kind: 'replaced', movedFrom: movedFrom?.displayName ?? null, isStillKnown: after.isStillKnown };
    case 'differs':
      return { kind: 'listDiffers', ...after.from };
    case 'unread':
    case undefined:
      return { kind: 'notConfirmed' };
  }
}

async function isOfMachine(desk: DeskContext, actor: Actor, { accountId, lost }: Replacement): Promise<boolean> {
  const all = answered(await listRfids(desk.gymClientOf(actor.location), { accountId, sources: 'all', ...fresh }));
  return all.items.some(({ rfid }) => rfid === lost);
}

function listAfter(cards: readonly Rfid[], lost: string, given: string | null): Sent<RfidRequest>[] {
  const kept = cards
    .filter(({ rfid }) => rfid !== lost && rfid !== given)
    .map(({ rfid, tagFormat }) => ({ rfid, tagFormat: tagFormats.find((known) => known === tagFormat) }));
  const format = cards.find(({ rfid }) => rfid === given)?.tagFormat;
  return given === null ? kept : [...kept, { rfid: given, tagFormat: tagFormats.find((known) => known === format) }];
}

type ReadBack =
  | { kind: 'asWanted'; isStillKnown: boolean }
  | { kind: 'differs'; from: { isStillListed: boolean; missing: string[] } }
  | { kind: 'unread' };

/** What became of a list that was replaced. */
async function readBack(
  gym: GymClient,
  { accountId, lost }: Replacement,
  wanted: readonly Sent<RfidRequest>[],
): Promise<ReadBack> {
  const [ours, all] = await Promise.all([
    listRfids(gym, { accountId, sources: 'ours', ...fresh }),
    listRfids(gym, { accountId, sources: 'all', ...fresh }),
  ]);
  if (!ours.ok || !all.ok) return { kind: 'unread' };
  const listed = new Set(ours.value.items.map(({ rfid }) => rfid));
  const isStillListed = listed.has(lost);
  const missing = wanted.map(({ rfid }) => rfid).filter((rfid) => !listed.has(rfid));
  if (isStillListed || missing.length > 0) return { kind: 'differs', from: { isStillListed, missing } };
  // the lost card may be the one that could not be read
  if (all.value.unreadable.length > 0) return { kind: 'unread' };
  return { kind: 'asWanted', isStillKnown: all.value.items.some(({ rfid }) => rfid === lost) };
}

async function forgetLost(desk: DeskContext, actor: Actor, lost: string): Promise<void> {
  await forgetCard(desk.db, { locationId: actor.location.id, card: { kind: 'rfid', value: lost } });
}

async function noteReplaced(
  desk: DeskContext,
  actor: Actor,
  { accountId, lost, replacement }: Replacement,
  { movedFrom, isConfirmed }: { movedFrom: CardHolder | null; isConfirmed: boolean },
): Promise<void> {
  const locationId = actor.location.id;
  await desk.db.transaction(async (tx) => {
    // a scan of the lost card in the meantime may have taught it to the desk again
    await forgetCard(tx, { locationId, card: { kind: 'rfid', value: lost } });
    const change = `…${endingOf(lost)}${replacement ? ` → …${endingOf(replacement)}` : ''}`;
    await writeAudit(tx, desk, {
      locationId,
      staffId: actor.staffId,
      action: 'loseCard',
      accountId,
      reason: isConfirmed ? change : `${change} (not confirmed)`,
    });
    if (movedFrom && replacement) {
      await auditMove(tx, desk, actor, { from: movedFrom.accountId, to: accountId, value: replacement });
    }
    if (replacement && isConfirmed) {
      const card = { kind: 'rfid', value: replacement } as const;
      await rememberCard(tx, { locationId, accountId, card, at: new Date(desk.clock()) });
    }
    await notifyLive(tx, { locationId, event: 'members' });
  });
}
