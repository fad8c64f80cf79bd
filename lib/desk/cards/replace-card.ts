import 'server-only';
import type { Rfid, RfidRequest } from '#contracts/v2/rfids.ts';
import { tagFormats } from '#contracts/v2/rfids.ts';
import type { AtTheDesk } from '#lib/desk/at-the-desk.ts';
import { writeAudit } from '#lib/desk/audit/write-audit.ts';
import type { Desk } from '#lib/desk/desk.ts';
import { forgetCard } from '#lib/desk/directory/directory.ts';
import { tellLive } from '#lib/desk/live/live-events.ts';
import { answered } from '#lib/desk/platform-failure.ts';
import { listRfids, replaceRfids } from '#lib/gym-api/rfids.ts';
import { auditMove, endingOf, refuseBadge } from './assign-card.ts';
import type { CardHolder, ReplaceCardInput, ReplaceOutcome } from './card.ts';
import { type InTurn, inTurnOf } from './card-turn.ts';
import { findHolder } from './find-holder.ts';
import { missingMember } from './missing-member.ts';
import { rememberCard } from './remember-card.ts';

type Replacement = Omit<ReplaceCardInput, 'locationId'>;

const fresh = { urgency: 'interactive', isFresh: true } as const;

/**
 * Takes a lost card from a member, and gives the new one in the same step: the platform replaces the list of cards as a
 * whole. The desk itself forgets the lost card first, so that nobody is let in by it even while the platform is away.
 */
export async function replaceCard(
  desk: Desk,
  at: AtTheDesk,
  replacement: Replacement,
  inTurn: InTurn = inTurnOf,
): Promise<ReplaceOutcome> {
  const { accountId, lost, expectedHolder } = replacement;
  if (replacement.replacement === lost) return { kind: 'sameCard' };
  if (replacement.replacement !== null) await refuseBadge(desk, at, replacement.replacement);
  await forgetLost(desk, at, lost);
  const members = [accountId, ...(expectedHolder ? [expectedHolder] : [])];
  return inTurn(desk, at.location.id, members, () => replaceInTurn(desk, at, replacement));
}

async function replaceInTurn(desk: Desk, at: AtTheDesk, replacement: Replacement): Promise<ReplaceOutcome> {
  const { accountId, lost, replacement: given, expectedHolder } = replacement;
  const gym = desk.gymOf(at.location);
  const holder = given === null ? null : await findHolder(gym, { kind: 'rfid', value: given });
  if (holder && holder.accountId !== accountId && holder.accountId !== expectedHolder) {
    return { kind: 'heldByAnother', holder };
  }
  const listed = await listRfids(gym, accountId, { sources: 'ours', ...fresh });
  if (!listed.ok) return missingMember(desk, at.location.id, accountId, listed.problem);
  const hasLost = listed.value.some(({ rfid }) => rfid === lost);
  if (!hasLost && (await isOfMachine(desk, at, replacement))) return { kind: 'notOurs' };

  const replaced = await replaceRfids(gym, accountId, listAfter(listed.value, lost, given));
  if (!replaced.ok) return missingMember(desk, at.location.id, accountId, replaced.problem);
  const movedFrom = holder && holder.accountId !== accountId ? holder : null;
  await noteReplaced(desk, at, replacement, movedFrom);
  const after = await listRfids(gym, accountId, { sources: 'all', ...fresh });
  const isStillKnown = after.ok && after.value.some(({ rfid }) => rfid === lost);
  return { kind: 'replaced', movedFrom: movedFrom?.displayName ?? null, isStillKnown };
}

async function isOfMachine(desk: Desk, at: AtTheDesk, { accountId, lost }: Replacement): Promise<boolean> {
  const all = answered(await listRfids(desk.gymOf(at.location), accountId, { sources: 'all', ...fresh }));
  return all.some(({ rfid }) => rfid === lost);
}

function listAfter(cards: readonly Rfid[], lost: string, given: string | null): RfidRequest[] {
  const kept = cards
    .filter(({ rfid }) => rfid !== lost && rfid !== given)
    .map(({ rfid, tagFormat }) => ({ rfid, tagFormat: tagFormats.find((known) => known === tagFormat) }));
  const format = cards.find(({ rfid }) => rfid === given)?.tagFormat;
  return given === null ? kept : [...kept, { rfid: given, tagFormat: tagFormats.find((known) => known === format) }];
}

async function forgetLost(desk: Desk, at: AtTheDesk, lost: string): Promise<void> {
  await forgetCard(desk.db, at.location.id, { kind: 'rfid', value: lost });
}

async function noteReplaced(
  desk: Desk,
  at: AtTheDesk,
  { accountId, lost, replacement }: Replacement,
  movedFrom: CardHolder | null,
): Promise<void> {
  const locationId = at.location.id;
  await desk.db.transaction(async (tx) => {
    // a scan of the lost card in the meantime may have taught it to the desk again
    await forgetCard(tx, locationId, { kind: 'rfid', value: lost });
    await writeAudit(tx, desk, {
      ...{ locationId, staffId: at.staffId, action: 'loseCard', accountId },
      reason: `…${endingOf(lost)}${replacement ? ` → …${endingOf(replacement)}` : ''}`,
    });
    if (movedFrom && replacement) {
      await auditMove(tx, desk, at, { from: movedFrom.accountId, to: accountId, value: replacement });
    }
    if (replacement) {
      const card = { kind: 'rfid', value: replacement } as const;
      await rememberCard(tx, locationId, accountId, card, new Date(desk.clock()));
    }
    await tellLive(tx, locationId, 'members');
  });
}
