import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { operations } from '#contracts/v2/operations.ts';
import { findPublishedOperation } from '#contracts/v2/published/find-operation.ts';
import { newAccountRequest, requestFor } from '#lib/server/members/account-request.ts';
import { profileOf } from '#lib/server/members/profile-of.ts';
import { FakePlatform } from '#lib/testing/fake-platform.ts';
import { holdDeadlines } from '#lib/testing/hold-answer.ts';
import {
  deleteAccount,
  findAccountByEmail,
  findAccountByMembershipId,
  findAccountByNfc,
  findAccountByRfid,
  listAccounts,
  listCorporateAccounts,
  patchAccount,
  ping,
  publishAccount,
  readAccount,
  replaceAccount,
} from './accounts.ts';
import { createGymClient, type GymClient } from './gym-client.ts';
import { deleteImage, uploadImage } from './images.ts';
import { migrateMember } from './migration.ts';
import { assignNfcToken, findNfcHolder, readNfcToken, removeNfcToken } from './nfc.ts';
import { sendNotification } from './notifications.ts';
import { bookProduct, endBooking, listBookings, listProducts } from './products.ts';
import { addRfid, findRfidHolder, listRfids, removeRfid, replaceRfids } from './rfids.ts';
import { assignRoles, readRoles } from './roles.ts';
import { createTask, listTasks, readTask, updateTask } from './tasks.ts';
import { askAdmission, sendVisit } from './visits.ts';
import { createWebhook, deleteWebhook, listWebhooks, updateWebhook } from './webhooks.ts';

let platform: FakePlatform;
let gym: GymClient;

beforeEach(async () => {
  holdDeadlines();
  platform = await new FakePlatform().start();
  platform.fault = () => ({ status: 204 });
  gym = createGymClient({ url: platform.url, apiKey: platform.apiKey });
});
afterEach(() => platform.stop());

const lena: MemberAccount = {
  accountId: 'a-1',
  email: 'lena@example.com',
  firstName: 'Lena',
  lastName: 'Brandt',
  gender: 'FEMALE',
  dateOfBirth: null,
  contact: { phone: '0711 1', city: null },
  membership: { membershipId: 'M-1', membershipType: 'BASIC', startOfContract: '2026-01-01', barcode: '123' },
};
const { values } = profileOf(lena);
const at = new Date('2026-03-29T01:30:00.123Z');
const uuid = 'f3b0c44e-1b7d-4c55-9a0f-3f6f5d1c2b3a';
const at1 = { accountId: 'a-1', at };
const fresh = { urgency: 'interactive', isFresh: true } as const;
const task = { name: 'Introduction', dueDate: '2026-11-21', authorId: 'a-2', targetId: 'a-1' };
const webhook = { url: 'https://desk.example.com/hook', secret: 'secret' };
const google = { collectorId: 17 };
const apple = { passTypeId: 'pass.com.example' };

async function changeMember(changes: Parameters<typeof requestFor>[1], tan = ''): Promise<unknown> {
  const wanted = requestFor(values, changes, tan);
  if (!wanted.ok) throw new Error('The change was not taken.');
  const { request } = wanted;
  return request.method === 'put'
    ? replaceAccount(gym, { accountId: 'a-1', account: request.body })
    : patchAccount(gym, { accountId: 'a-1', change: request.body });
}
async function createMember(tan: string): Promise<unknown> {
  const type = tan ? 'CORPORATE_FITNESS' : 'BASIC';
  const wanted = newAccountRequest({ ...values, 'membership.membershipType': type }, tan);
  if (!wanted.ok) throw new Error('The member was not taken.');
  return publishAccount(gym, wanted.request);
}

/** Every request that the desk can send to a platform, with all and with only the required fields. */
const everything: (() => Promise<unknown>)[] = [
  () => findAccountByRfid(gym, { rfid: '0x04A2', urgency: 'interactive' }),
  () => findAccountByNfc(gym, { nfc: 'token/+ 1', urgency: 'interactive' }),
  () => findAccountByEmail(gym, { email: 'lena+gym@example.com', urgency: 'interactive' }),
  () => findAccountByMembershipId(gym, { membershipId: 'M/1 ä', urgency: 'interactive' }),
  () => readAccount(gym, { accountId: 'a-1', urgency: 'interactive' }),
  () => createMember(''),
  () => createMember('123456789'),
  () => listAccounts(gym, { offset: 0, since: null }),
  () => listAccounts(gym, { offset: 90, since: at }),
  () => listCorporateAccounts(gym, { from: '2026-11-01', to: '2026-11-30' }),
  () => ping(gym),
  () => changeMember({ firstName: 'Marlene' }),
  () => changeMember({ 'contact.phone': '', 'membership.endOfContract': '2027-01-01' }),
  () => changeMember({ 'membership.membershipType': 'CORPORATE_FITNESS' }, '123456789'),
  () => deleteAccount(gym, { accountId: 'a-1', erase: true }),
  () => uploadImage(gym, { accountId: 'a-1', jpeg: Buffer.from('picture') }),
  () => deleteImage(gym, 'a-1'),
  () => readNfcToken(gym, { accountId: 'a-1', issuer: null, ...fresh }),
  () => readNfcToken(gym, { accountId: 'a-1', issuer: google, ...fresh }),
  () => assignNfcToken(gym, { accountId: 'a-1', token: 'token', issuer: null }),
  () => assignNfcToken(gym, { accountId: 'a-1', token: 'token', issuer: google }),
  () => assignNfcToken(gym, { accountId: 'a-1', token: 'token', issuer: apple }),
  () => removeNfcToken(gym, { accountId: 'a-1', issuer: apple }),
  () => findNfcHolder(gym, 'token'),
  () => migrateMember(gym, { legacyUserId: Number.MAX_SAFE_INTEGER, urgency: 'background' }),
  () => sendNotification(gym, { accountId: uuid, notification: { text: 'Welcome' }, urgency: 'interactive' }),
  () =>
    sendNotification(gym, {
      accountId: uuid,
      notification: { text: 'Welcome', deeplink: 'workouts' },
      urgency: 'interactive',
    }),
  () => listProducts(gym, 'interactive'),
  () => listBookings(gym, { accountId: 'a-1', urgency: 'interactive' }),
  () =>
    bookProduct(gym, {
      accountId: 'a-1',
      booking: { productId: 'p-1', startDate: '2026-11-21', endDate: '2026-12-31' },
    }),
  () => endBooking(gym, { accountId: 'a-1', productId: 'p-1' }),
  () => listRfids(gym, { accountId: 'a-1', sources: 'all', ...fresh }),
  () => addRfid(gym, { accountId: 'a-1', card: { rfid: '0x04A2', tagFormat: 'MIFARE' } }),
  () =>
    replaceRfids(gym, {
      accountId: 'a-1',
      rfids: [
        { rfid: '0x04A2', tagFormat: undefined },
        { rfid: '0x04B3', tagFormat: 'LEGIC' },
      ],
    }),
  () => removeRfid(gym, { accountId: 'a-1', rfid: '0x04A2' }),
  () => findRfidHolder(gym, '0x04A2'),
  () => readRoles(gym, { accountId: 'a-1', urgency: 'interactive' }),
  () => assignRoles(gym, { accountId: 'a-1', roles: { trainer: false } }),
  () => listTasks(gym, null),
  () => listTasks(gym, at),
  () => readTask(gym, '17'),
  () => createTask(gym, { ...task, type: 'GENERAL', completed: false }),
  () => updateTask(gym, { taskId: '17', task: { ...task, completerId: 'a-2', completed: true } }),
  () => askAdmission(gym, { accountId: 'a-1', urgency: 'interactive' }),
  () => sendVisit(gym, { ...at1, kind: 'checkIn' }),
  () => sendVisit(gym, { ...at1, kind: 'checkOut' }),
  () => listWebhooks(gym),
  () => createWebhook(gym, webhook),
  () => updateWebhook(gym, { id: '3', webhook }),
  () => deleteWebhook(gym, '3'),
];

test('every request conforms to the published document', async () => {
  for (const ask of everything) await ask();
  expect(platform.deviations).toEqual([]);
});

test('this test covers every operation that the desk uses', async () => {
  for (const ask of everything) await ask();
  const sent = platform.requests.map(({ method, rawPath }) => findPublishedOperation(method, rawPath)?.operationId);
  expect([...new Set(sent)].toSorted()).toEqual(operationsOfTheDesk());
});

test('control: a null that the document does not allow is detected', async () => {
  const body = { rfid: '0x04A2', tagFormat: null };
  await gym.ask({
    operation: 'addRFIDToUser',
    parameters: { accountId: 'a-1' },
    body,
    answer: null,
    urgency: 'interactive',
  });
  expect(platform.deviations).toEqual(['addRFIDToUser: tagFormat must not be null']);
});

/** The operations that the code of this folder uses. */
function operationsOfTheDesk(): string[] {
  const files = fs.readdirSync(import.meta.dirname).filter((file) => !file.includes('.test.'));
  const code = files.map((file) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')).join();
  return Object.keys(operations)
    .filter((id) => code.includes(`'${id}'`))
    .toSorted();
}
