import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { ActorContext } from '#lib/server/base/actor.ts';
import { notifyLive } from '#lib/server/base/live-events.ts';
import { cards } from '#lib/server/db/schema/directory.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { readNfcToken, removeNfcToken } from '#lib/server/gym-api/nfc.ts';
import { withMemberLeases } from '#lib/server/members/member-lease.ts';
import type { RemovePassInput, RemovePassOutcome } from '#lib/wire/cards.ts';
import { missingMember } from './missing-member.ts';
import { nfcIssuerOf } from './pass-issuers.ts';

/** Takes a member's pass of one issuer; without an issuer all of them, as the platform knows no other way. */
export async function removePass(
  { desk, actor }: ActorContext,
  { accountId, issuer }: Omit<RemovePassInput, 'locationId'>,
): Promise<RemovePassOutcome> {
  const gym = desk.gymClientOf(actor.location);
  const locationId = actor.location.id;
  const nfcIssuer = nfcIssuerOf(issuer);
  return withMemberLeases(desk, locationId, [accountId], async () => {
    const held = nfcIssuer
      ? await readNfcToken(gym, { accountId, issuer: nfcIssuer, urgency: 'interactive', isFresh: true })
      : null;
    const token = held?.ok ? held.value : null;
    const answer = await removeNfcToken(gym, { accountId, issuer: nfcIssuer });
    const isGoneAlready = !answer.ok && isTokenMissing(classifyFailure(answer.problem));
    if (!answer.ok && !isGoneAlready) return missingMember({ desk, actor }, { accountId, problem: answer.problem });
    await desk.db.transaction(async (tx) => {
      const theirs = and(eq(cards.locationId, locationId), eq(cards.kind, 'nfc'), eq(cards.accountId, accountId));
      // where the desk does not know which one it was, it forgets all: what is left is known again with the next scan
      await tx.delete(cards).where(and(theirs, token ? eq(cards.value, token) : undefined));
      await notifyLive(tx, { locationId, event: 'members' });
    });
    return { kind: isGoneAlready ? 'alreadyRemoved' : 'removed' };
  });
}

const isTokenMissing = (failure: ReturnType<typeof classifyFailure>) =>
  failure.kind === 'missing' && failure.entity === 'NFC_TOKEN';
