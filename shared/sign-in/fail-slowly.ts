import { setTimeout } from 'node:timers/promises';
import type { Browser } from './browser.ts';

/** A stranger who waits for each answer tries once in so long, */
export const soonestFailureMs = 2_000;
/** and up to so much longer, so that many who ask at once do not come back at once. */
const spreadMs = 1_000;

/**
 * Tells a browser that is not known of a failure no sooner than two seconds after it asked, whatever failed: strangers who ask
 * again and again would have the program do little else. A success is told at once.
 */
export async function failSlowly<Answer extends { kind: string }>(
  { deviceId }: Browser,
  look: () => Promise<Answer>,
  soonestMs = soonestFailureMs,
): Promise<Answer> {
  const soonest = deviceId === null ? setTimeout(soonestMs + Math.random() * Math.min(soonestMs, spreadMs)) : null;
  const answer = await look();
  if (answer.kind !== 'signedIn') await soonest;
  return answer;
}
