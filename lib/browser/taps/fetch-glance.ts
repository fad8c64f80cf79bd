import { askRead, ReadError, readJson } from '#lib/browser/base/ask-desk.ts';
import { isReady } from '#lib/wire/answers/status.ts';
import { atAGlance, present } from '#lib/wire/reads/counter.ts';
import type { Glance, Verdict } from '#lib/wire/verdict.ts';
import type { ReadRequest } from './tap-request.ts';

/** A glance that comes later than the deadline of the look-up itself is of no use. */
const deadlineMs = 1_500;
const presentDeadlineMs = 5_000;

/** @throws when the desk does not answer; what it refuses is nobody */
export async function fetchGlance({ locationId, source, value }: ReadRequest): Promise<Glance | null> {
  try {
    return (await askRead(atAGlance, locationId, { source, value }, AbortSignal.timeout(deadlineMs))).glance;
  } catch (error) {
    if (error instanceof ReadError && error.status < 500) return null;
    throw error;
  }
}

/** What is to be said of somebody who is in. @throws ReadError where the desk does not say so */
export const fetchPresent = (locationId: string, accountId: string): Promise<Verdict> =>
  askRead(present, locationId, { accountId }, AbortSignal.timeout(presentDeadlineMs));

/** @throws when the desk does not answer */
export const pingDesk = (): Promise<unknown> => readJson('/ready', isReady, AbortSignal.timeout(deadlineMs));
