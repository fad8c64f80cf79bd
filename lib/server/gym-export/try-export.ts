import 'server-only';
import { noteProblem } from '#lib/server/log/request-context.ts';
import type { ExportTest } from '#lib/wire/connection.ts';
import type { ExportCredentials } from './ask-export.ts';
import { askOptedOut, type OptedOutAnswer } from './ask-opted-out.ts';

/** The list may be long, but a manager waits for the answer. */
const presetTimeoutMs = 15_000;

/**
 * Sends the data export the request that the desk makes of it: the answer shows whether the key is accepted, and whose key it is.
 */
export async function tryExport(
  credentials: ExportCredentials,
  { timeoutMs = presetTimeoutMs }: { timeoutMs?: number } = {},
): Promise<ExportTest> {
  const begun = performance.now();
  const test = testOf(await askOptedOut(credentials, { timeoutMs }), Math.round(performance.now() - begun));
  const logged = { operation: 'getOptedOutUsersExport' };
  if (test.kind === 'rejected' || test.kind === 'permissionMissing') noteProblem({ ...logged, kind: 'rejected' });
  if (test.kind === 'unreachable') noteProblem({ ...logged, kind: 'unavailable', cause: test.cause ?? 'foreign' });
  return test;
}

function testOf(answer: OptedOutAnswer, tookMs: number): ExportTest {
  switch (answer.kind) {
    case 'answered':
      return { kind: 'answered', tookMs, gym: answer.gym };
    case 'unreadable':
    case 'unreachable':
      return { kind: 'unreachable', cause: answer.cause };
    case 'rejected':
    case 'permissionMissing':
    case 'busy':
      return { kind: answer.kind };
  }
}
