import { describe, expect, test } from 'vitest';
import { callOf, refusal, startNext } from '#lib/testing/gym-calls.ts';
import type { GymAnswer } from './answer.ts';
import type { Call } from './call.ts';
import { trySpellings } from './try-spellings.ts';

const missing = (entity: string | null) => refusal({ status: 404, errorCode: 'notFound', entity });
const timeout = { ok: false, problem: { kind: 'timeout' } } as const;
const busy = { ok: false, problem: { kind: 'busy' } } as const;
const invalid = refusal({ status: 400, errorCode: 'invalidArguments' });

/** A platform that has stored these numbers, and compares letters exactly or ignores their case. */
function startPlatform({ stored, comparesExactly = true }: { stored: string[]; comparesExactly?: boolean }) {
  const has = (number: string) =>
    stored.some((known) => known === number || (!comparesExactly && known.toLowerCase() === number.toLowerCase()));
  const { calls, next } = startNext(({ path }) => (has(numberIn(path)) ? {} : { answer: missing('RFID') }));
  const ask = trySpellings({ found: new Set(), unknown: new Set() })(next);
  /** @returns the answer, and the numbers that were asked for */
  const askFor = async (rfid: string, request: Parameters<typeof callOf>[0] = {}) => {
    const before = calls.length;
    const { answer } = await ask(callOf({ parameters: { accountId: 'a-1', rfid }, ...request }));
    return [answer.ok, ...calls.slice(before).map(({ path }) => numberIn(path))];
  };
  /** Scans so many cards that the platform does not know. */
  const askForUnknown = async (count: number) => {
    for (let scans = 0; scans < count; scans++) await askFor(`0x0${(0xa00 + scans).toString(16).toUpperCase()}`);
  };
  return { askFor, askForUnknown };
}

/** The same for one look-up or removal, whose requests are answered in order. */
async function answerInTurn(answers: GymAnswer<unknown>[], call: Call<string> = callOf()) {
  const { calls, next } = startNext(() => ({ answer: answers[calls.length - 1] ?? timeout }));
  const { answer } = await trySpellings({ found: new Set(), unknown: new Set() })(next)(call);
  return { answer, calls };
}

const numberIn = (path: string) => path.split('/').at(-1) ?? '';
const removal = { operation: 'deleteRfid' } as const;

describe('at a platform that compares letters exactly', () => {
  test('a card in lower case is found by the second request', async () => {
    const { askFor } = startPlatform({ stored: ['0x04ab', '0x04cd'] });
    expect(await askFor('0x04AB')).toEqual([true, '0x04AB', '0x04ab']);
    expect(await askFor('0x04EF')).toEqual([false, '0x04EF', '0x04ef']);
  });

  test('a card in upper case is found beside those in lower case, which are found afterwards as well', async () => {
    const { askFor, askForUnknown } = startPlatform({ stored: ['0x04ab', '0x04CD'] });
    await askFor('0x04AB');
    await askForUnknown(20);
    for (let scans = 0; scans < 2; scans++) {
      expect(await askFor('0x04CD')).toEqual([true, '0x04CD']);
      expect(await askFor('0x04AB')).toEqual([true, '0x04AB', '0x04ab']);
    }
  });

  test('a card that has a new holder in upper case is theirs, also after others were found in lower case', async () => {
    const { askFor } = startPlatform({ stored: ['0x04ab', '0x04cd', '0x04CD'] });
    await askFor('0x04AB');
    expect(await askFor('0x04CD')).toEqual([true, '0x04CD']);
  });

  test('a card is removed in either spelling', async () => {
    const { askFor } = startPlatform({ stored: ['0x04ab'] });
    expect(await askFor('0x04AB', removal)).toEqual([true, '0x04AB', '0x04ab']);
  });

  test('a card in lower case is found although the first that was found is in upper case, and guests have come', async () => {
    const { askFor, askForUnknown } = startPlatform({ stored: ['0x04AB', '0x04cd'] });
    await askFor('0x04AB');
    await askForUnknown(19);
    expect(await askFor('0x04CD')).toEqual([true, '0x04CD', '0x04cd']);
    await askForUnknown(20);
    expect(await askFor('0x04CD')).toEqual([true, '0x04CD', '0x04cd']);
  });

  test('a removal, and the look-up before a change, try both in any case', async () => {
    const { askFor, askForUnknown } = startPlatform({ stored: ['0x04AB', '0x04cd'] });
    await askFor('0x04AB');
    await askForUnknown(20);
    expect(await askFor('0x04CD')).toEqual([false, '0x04CD']);
    expect(await askFor('0x04CD', removal)).toEqual([true, '0x04CD', '0x04cd']);
    expect(await askFor('0x04CD', { isFresh: true })).toEqual([true, '0x04CD', '0x04cd']);
    expect(await askFor('0x04CD')).toEqual([true, '0x04CD', '0x04cd']);
  });
});

describe('at a platform that ignores the case of letters', () => {
  test('twenty unknown cards take two requests each, and those after a known one a single one', async () => {
    const { askFor, askForUnknown } = startPlatform({ stored: ['0x04ab'], comparesExactly: false });
    await askForUnknown(20);
    expect(await askFor('0x04CD')).toEqual([false, '0x04CD', '0x04cd']);
    expect(await askFor('0x04AB')).toEqual([true, '0x04AB']);
    expect(await askFor('0x04CD')).toEqual([false, '0x04CD']);
  });

  test('neither a number of digits alone nor a removal shows how it compares', async () => {
    const { askFor, askForUnknown } = startPlatform({ stored: ['0x0412', '0x04ab'], comparesExactly: false });
    await askForUnknown(20);
    await askFor('0x0412');
    await askFor('0x04AB', removal);
    expect(await askFor('0x04CD')).toEqual([false, '0x04CD', '0x04cd']);
  });

  test('a removal of a card that is unknown is no look-up', async () => {
    const { askFor, askForUnknown } = startPlatform({ stored: ['0x04ab'], comparesExactly: false });
    await askFor('0x04AB');
    await askForUnknown(19);
    await askFor('0x04CD', removal);
    expect(await askFor('0x04CD')).toEqual([false, '0x04CD', '0x04cd']);
    expect(await askFor('0x04CD')).toEqual([false, '0x04CD']);
  });
});

test.each([
  ['a number of digits alone', { parameters: { rfid: '0x0412' } }, '/api/v2/accounts/rfid/0x0412'],
  ['what is no card', { operation: 'getByNfc', parameters: { nfc: 'AB' } }, '/api/v2/accounts/nfc/AB'],
] as const)('%s is asked for once', async (_, request, path) => {
  const { calls } = await answerInTurn([missing('ACCOUNT'), missing('ACCOUNT')], callOf(request));
  expect(calls.map((call) => call.path)).toEqual([path]);
});

test.each([
  ['that the account has no membership', missing('MEMBERSHIP')],
  ['nothing in time', timeout],
  ['nothing, as the limit is reached', busy],
  ['that the number is invalid', invalid],
  ['a refusal', refusal({})],
  ['the 404 of another server', refusal({ status: 404, errorCode: null })],
  ['an error', refusal({ status: 500, errorCode: null })],
])('a platform that answers %s is not asked again', async (_, answer) => {
  const told = await answerInTurn([answer]);
  expect([told.answer, told.calls.length]).toEqual([answer, 1]);
});

test('nor is one that does not know the member of whom a card is removed', async () => {
  const call = callOf({ ...removal, parameters: { accountId: 'a-1', rfid: '0x04AB' } });
  expect((await answerInTurn([missing('ACCOUNT')], call)).calls).toHaveLength(1);
  expect((await answerInTurn([missing('RFID'), missing('RFID')], call)).calls).toHaveLength(2);
});

test.each([
  ['not in time', timeout, timeout],
  ['not at all, as the limit is reached', busy, busy],
  ['that the account has no membership', missing('MEMBERSHIP'), missing('MEMBERSHIP')],
  ['that it takes no such number', invalid, missing(null)],
])('a card is unknown only by both answers: the second request is answered %s', async (_, second, answer) => {
  expect((await answerInTurn([missing(null), second])).answer).toEqual(answer);
});

test.each([
  ['the desk', busy],
  ['the platform', refusal({ status: 429, errorCode: null })],
])(
  'where the directory would answer for a platform that is busy, by the limit that %s counts, a card that is unknown in upper case stays open',
  async (_, second) => {
    const { answer } = await answerInTurn([missing(null), second], callOf({ isSpare: true }));
    expect(answer).toEqual(timeout);
  },
);

test('both requests are one question, with one deadline and the time of the first; only the first may be left out at the limit', async () => {
  const call = callOf({ isSpare: true }, { askedAt: new Date(1), deadline: new AbortController().signal });
  const { calls } = await answerInTurn([missing('ACCOUNT'), missing('ACCOUNT')], call);
  const request = { ...call.request, isSpare: false };
  expect(calls).toEqual([call, { ...call, request, path: '/api/v2/accounts/rfid/0x04a2' }]);
  expect(calls[1]?.deadline).toBe(call.deadline);
});
