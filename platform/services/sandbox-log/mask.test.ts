import { expect, test } from 'vitest';
import { publishedFacts as exportFacts } from '#contracts/export/published/facts.ts';
import { publishedFacts as gymFacts } from '#contracts/v1/published/facts.ts';
import { publishedFacts } from '#contracts/v2/published/facts.ts';
import { maskBody, maskJson, maskPath } from './mask.ts';

const words = new Set(['api', 'v2', 'gymapi', 'v1', 'accounts', 'email', 'rfids', 'user', 'profile']);
const ofPath = (path: string) => maskPath(path, '/api/v2/accounts/email/{email}', words);

test('names, contacts and cards are masked, while ids, states and times stay', () => {
  const account = {
    accountId: '6a7',
    firstName: 'Lena',
    contact: { email: 'lena@example.org', phone: null },
    membership: { membershipType: 'REGULAR', barcode: '4711', startOfContract: '2026-01-01' },
    rfids: ['0xAB'],
    height: 180,
    isStaff: true,
  };
  expect(maskJson(account, ofPath)).toEqual({
    accountId: '6a7',
    firstName: '•••',
    contact: { email: '•••', phone: null },
    membership: { membershipType: 'REGULAR', barcode: '•••', startOfContract: '2026-01-01' },
    rfids: ['•••'],
    height: '•••',
    isStaff: true,
  });
});

test('a rejected value is masked, while its field and the message stay', () => {
  const failure = {
    errorCode: 'invalidArguments',
    fieldErrors: [{ name: 'email', message: 'No.', rejectedValue: 'x' }],
  };
  expect(maskJson(failure, ofPath)).toEqual({
    errorCode: 'invalidArguments',
    fieldErrors: [{ name: 'email', message: 'No.', rejectedValue: '•••' }],
  });
});

test('the path of a refused look-up, the query of a webhook and the address of a file are masked', () => {
  const url = 'https://desk.example.org/events?token=x';
  expect(maskJson({ path: '/api/v2/accounts/email/lena@example.org', url, downloadURL: url }, ofPath)).toEqual({
    path: '/api/v2/accounts/email/•••',
    url: 'https://desk.example.org/events?•••',
    downloadURL: '•••',
  });
});

test('the name of a task is masked: it may contain a member’s', () => {
  expect(maskJson({ items: [{ id: 1, name: 'Call Lena' }] }, ofPath)).toEqual({ items: [{ id: 1, name: '•••' }] });
});

test('a body that was cut, and so is no JSON, is masked as a whole', () => {
  expect(maskBody('{"firstName":"Le', ofPath)).toBe('•••');
});

test.each([
  ['/api/v2/accounts/email/lena@example.org', '/api/v2/accounts/email/{email}', '/api/v2/accounts/email/•••'],
  ['/api/v2/accounts/6a7/rfids/0xAB', '/api/v2/accounts/{accountId}/rfids/{rfid}', '/api/v2/accounts/6a7/rfids/•••'],
  ['/gymapi/v1/user/profile?gymId=7&email=a%40b.de', '/user/profile', '/gymapi/v1/user/profile?gymId=7&email=•••'],
  ['/api/v2/accounts?limit=5', '/api/v2/accounts', '/api/v2/accounts?limit=5'],
  ['/api/v2/accounts/email/lena@example.org/', undefined, '/api/v2/accounts/email/•••/'],
  ['/api/v2/acounts/lena?lena@b.de&c@d.de=1', undefined, '/api/v2/•••/•••?•••&•••'],
])('in the path %s only personal parameters are masked', (path, template, masked) => {
  expect(maskPath(path, template, words)).toBe(masked);
});

const facts = [publishedFacts, gymFacts, exportFacts].map((document) => JSON.stringify(document)).join();

test('of all query parameters of the interfaces, only those that name a person are masked', () => {
  const isMasked = (query: string) => !maskPath(`/api/v2/accounts?${query}`, '/api/v2/accounts', words).endsWith(query);
  const masked = [publishedFacts, gymFacts, exportFacts]
    .flatMap(({ operations }) => Object.values(operations))
    .flatMap(({ parameters }) => parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name))
    .filter((name) => isMasked(`${name}=7`));
  expect([...new Set(masked)].toSorted()).toEqual(['email', 'membershipId', 'rfid']);
});

test.each([
  'firstName',
  'lastName',
  'email',
  'eMail',
  'phone',
  'dateOfBirth',
  'street',
  'barcode',
  'membershipId',
  'rfid',
  'token',
  'secret',
])('the field %s of the interfaces is masked', (name) => {
  expect(facts).toContain(`"${name}"`);
  expect(maskJson({ [name]: 'x' }, ofPath)).toEqual({ [name]: '•••' });
});
