import { memberNamed } from '#tools/conformance/traffic/member-named.ts';
import { drawPicture } from '#tools/conformance/traffic/picture.ts';
import { publishThroughV1 } from '#tools/conformance/traffic/publish-through-v1.ts';
import type { Stage } from '#tools/conformance/traffic/stage.ts';
import type { Sample } from './sample.ts';

const passTypeId = 'pass.org.example.gym';

export async function samplesOfV2(stage: Stage): Promise<Record<string, Sample>> {
  const { ask, platform } = stage;
  const publish = async (member: object): Promise<string> =>
    (await ask.good('publishAccount', { body: member })).accountId;
  const anna = memberNamed('anna');
  const path = { accountId: await publish(anna) };
  const ended = { accountId: await publish(memberNamed('bert')) };
  const { tan } = await platform.admin<{ tan: string }>('issue-tan', '--starts', '2024-01-01');
  const corporate = { membershipType: 'CORPORATE_FITNESS', verificationTAN: tan };
  const admitted = { accountId: await publish(memberNamed('cora', corporate)) };
  const [rfid, lostRfid] = ['0x0411', '0x0422'];
  await ask.good('updateUsersRfids', { path, body: { rfids: [{ rfid }, { rfid: lostRfid }] } });
  await ask.good('assignAccountNfcToken', { path, body: { token: 'facade', passTypeId } });
  const [{ productId }, { productId: endedProductId }] = await ask.good('listGymProducts');
  await ask.good('productBooking', { path, body: { productId: endedProductId, endDate: '2030-12-31' } });
  const task = {
    name: 'Call',
    type: 'GENERAL',
    dueDate: '2030-11-30',
    authorId: path.accountId,
    targetId: path.accountId,
  };
  const { id: taskId } = await ask.good('createTask', { body: task });
  const receiver = (name: string) => ({ url: `https://${name}.example.org/events`, secret: 'whsec_c2VjcmV0' });
  const { id } = await ask.good('createWebhook', { body: receiver('first') });
  const { id: removedId } = await ask.good('createWebhook', { body: receiver('second') });
  const legacyUserId = await publishThroughV1(stage, 'emil');
  const membership = { membershipId: anna.membership.membershipId };
  return {
    listAccounts: { query: { limit: 10, offset: 0, currentGymOnly: true } },
    publishAccount: { body: memberNamed('dora') },
    retrieveAccount: { path },
    updateAccount: { path, body: anna },
    partialUpdate: { path, body: { lastName: 'Keller' } },
    eraseAccountMembershipData: { path: ended },
    uploadImage: { path, file: await drawPicture() },
    deleteImage: { path },
    getByRfid: { path: { rfid } },
    getByNfc: { path: { nfc: 'facade' } },
    retrieveAccountByMembershipId: { path: membership },
    getByEmail: { path: { email: anna.email } },
    getCorporateFitnessMemberAccounts: { query: { endDateFrom: '2024-01-01', endDateTo: '2030-01-01' } },
    getRoles: { path },
    assignRoles: { path, body: { trainer: true } },
    getUserRfids: { path },
    updateUsersRfids: { path: admitted, body: { rfids: [{ rfid: '0x0433' }] } },
    addRFIDToUser: { path, body: { rfid: '0x0444', tagFormat: 'LEGIC' } },
    deleteRfid: { path: { ...path, rfid: lostRfid } },
    getAccountNfcToken: { path, query: { passTypeId } },
    assignAccountNfcToken: { path: admitted, body: { token: 'decade', passTypeId } },
    deleteAccountNfcToken: { path: admitted },
    listGymProducts: {},
    productDetails: { path: { productId } },
    userProducts: { path },
    productBooking: { path: admitted, body: { productId, endDate: '2030-12-31' } },
    deactivateUserProduct: { path: { ...path, productId: endedProductId } },
    migrate: { query: { legacyUserId } },
    checkin: { path, body: { timestamp: Date.now() } },
    checkout: { path, body: { timestamp: Date.now() } },
    checkAdmission: { path: admitted },
    getTasks: {},
    createTask: { body: task },
    getTask: { path: { taskId } },
    updateTask: { path: { taskId }, body: { ...task, completed: true } },
    getAllWebhooks: {},
    createWebhook: { body: receiver('third') },
    getWebhookById: { path: { id } },
    updateWebhook: { path: { id }, body: receiver('fourth') },
    deleteWebhook: { path: { id: removedId } },
    triggerWebhook: { path: { id } },
    sendPushNotificationByAccountId: { path, body: { text: 'Welcome!' } },
    sendPushNotificationByMembershipId: { path: membership, body: { text: 'Welcome!' } },
  };
}
