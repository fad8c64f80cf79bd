import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { startTestPlatform } from '#platform/testing/platform.ts';
import { isErrorOfOne } from './error-of-one.ts';

const platform = startTestPlatform();

/** Counts how often it is asked, also where the transaction is rolled back, and fails for a question with a SQLSTATE. */
const statement = {
  name: 'fail_as',
  text: 'SELECT place, fail_as(code) FROM unnest($1::text[]) WITH ORDINALITY asked (code, place)',
};

beforeAll(async () => {
  await platform.rows('CREATE SEQUENCE asked');
  await platform.rows('GRANT USAGE ON SEQUENCE asked TO front_desk_platform');
  await platform.rows(`
    CREATE FUNCTION fail_as(code text) RETURNS bigint LANGUAGE plpgsql AS $$
    BEGIN
      IF code IS NULL THEN RETURN nextval('asked'); END IF;
      RAISE EXCEPTION USING ERRCODE = code;
    END $$`);
});

/** Two questions without an error before and after one with it: their outcomes, and how many rows were evaluated. */
async function failAs(code: string) {
  await platform.rows("SELECT setval('asked', 1, false)");
  const asked = [null, code, null].map((value) => platform.db.findInBatch(statement, [value]));
  const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status);
  const [sequence] = await platform.rows<{ times: number }>('SELECT last_value::int AS times FROM asked');
  return { outcomes, times: sequence?.times };
}

test.each([
  ['21000', 'a row that would change twice'],
  ['22012', 'a value'],
  ['23505', 'a constraint'],
  ['40P01', 'a deadlock'],
  ['54000', 'a value that is too long for an index'],
])('the error %s (%s) reaches only the question that causes it', async (code) => {
  expect(await failAs(code)).toEqual({ outcomes: ['fulfilled', 'rejected', 'fulfilled'], times: 3 });
});

test.each([
  ['23505', true],
  ['57014', false],
])('an error of a server in another language is told by its code: %s', (code, isOfOne) => {
  const error = Object.assign(new pg.DatabaseError('Fehler', 6, 'error'), { severity: 'FEHLER', code });
  expect(isErrorOfOne(error)).toBe(isOfOne);
});

test.each([
  ['25006', 'a server that became read-only'],
  ['53100', 'a full disk'],
  ['57014', 'the timeout of a statement'],
  ['57P01', 'a server that shuts down'],
  ['42501', 'a right that is missing'],
])('after the error %s (%s), no question is asked again', async (code) => {
  expect(await failAs(code)).toEqual({ outcomes: ['rejected', 'rejected', 'rejected'], times: 1 });
});

test('nor after the error of a pool whose connections are all in use', async () => {
  const pool = new pg.Pool({ connectionString: platform.url, max: 1, connectionTimeoutMillis: 1 });
  const taken = [pool.connect(), pool.connect()];
  const error: unknown = await Promise.all(taken).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/timeout/);
  expect(isErrorOfOne(error)).toBe(false);
  for (const result of await Promise.allSettled(taken)) if (result.status === 'fulfilled') result.value.release();
  await pool.end();
});
