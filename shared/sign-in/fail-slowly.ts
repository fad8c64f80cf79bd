import { setTimeout } from 'node:timers/promises';
import type { Browser } from './browser.ts';

/** Minimum delay of a failure, which limits a stranger's sequential attempts. */
export const soonestFailureMs = 2_000;
/** Jitter on top, so that concurrent clients do not retry at the same moment. */
const spreadMs = 1_000;

/**
 * Delays a failure for an unknown browser to at least two seconds after the request, whatever failed. Otherwise,
 * repeated attempts of strangers would take most of the program's time. A success is not delayed.
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
