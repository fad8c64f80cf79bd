import { expect } from 'vitest';
import type { OperationId } from '#contracts/export/operations.ts';
import type { DayRange } from '#contracts/export/pages.ts';
import type { TestGym } from './platform.ts';

/** Reads all pages of an export, as long as there is a next one. */
export async function walkPages(gym: Pick<TestGym, 'askExport'>, operation: OperationId, range: DayRange) {
  const pages: Record<string, unknown>[][] = [];
  let cursor: string | null | undefined;
  do {
    const query = { ...range, ...(cursor && { cursor }) };
    const { status, body } = await gym.askExport(operation, { query });
    expect(status).toBe(200);
    pages.push(body.data);
    cursor = body.nextCursor;
  } while (cursor !== null);
  return pages;
}
