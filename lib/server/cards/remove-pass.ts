import 'server-only';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { forgetLostCard } from '#lib/server/directory/forget-lost-card.ts';
import { classifyFailure, isPerson } from '#lib/server/gym-api/errors.ts';
import { readNfcToken, removeNfcToken } from '#lib/server/gym-api/nfc.ts';
import { withMemberLeases } from '#lib/server/lease/member-lease.ts';
import type { RemovePassInput, RemovePassOutcome } from '#lib/wire/cards.ts';
import { missingMember } from './missing-member.ts';
import { nfcIssuerOf } from './pass-issuers.ts';

/**
 * Removes the pass of one issuer from a member; without an issuer all passes, as the platform has no other operation. The desk
 * deletes it first, at all its gyms of the chain, so that it admits no one even while the platform is unreachable.
 */
export async function removePass(
  { desk, actor }: ActorContext,
  { accountId, issuer }: Omit<RemovePassInput, 'locationId'>,
): Promise<RemovePassOutcome> {
  const gym = desk.gymClientOf(actor.location);
  const locationId = actor.location.id;
  const nfcIssuer = nfcIssuerOf(issuer);
  return withMemberLeases(desk, { locationId, accountIds: [accountId] }, async () => {
    const held = nfcIssuer
      ? await readNfcToken(gym, { accountId, issuer: nfcIssuer, urgency: 'interactive', isFresh: true })
      : null;
    const token = held?.ok ? held.value : null;
    await forgetLostCard(desk.db, { locationId, accountId, card: { kind: 'nfc', value: token } });
    const answer = await removeNfcToken(gym, { accountId, issuer: nfcIssuer });
    const isGoneAlready = !answer.ok && isTokenMissing(classifyFailure(answer.problem));
    if (!answer.ok && !isGoneAlready) return missingMember({ desk, actor }, { accountId, problem: answer.problem });
    await desk.db.transaction(async (tx) => {
      // a scan in the meantime may have stored it again, and the next one stores a remaining one
      await forgetLostCard(tx, { locationId, accountId, card: { kind: 'nfc', value: token } });
      await notifyLive(tx, { locationId, event: 'members' });
    });
    return { kind: isGoneAlready ? 'alreadyRemoved' : 'removed' };
  });
}

const isTokenMissing = (failure: ReturnType<typeof classifyFailure>) =>
  failure.kind === 'missing' && !isPerson(failure.entity);
