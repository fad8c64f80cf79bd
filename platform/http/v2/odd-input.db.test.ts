import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OperationId } from '#contracts/v2/operations.ts';
import { createMember, newMember } from '#platform/testing/members.ts';
import { oddText, oddValue, pathsOf, spoil } from '#platform/testing/odd-input.ts';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';

const platform = startTestPlatform();

/** Valid bodies; each test breaks one value. */
const bodies = {
  publishAccount: newMember({ contact: { city: 'x' }, dateOfBirth: '2000-01-01' }),
  updateAccount: newMember({ contact: { city: 'x' }, membership: { endOfContract: '2030-01-01', barcode: 'b' } }),
  partialUpdate: { firstName: 'x', contact: { phone: '1' }, membership: { barcode: 'x', endOfContract: '2030-01-01' } },
  addRFIDToUser: { rfid: '0xAB', tagFormat: 'LEGIC' },
  updateUsersRfids: { rfids: [{ rfid: '0xAB' }] },
  assignAccountNfcToken: { token: 'x', collectorId: 1 },
  checkin: { timestamp: 1 },
  assignRoles: { trainer: true },
  productBooking: { productId: '1', startDate: '2027-01-01', endDate: '2027-01-02' },
  createTask: { name: 'x', type: 'GENERAL', dueDate: '2027-01-01', authorId: 'x', targetId: 'x', completed: false },
  createWebhook: { url: 'https://hooks.example.org/x', secret: 'x' },
  sendPushNotificationByAccountId: { text: 'x', deeplink: 'x' },
} satisfies Partial<Record<OperationId, object>>;
const operationIds = Object.keys(bodies) as (keyof typeof bodies)[]; // safe because: bodies is a closed literal

async function prepare(): Promise<{ gym: TestGym; accountId: string }> {
  const gym = await platform.newGym();
  return { gym, accountId: await createMember(gym) };
}

test('the response conforms to the contract with any value in any field of a body, and is never a 500', async () => {
  const { gym, accountId } = await prepare();
  const places = operationIds.flatMap((operation) => pathsOf(bodies[operation]).map((path) => ({ operation, path })));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), oddValue, async ({ operation, path }, value) => {
      platform.time.now = new Date(platform.time.now.getTime() + 1000);
      const body = spoil(bodies[operation], path, value);
      const { status } = await gym.ask(operation, { path: { accountId }, body });
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 400 },
  );
});

test('the response conforms to the contract with any URL, and is never a 500', async () => {
  const { gym } = await prepare();
  const lookUps = [
    ['retrieveAccount', 'accountId'],
    ['getByRfid', 'rfid'],
    ['getByNfc', 'nfc'],
    ['getByEmail', 'email'],
    ['retrieveAccountByMembershipId', 'membershipId'],
    ['productDetails', 'productId'],
    ['getTask', 'taskId'],
    ['getWebhookById', 'id'],
  ] as const;
  const wellFormed = oddText.filter((text) => text !== '' && text.isWellFormed() && text !== '.' && text !== '..');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lookUps), wellFormed, async ([operation, parameter], value) => {
      platform.time.now = new Date(platform.time.now.getTime() + 1000);
      const { status } = await gym.ask(operation, { path: { [parameter]: value } });
      expect([200, 400, 404]).toContain(status);
    }),
    { numRuns: 300 },
  );
});
