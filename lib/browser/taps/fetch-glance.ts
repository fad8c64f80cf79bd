import { askRead, isRefusal, readJson } from '#lib/browser/base/ask-desk.ts';
import { isReady } from '#lib/wire/answers/status.ts';
import { atAGlance, present } from '#lib/wire/reads/counter.ts';
import type { Glance, Verdict } from '#lib/wire/verdict.ts';
import type { ReadRequest } from './tap-request.ts';

/** A glance that arrives after the deadline of the look-up itself is of no use. */
const deadlineMs = 1_500;
const presentDeadlineMs = 5_000;

/** @returns null where the desk refuses the request (4xx) @throws when the desk does not answer */
export async function fetchGlance({ locationId, source, value }: ReadRequest): Promise<Glance | null> {
  try {
    return (await askRead(atAGlance, locationId, { source, value }, AbortSignal.timeout(deadlineMs))).glance;
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}

/** The verdict of a member who is in the gym. @throws ReadError where the desk refuses or fails */
export const fetchPresent = (locationId: string, accountId: string): Promise<Verdict> =>
  askRead(present, locationId, { accountId }, AbortSignal.timeout(presentDeadlineMs));

/** @throws when the desk does not answer */
export const pingDesk = (): Promise<unknown> => readJson('/ready', isReady, AbortSignal.timeout(deadlineMs));
