import { expect, test } from 'vitest';
import { checkAnswer, checkRequest, type SentRequest } from '#contracts/published/check-exchange.ts';
import { operations } from '#contracts/v2/operations.ts';
import { publishedFacts } from './facts.ts';
import { findPublishedOperation } from './find-operation.ts';

const account = '/api/v2/accounts/0a9d2a5e-6b1f-4f0e-9f57-0c8f6a4c2b11';

function sent(method: string, pathAndQuery: string, body?: unknown): string[] {
  const operation = findPublishedOperation(method, pathAndQuery);
  if (!operation) return ['no operation'];
  const request: SentRequest = {
    method,
    pathAndQuery,
    json: body,
    hasBody: body !== undefined,
    contentType: body === undefined ? undefined : 'application/json; charset=utf-8',
  };
  return checkRequest(operation, request).map(({ field, problem }) => `${field}: ${problem}`);
}

function answered(method: string, path: string, status: number, body: unknown): string[] {
  const operation = findPublishedOperation(method, path);
  if (!operation) return ['no operation'];
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return checkAnswer(operation, { status, text }).map(({ field, problem }) => `${field}: ${problem}`);
}

const member = {
  email: 'lena@example.org',
  firstName: 'Lena',
  lastName: 'Vogt',
  gender: 'FEMALE',
  membership: { membershipId: 'M-1', membershipType: 'BASIC', startOfContract: '2024-03-01' },
};

test('the contract has the operations of the published document, at the same paths', () => {
  const ours = Object.entries(operations).map(([id, { method, path }]) => [id, `${method} ${path}`]);
  const published = Object.entries(publishedFacts.operations).map(([id, { method, path }]) => [
    id,
    `${method} ${path}`,
  ]);
  expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(published));
});

test('values that the document allows are accepted', () => {
  expect(sent('POST', '/api/v2/accounts', member)).toEqual([]);
  expect(sent('GET', '/api/v2/accounts?offset=0&limit=100&currentGymOnly=false')).toEqual([]);
  expect(sent('POST', `${account}/rfids`, { rfid: '0x04aB' })).toEqual([]);
  expect(sent('POST', `${account}/checkins`, { timestamp: 1612790783000 })).toEqual([]);
  expect(sent('POST', `${account}/admissions`)).toEqual([]);
  expect(sent('PUT', `${account}/rfids`, { rfids: [] })).toEqual([]);
  expect(answered('GET', account, 200, { ...member, accountId: 'a' })).toEqual([]);
  expect(answered('PUT', `${account}/rfids`, 200, undefined)).toEqual([]);
  expect(answered('GET', account, 429, { status: 429, fieldErrors: [], metadata: {} })).toEqual([]);
});

test.each<[string, unknown, string]>([
  ['tagFormat', { rfid: '0x04AB', tagFormat: null }, 'tagFormat: must not be null'],
  ['tagFormat', { rfid: '0x04AB', tagFormat: 'NFC' }, 'tagFormat: must be one of HITAG1, MIFARE, LEGIC'],
  ['rfid', { rfid: '0x04A' }, 'rfid: must match ^0x([0-9a-fA-F]{2})+$'],
  ['rfid', {}, 'rfid: must be present'],
  ['rfid', { rfid: 4 }, 'rfid: must be text'],
  ['label', { rfid: '0x04AB', label: 'gym' }, 'label: is not a field of the document'],
  ['the whole', [], ': must be an object'],
])('a card with a wrong %s is reported: %j', (_, body, deviation) => {
  expect(sent('POST', `${account}/rfids`, body)).toEqual([deviation]);
});

test('nested fields are reported by their path, each once', () => {
  const body = {
    ...member,
    accountId: 'mine',
    dateOfBirth: '2024-02-30',
    firstName: '',
    contact: { phone: null },
    membership: { ...member.membership, membershipSubType: 'x'.repeat(129), startOfContract: '1.3.2024' },
  };
  const fields = sent('POST', '/api/v2/accounts', body).map((deviation) => deviation.split(':')[0]);
  expect(fields.toSorted()).toEqual([
    'accountId',
    'contact.phone',
    'dateOfBirth',
    'firstName',
    'membership.membershipSubType',
    'membership.startOfContract',
  ]);
});

test.each([
  ['GET', '/api/v2/accounts?limit=101', 'limit: must be at most 100'],
  ['GET', '/api/v2/accounts?limit=many', 'limit: must be a whole number'],
  ['GET', '/api/v2/accounts?page=2', 'page: is not a parameter of the document'],
  ['GET', '/api/v2/tasks?modifiedSince=yesterday', 'modifiedSince: must be a date-time such as 2022-09-22T14:19:26Z'],
  ['GET', '/api/v2/accounts/corporate-fitness?endDateFrom=2026-01-01', 'endDateTo: must be present'],
  ['DELETE', `${account}?eraseMemberData=yes`, 'eraseMemberData: must be true or false'],
  ['GET', '/api/v2/tasks/seven', 'taskId: must be a whole number'],
  ['POST', `${account}/checkins`, ': must have a body'],
])('%s %s: %s', (method, path, deviation) => {
  expect(sent(method, path)).toEqual([deviation]);
});

test('a response with a wrong type, a null, a status or a body outside the document is reported', () => {
  expect(answered('GET', '/api/v2/tasks', 200, [{ id: 7, completed: null }])).toEqual([
    '0.dueDate: must be present',
    '0.name: must be present',
    '0.targetId: must be present',
    '0.id: must be text',
    '0.completed: must not be null',
  ]);
  expect(answered('POST', `${account}/checkins`, 200, undefined)).toEqual([': must not have the status 200']);
  expect(answered('POST', `${account}/checkins`, 204, '{}')).toEqual([': must not have a body']);
  expect(answered('GET', account, 200, '<html>')).toEqual([': must be JSON']);
  expect(answered('GET', account, 404, { metadata: { entity: 4 } })).toEqual(['metadata.entity: must be text']);
});

test('a task may be returned without its author, who may be erased, but not sent without one', () => {
  const task = { name: 'Call', dueDate: '2026-11-21', targetId: 'a' };
  expect(answered('GET', '/api/v2/tasks', 200, [task])).toEqual([]);
  expect(answered('GET', '/api/v2/tasks', 200, [{ ...task, authorId: null }])).toEqual([
    '0.authorId: must not be null',
  ]);
  expect(sent('POST', '/api/v2/tasks', task)).toEqual(['authorId: must be present']);
});

test('an operation outside the document is not checked', () => {
  expect(findPublishedOperation('PATCH', `${account}/rfids`)).toBeUndefined();
  expect(findPublishedOperation('GET', '/api/v2/gyms')).toBeUndefined();
});
