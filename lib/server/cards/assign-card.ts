import 'server-only';
import { findBadge } from '#lib/server/auth/badge/find-badge.ts';
import type { Actor, ActorContext } from '#lib/server/base/actor.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { ActionFailure } from '#lib/server/base/failure.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { notConfirmed, writeAudit } from '#lib/server/base/write-audit.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { forgetLostCard } from '#lib/server/directory/forget-lost-card.ts';
import type { ApiProblem, GymAnswer } from '#lib/server/gym-api/answer.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { assignNfcToken, readNfcToken } from '#lib/server/gym-api/nfc.ts';
import { isInDoubt } from '#lib/server/gym-api/outage-cause.ts';
import { addRfid } from '#lib/server/gym-api/rfids.ts';
import { type WithMemberLeases, withMemberLeases } from '#lib/server/lease/member-lease.ts';
import type { AssignCardInput, AssignOutcome, Card, CardHolder } from '#lib/wire/cards.ts';
import { askHolder, rememberCard } from './card-holder.ts';
import { missingMember } from './missing-member.ts';
import { nfcIssuerOf, rememberIssuer } from './pass-issuers.ts';

/** Who changes cards. Tests replace `withLeases` to show what happens without leases. */
export interface CardContext extends ActorContext {
  withLeases?: WithMemberLeases | undefined;
}

/**
 * Assigns a card or pass to a member. As the platform would silently take it from its holder, the desk looks the holder up first:
 * a member other than `expectedHolder` loses it only after reception has confirmed.
 */
export async function assignCard(
  context: CardContext,
  { accountId, card, expectedHolder }: Omit<AssignCardInput, 'locationId'>,
): Promise<AssignOutcome> {
  const { desk, actor, withLeases = withMemberLeases } = context;
  if (card.kind === 'rfid') await refuseBadge(context, { rfid: card.value });
  const gym = desk.gymClientOf(actor.location);
  const locationId = actor.location.id;
  // moving a card changes the lists of both members
  const accountIds = [accountId, ...(expectedHolder ? [expectedHolder] : [])];
  return withLeases(desk, { locationId, accountIds }, async () => {
    const holder = await askHolder(context, card);
    if (holder && holder.accountId !== accountId && holder.accountId !== expectedHolder) {
      return { kind: 'heldByAnother', holder };
    }
    // a member has one token for each issuer: the new one invalidates the previous one
    const before = await readToken(gym, accountId, card);
    const isTheirs = holder?.accountId === accountId && (card.kind === 'rfid' || before === card.value);
    const answer = isTheirs ? null : await give(gym, accountId, card);
    const movedFrom = holder && holder.accountId !== accountId ? holder : null;
    if (answer && !answer.ok) {
      const lost = { accountId, card, holder, problem: answer.problem };
      if (!(await hasArrived(context, lost))) {
        await auditDoubt(context, lost);
        return missingMember(context, { accountId, problem: answer.problem });
      }
    }
    await desk.db.transaction(async (tx) => {
      const now = new Date(desk.clock());
      if (before && before !== card.value) {
        await forgetLostCard(tx, { locationId, accountId, card: { kind: 'nfc', value: before } });
      }
      if (movedFrom) await forgetLostCard(tx, { locationId, accountId: movedFrom.accountId, card });
      await rememberCard(tx, { locationId, accountId, card, at: now });
      if (card.kind === 'nfc' && card.issuer) await rememberIssuer(tx, { locationId, issuer: card.issuer, at: now });
      if (movedFrom) {
        await auditMove(tx, desk, { actor, from: movedFrom.accountId, to: accountId, value: card.value });
      }
      await notifyLive(tx, { locationId, event: 'members' });
    });
    return isTheirs ? { kind: 'alreadyTheirs' } : { kind: 'assigned', movedFrom };
  });
}

interface Lost {
  accountId: string;
  card: Card;
  /** Who had the card before the request. */
  holder: CardHolder | null;
  problem: ApiProblem;
}

/**
 * Whether the member has got the card although the request failed, for example because only its answer was lost. Asks the platform for
 * the holder again.
 */
async function hasArrived(context: CardContext, { accountId, card, holder, problem }: Lost): Promise<boolean> {
  if (!isInDoubt(problem)) return false;
  try {
    const now = await askHolder(context, card);
    if (now?.accountId !== accountId) return false;
  } catch (error) {
    if (error instanceof ActionFailure) return false;
    throw error;
  }
  if (holder?.accountId !== accountId) return true;
  // the member had the pass before, under another issuer
  const gym = context.desk.gymClientOf(context.actor.location);
  return (await readToken(gym, accountId, card)) === card.value;
}

/** Writes the audit log of a move that the platform may have made, or may still make. */
async function auditDoubt({ desk, actor }: CardContext, { accountId, card, holder, problem }: Lost): Promise<void> {
  if (!holder || holder.accountId === accountId || !isInDoubt(problem)) return;
  const move = { actor, from: holder.accountId, to: accountId, value: card.value, isConfirmed: false };
  await desk.db.transaction(async (tx) => {
    await auditMove(tx, desk, move);
    await notifyLive(tx, { locationId: actor.location.id, event: 'members' });
  });
}

interface Move {
  actor: Actor;
  from: string;
  to: string;
  value: string;
  /** Whether the platform has it so. */
  isConfirmed?: boolean;
}

/** Writes the audit log of a card that moved from one member to another. */
export async function auditMove(
  tx: Queryable,
  desk: DeskContext,
  { actor, from, to, value, isConfirmed = true }: Move,
): Promise<void> {
  const card = `…${endingOf(value)}`;
  const reason = isConfirmed ? card : notConfirmed(card);
  // one row for each member, as one of them may be erased later
  const entry = { locationId: actor.location.id, staffId: actor.staffId, reason };
  await writeAudit(tx, desk, { ...entry, action: 'moveCard', accountId: from });
  await writeAudit(tx, desk, { ...entry, action: 'receiveCard', accountId: to });
}

/** @throws ActionFailure `staffBadge`: badges are never assigned to members, and their numbers never sent to the platform */
export async function refuseBadge({ desk, actor }: ActorContext, { rfid }: { rfid: string }): Promise<void> {
  const badge = await findBadge(desk, { locationId: actor.location.id, cardNumber: rfid });
  if (badge) throw new ActionFailure('staffBadge', 'This card is a staff badge.');
}

/** Enough of a number to tell two cards apart, and too little to open a door. */
export const endingOf = (value: string): string => value.slice(-6);

/** The member's token of the issuer of a pass. */
async function readToken(gym: GymClient, accountId: string, card: Card): Promise<string | null> {
  // without an issuer, the answer may be the token of any issuer
  if (card.kind === 'rfid' || !card.issuer) return null;
  const answer = await readNfcToken(gym, {
    accountId,
    issuer: nfcIssuerOf(card.issuer),
    urgency: 'interactive',
    isFresh: true,
  });
  return answer.ok ? answer.value : null;
}

function give(gym: GymClient, accountId: string, card: Card): Promise<GymAnswer<unknown>> {
  return card.kind === 'rfid'
    ? addRfid(gym, { accountId, card: { rfid: card.value, ...(card.tagFormat && { tagFormat: card.tagFormat }) } })
    : assignNfcToken(gym, { accountId, token: card.value, issuer: nfcIssuerOf(card.issuer) });
}
