import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#scripts/run-program.ts';

/** The only files of the programs that open connections: theirs neither end the process nor wait for ever. */
const openers = ['lib/db/client.ts', 'platform/db/client.ts', 'shared/database/connection.ts'];
const isOfTests = (file: string) => /\.test\.tsx?$|\/testing\//.test(file);

function* sourcesOf(...rooms: string[]): Generator<[file: string, text: string]> {
  for (const room of rooms) {
    for (const file of fs.readdirSync(path.join(root, room), { recursive: true, encoding: 'utf8' })) {
      const name = `${room}/${file.replaceAll(path.sep, '/')}`;
      if (/\.tsx?$/.test(name) && !isOfTests(name)) yield [name, fs.readFileSync(path.join(root, name), 'utf8')];
    }
  }
}

const filesWith = (pattern: RegExp) =>
  [...sourcesOf('app', 'lib', 'platform', 'shared')].filter(([, text]) => pattern.test(text)).map(([file]) => file);

test('every connection of the programs is opened where breaks and silence are handled', () => {
  expect(filesWith(/new (pg\.)?(Pool|Client)\(|extends pg\.Client/)).toEqual(openers.toSorted());
});

test('so are those of the job queues', () => {
  const queues = filesWith(/new PgBoss\(/);
  expect(queues).toEqual(['lib/outbox/boss-jobs.ts', 'platform/jobs/job-queue.ts']);
  for (const queue of queues) {
    expect(fs.readFileSync(path.join(root, queue), 'utf8')).toMatch(/new PgBoss\(\{\s+\.\.\.connectionTo\(/);
  }
});
