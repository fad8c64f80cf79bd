import { expect, test } from 'vitest';
import { isOfTests, readSource, sourceFilesOf } from './source-files.ts';

/** The only files of the programs that open connections: with error handlers and timeouts. */
const openers = ['lib/server/db/client.ts', 'platform/db/client.ts', 'shared/database/connection.ts'];

const filesWith = (pattern: RegExp) =>
  sourceFilesOf('app', 'lib', 'platform', 'shared').filter(
    (file) => !isOfTests(file) && pattern.test(readSource(file)),
  );

test('the programs open every connection where errors and timeouts are handled', () => {
  expect(filesWith(/new (pg\.)?(Pool|Client)\(|extends pg\.Client/)).toEqual(openers.toSorted());
});

test('so are those of the job queues', () => {
  const queues = filesWith(/new PgBoss\(/);
  expect(queues).toEqual(['lib/server/jobs/boss-jobs.ts', 'platform/jobs/job-queue.ts']);
  for (const queue of queues) {
    expect(readSource(queue)).toMatch(/new PgBoss\(\{\s+\.\.\.connectionTo\(/);
  }
});
