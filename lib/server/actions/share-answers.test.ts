import { beforeEach, expect, test } from 'vitest';
import type { LocationContext } from '#lib/server/base/actor.ts';
import { until } from '#shared/testing/until.ts';
import { shareAnswers } from './share-answers.ts';

const desk = {} as LocationContext['desk']; // safe because: these reads use none of it
const at = (id: string, more: object = {}) => {
  const actor = { location: { id, ...more }, staffId: 'ana', mayOverride: true };
  return { desk, actor } as unknown as LocationContext; // safe because: as above
};

/** The readings that have begun, which the test answers. */
let begun: { context: LocationContext; input: unknown; answer: PromiseWithResolvers<string> }[];
let ask: (context: LocationContext, input: unknown) => Promise<string>;
beforeEach(() => {
  begun = [];
  ask = shareAnswers((context, input: unknown) => {
    const answer = Promise.withResolvers<string>();
    begun.push({ context, input, answer });
    return answer.promise;
  });
});
const answerNext = (index: number, text: string) => begun[index]?.answer.resolve(text);

test('requests that arrive during a reading share the next one, and never get what was read before they arrived', async () => {
  const first = ask(at('west'), null);
  const [second, third] = [ask(at('west'), null), ask(at('west'), null)];
  expect(begun).toHaveLength(1);
  answerNext(0, 'before the event');
  expect(await first).toBe('before the event');
  await until(() => expect(begun).toHaveLength(2));
  const fourth = ask(at('west'), null);
  answerNext(1, 'after it');
  expect(await Promise.all([second, third])).toEqual(['after it', 'after it']);
  await until(() => expect(begun).toHaveLength(3));
  answerNext(2, 'later');
  expect(await fourth).toBe('later');
});

test('neither another gym nor another permission shares an answer', async () => {
  const answers = [
    ask(at('west'), { mayOverride: true }),
    ask(at('ost'), { mayOverride: true }),
    ask(at('west'), { mayOverride: false }),
  ];
  expect(begun.map(({ context, input }) => [context.actor.location.id, input])).toEqual([
    ['west', { mayOverride: true }],
    ['ost', { mayOverride: true }],
    ['west', { mayOverride: false }],
  ]);
  for (const index of [0, 1, 2]) answerNext(index, `reading ${index}`);
  expect(await Promise.all(answers)).toEqual(['reading 0', 'reading 1', 'reading 2']);
});

test('a reading is given nothing of the person, and settings of the location never from another request', async () => {
  const [before, after] = [{ longestStayH: 8 }, { longestStayH: 4 }];
  const answers = [
    ask(at('west', before), null),
    ask(at('west', after), null),
    // a request that had read the location before it was changed
    ask(at('west', before), null),
    ask(at('west', after), null),
  ];
  for (const index of [0, 1, 2, 3]) {
    await until(() => expect(begun.length).toBeGreaterThan(index));
    answerNext(index, JSON.stringify(begun[index]?.context.actor));
  }
  const [old, changed] = [before, after].map((settings) => JSON.stringify({ location: { id: 'west', ...settings } }));
  expect(await Promise.all(answers)).toEqual([old, changed, old, changed]);
});

test('a failed reading fails those who share it, and no later ones', async () => {
  const failed = ask(at('west'), null);
  const next = ask(at('west'), null);
  begun[0]?.answer.reject(new Error('The database does not answer.'));
  await expect(failed).rejects.toThrow('does not answer');
  await until(() => expect(begun).toHaveLength(2));
  answerNext(1, 'read');
  expect(await next).toBe('read');
});
