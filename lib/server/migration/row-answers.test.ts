import { expect, test } from 'vitest';
import type { MigrationRow } from '#lib/server/db/schema/migration.ts';
import type { ApiProblem, StatusProblem } from '#lib/server/gym-api/answer.ts';
import { type MigrationWait, migrationWaits } from '#lib/wire/migration.ts';
import { type AnsweredRow, answerOf, judge } from './row-answers.ts';

const details = {
  errorCode: null,
  isPage: false,
  isOfKey: false,
  entity: null,
  requestId: null,
  metadata: {},
  fieldErrors: {},
};
const said = (status: number): StatusProblem => ({ kind: 'status', status, ...details });
const problems: Record<MigrationWait, ApiProblem> = {
  slow: { kind: 'timeout' },
  unreachable: { kind: 'unreachable', cause: 'refused', code: 'ECONNREFUSED' },
  unreadable: { kind: 'unreadable', isPage: false },
  busy: { kind: 'busy' },
  keyRejected: said(401),
  failed: said(500),
};
const answered = (problem: ApiProblem): AnsweredRow => ({
  row: {} as MigrationRow, // safe because: no row is looked at
  answer: answerOf({ ok: false, problem }),
});

test.each(migrationWaits)(
  'while the platform answers nothing else either, the run waits and no row fails: %s',
  async (because) => {
    const judgement = await judge([answered(problems[because])], async () => false);
    expect(judgement).toEqual({ kind: 'waits', because });
  },
);

test('while the platform answers other requests, the row fails (control)', async () => {
  const rows = [answered(problems.failed)];
  expect(await judge(rows, async () => true)).toEqual({ kind: 'rows', rows });
});
