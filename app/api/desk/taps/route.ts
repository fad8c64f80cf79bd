import { answerActionError, answerRead } from '#lib/actions/answer-read.ts';
import type { ActionErrorCode } from '#lib/actions/result.ts';
import { kindOfTap, tapActions } from '#lib/actions/tap-actions.ts';
import { placeAt } from '#lib/auth/load-staff.ts';
import { readConfirmed } from '#lib/desk/verdict/read-confirmed.ts';
import { tapsInput } from '#lib/desk/visits/tap.ts';

/** What was decided of taps of a location since they were answered as unconfirmed. */
export const GET = (request: Request): Promise<Response> =>
  answerRead('recordVisits', (context) => {
    const query = new URL(request.url).searchParams;
    const { locationId, tapIds } = tapsInput.parse({
      locationId: query.get('locationId'),
      tapIds: query.getAll('tapId'),
    });
    return readConfirmed(context.desk, placeAt(context, locationId), tapIds);
  });

/**
 * A tap, at its first attempt and at every later one: a call that the page can abort, and that waits for no other.
 * A browser sends the session cookie only from our own pages (SameSite), and JSON from elsewhere needs our consent.
 */
export async function POST(request: Request): Promise<Response> {
  const raw: unknown = await request.json().catch(() => null);
  const result = await tapActions[kindOfTap(raw) ?? 'lookUp'](raw);
  return result.ok || answers.has(result.error.code)
    ? Response.json(result, { headers: { 'cache-control': 'no-store' } })
    : answerActionError(result.error);
}

/** Codes that answer a tap and are nobody's mistake: a browser reports another status than 200 as an error of the page. */
const answers: ReadonlySet<ActionErrorCode> = new Set(['staffBadge', 'tooLate']);
