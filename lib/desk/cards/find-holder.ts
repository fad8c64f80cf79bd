import 'server-only';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { failureOf } from '#lib/desk/base/platform-failure.ts';
import { memberOf } from '#lib/desk/directory/member.ts';
import type { GymAnswer } from '#lib/gym-api/answer.ts';
import { classifyFailure } from '#lib/gym-api/errors.ts';
import type { GymClient } from '#lib/gym-api/gym-client.ts';
import { findNfcHolder } from '#lib/gym-api/nfc.ts';
import { findRfidHolder } from '#lib/gym-api/rfids.ts';
import { displayNameOf } from '#lib/names/person-name.ts';
import type { CardHolder } from '#lib/wire/cards.ts';

/**
 * Who of the chain holds a card or pass right now; null where nobody does, or somebody whose membership is over.
 * @throws ActionFailure where the platform cannot be asked: nothing is given away on a guess
 */
export async function findHolder(
  gym: GymClient,
  card: { kind: 'rfid' | 'nfc'; value: string },
): Promise<CardHolder | null> {
  const answer: GymAnswer<MemberAccount> =
    card.kind === 'rfid' ? await findRfidHolder(gym, card.value) : await findNfcHolder(gym, card.value);
  if (answer.ok) return { accountId: answer.value.accountId, displayName: displayNameOf(memberOf(answer.value)) };
  if (classifyFailure(answer.problem).kind === 'missing') return null;
  throw failureOf(answer.problem);
}
