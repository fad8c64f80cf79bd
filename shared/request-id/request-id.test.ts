import { expect, test } from 'vitest';
import { newRequestId, readClientRequestId, readServerRequestId } from './request-id.ts';

const uuid = '8d3c1f0a-55de-4c5b-9d0e-0c9b5f6a7b10';

test('each request has a unique id, which the other side accepts', () => {
  const [one, other] = [newRequestId(), newRequestId()];
  expect(one).not.toBe(other);
  expect([readClientRequestId(one), readServerRequestId(one)]).toEqual([one, one]);
});

test.each([
  [uuid, true],
  [`${uuid} lena`, false],
  [`${uuid}, lena`, false],
  ['04A2B3C4D5E6F7', false],
  ['', false],
  [undefined, false],
  [null, false],
])('%j as the id of a client: %s', (told, isTaken) => {
  expect(readClientRequestId(told)).toBe(isTaken ? told : undefined);
});

test.each([
  [uuid, true],
  ['Root=1-67891233-abcdef012345678912345678', true],
  ['', false],
  [undefined, false],
  [null, false],
  ['two words', false],
  ['x'.repeat(65), false],
  ['line\nbreak', false],
])('%j as the id of a server: %s', (told, isTaken) => {
  expect(readServerRequestId(told)).toBe(isTaken ? told : null);
});
