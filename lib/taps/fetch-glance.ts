import type { Glance } from '#lib/desk/verdict/verdict.ts';
import { readJson } from '#lib/queries/desk-queries.ts';
import type { ReadRequest } from './tap-request.ts';

/** A glance that comes later than the deadline of the look-up itself is of no use. */
const deadlineMs = 1_500;

export function fetchGlance({ locationId, source, value }: ReadRequest): Promise<Glance | null> {
  const query = new URLSearchParams({ locationId, source, value });
  return readJson(`/api/desk/glance?${query}`, AbortSignal.timeout(deadlineMs));
}
