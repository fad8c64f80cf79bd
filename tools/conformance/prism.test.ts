import { expect, test } from 'vitest';
import { readViolations } from './prism.ts';

const answered = (violations: unknown, headers = {}) =>
  new Response('', { headers: { 'sl-violations': JSON.stringify(violations), ...headers } });

const inRequest = { location: ['request', 'body', 'email'], message: 'must match format "email"' };
const inResponse = { location: ['response', 'body', 'name'], message: 'must be string' };

test('a response must always match the contract, a request need not if it is to be rejected', () => {
  const answer = answered([inRequest, inResponse]);
  expect(readViolations(answer, true)).toHaveLength(2);
  expect(readViolations(answer, false)).toEqual(['response.body.name must be string']);
  expect(readViolations(new Response(''), true)).toEqual([]);
});

test('too many violations for a header, and a request that never reached the platform, are violations', () => {
  const tooMany = new Response('', { headers: { 'sl-violations': 'Too many violations! [{' } });
  expect(readViolations(tooMany, false)).toEqual(['Too many violations! [{']);
  const refused = new Response('', { headers: { 'content-type': 'application/problem+json' } });
  expect(readViolations(refused, false)).toEqual(['Prism itself answered.']);
});
