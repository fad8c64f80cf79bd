import 'server-only';
import type { Sent } from '#contracts/v2/primitives.ts';
import { type Rfid, type RfidRequest, rfidListRequest, withoutLeadingZeros } from '#contracts/v2/rfids.ts';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { answered } from '#lib/server/base/platform-failure.ts';
import { notConfirmed, writeAudit } from '#lib/server/base/write-audit.ts';
import { forgetLostCard } from '#lib/server/directory/forget-lost-card.ts';
import type { GymAnswer } from '#lib/server/gym-api/answer.ts';
import { mayHaveArrived } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { isInDoubt } from '#lib/server/gym-api/outage-cause.ts';
import { addRfid, listRfids, removeRfid, replaceRfids } from '#lib/server/gym-api/rfids.ts';
import { withMemberLeases } from '#lib/server/lease/member-lease.ts';
import type { CardHolder, ReplaceCardInput, ReplaceOutcome } from '#lib/wire/cards.ts';
import { auditMove, type CardContext, endingOf, refuseBadge } from './assign-card.ts';
import { askHolder, rememberCard } from './card-holder.ts';
import { missingMember } from './missing-member.ts';

type Replacement = Omit<ReplaceCardInput, 'locationId'>;

const fresh = { urgency: 'interactive', isFresh: true } as const;

/**
 * Removes a lost card from a member and assigns the new one in the same step, as the platform replaces the whole list of cards.
 * The desk deletes the lost card first, at all its gyms of the chain, so that it admits no one even while the platform is unreachable.
 * The list is read back afterwards, and the outcome is based on it alone.
 */
export async function replaceCard(context: CardContext, replacement: Replacement): Promise<ReplaceOutcome> {
  const { desk, actor, withLeases = withMemberLeases } = context;
  const { accountId, lost, expectedHolder } = replacement;
  if (replacement.replacement !== null && isSameNumber(replacement.replacement, lost)) return { kind: 'sameCard' };
  if (replacement.replacement !== null) await refuseBadge(context, { rfid: replacement.replacement });
  await forgetLostCard(desk.db, { locationId: actor.location.id, accountId, card: { kind: 'rfid', value: lost } });
  const accountIds = [accountId, ...(expectedHolder ? [expectedHolder] : [])];
  return withLeases(desk, { locationId: actor.location.id, accountIds }, () =>
    replaceUnderLeases(context, replacement),
  );
}

async function replaceUnderLeases(context: ActorContext, replacement: Replacement): Promise<ReplaceOutcome> {
  const { accountId, lost, replacement: given, expectedHolder } = replacement;
  const gym = context.desk.gymClientOf(context.actor.location);
  const holder = given === null ? null : await askHolder(context, { kind: 'rfid', value: given });
  if (holder && holder.accountId !== accountId && holder.accountId !== expectedHolder) {
    return { kind: 'heldByAnother', holder };
  }
  const listed = await listRfids(gym, { accountId, sources: 'ours', ...fresh });
  if (!listed.ok) return missingMember(context, { accountId, problem: listed.problem });
  const { items: cards, unreadable } = listed.value;
  // the whole list is sent back: an unreadable card would be removed from the member
  if (unreadable.length > 0) return { kind: 'cardsUnreadable', count: unreadable.length };
  if (formsOf(lost, cards).length === 0 && (await isOfMachine(context, replacement))) return { kind: 'notOurs' };

  const wanted = cardsAfter(cards, replacement);
  const rfids = asRequested(wanted);
  const {
    answer: replaced,
    isGiven,
    isAnswered,
  } = rfids
    ? { answer: await replaceRfids(gym, { accountId, rfids }), isGiven: true, isAnswered: true }
    : await exchange(gym, { before: cards, replacement });
  const after = replaced.ok || mayHaveArrived(replaced.problem) ? await readBack(gym, replacement, wanted) : null;
  const isListed = given === null || after?.kind !== 'differs' || !after.from.missing.includes(given);
  const isMissing = !isListed || (!isGiven && after?.kind !== 'asWanted');
  const movedFrom = holder && holder.accountId !== accountId && !isMissing ? holder : null;
  const isConfirmed = after?.kind === 'asWanted';
  // after a lost answer, the replacement counts as done only if the list shows it
  if (!replaced.ok && !isConfirmed) {
    const doubt = { movedFrom, isConfirmed, isMoveConfirmed: false };
    if (isInDoubt(replaced.problem)) await recordReplaced(context, replacement, doubt);
    return missingMember(context, { accountId, problem: replaced.problem });
  }
  // a move that a read list does not show is none
  const isMoveConfirmed = isAnswered || (after !== null && after.kind !== 'unread');
  await recordReplaced(context, replacement, { movedFrom, isConfirmed, isMoveConfirmed });
  switch (after?.kind) {
    case 'asWanted':
      return {
        kind: 'replaced',
        movedFrom: movedFrom?.displayName ?? null,
        isStillKnown: after.isStillKnown,
        otherForms: formsOf(lost, cards).flatMap(({ rfid }) => (rfid === lost ? [] : [rfid])),
      };
    case 'differs':
      return { kind: 'listDiffers', ...after.from };
    case 'unread':
    case undefined:
      return { kind: 'notConfirmed' };
  }
}

async function isOfMachine({ desk, actor }: ActorContext, { accountId, lost }: Replacement): Promise<boolean> {
  const all = answered(await listRfids(desk.gymClientOf(actor.location), { accountId, sources: 'all', ...fresh }));
  return formsOf(lost, all.items).length > 0;
}

/** The forms in which a list has a card: a member may have one that other software entered without zeros, and one from a scan. */
const formsOf = (number: string, cards: readonly Rfid[]) => cards.filter(({ rfid }) => isSameNumber(rfid, number));

/** Whether these may be one card, which the platform lists without leading zeros and a reader or machine knows with them. */
const isSameNumber = (one: string, other: string) => withoutLeadingZeros(one) === withoutLeadingZeros(other);

const has = (cards: readonly Rfid[], number: string) => cards.some(({ rfid }) => rfid === number);

function cardsAfter(before: readonly Rfid[], { lost, replacement: given }: Replacement): Rfid[] {
  const kept = before.filter(({ rfid }) => !isSameNumber(rfid, lost));
  return given === null || has(kept, given) ? kept : [...kept, { rfid: given }];
}

/** Null where a request cannot name a card as the platform does, such as one of another format. */
function asRequested(cards: readonly Rfid[]): Sent<RfidRequest>[] | null {
  const rfids = rfidListRequest.shape.rfids.safeParse(cards).data;
  return rfids?.map(({ rfid, tagFormat }) => ({ rfid, ...(tagFormat && { tagFormat }) })) ?? null;
}

/**
 * Exchanges only the lost card, in each of its forms, and the new one. The lost one goes first, so that it admits no one whatever
 * becomes of the following requests: the list that is read back afterwards shows which of them have arrived.
 * @returns `isGiven`: whether the platform may have taken the new card; `isAnswered`: whether it said that it has
 */
async function exchange(
  gym: GymClient,
  { before, replacement }: { before: readonly Rfid[]; replacement: Replacement },
): Promise<{ answer: GymAnswer<void>; isGiven: boolean; isAnswered: boolean }> {
  const { accountId, lost, replacement: given } = replacement;
  const isNew = given !== null && !has(before, given);
  let removed: GymAnswer<void> | null = null;
  for (const { rfid } of formsOf(lost, before)) {
    const answer = await removeRfid(gym, { accountId, rfid });
    removed ??= answer;
    if (!answer.ok) return { answer: removed, isGiven: false, isAnswered: false };
  }
  const added = isNew ? await addRfid(gym, { accountId, card: { rfid: given } }) : null;
  const isGiven = added === null || added.ok || mayHaveArrived(added.problem);
  return {
    answer: removed ?? added ?? { ok: true, value: undefined },
    isGiven,
    isAnswered: added === null || added.ok,
  };
}

type ReadBack =
  | { kind: 'asWanted'; isStillKnown: boolean }
  | { kind: 'differs'; from: { isStillListed: boolean; missing: string[] } }
  | { kind: 'unread' };

/** Compares the list at the platform with the one that was sent. */
async function readBack(gym: GymClient, { accountId, lost }: Replacement, wanted: readonly Rfid[]): Promise<ReadBack> {
  const [ours, all] = await Promise.all([
    listRfids(gym, { accountId, sources: 'ours', ...fresh }),
    listRfids(gym, { accountId, sources: 'all', ...fresh }),
  ]);
  if (!ours.ok || !all.ok) return { kind: 'unread' };
  const listed = new Set(ours.value.items.map(({ rfid }) => rfid));
  const isStillListed = formsOf(lost, ours.value.items).length > 0;
  const missing = wanted.map(({ rfid }) => rfid).filter((rfid) => !listed.has(rfid));
  if (isStillListed || missing.length > 0) return { kind: 'differs', from: { isStillListed, missing } };
  // an unreadable card may be the lost one
  if (all.value.unreadable.length > 0) return { kind: 'unread' };
  // none of these is in the own list
  return { kind: 'asWanted', isStillKnown: formsOf(lost, all.value.items).length > 0 };
}

interface Recorded {
  movedFrom: CardHolder | null;
  /** Whether the list that was read back is as wanted. */
  isConfirmed: boolean;
  /** Whether the platform has taken the new card. */
  isMoveConfirmed: boolean;
}

async function recordReplaced(
  { desk, actor }: ActorContext,
  { accountId, lost, replacement }: Replacement,
  { movedFrom, isConfirmed, isMoveConfirmed }: Recorded,
): Promise<void> {
  const locationId = actor.location.id;
  await desk.db.transaction(async (tx) => {
    // a scan of the lost card in the meantime may have stored it again
    await forgetLostCard(tx, { locationId, accountId, card: { kind: 'rfid', value: lost } });
    const change = `…${endingOf(lost)}${replacement ? ` → …${endingOf(replacement)}` : ''}`;
    await writeAudit(tx, desk, {
      locationId,
      staffId: actor.staffId,
      action: 'loseCard',
      accountId,
      reason: isConfirmed ? change : notConfirmed(change),
    });
    if (movedFrom && replacement) {
      const move = { actor, from: movedFrom.accountId, to: accountId, value: replacement };
      await auditMove(tx, desk, { ...move, isConfirmed: isMoveConfirmed });
    }
    if (replacement && isConfirmed) {
      const card = { kind: 'rfid', value: replacement } as const;
      if (movedFrom) await forgetLostCard(tx, { locationId, accountId: movedFrom.accountId, card });
      await rememberCard(tx, { locationId, accountId, card, at: new Date(desk.clock()) });
    }
    await notifyLive(tx, { locationId, event: 'members' });
  });
}
