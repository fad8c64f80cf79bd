import { requireAnswer } from '#lib/browser/base/ask-desk.ts';
import type { ActionResult } from '#lib/wire/action-result.ts';
import { resultOf } from '#lib/wire/answers/action-result.ts';
import { isStartOutcome } from '#lib/wire/answers/migration.ts';
import { largestFileBytes, type StartOutcome } from '#lib/wire/migration.ts';
import { pathAt } from '#lib/wire/path-at.ts';

export const resultsUrl = (locationId: string, runId: string): string =>
  pathAt(locationId, '/api/desk/migration/results', { runId });

/** @throws where the desk can't be reached, or another server responds */
export async function sendMigrationFile(locationId: string, file: Blob): Promise<ActionResult<StartOutcome>> {
  if (file.size > largestFileBytes) return { ok: true, value: { kind: 'refused', because: 'tooLarge', firstBad: [] } };
  const response = await fetch(pathAt(locationId, '/api/desk/migration'), {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: file,
  });
  return requireAnswer(await response.json(), resultOf(isStartOutcome));
}
