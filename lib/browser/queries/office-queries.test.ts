import { type QueryKey, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { GettingStarted } from '#lib/wire/getting-started.ts';
import { cardHolderQuery, gettingStartedQuery } from './office-queries.ts';
import { makeQueryClient } from './query-client.ts';

afterEach(() => void vi.unstubAllGlobals());

const reading = { isRunning: true, count: 1_000, total: 4_000, secondsLeft: 60 };
const open: GettingStarted = { doneAt: null, steps: [], reading: null, memberCount: null };
const often = 4_000;

/** The polling interval after these responses; `slow` for that of all lists. */
const pollingAfter = (...responses: Response[]) => pollingOf(gettingStartedQuery('l'), responses);

async function pollingOf<Answer, Shown, Key extends QueryKey>(
  query: QueryObserverOptions<Answer, Error, Shown, Answer, Key>,
  responses: Response[],
): Promise<number | 'slow' | false> {
  vi.stubGlobal('fetch', async () => responses.shift());
  const client = makeQueryClient();
  const observer = new QueryObserver(client, query);
  while (responses.length > 0) await observer.refetch();
  const { refetchInterval } = observer.options;
  const interval =
    typeof refetchInterval === 'function' ? refetchInterval(observer.getCurrentQuery()) : refetchInterval;
  return interval === client.getDefaultOptions().queries?.refetchInterval ? 'slow' : (interval ?? false);
}

test.each([
  ['often while members are read', { ...open, reading }, often],
  ['slowly while the platform is away', { ...open, reading: { ...reading, isRunning: false } }, 'slow'],
  ['slowly for the steps that are left', open, 'slow'],
  ['not any more once everything is done', { ...open, doneAt: '2026-11-25T11:00:00.000Z' }, false],
])('the first steps are read %s', async (_, answer, expected) => {
  expect(await pollingAfter(Response.json(answer))).toBe(expected);
});

test('after a failed read, the first steps are read slowly', async () => {
  const error = { code: 'notAllowed', message: '', requestId: 'r', retryable: false };
  const failed = () => Response.json({ ok: false, error }, { status: 403 });
  expect(await pollingAfter(failed())).toBe('slow');
  expect(await pollingAfter(Response.json({ ...open, reading }), failed())).toBe('slow');
});

const member = { kind: 'member', name: 'Lena Vogt', isRecalled: false };

test.each([
  ['again where the platform did not answer', { kind: 'unavailable' }, 20_000],
  ['again where the name is from the directory', { ...member, isRecalled: true }, 20_000],
  ['once where it named the holder', member, false],
  ['once where it knew nobody', { kind: 'nobody' }, false],
])('the holder of a card is asked for %s', async (_, holder, expected) => {
  expect(await pollingOf(cardHolderQuery('l', '0x04A23BC2'), [Response.json({ holder })])).toBe(expected);
});

test.each([
  ['again where the desk was not reached', 503, 20_000],
  ['once where it refuses', 403, false],
])('the holder of a card is asked for %s', async (_, status, expected) => {
  const error = { code: 'notAllowed', message: '', requestId: 'r', retryable: false };
  const failed = () => Response.json({ ok: false, error }, { status });
  expect(await pollingOf({ ...cardHolderQuery('l', '0x04A23BC2'), retryDelay: 0 }, [failed(), failed()])).toBe(
    expected,
  );
});
