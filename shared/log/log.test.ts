import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openLog } from './log.ts';

/** Texts that no line may contain: of a member, a key, a body. */
const secrets = ['lena', 'vogt', 'canary', '04ca7a21', '1712345678', '1990-02-28', 'fd_live_8x2k'];

/** The log line of an error. */
function lineOf(error: unknown) {
  const lines: string[] = [];
  openLog({ program: 'desk', destination: { write: (text) => void lines.push(text) } }).error({ error }, 'it failed');
  const [line = ''] = lines;
  return { line, error: JSON.parse(line).error };
}

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

const databaseError = (fields: Partial<pg.DatabaseError> & { message: string }) =>
  Object.assign(new pg.DatabaseError(fields.message, 100, 'error'), fields);

const member = z.object({ account: z.object({ email: z.email(), byCard: z.record(z.string(), z.number()) }) });

test.each<[string, () => unknown, object]>([
  [
    'a value that the database refuses',
    () => {
      throw databaseError({
        message: 'duplicate key value: lena.vogt@example.com',
        detail: 'Key (email)=(lena.vogt@example.com)',
        code: '23505',
        constraint: 'accounts_email',
        table: 'accounts',
      });
    },
    { type: 'DatabaseError', code: '23505', constraint: 'accounts_email', table: 'accounts' },
  ],
  [
    'a statement with its parameters',
    () => {
      const cause = databaseError({ message: 'sorry, too many clients already', code: '53300' });
      throw new DrizzleQueryError('select $1', ['lena.vogt@example.com'], cause);
    },
    { message: 'sorry, too many clients already', code: '53300', query: 'select $1' },
  ],
  ['a body that is not JSON', () => JSON.parse('{"name": lena vogt'), { type: 'SyntaxError' }],
  ['an invalid number', () => BigInt('Vogt'), { type: 'SyntaxError' }],
  [
    'a body that fails validation',
    () => member.parse({ account: { email: 'canary', byCard: { '04CA7A21-1': 'Vogt' } } }),
    { message: 'invalid_format at account.email, invalid_type at account.byCard.…' },
  ],
  [
    'a key that is invalid in a header',
    () => new Headers({ 'x-api-key': 'fd_live_8x2k\0' }),
    { type: 'TypeError', message: expect.stringContaining('invalid header value') },
  ],
  [
    'a key that is invalid in a header of Node',
    () => http.request('http://127.0.0.1:1', { headers: { 'x-api-key': 'fd_live_8x2k\n' } }),
    { code: 'ERR_INVALID_CHAR', message: expect.stringContaining('Invalid character in header content') },
  ],
  [
    'a URL with a query',
    () => {
      throw new Error('Failed to ask https://canary:fd_live_8x2k@mms.example.com/accounts?email=lena@example.com');
    },
    { message: 'Failed to ask https://mms.example.com/…' },
  ],
  [
    'the URL of a database',
    () => {
      throw new Error('cannot connect to postgres://canary:fd_live_8x2k@db.example.com/desk');
    },
    { message: expect.stringMatching(/^cannot connect to \S+$/) },
  ],
  [
    'a message with a member’s name',
    () => {
      throw new Error('of "Lena Vogt", born 1990-02-28, +49 171 2345678, card 04CA7A21, lena.vogt@example.com');
    },
    { message: 'of "…", born …, …, card …, …' },
  ],
  [
    'a connection error that contains the password',
    () => {
      throw Object.assign(new Error('Connection terminated unexpectedly'), { client: { password: 'canary' } });
    },
    { message: 'Connection terminated unexpectedly' },
  ],
  [
    'a programming error',
    () => {
      const members = JSON.parse('{}');
      return members.first.card;
    },
    { type: 'TypeError', message: "Cannot read properties of undefined (reading 'card')" },
  ],
])('%s is logged with location and reason, and without its data', async (_, work, told) => {
  const { line, error } = lineOf(await thrownBy(work));
  expect(error).toMatchObject({ ...told, stack: expect.stringContaining('    at ') });
  for (const secret of secrets) expect(line.toLowerCase()).not.toContain(secret);
});

test('a failed request is logged with its reason, down to the connection error', async () => {
  const { error } = lineOf(await thrownBy(() => fetch('http://127.0.0.1:1/accounts?email=lena@example.com')));
  expect(error).toMatchObject({ type: 'TypeError', message: 'fetch failed', cause: expect.any(Object) });
  const refused = lineOf(await thrownBy(() => fetch('http://127.0.0.1:9')));
  expect(refused.error.cause.message ?? refused.error.cause.code).toBeTruthy();
});

test('the line is finite for several causes, and for an error that is its own cause', () => {
  const first = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
  const both = new AggregateError([first, new Error('timed out')], 'no address answered');
  expect(lineOf(both).error).toMatchObject({
    message: 'no address answered',
    cause: { message: 'refused', code: 'ECONNREFUSED' },
    otherCauses: [{ message: 'timed out' }],
  });
  first.cause = first;
  expect(lineOf(first).line.length).toBeLessThan(20_000);
  expect(lineOf('lena').error).toEqual({ type: 'string' });
});

test('only the beginning of a very long message is used, and a value cut off there is not logged', () => {
  const long = 'a.'.repeat(50_000);
  expect(lineOf(new Error(`It failed: ${long}`)).error.message).toMatch(/^It failed: …/);
  for (const quoted of [`"lena ${long}"`, `'lena ${long}'`, `“lena ${long}”`, `„lena ${long}“`, `\`lena ${long}\``]) {
    expect(lineOf(new Error(`of ${quoted.replaceAll('.', ' ')}`)).line).not.toContain('lena');
  }
});

test('an id in a message is kept, to find the record concerned', () => {
  const id = 'b7d2f0c4-3a91-4e57-8f1d-2c6a905be318';
  expect(lineOf(new Error(`The visit ${id} has no member.`)).error.message).toBe(`The visit ${id} has no member.`);
});

describe('on a full disk', () => {
  afterEach(() => vi.restoreAllMocks());

  /** Simulates the disk of stdout: full at first. */
  function fillDisk(): { written: () => string; free(): void } {
    let [written, isFull] = ['', true];
    vi.spyOn(fs, 'writeSync').mockImplementation((_fd: number, text: unknown) => {
      if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      written += String(text);
      return Buffer.byteLength(String(text));
    });
    const free = () => {
      isFull = false;
    };
    return { written: () => written, free };
  }

  test('a line never throws, and is written once there is space', () => {
    const disk = fillDisk();
    const log = openLog({ program: 'desk' });
    for (const message of ['one', 'two']) log.info({}, message);
    disk.free();
    log.info({}, 'three');
    const lines = disk.written().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['one', 'two', 'three']);
  });

  test('the number of buffered lines is limited', () => {
    const disk = fillDisk();
    const log = openLog({ program: 'desk' });
    for (let line = 0; line < 30; line += 1) log.info({}, 'long '.repeat(20_000));
    disk.free();
    log.info({}, 'the last');
    expect(disk.written().length).toBeGreaterThan(900_000);
    expect(disk.written().length).toBeLessThan(1_100_000);
  });

  test.runIf(fs.existsSync('/dev/full')).each(['stdout', 'stderr'])('on %s it does not end the program', (stream) => {
    const full = fs.openSync('/dev/full', 'w');
    const other = stream === 'stdout' ? 'stderr' : 'stdout';
    const work = `const { openLog } = await import(${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))});
      const log = openLog({ program: 'platform', destination: '${stream}' });
      setImmediate(() => log.info({}, 'from an event, which nobody watches'));
      setImmediate(() => process.${other}.write('went on'));`;
    try {
      const stdio = stream === 'stdout' ? ['ignore', full, 'pipe'] : ['ignore', 'pipe', full];
      const ended = spawnSync(process.execPath, ['--input-type=module', '--eval', work], {
        stdio: stdio as ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8', // safe because: a file may stand for a pipe
      });
      expect([ended.status, ended[other]]).toEqual([0, 'went on']);
    } finally {
      fs.closeSync(full);
    }
  });
});
