import 'server-only';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import type { LocationContext } from '#lib/server/base/actor.ts';
import type { MemberKey } from '#lib/server/base/member-key.ts';
import { failureOf } from '#lib/server/base/platform-failure.ts';
import type { Queryable } from '#lib/server/db/client.ts';
import { cards } from '#lib/server/db/schema/directory.ts';
import { forgetCard, isKnown } from '#lib/server/directory/directory.ts';
import { memberOf, summarise } from '#lib/server/directory/member.ts';
import type { GymAnswer } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import { findNfcHolder } from '#lib/server/gym-api/nfc.ts';
import { findRfidHolder } from '#lib/server/gym-api/rfids.ts';
import { findPhotoVersion } from '#lib/server/photos/photos.ts';
import type { CardHolder } from '#lib/wire/cards.ts';

/**
 * The member of the chain who holds a card or pass; null for a free one, or one of a former member.
 * @throws ActionFailure where the platform cannot be asked: a card is never assigned without knowing its holder
 */
export async function askHolder(
  { desk, actor: { location } }: LocationContext,
  card: { kind: 'rfid' | 'nfc'; value: string },
): Promise<CardHolder | null> {
  const gym = desk.gymClientOf(location);
  const locationId = location.id;
  const answer: GymAnswer<MemberAccount> =
    card.kind === 'rfid' ? await findRfidHolder(gym, card.value) : await findNfcHolder(gym, card.value);
  if (answer.ok) {
    if (!answer.value.membership) return null;
    const member = memberOf(answer.value);
    const photoVersion = await findPhotoVersion(desk.db, { locationId, accountId: member.accountId });
    const { accountId, displayName, initials, membershipId, photoUrl } = summarise(locationId, {
      ...member,
      photoVersion,
    });
    return { accountId, displayName, initials, membershipId, photoUrl, dateOfBirth: member.dateOfBirth };
  }
  if (classifyFailure(answer.problem).kind === 'missing') return null;
  throw failureOf(answer.problem);
}

/** Stores the new holder of a card. For a member who is not in the directory yet, the card is deleted: the next scan stores both. */
export async function rememberCard(
  tx: Queryable,
  { locationId, accountId, card, at }: MemberKey & { card: { kind: 'rfid' | 'nfc'; value: string }; at: Date },
): Promise<void> {
  if (!(await isKnown(tx, { locationId, accountId }))) return forgetCard(tx, { locationId, card });
  await tx
    .insert(cards)
    .values({ locationId, kind: card.kind, value: card.value, accountId, syncedAt: at })
    .onConflictDoUpdate({
      target: [cards.locationId, cards.kind, cards.value],
      set: { accountId, syncedAt: at },
    });
}
