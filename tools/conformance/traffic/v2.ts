import { memberNamed } from './member-named.ts';
import { drawPicture } from './picture.ts';
import { publishThroughV1 } from './publish-through-v1.ts';
import { nobody, type Stage, unknownKey } from './stage.ts';

const today = new Date().toISOString().slice(0, 10);
const card = { rfid: '0x04A2B3C4D5E680', tagFormat: 'MIFARE' };
const nowhere = { accountId: nobody };

export async function driveV2(stage: Stage): Promise<void> {
  const members = await driveAccounts(stage);
  await driveLookUps(stage, members);
  await driveCards(stage, members);
  await driveProducts(stage, members);
  await driveVisits(stage, members);
  await driveTasks(stage, members);
  await driveRolesAndImages(stage, members);
  await driveNotifications(stage, members);
  await driveWebhooks(stage);
  await driveMigration(stage);
  await driveEndOfMembership(stage, members);
}

interface Members {
  lena: ReturnType<typeof memberNamed> & { accountId: string };
  trainerId: string;
}

async function driveAccounts({ ask }: Stage): Promise<Members> {
  const request = memberNamed('lena');
  const lena = { ...request, accountId: (await ask.good('publishAccount', { body: request })).accountId };
  const { accountId: trainerId } = await ask.good('publishAccount', { body: memberNamed('jonas') });
  await ask.bad('publishAccount', 400, { body: { ...memberNamed('mira'), email: 'no address' } });
  await ask.bad('publishAccount', 400, { body: {} });
  await ask.bad('publishAccount', 409, { body: { ...memberNamed('mira'), email: request.email } });
  await ask.bad('publishAccount', 403, { body: memberNamed('mira'), headers: unknownKey });

  const path = { accountId: lena.accountId };
  await ask.good('retrieveAccount', { path });
  await ask.bad('retrieveAccount', 404, { path: nowhere });
  await ask.good('updateAccount', { path, body: { ...request, lastName: 'Vogt-Keller' } });
  await ask.bad('updateAccount', 400, { path, body: { ...request, gender: 'UNKNOWN' } });
  await ask.bad('updateAccount', 404, { path: nowhere, body: memberNamed('nobody') });
  await ask.good('partialUpdate', { path, body: { lastName: 'Vogt', contact: { city: 'Augsburg' } } });
  await ask.bad('partialUpdate', 400, { path, body: { dateOfBirth: '4.5.1990' } });
  await ask.bad('partialUpdate', 409, { path, body: { email: 'jonas@example.org' } });
  await ask.good('listAccounts');
  await ask.good('listAccounts', {
    query: { currentGymOnly: true, offset: 1, limit: 1, fromTimestamp: '2020-01-01T00:00:00Z' },
  });
  await ask.bad('listAccounts', 400, { query: { limit: 101 } });
  await ask.bad('listAccounts', 400, { query: { fromTimestamp: 'yesterday' } });
  return { lena, trainerId };
}

async function driveLookUps({ ask, platform }: Stage, { lena }: Members): Promise<void> {
  const path = { accountId: lena.accountId };
  await ask.good('retrieveAccountByMembershipId', { path: { membershipId: lena.membership.membershipId } });
  await ask.bad('retrieveAccountByMembershipId', 404, { path: { membershipId: 'M-nobody' } });
  await ask.good('getByEmail', { path: { email: lena.email } });
  await ask.bad('getByEmail', 404, { path: { email: 'nobody@example.org' } });
  await ask.good('addRFIDToUser', { path, body: card });
  await ask.bad('addRFIDToUser', 400, { path, body: { rfid: '04A2' } });
  await ask.good('getByRfid', { path: { rfid: card.rfid }, query: { tagFormat: card.tagFormat } });
  await ask.bad('getByRfid', 404, { path: { rfid: '0x0000' } });
  await ask.good('assignAccountNfcToken', { path, body: { token: 'deadbeef', passTypeId: 'pass.org.example.gym' } });
  await ask.bad('assignAccountNfcToken', 400, { path, body: { token: 'x'.repeat(513) } });
  await ask.good('getByNfc', { path: { nfc: 'deadbeef' } });
  await ask.bad('getByNfc', 404, { path: { nfc: 'cafebabe' } });

  const { tan } = await platform.admin<{ tan: string }>('issue-tan', '--starts', '2024-01-01');
  const corporate = memberNamed('omar', { membershipType: 'CORPORATE_FITNESS', verificationTAN: tan });
  await ask.good('publishAccount', { body: corporate });
  const query = { endDateFrom: '2024-01-01', endDateTo: '2030-01-01' };
  await ask.good('getCorporateFitnessMemberAccounts', { query });
  await ask.bad('getCorporateFitnessMemberAccounts', 400, { query: { endDateFrom: '2024-01-01' } });
}

async function driveCards({ ask }: Stage, { lena }: Members): Promise<void> {
  const path = { accountId: lena.accountId };
  const second = { rfid: '0x9F3C71D2' };
  await ask.good('getUserRfids', { path });
  await ask.good('getUserRfids', { path, query: { allSources: true } });
  await ask.bad('getUserRfids', 404, { path: nowhere });
  await ask.good('updateUsersRfids', { path, body: { rfids: [card, second] } });
  await ask.bad('updateUsersRfids', 400, { path, body: {} });
  await ask.good('deleteRfid', { path: { ...path, rfid: second.rfid } });
  await ask.bad('deleteRfid', 404, { path: { ...path, rfid: second.rfid } });
  await ask.good('getAccountNfcToken', { path, query: { passTypeId: 'pass.org.example.gym' } });
  await ask.bad('getAccountNfcToken', 404, { path: nowhere });
  await ask.good('deleteAccountNfcToken', { path });
  await ask.bad('deleteAccountNfcToken', 404, { path: nowhere });
}

async function driveProducts({ ask }: Stage, { lena }: Members): Promise<void> {
  const path = { accountId: lena.accountId };
  const [{ productId }] = await ask.good('listGymProducts');
  await ask.bad('listGymProducts', 403, { headers: unknownKey });
  await ask.good('productDetails', { path: { productId } });
  await ask.bad('productDetails', 404, { path: { productId: '0' } });
  await ask.good('productBooking', { path, body: { productId, startDate: today, endDate: '2031-12-31' } });
  await ask.good('productBooking', { path, body: { productId, endDate: '2030-12-31' } });
  await ask.bad('productBooking', 400, { path, body: { productId, endDate: 'next year' } });
  await ask.bad('productBooking', 404, { path, body: { productId: '0', endDate: '2030-12-31' } });
  await ask.good('userProducts', { path });
  await ask.bad('userProducts', 404, { path: nowhere });
  await ask.good('deactivateUserProduct', { path: { ...path, productId } });
  await ask.bad('deactivateUserProduct', 404, { path: { ...path, productId: '0' } });
}

async function driveVisits({ ask }: Stage, { lena }: Members): Promise<void> {
  const path = { accountId: lena.accountId };
  await ask.good('checkin', { path, body: { timestamp: Date.now() - 60_000 } });
  await ask.good('checkin', { path, body: {} });
  await ask.bad('checkin', 400, { path, body: { timestamp: 'now' } });
  await ask.bad('checkin', 404, { path: nowhere, body: {} });
  await ask.good('checkout', { path, body: { timestamp: Date.now() } });
  await ask.bad('checkout', 400, { path, body: { timestamp: 1.5 } });
  const { accountId } = await ask.good('retrieveAccountByMembershipId', { path: { membershipId: 'M-omar' } });
  await ask.good('checkAdmission', { path: { accountId } });
  await ask.bad('checkAdmission', 404, { path: nowhere });
}

async function driveTasks({ ask }: Stage, { lena, trainerId }: Members): Promise<void> {
  const task = { name: 'Explain the leg press', type: 'GENERAL', dueDate: '2030-11-30' };
  const people = { authorId: trainerId, targetId: lena.accountId };
  const { id: taskId } = await ask.good('createTask', { body: { ...task, ...people } });
  await ask.bad('createTask', 400, { body: { ...task, ...people, dueDate: '30.11.2030' } });
  await ask.bad('createTask', 404, { body: { ...task, ...people, targetId: nobody } });
  await ask.good('getTask', { path: { taskId } });
  await ask.bad('getTask', 404, { path: { taskId: 0 } });
  await ask.good('getTasks');
  await ask.good('getTasks', { query: { modifiedSince: '2026-01-01T00:00:00Z' } });
  await ask.bad('getTasks', 400, { query: { modifiedSince: 'yesterday' } });
  const done = { ...task, ...people, completed: true, completerId: trainerId };
  await ask.good('updateTask', { path: { taskId }, body: done });
  await ask.bad('updateTask', 400, { path: { taskId }, body: { ...done, type: 'YOGA' } });
}

async function driveRolesAndImages({ ask }: Stage, { trainerId }: Members): Promise<void> {
  const path = { accountId: trainerId };
  await ask.good('assignRoles', { path, body: { trainer: true } });
  await ask.bad('assignRoles', 400, { path, body: { trainer: 'yes' } });
  await ask.good('getRoles', { path });
  await ask.bad('getRoles', 404, { path: nowhere });
  await ask.good('uploadImage', { path, file: await drawPicture() });
  await ask.bad('uploadImage', 400, { path, file: new TextEncoder().encode('no picture') });
  await ask.good('deleteImage', { path });
  await ask.bad('deleteImage', 404, { path: nowhere });
}

async function driveNotifications({ ask }: Stage, { lena }: Members): Promise<void> {
  const byAccount = { path: { accountId: lena.accountId } };
  const byMembership = { path: { membershipId: lena.membership.membershipId } };
  await ask.good('sendPushNotificationByAccountId', { ...byAccount, body: { text: 'Welcome!', deeplink: 'workouts' } });
  await ask.bad('sendPushNotificationByAccountId', 400, { ...byAccount, body: {} });
  await ask.good('sendPushNotificationByMembershipId', { ...byMembership, body: { text: 'Welcome!' } });
  await ask.bad('sendPushNotificationByMembershipId', 400, { ...byMembership, body: { text: 'x'.repeat(501) } });
}

async function driveWebhooks({ ask }: Stage): Promise<void> {
  const body = { url: 'https://receiver.example.org/events', secret: 'whsec_c2VjcmV0' };
  const { id } = await ask.good('createWebhook', { body });
  await ask.bad('createWebhook', 400, { body: { url: 'nowhere' } });
  await ask.bad('createWebhook', 409, { body });
  await ask.good('getAllWebhooks');
  await ask.bad('getAllWebhooks', 403, { headers: unknownKey });
  await ask.good('getWebhookById', { path: { id } });
  await ask.bad('getWebhookById', 404, { path: { id: 0 } });
  await ask.good('updateWebhook', { path: { id }, body: { ...body, secret: 'whsec_YW5vdGhlcg' } });
  await ask.bad('updateWebhook', 404, { path: { id: 0 }, body: { ...body, url: 'https://other.example.org' } });
  await ask.good('triggerWebhook', { path: { id } });
  await ask.bad('triggerWebhook', 404, { path: { id: 0 } });
  await ask.good('deleteWebhook', { path: { id } });
  await ask.bad('deleteWebhook', 404, { path: { id } });
}

async function driveMigration(stage: Stage): Promise<void> {
  const { ask } = stage;
  await ask.good('migrate', { query: { legacyUserId: await publishThroughV1(stage, 'karl') } });
  await ask.bad('migrate', 404, { query: { legacyUserId: 1 } });
  await ask.bad('migrate', 400, { query: { legacyUserId: 'karl' } });
}

async function driveEndOfMembership({ ask }: Stage, { lena }: Members): Promise<void> {
  const path = { accountId: lena.accountId };
  await ask.good('eraseAccountMembershipData', { path, query: { eraseMemberData: true } });
  await ask.bad('eraseAccountMembershipData', 404, { path });
}
