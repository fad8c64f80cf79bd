import 'server-only';
import { z } from 'zod';
import { operations } from '#contracts/export/operations.ts';
import type { OutageCause } from '#lib/wire/outage-causes.ts';
import { wellFormedText } from '#lib/wire/well-formed.ts';
import { askExport, type ExportAnswer, type ExportCredentials } from './ask-export.ts';

export type OptedOutAnswer =
  | { kind: 'answered'; gym: string; accountIds: string[] }
  /** `permissionMissing`: the platform knows the key, which may not use the data export. */
  | { kind: 'rejected' | 'permissionMissing' }
  | Extract<ExportAnswer, { kind: 'busy' }>
  /** `unreadable`: something else than the list came with a success. */
  | { kind: 'unreachable' | 'unreadable'; cause: OutageCause };

/** The whole list is in one answer: that of some hundred thousand people. */
const largestListBytes = 32 * 1024 * 1024;
const bounds = { depth: 8, values: 2_000_000 };
const longestName = 100;

/** An item that is not readable names nobody, and the others count. */
const list = z.object({
  gym: z.object({ name: z.string().trim().max(1_000) }).catch({ name: '' }),
  data: z.array(z.object({ externalAccountId: wellFormedText.min(1).max(100) }).catch({ externalAccountId: '' })),
});

/** Asks the platform's data export for everybody of a gym who does not share their data. */
export async function askOptedOut(
  credentials: ExportCredentials,
  { timeoutMs, stopping }: { timeoutMs: number; stopping?: AbortSignal },
): Promise<OptedOutAnswer> {
  const path = operations.getOptedOutUsersExport.path;
  const within = { timeoutMs, largestBytes: largestListBytes, bounds, ...(stopping && { stopping }) };
  const answer = await askExport(credentials, { path, ...within });
  switch (answer.kind) {
    case 'answered':
      return parseList(answer.json);
    case 'invalid':
    case 'missing':
      return { kind: 'unreachable', cause: 'foreign' };
    case 'unreachable':
      return { kind: 'unreachable', cause: answer.cause };
    default:
      return answer;
  }
}

function parseList(json: unknown): OptedOutAnswer {
  const read = list.safeParse(json);
  if (!read.success) return { kind: 'unreadable', cause: 'foreign' };
  const { gym, data } = read.data;
  const named = data.flatMap(({ externalAccountId }) => externalAccountId || []);
  // a list of which nothing is readable is another interface’s
  if (named.length === 0 && data.length > 0) return { kind: 'unreadable', cause: 'foreign' };
  return { kind: 'answered', gym: gym.name.slice(0, longestName), accountIds: [...new Set(named)] };
}
