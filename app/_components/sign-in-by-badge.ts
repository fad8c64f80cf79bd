import type { BadgeSignInOutcome } from '#components/sign-in/badge-sign-in.tsx';
import { postSignIn } from '#lib/browser/queries/session-requests.ts';
import type { ReadCard } from '#lib/wire/reader/read-card.ts';

/**
 * @param locationId the location of the screen; undefined on the sign-in page
 * @throws like `postSignIn`
 */
export async function signInByBadge(
  { card, source }: ReadCard,
  pin: string,
  locationId?: string,
): Promise<BadgeSignInOutcome> {
  const place: Record<string, string> = locationId === undefined ? {} : { locationId };
  const answer = await postSignIn('badge', { card, source, pin, ...place });
  if (answer.kind === 'signedIn') return answer.kind;
  switch (answer.because) {
    case 'tooManyAttempts':
    case 'locked':
    case 'unknownBrowser':
    case 'weakPin':
    case 'busy':
      return answer.because;
    case 'CredentialsSignin':
      return 'wrong';
    default:
      return 'unavailable';
  }
}
