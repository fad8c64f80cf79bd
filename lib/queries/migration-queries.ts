import { queryOptions } from '@tanstack/react-query';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { isOpen, largestFileBytes, type MigrationOverview, type StartOutcome } from '#lib/wire/migration.ts';
import { readJson } from './desk-queries.ts';

const whileOpenMs = 2_000;
const otherwiseMs = 20_000;

/** The lists of members that are or were brought over at a location. */
export const migrationsQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['migrations', locationId],
    queryFn: ({ signal }) => readJson<MigrationOverview>('/api/desk/migration', signal),
    refetchInterval: ({ state }) => (state.data?.runs.some(isOpen) ? whileOpenMs : otherwiseMs),
  });

export const resultsUrl = (runId: string): string => `/api/desk/migration/results?${new URLSearchParams({ runId })}`;

/** @throws where the desk can't be reached, or something else answers in its place */
export async function sendMigrationFile(locationId: string, file: Blob): Promise<ActionResult<StartOutcome>> {
  if (file.size > largestFileBytes) return { ok: true, value: { kind: 'refused', because: 'tooLarge', firstBad: [] } };
  const response = await fetch(`/api/desk/migration?${new URLSearchParams({ locationId })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
  return (await response.json()) as ActionResult<StartOutcome>; // safe because: the route answers nothing else, and a proxy's page fails to parse
}
