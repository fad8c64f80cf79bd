import { expect, test, vi } from 'vitest';
import { callOf, refusal, startNext } from '#lib/testing/gym-calls.ts';
import type { GymAnswer } from './answer.ts';
import { type LimitHeaders, provePlatform } from './prove-platform.ts';

const there: GymAnswer<void> = { ok: true, value: undefined };
const away: GymAnswer<void> = { ok: false, problem: { kind: 'timeout' } };
const unreadable = { ok: false, problem: { kind: 'unreadable', isPage: false } };

function limitHeadersOf({
  withLimitHeader = [],
  withoutLimitHeader = [],
}: {
  withLimitHeader?: 'getByRfid'[];
  withoutLimitHeader?: ('getByRfid' | 'listAccounts')[];
}) {
  const limitHeaders: LimitHeaders = {
    withLimitHeader: new Set(withLimitHeader),
    withoutLimitHeader: new Set(withoutLimitHeader),
  };
  return limitHeaders;
}

async function prove(limitHeaders: LimitHeaders, proof: GymAnswer<void>, hasLimitHeader = false) {
  const ping = vi.fn(async () => proof);
  const { next } = startNext(({ wire }) => {
    wire.hasLimitHeader = hasLimitHeader;
    return {};
  });
  const { answer } = await provePlatform(limitHeaders, ping)(next)(callOf());
  return { answer, pings: ping.mock.calls.length };
}

test('a success with the limit header is accepted', async () => {
  expect(await prove(limitHeadersOf({}), away, true)).toMatchObject({ answer: { ok: true }, pings: 0 });
});

test('a success without it is accepted once a list is readable, and later ones need no proof', async () => {
  const limitHeaders = limitHeadersOf({});
  expect(await prove(limitHeaders, there)).toMatchObject({ answer: { ok: true }, pings: 1 });
  expect(await prove(limitHeaders, away)).toMatchObject({ answer: { ok: true }, pings: 0 });
});

test('it is rejected where no list is readable', async () => {
  expect(await prove(limitHeadersOf({}), away)).toEqual({ answer: unreadable, pings: 1 });
});

test('if the header was sent before, it is rejected once, although a list can be parsed', async () => {
  const limitHeaders = limitHeadersOf({ withLimitHeader: ['getByRfid'] });
  expect(await prove(limitHeaders, there)).toEqual({ answer: unreadable, pings: 1 });
  expect(await prove(limitHeaders, there)).toMatchObject({ answer: { ok: true }, pings: 1 });
});

test('where no answer of the platform has the header, it is accepted', async () => {
  const limitHeaders = limitHeadersOf({ withLimitHeader: ['getByRfid'], withoutLimitHeader: ['listAccounts'] });
  expect(await prove(limitHeaders, there)).toMatchObject({ answer: { ok: true }, pings: 1 });
});

test('a failure needs no proof', async () => {
  const ping = vi.fn();
  const { next } = startNext(() => ({ answer: refusal({}) }));
  expect((await provePlatform(limitHeadersOf({}), ping)(next)(callOf())).answer).toEqual(refusal({}));
  expect(ping).not.toHaveBeenCalled();
});
