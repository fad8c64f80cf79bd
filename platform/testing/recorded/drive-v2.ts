import type { DemoMember } from '#platform/simulator/demo-member.ts';
import type { AskRecorded } from './recorder.ts';

const accounts = '/api/v2/accounts';
const nobody = '11111111-1111-4111-8111-111111111111';
const newcomer = {
  email: 'newcomer@example.org',
  firstName: 'Zoë',
  lastName: 'Vogt',
  gender: 'FEMALE',
  dateOfBirth: '1990-05-04',
  contact: { phone: '+49 89 1234567', street: 'Ringstraße', streetNumber: '7', zipCode: '80331', city: 'München' },
  membership: {
    membershipId: 'M-newcomer',
    membershipType: 'PREMIUM',
    membershipSubType: 'Student',
    agreementNumber: 'V-7',
    barcode: '4006381',
    startOfContract: '2024-03-01',
    endOfContract: '2030-02-28',
  },
};

/** Asks version 2 about the members, and changes the last of them. */
export async function driveV2(ask: AskRecorded, members: readonly DemoMember[]): Promise<void> {
  for (const member of members) await readMember(ask, member);
  await readLists(ask);
  await readNothing(ask);
  await publish(ask);
  for (const member of members.slice(-1)) await changeMember(ask, member);
  await changeTasks(ask, members);
  await changeWebhooks(ask);
  for (const { accountId } of members) await visit(ask, accountId);
  await endMemberships(ask, members);
}

async function readMember(ask: AskRecorded, { accountId, email, membershipId, cards, pass }: DemoMember) {
  await ask(`GET ${accounts}/${accountId}`);
  await ask(`GET ${accounts}/membership/${membershipId}`);
  await ask(`GET ${accounts}/email/${encodeURIComponent(email)}`);
  for (const { rfid } of cards) await ask(`GET ${accounts}/rfid/${rfid}`);
  if (pass) await ask(`GET ${accounts}/nfc/${pass.token}`);
  await ask(`GET ${accounts}/${accountId}/rfids?allSources=true`);
  await ask(`GET ${accounts}/${accountId}/nfc`);
  await ask(`GET ${accounts}/${accountId}/products`);
  await ask(`GET ${accounts}/${accountId}/roles`);
}

async function readLists(ask: AskRecorded) {
  const queries = ['', '?limit=1', '?limit=2&offset=3', '?limit=100&offset=1900', '?offset=5000', '?limit=0'];
  const atTheEnd = ['?limit=100&offset=1093', '?limit=100&offset=1100'];
  for (const query of [...queries, ...atTheEnd]) await ask(`GET ${accounts}${query}`);
  for (const query of ['limit=2', 'limit=1&offset=700', 'limit=101', 'offset=-1', 'fromTimestamp=yesterday'])
    await ask(`GET ${accounts}?currentGymOnly=true&${query}`);
  await ask(`GET ${accounts}?limit=2&fromTimestamp=2026-11-20T00:00:00Z`);
  await ask(`GET ${accounts}?limit=2&fromTimestamp=2030-01-01T00:00:00Z`);
  for (const query of ['endDateFrom=2026-11-01&endDateTo=2026-12-31', 'endDateFrom=2026-11-01', 'endDateTo=never', ''])
    await ask(`GET ${accounts}/corporate-fitness?${query}`);
  const products = await ask('GET /api/v2/products');
  for (const { productId } of products) await ask(`GET /api/v2/products/${productId}`);
  const tasks = await ask('GET /api/v2/tasks');
  for (const { id } of tasks.slice(0, 5)) await ask(`GET /api/v2/tasks/${id}`);
  for (const since of ['2026-11-20T00:00:00Z', '2030-01-01T00:00:00Z', 'yesterday'])
    await ask(`GET /api/v2/tasks?modifiedSince=${since}`);
}

async function readNothing(ask: AskRecorded) {
  const missing = [
    `${accounts}/${nobody}`,
    `${accounts}/no-uuid`,
    `${accounts}/membership/M-0`,
    `${accounts}/email/nobody@x.example`,
    `${accounts}/rfid/0x0000`,
    `${accounts}/rfid/card`,
    `${accounts}/nfc/cafebabe`,
    `${accounts}/${nobody}/roles`,
    `${accounts}/${nobody}/rfids`,
    `${accounts}/${nobody}/nfc`,
    `${accounts}/${nobody}/products`,
    '/api/v2/products/0',
    '/api/v2/products/x',
    '/api/v2/tasks/0',
    '/api/v2/webhooks/0',
    '/api/v2/nothing',
    '/api/v2',
  ];
  for (const address of missing) await ask(`GET ${address}`);
  for (const method of ['PUT', 'DELETE']) await ask(`${method} /api/v2/products`);
  await ask(`GET ${accounts}?limit=1`, undefined, { 'x-api-key': 'fdk_aaaaaaaaaa_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' });
  await ask(`GET ${accounts}?limit=1`, undefined, { 'x-api-key': 'no key' });
}

async function publish(ask: AskRecorded) {
  const { accountId } = await ask(`POST ${accounts}`, newcomer);
  await ask(`POST ${accounts}`, newcomer);
  for (const change of [{ email: 'no address' }, { gender: 'UNKNOWN' }, { dateOfBirth: '4.5.1990' }, { firstName: '' }])
    await ask(`POST ${accounts}`, { ...newcomer, ...change });
  for (const body of [{}, [], null, '{', '"text"']) await ask(`POST ${accounts}`, body);
  await ask(`GET ${accounts}/${accountId}`);
  await ask(`PUT ${accounts}/${accountId}`, { ...newcomer, lastName: 'Vogt-Keller' });
  await ask(`PUT ${accounts}/${nobody}`, { ...newcomer, email: 'other@example.org' });
  await ask(`PATCH ${accounts}/${accountId}`, { contact: { city: 'Augsburg' } });
  await ask(`PATCH ${accounts}/${accountId}`, { email: 'no address' });
  await ask(`GET ${accounts}/membership/M-newcomer`);
}

async function changeMember(ask: AskRecorded, { accountId, membershipId }: DemoMember) {
  const account = `${accounts}/${accountId}`;
  const card = { rfid: `0x04${accountId.slice(0, 8)}5E`, tagFormat: 'MIFARE' };
  await ask(`POST ${account}/rfids`, card);
  await ask(`POST ${account}/rfids`, card);
  await ask(`POST ${account}/rfids`, { rfid: '04A2' });
  await ask(`GET ${account}/rfids`);
  await ask(`PUT ${account}/rfids`, { rfids: [card] });
  await ask(`PUT ${account}/rfids`, {});
  await ask(`DELETE ${account}/rfids/${card.rfid}`);
  await ask(`DELETE ${account}/rfids/${card.rfid}`);
  await ask(`PUT ${account}/nfc`, { token: accountId.slice(0, 8), passTypeId: 'pass.org.example.gym' });
  await ask(`PUT ${account}/nfc`, { token: 'x'.repeat(513) });
  await ask(`GET ${account}/nfc?passTypeId=pass.org.example.gym`);
  await ask(`DELETE ${account}/nfc`);
  const [{ productId }] = await ask('GET /api/v2/products');
  await ask(`PUT ${account}/products`, { productId, startDate: '2026-12-01', endDate: '2030-12-31' });
  await ask(`PUT ${account}/products`, { productId, endDate: 'next year' });
  await ask(`PUT ${account}/products`, { productId: '0', endDate: '2030-12-31' });
  await ask(`GET ${account}/products`);
  await ask(`DELETE ${account}/products/${productId}`);
  await ask(`POST ${account}/roles`, { trainer: true });
  await ask(`POST ${account}/roles`, { trainer: 'yes' });
  await ask(`GET ${account}/roles`);
  await ask(`DELETE ${account}/images`);
  await ask(`POST ${account}/notifications`, { text: 'Welcome!', deeplink: 'workouts' });
  await ask(`POST ${account}/notifications`, {});
  await ask(`POST ${accounts}/membership/${membershipId}/notifications`, { text: 'x'.repeat(501) });
}

async function changeTasks(ask: AskRecorded, [author, target]: readonly DemoMember[]) {
  const people = { authorId: author?.accountId, targetId: target?.accountId };
  const task = { name: 'Explain the leg press', type: 'GENERAL', dueDate: '2030-11-30', ...people };
  const { id } = await ask('POST /api/v2/tasks', task);
  for (const change of [{ dueDate: '30.11.2030' }, { targetId: nobody }, { type: 'YOGA' }, { name: '' }])
    await ask('POST /api/v2/tasks', { ...task, ...change });
  await ask(`PUT /api/v2/tasks/${id}`, { ...task, completed: true, completerId: author?.accountId });
  await ask(`PUT /api/v2/tasks/0`, task);
  await ask(`GET /api/v2/tasks/${id}`);
}

async function changeWebhooks(ask: AskRecorded) {
  const hook = { url: 'https://receiver.example.org/events', secret: 'whsec_c2VjcmV0' };
  const { id } = await ask('POST /api/v2/webhooks', hook);
  await ask('POST /api/v2/webhooks', hook);
  await ask('POST /api/v2/webhooks', { url: 'nowhere' });
  await ask('GET /api/v2/webhooks');
  await ask(`GET /api/v2/webhooks/${id}`);
  await ask(`PUT /api/v2/webhooks/${id}`, { ...hook, secret: 'whsec_YW5vdGhlcg' });
  await ask(`POST /api/v2/webhooks/${id}/trigger`);
  await ask(`DELETE /api/v2/webhooks/${id}`);
  await ask(`DELETE /api/v2/webhooks/${id}`);
}

async function visit(ask: AskRecorded, accountId: string) {
  await ask(`POST ${accounts}/${accountId}/admissions`);
  await ask(`POST ${accounts}/${accountId}/checkins`, {});
  await ask(`POST ${accounts}/${accountId}/checkouts`, { timestamp: 1_795_254_000_000 });
}

async function endMemberships(ask: AskRecorded, members: readonly DemoMember[]) {
  for (const verb of ['checkins', 'checkouts', 'admissions']) await ask(`POST ${accounts}/${nobody}/${verb}`, {});
  for (const timestamp of ['now', 1.5, -1])
    await ask(`POST ${accounts}/${members[0]?.accountId}/checkins`, { timestamp });
  for (const legacyUserId of ['102001', '102002', '102001', '1', 'karl'])
    await ask(`POST /api/v2/migrate?legacyUserId=${legacyUserId}`);
  for (const [index, { accountId }] of members.slice(-2).entries()) {
    await ask(`DELETE ${accounts}/${accountId}?eraseMemberData=${index === 0}`);
    await ask(`DELETE ${accounts}/${accountId}`);
    await ask(`GET ${accounts}/${accountId}`);
  }
  await ask(`GET ${accounts}?limit=2`);
}
