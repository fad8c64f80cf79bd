import { describe, expect, test } from 'vitest';
import { type OperationId, operations } from '#contracts/v2/operations.ts';
import type { Asked } from '#platform/testing/client.ts';
import { contentsOf } from '#platform/testing/contents.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

/** Requests with a key of another chain: with ids of the owner, valid otherwise. */
async function foreignRequests(owner: TestGym, stranger: TestGym): Promise<Partial<Record<OperationId, Asked>>> {
  const email = 'owned@example.org';
  const membershipId = 'M-owned';
  const rfid = '0x0123456789';
  const accountId = await createMember(owner, { email, membership: { membershipId } });
  const path = { accountId };
  const [product] = (await owner.ask('listGymProducts')).body;
  const form = new FormData();
  form.set('file', new File([], 'a.jpg'));
  const taskOf = (account: string) => ({ name: 'Task', dueDate: '2026-12-01', authorId: account, targetId: account });
  const { body: task } = await owner.ask('createTask', { body: taskOf(accountId) });
  const own = await createMember(stranger);
  const { body: webhook } = await owner.ask('createWebhook', {
    body: { url: 'https://hooks.example.org/a', secret: 's' },
  });
  await owner.ask('addRFIDToUser', { path, body: { rfid } });
  await owner.ask('assignAccountNfcToken', { path, body: { token: 'owned' } });
  await owner.ask('productBooking', { path, body: { productId: product.productId, endDate: '2027-01-01' } });
  const [{ legacy_user_id: legacyUserId } = { legacy_user_id: 0 }] = await platform.rows<{ legacy_user_id: number }>(
    'SELECT legacy_user_id::int FROM chain_profiles WHERE account_id = $1',
    [accountId],
  );
  return {
    retrieveAccount: { path },
    updateAccount: { path, body: newMember() },
    partialUpdate: { path, body: { firstName: 'Mine' } },
    eraseAccountMembershipData: { path, query: { eraseMemberData: true } },
    uploadImage: { path, body: form },
    deleteImage: { path },
    getByRfid: { path: { rfid } },
    getByNfc: { path: { nfc: 'owned' } },
    retrieveAccountByMembershipId: { path: { membershipId } },
    getByEmail: { path: { email } },
    getRoles: { path },
    assignRoles: { path, body: { trainer: true } },
    getUserRfids: { path },
    updateUsersRfids: { path, body: { rfids: [] } },
    addRFIDToUser: { path, body: { rfid: '0xAB' } },
    deleteRfid: { path: { accountId, rfid } },
    getAccountNfcToken: { path },
    assignAccountNfcToken: { path, body: { token: 'mine' } },
    deleteAccountNfcToken: { path },
    productDetails: { path: { productId: product.productId } },
    userProducts: { path },
    productBooking: { path, body: { productId: product.productId, endDate: '2028-01-01' } },
    deactivateUserProduct: { path: { accountId, productId: product.productId } },
    migrate: { query: { legacyUserId } },
    checkin: { path, body: {} },
    checkout: { path, body: {} },
    checkAdmission: { path },
    createTask: { body: taskOf(accountId) },
    getTask: { path: { taskId: task.id } },
    updateTask: { path: { taskId: task.id }, body: taskOf(own) },
    getWebhookById: { path: { id: webhook.id } },
    updateWebhook: { path: { id: webhook.id }, body: { url: 'https://hooks.example.org/b', secret: 's' } },
    deleteWebhook: { path: { id: webhook.id } },
    triggerWebhook: { path: { id: webhook.id } },
    sendPushNotificationByAccountId: { path, body: { text: 'Hello' } },
    sendPushNotificationByMembershipId: { path: { membershipId }, body: { text: 'Hello' } },
  };
}

/** Operations without an id of anything: they list or create data of the key's gym. */
const operationsOfOwnGym: OperationId[] = [
  'listAccounts',
  'publishAccount',
  'getCorporateFitnessMemberAccounts',
  'listGymProducts',
  'getTasks',
  'getAllWebhooks',
  'createWebhook',
];

describe('a key of another chain', () => {
  test('finds nothing of an owner by any operation with ids, and changes nothing', async () => {
    const owner = await platform.newGym();
    const stranger = await platform.newGym();
    const requests = await foreignRequests(owner, stranger);
    expect([...Object.keys(requests), ...operationsOfOwnGym].sort()).toEqual(Object.keys(operations).sort());
    const before = await contentsOf(platform);
    for (const [operation, asked] of Object.entries(requests) as [OperationId, Asked][]) {
      platform.time.now = new Date(platform.time.now.getTime() + 1000);
      const { status } = await stranger.ask(operation, asked);
      expect([operation, status]).toEqual([operation, 404]);
    }
    expect(await contentsOf(platform)).toEqual(before);
  });

  test('lists nothing of an owner', async () => {
    const owner = await platform.newGym();
    const stranger = await platform.newGym();
    await foreignRequests(owner, await platform.newGym());
    const { items } = (await stranger.ask('listAccounts', { query: { currentGymOnly: false } })).body;
    const days = { endDateFrom: '0001-01-01', endDateTo: '9999-12-31' };
    const corporate = (await stranger.ask('getCorporateFitnessMemberAccounts', { query: days })).body;
    const tasks = (await stranger.ask('getTasks')).body;
    const webhooks = (await stranger.ask('getAllWebhooks')).body;
    expect([items, corporate, tasks, webhooks]).toEqual([[], [], [], []]);
  });
});
