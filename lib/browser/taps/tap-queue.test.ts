import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ForeignAnswer } from '#lib/browser/base/ask-desk.ts';
import { createBackoff } from '#lib/browser/base/backoff.ts';
import type { ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { createTapQueue, type TapQueueOptions } from './tap-queue.ts';
import type { TapRequest } from './tap-request.ts';

const verdict: ActionResult<Verdict> = {
  ok: true,
  value: { kind: 'unknown', tapId: 'x', scanned: { kind: 'rfid', text: '0x04' }, tappedAt: '', reasons: [] } as never,
};
const refusal = (code: ActionErrorCode, retryable: boolean): ActionResult<Verdict> => ({
  ok: false,
  error: { code, message: '', requestId: 'r', retryable },
});
const noItems = { items: [], unreadable: [] };
const scan = (tapId: string, tappedAt = 1): TapRequest => ({
  kind: 'lookUp',
  tapId,
  locationId: 'l',
  staffId: 's',
  tappedAt,
  source: 'scan',
  value: '0x04',
});

function setUp(overrides: Partial<TapQueueOptions> = {}) {
  const answers: [string, boolean][] = [];
  const stored = new Map<string, TapRequest>();
  const waits: string[] = [];
  const send = vi.fn<TapQueueOptions['send']>(async () => verdict);
  const queue = createTapQueue({
    send,
    onAnswer: ({ tapId }, result) => answers.push([tapId, result.ok]),
    onWait: ({ tapId }, cause, isAgain) => waits.push(`${tapId} ${cause}${isAgain ? ' now' : ''}`),
    store: {
      keeps: () => true,
      save: async (request) => void stored.set(request.tapId, request),
      remove: async (tapId) => void stored.delete(tapId),
      load: async () => ({ items: [...stored.values()], unreadable: [] }),
    },
    ...overrides,
  });
  return { queue, answers, waits, stored, send };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('an answered tap leaves the queue and the store', async () => {
  const { queue, answers, stored } = setUp();
  queue.add(scan('a'));
  expect(queue.getState().sending).toHaveLength(1);
  expect(stored.size).toBe(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([['a', true]]);
  expect(queue.getState()).toMatchObject({ sending: [], waiting: [] });
  expect(stored.size).toBe(0);
});

test('while the desk is unreachable taps wait in the order of their time, and each is answered once it is back', async () => {
  let isAway = true;
  const reach = async () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return verdict;
  };
  const { queue, answers, waits, stored } = setUp({ send: reach });
  queue.add(scan('b', 2));
  queue.add(scan('a', 1));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queue.getState().waiting.map((tap) => tap.tapId)).toEqual(['a', 'b']);
  expect(stored.size).toBe(2);
  expect(answers).toEqual([]);
  expect(waits).toEqual(['b deskUnreachable', 'a deskUnreachable']);
  isAway = false;
  await vi.advanceTimersByTimeAsync(16_000);
  expect(answers).toEqual([
    ['a', true],
    ['b', true],
  ]);
  expect(queue.getState().waiting).toEqual([]);
});

test('retries back off during an outage, and the delay resets after an answer', async () => {
  const send = vi.fn<TapQueueOptions['send']>().mockRejectedValue(new TypeError('Failed to fetch'));
  const backoff = createBackoff({ firstMs: 2_000, longestMs: 16_000, random: () => 1 });
  const { queue } = setUp({ send, backoff });
  queue.add(scan('a'));
  const attempts: number[] = [];
  for (const seconds of [2, 4, 8, 16, 16]) {
    await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
    attempts.push(send.mock.calls.length);
    await vi.advanceTimersByTimeAsync(1);
    attempts.push(send.mock.calls.length);
  }
  expect(attempts).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);

  send.mockResolvedValueOnce(verdict);
  queue.retryNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.getState().waiting).toEqual([]);
  queue.add(scan('b'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(send).toHaveBeenCalledTimes(9);
});

test('a response after the deadline still counts, once', async () => {
  const late = Promise.withResolvers<ActionResult<Verdict>>();
  const { queue, answers, waits } = setUp({ send: () => late.promise });
  queue.add(scan('a'));
  await vi.advanceTimersByTimeAsync(8_500);
  expect(queue.getState().waiting).toHaveLength(1);
  expect(waits).toEqual(['a deskUnreachable']);
  late.resolve(verdict);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(answers).toEqual([['a', true]]);
});

test('a tap the desk finds wrong is answered with the error and does not hold up the others', async () => {
  const { queue, answers } = setUp({
    send: async ({ tapId }) => (tapId === 'a' ? refusal('invalidInput', false) : verdict),
  });
  queue.add(scan('a'));
  queue.add(scan('b'));
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([
    ['a', false],
    ['b', true],
  ]);
});

test('a tap made while signed out is kept until the next sign-in', async () => {
  const send = vi.fn<TapQueueOptions['send']>(async () => verdict).mockResolvedValueOnce(refusal('signedOut', false));
  const { queue, stored, answers, waits } = setUp({ send });
  queue.add(scan('a'));
  await vi.advanceTimersByTimeAsync(0);
  expect(waits).toEqual(['a signedOut']);
  expect(stored.size).toBe(1);
  expect(answers).toEqual([['a', false]]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(answers.at(-1)).toEqual(['a', true]);
});

test('a waiting tap is reported again once for each new cause, and one of an earlier page never', async () => {
  let attempt = () => Promise.resolve(refusal('storageFailed', true));
  const late = Promise.withResolvers<ActionResult<Verdict>>();
  const send = vi.fn<TapQueueOptions['send']>(() => attempt()).mockReturnValueOnce(late.promise);
  const { queue, stored, waits } = setUp({ send });
  const tap = scan('a');
  queue.add(tap);
  await vi.advanceTimersByTimeAsync(0);
  queue.giveUpWaitingFor(tap);
  late.resolve(refusal('storageFailed', true));
  await vi.advanceTimersByTimeAsync(0);
  expect(waits).toEqual(['a deskUnreachable', 'a storageFailed now']);
  queue.giveUpWaitingFor(tap);
  stored.set('earlier', scan('earlier'));
  await queue.restore();
  queue.add(scan('b', 2));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(waits.splice(0)).toEqual(['a deskUnreachable', 'a storageFailed now', 'b storageFailed']);

  attempt = () => Promise.reject(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(waits.splice(0)).toEqual(['a deskUnreachable now', 'b deskUnreachable now']);

  attempt = () => Promise.resolve(verdict);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([waits, queue.getState().waiting]).toEqual([[], []]);
});

test('unsent taps of an earlier page are sent by the next one', async () => {
  const { queue, stored, send } = setUp();
  stored.set('a', scan('a'));
  await queue.restore();
  expect(send).toHaveBeenCalledTimes(1);
  expect(stored.size).toBe(0);
});

test('a stored tap that cannot be decrypted does not block the others, and stays until a user removes it', async () => {
  const stored = new Map([
    ['a', scan('a')],
    ['broken', scan('broken')],
  ]);
  const { queue, answers } = setUp({
    store: {
      keeps: () => true,
      save: async () => {},
      remove: async (tapId) => void stored.delete(tapId),
      load: async () => ({ items: [scan('a')], unreadable: ['broken'] }),
    },
  });
  await queue.restore();
  queue.add(scan('b'));
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([
    ['a', true],
    ['b', true],
  ]);
  expect(queue.getState()).toMatchObject({ sending: [], waiting: [], unreadable: ['broken'] });
  expect([...stored.keys()]).toEqual(['broken']);
  queue.removeUnreadable();
  expect(queue.getState().unreadable).toEqual([]);
  expect(stored.size).toBe(0);
});

test('a tap that this user may not send is stored for one who may', async () => {
  const { queue, stored, answers } = setUp({ send: async () => refusal('notAllowed', false) });
  stored.set('a', scan('a'));
  await queue.restore();
  expect(answers).toEqual([['a', false]]);
  expect(queue.getState().waiting).toEqual([]);
  expect([...stored.keys()]).toEqual(['a']);
  queue.retryNow();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(answers).toEqual([['a', false]]);
});

test('a tap that the previous user could not send is sent once its owner is signed in', async () => {
  let isOwner = false;
  const { queue, stored, answers } = setUp({
    send: async () => (isOwner ? verdict : refusal('notAllowed', false)),
  });
  queue.setUser('ben');
  stored.set('a', scan('a'));
  await queue.restore();
  queue.setUser('ben');
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([['a', false]]);
  isOwner = true;
  queue.setUser('ana');
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([
    ['a', false],
    ['a', true],
  ]);
  expect(stored.size).toBe(0);
});

test('a tap of a colleague that this user may not send waits in the window where the browser does not store it', async () => {
  let user = 'ana';
  const { queue, answers, waits } = setUp({
    send: async ({ staffId }) => {
      if (user === 'nobody') throw new TypeError('Failed to fetch');
      return staffId === user ? verdict : refusal('notAllowed', false);
    },
    store: notStored,
  });
  queue.setUser('s');
  user = 'nobody';
  queue.add(scan('a'));
  await vi.advanceTimersByTimeAsync(0);
  user = 'ben';
  queue.setUser('ben');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(answers).toEqual([]);
  expect(waits).toEqual(['a deskUnreachable', 'a signedOut now']);
  expect(queue.getState().waiting).toEqual([scan('a')]);
  user = 's';
  queue.setUser('s');
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([['a', true]]);
});

const notStored = { keeps: () => false, save: async () => {}, remove: async () => {}, load: async () => noItems };

test('an own tap that is not stored waits after a refusal, which may be to another user, and no timer retries it', async () => {
  let isOther = true;
  const send = vi.fn<TapQueueOptions['send']>(async () => (isOther ? refusal('notAllowed', false) : verdict));
  const { queue, answers, waits } = setUp({ send, store: notStored });
  queue.setUser('s');
  queue.add(scan('a'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect([answers, waits, send.mock.calls.length]).toEqual([[['a', false]], ['a signedOut'], 1]);
  expect(queue.getState().waiting).toEqual([scan('a')]);
  queue.retryNow();
  await vi.advanceTimersByTimeAsync(120_000);
  // reported once, however often it is refused
  expect([answers.length, send.mock.calls.length]).toEqual([1, 2]);
  isOther = false;
  queue.noteSignIn();
  await vi.advanceTimersByTimeAsync(0);
  expect([answers.slice(1), queue.getState().waiting]).toEqual([[['a', true]], []]);
});

test('a stored tap that another user could not send is sent once its user has signed in again, unseen by this page', async () => {
  let isOther = true;
  const { queue, answers, stored } = setUp({
    send: async () => (isOther ? refusal('notAllowed', false) : verdict),
  });
  queue.setUser('s');
  queue.add(scan('a'));
  await vi.advanceTimersByTimeAsync(0);
  expect([answers, [...stored.keys()]]).toEqual([[['a', false]], ['a']]);
  isOther = false;
  queue.setUser('s');
  queue.noteSignIn();
  await vi.advanceTimersByTimeAsync(0);
  expect([answers.slice(1), stored.size]).toEqual([[['a', true]], 0]);
});

test('a refusal that arrives after a change of user has the tap sent again as the present user, once', async () => {
  const late = Promise.withResolvers<ActionResult<Verdict>>();
  const send = vi.fn<TapQueueOptions['send']>().mockReturnValueOnce(late.promise).mockResolvedValueOnce(verdict);
  const { queue, answers, stored } = setUp({ send });
  queue.setUser('ana');
  queue.add(scan('a'));
  queue.setUser('ben');
  late.resolve(refusal('notAllowed', false));
  await vi.advanceTimersByTimeAsync(0);
  expect([answers, send.mock.calls.length, stored.size]).toEqual([[['a', true]], 2, 0]);

  send.mockReset().mockResolvedValue(refusal('notAllowed', false));
  queue.add(scan('b'));
  queue.setUser('ana');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([answers.slice(1), send.mock.calls.length]).toEqual([[['b', false]], 2]);
});

test('an admission against a refusal waits for the user who decided it, and is not sent as another one', async () => {
  const override: TapRequest = {
    ...scan('a'),
    kind: 'admitAnyway',
    accountId: 'acc',
    reason: 'a guest',
    staffId: 'ben',
  };
  let user = 'ben';
  let isAway = true;
  const send = vi.fn<TapQueueOptions['send']>(async ({ staffId }) => {
    if (isAway) throw new TypeError('Failed to fetch');
    return staffId === user ? verdict : refusal('notAllowed', false);
  });
  const { queue, answers } = setUp({ send });
  queue.setUser('ben');
  queue.add(override);
  await vi.advanceTimersByTimeAsync(0);
  isAway = false;
  user = 'ana';
  queue.setUser('ana');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queue.getState().waiting).toEqual([override]);
  user = 'ben';
  queue.setUser('ben');
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([['a', true]]);
});

test('a minute after the desk is back, taps of a window that was closed are sent, in the order in which they were made', async () => {
  const { queue, stored, send } = setUp();
  const sentIds = () => send.mock.calls.map(([{ tapId }]) => tapId);
  await queue.restore();
  stored.set('b', scan('b', 2)).set('a', scan('a', 1));
  queue.retryNow();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sentIds()).toEqual(['a', 'b']);
  expect(stored.size).toBe(0);
});

test('a tap whose deadline is over waits at once, is not sent twice meanwhile, and its late response counts', async () => {
  const late = Promise.withResolvers<ActionResult<Verdict>>();
  const send = vi.fn(() => late.promise);
  const { queue, answers, waits } = setUp({ send });
  const tap = scan('a');
  queue.add(tap);
  queue.giveUpWaitingFor(tap);
  queue.giveUpWaitingFor(tap);
  expect(queue.getState()).toMatchObject({ sending: [], waiting: [tap] });
  expect(waits).toEqual(['a deskUnreachable']);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(send).toHaveBeenCalledTimes(1);
  late.resolve(verdict);
  await vi.advanceTimersByTimeAsync(0);
  expect(answers).toEqual([['a', true]]);
  queue.giveUpWaitingFor(tap);
  expect(queue.getState()).toMatchObject({ sending: [], waiting: [] });
});

test('a response that this page cannot parse does not block other taps, and is reported if its tap survives a reload', async () => {
  const readable = new Set(['b']);
  const send: TapQueueOptions['send'] = async ({ tapId }) => {
    if (!readable.has(tapId)) throw new ForeignAnswer('of a newer desk');
    return verdict;
  };
  const { queue, answers, stored } = setUp({ send });
  stored.set('a', scan('a', 1)).set('b', scan('b', 2));
  await queue.restore();
  expect(answers).toEqual([['b', true]]);
  expect(queue.getState()).toMatchObject({ sending: [], waiting: [scan('a', 1)], notUnderstood: ['a'] });
  readable.add('a');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queue.getState()).toMatchObject({ sending: [], waiting: [], notUnderstood: [] });

  readable.clear();
  const store = {
    keeps: () => false,
    save: async () => {},
    remove: async () => {},
    load: async () => ({ items: [], unreadable: [] }),
  };
  const forgetful = setUp({ send, store });
  forgetful.queue.add(scan('c', 3));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(forgetful.queue.getState()).toMatchObject({ sending: [], waiting: [scan('c', 3)], notUnderstood: [] });
});
