import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '#components/testing/render.tsx';
import { awaitNotes, showNotesWith } from '#components/ui/toast.ts';
import { liveConnectionOf } from '#lib/browser/queries/live-connection.ts';
import { makeQueryClient } from '#lib/browser/queries/query-client.ts';
import type { ActionErrorCode, ActionResult } from '#lib/wire/action-result.ts';
import { type Action, type ActionOptions, useAction } from './use-action.ts';

type Answer = ActionResult<string>;
const done: Answer = { ok: true, value: 'kept' };
const refusal = (code: ActionErrorCode): Answer => ({
  ok: false,
  error: { code, message: '', requestId: '4711', retryable: false },
});

const queryClient = makeQueryClient();
const calls = () => queryClient.getMutationCache().getAll();
const afterwards = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Renders a component with the hook: its result, and why the page ends. */
function pressIn(action: (pin: string) => Promise<Answer>, options?: ActionOptions<string, string>) {
  const ends: string[] = [];
  liveConnectionOf(queryClient).onEnd((end) => ends.push(end));
  let got: Action<string, string> | null = null;
  const Component = () => {
    got = useAction(action, options);
    return null;
  };
  render(<Component />, 'en', { queryClient });
  if (got === null) throw new Error('The component was not drawn.');
  return { ...(got as Action<string, string>), ends };
}

/** The toasts shown since. */
function readNotes(): string[] {
  const notes: string[] = [];
  const stop = showNotesWith(({ text }) => notes.push(text));
  stop();
  return notes;
}

afterEach(() => {
  onlineManager.setOnline(true);
  queryClient.clear();
  readNotes();
});

test('a second press while the first is pending sends nothing, even before the next render', async () => {
  const answer = Promise.withResolvers<Answer>();
  const action = vi.fn(() => answer.promise);
  const { run } = pressIn(action);
  const [first, second] = [run('1'), run('2')];
  expect(await second).toBeNull();
  await afterwards();
  expect(await run('3')).toBeNull();
  expect(action.mock.calls).toEqual([['1']]);
  answer.resolve(done);
  expect(await first).toEqual(done);
  await run('4');
  expect(action.mock.calls).toEqual([['1'], ['4']]);
});

test.each([
  ['refuses', async () => refusal('conflict'), 'conflict'],
  ['is away', () => Promise.reject(new TypeError('Failed to fetch')), 'deskUnreachable'],
] as const)(
  'where the desk %s, nothing is thrown, the failure is kept for display, and a retry is possible',
  async (_, action, code) => {
    const asked = vi.fn(action);
    const { run, ends } = pressIn(asked);
    expect(await run('1')).toMatchObject({ ok: false, error: { code } });
    expect(calls().map(({ state }) => state)).toMatchObject([{ status: 'success', data: { error: { code } } }]);
    await run('2');
    expect(asked).toHaveBeenCalledTimes(2);
    expect(ends).toEqual([]);
  },
);

test('it is pending until its onDone has finished too', async () => {
  const readAgain = Promise.withResolvers<void>();
  const onDone = vi.fn(() => readAgain.promise);
  const { run } = pressIn(async () => done, { onDone });
  const first = run('1');
  await afterwards();
  expect(onDone.mock.calls).toEqual([['kept', '1']]);
  expect(calls().map(({ state }) => state.status)).toEqual(['pending']);
  expect(await run('2')).toBeNull();
  readAgain.resolve();
  expect(await first).toEqual(done);
});

test('a refusal names the gym that is its reason, where the desk does', async () => {
  const refused: Answer = {
    ok: false,
    error: { code: 'passkeyRequired', message: '', requestId: '4711', retryable: false, gym: 'Munich East' },
  };
  await pressIn(async () => refused, { tellsByNote: true }).run('1');
  await pressIn(async () => refusal('passkeyRequired'), { tellsByNote: true }).run('1');
  const rest = 'requires a passkey. Add one first, under My account.';
  expect(readNotes()).toEqual([`Not done: Munich East ${rest}`, `Not done: your gym ${rest}`]);
});

test('a failure does not call onDone', async () => {
  const onDone = vi.fn();
  await pressIn(async () => refusal('conflict'), { onDone }).run('1');
  expect(onDone).not.toHaveBeenCalled();
});

test('the action is sent even if the browser reports to be offline', async () => {
  onlineManager.setOnline(false);
  expect(await pressIn(async () => done).run('1')).toEqual(done);
});

test('a done action holds no reference to its input', async () => {
  await pressIn(async () => done).run('9173');
  await afterwards();
  expect(calls()).toEqual([]);
});

test.each([{}, { tellsByNote: true }])(
  'an ended session ends the page once, without a message (%o)',
  async (options) => {
    const { run, ends } = pressIn(async () => refusal('signedOut'), options);
    await run('1');
    expect(ends).toEqual(['signedOut']);
    expect(readNotes()).toEqual([]);
  },
);

test.each([
  ['platformUnavailable', async () => refusal('platformUnavailable'), /^The member system cannot be reached/],
  ['keyRejected', async () => refusal('keyRejected'), /does not accept this gym’s key\. The manager can/],
  ['permissionMissing', async () => refusal('permissionMissing'), /^This gym’s key may not be used for this/],
  ['deskUnreachable', () => Promise.reject(new TypeError()), /^Front Desk’s server does not answer/],
  ['unexpected', async () => refusal('unexpected'), /this number: 4711$/],
  ['notAllowed', async () => refusal('notAllowed'), /^You do not have permission to do this/],
] as const)(
  '%s has its own message, shown as a toast where the page has no place for it',
  async (_, action, sentence) => {
    await pressIn(action, { tellsByNote: true }).run('1');
    expect(readNotes()).toEqual([expect.stringMatching(sentence)]);
  },
);

test('a failure shown on the page is in no toast', async () => {
  const stop = awaitNotes(() => {});
  await pressIn(async () => refusal('conflict')).run('1');
  stop();
  expect(readNotes()).toEqual([]);
});
