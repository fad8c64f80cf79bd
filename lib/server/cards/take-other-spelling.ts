import 'server-only';
import type { GymAnswer } from '#lib/server/gym-api/answer.ts';
import { classifyFailure } from '#lib/server/gym-api/errors.ts';
import type { GymClient } from '#lib/server/gym-api/gym-client.ts';
import { removeRfid } from '#lib/server/gym-api/rfids.ts';
import type { CardHolder } from '#lib/wire/cards.ts';

/**
 * Takes a card that was given to another member from its former holder. A platform that compares letters exactly has moved the
 * number in upper case alone, and would go on finding the former holder by the one in lower case.
 */
export async function takeOtherSpelling(
  gym: GymClient,
  { rfid, movedFrom }: { rfid: string | null; movedFrom: CardHolder | null },
): Promise<GymAnswer<void>> {
  const taken = { ok: true, value: undefined } as const;
  if (rfid === null || !movedFrom || !gym.distinguishesCase()) return taken;
  const answer = await removeRfid(gym, { accountId: movedFrom.accountId, rfid });
  const isGone = !answer.ok && classifyFailure(answer.problem).kind === 'missing';
  return isGone ? taken : answer;
}
