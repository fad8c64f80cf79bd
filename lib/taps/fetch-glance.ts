import { ReadError, readJson } from '#lib/queries/desk-queries.ts';
import type { Glance, Verdict } from '#lib/wire/verdict.ts';
import type { ReadRequest } from './tap-request.ts';

/** A glance that comes later than the deadline of the look-up itself is of no use. */
const deadlineMs = 1_500;
const presentDeadlineMs = 5_000;

/** @throws when the desk does not answer; what it refuses is nobody */
export function fetchGlance({ locationId, source, value }: ReadRequest): Promise<Glance | null> {
  const query = new URLSearchParams({ locationId, source, value });
  return readJson<Glance | null>(`/api/desk/glance?${query}`, AbortSignal.timeout(deadlineMs)).catch((error) => {
    if (error instanceof ReadError && error.status < 500) return null;
    throw error;
  });
}

/** What is to be said of somebody who is in. @throws ReadError where the desk does not say so */
export const fetchPresent = (accountId: string): Promise<Verdict> =>
  readJson<Verdict>(`/api/desk/presence/${encodeURIComponent(accountId)}`, AbortSignal.timeout(presentDeadlineMs));

/** @throws when the desk does not answer */
export const pingDesk = (): Promise<unknown> => readJson('/ready', AbortSignal.timeout(deadlineMs));
