import { operations as exportOperations } from '#contracts/export/operations.ts';
import { operations as gymOperations } from '#contracts/v1/operations.ts';
import { operations as memberOperations } from '#contracts/v2/operations.ts';
import { dayBefore, hostileMember, type PlatformThings } from './what-there-is.ts';

interface Operation {
  id: string;
  method: string;
  path: string;
  /** Valid inputs, with existing ids. */
  body: object | undefined;
  query: object;
}

/** One of the three interfaces of the platform. */
export interface PlatformInterface {
  group: `platform, ${string}`;
  url: string;
  operations: Operation[];
  /** The headers of a valid key, and of an unknown one. */
  key: Record<string, string>;
  wrongKey: Record<string, string>;
  /** The values of the parameters in its URLs. */
  query: object;
}

type ByOperation = Record<string, object>;

const hourMs = 3_600_000;

export function interfacesOf(origin: string, things: PlatformThings): PlatformInterface[] {
  const { apiKey, accessToken, legacyGymId } = things.gym;
  const bodies = validBodies(things);
  const queries = validQueries(things);
  const operationsOf = (operations: Record<string, { method: string; path: string }>, of: keyof typeof bodies) =>
    Object.entries(operations).map(
      ([id, { method, path }]): Operation => ({ id, method, path, body: bodies[of][id], query: queries[of][id] ?? {} }),
    );
  const byKey = { key: { 'x-api-key': apiKey }, wrongKey: { 'x-api-key': `${apiKey}x` }, query: {} };
  const byToken = { key: { 'x-access-token': accessToken }, wrongKey: { 'x-access-token': `${accessToken}x` } };
  return [
    { group: 'platform, version 2', url: origin, operations: operationsOf(memberOperations, 'ofMembers'), ...byKey },
    {
      group: 'platform, version 1',
      url: `${origin}/v1`,
      operations: operationsOf(gymOperations, 'ofGyms'),
      ...byToken,
      query: { gymId: legacyGymId },
    },
    { group: 'platform, export', url: origin, operations: operationsOf(exportOperations, 'ofExports'), ...byKey },
  ];
}

function validBodies({ accountId, productId, userId }: PlatformThings) {
  const seen = { timestamp: Date.now() - hourMs };
  const task = { name: 'a task', type: 'GENERAL', dueDate: '2030-11-30', authorId: accountId, targetId: accountId };
  const webhook = { url: 'http://127.0.0.1:9/events', secret: 'a secret' };
  const message = { text: 'Welcome', deeplink: 'workouts' };
  const ofMembers: ByOperation = {
    publishAccount: hostileMember('M-3'),
    updateAccount: hostileMember('M-2'),
    partialUpdate: { lastName: 'Vogt', contact: { city: 'Augsburg' }, membership: { membershipId: 'M-2' } },
    assignRoles: { trainer: true },
    updateUsersRfids: { rfids: [card] },
    addRFIDToUser: card,
    assignAccountNfcToken: { token: nfc, ...issuer },
    productBooking: { productId, startDate: '2030-01-01', endDate: '2031-12-31' },
    checkin: seen,
    checkout: seen,
    createTask: task,
    updateTask: { ...task, completed: true },
    createWebhook: webhook,
    updateWebhook: { ...webhook, url: 'http://127.0.0.1:9/changed' },
    sendPushNotificationByAccountId: message,
    sendPushNotificationByMembershipId: message,
  };
  const person = { userId: Number(userId), membershipId: 'M-1' };
  const { firstName, lastName, gender, email: eMail } = hostileMember('M-4');
  const visit = { userId, membershipId: 'M-1', userPresenceTimestamp: seen.timestamp };
  const taskOfGym = { taskName: 'a task', taskType: 'GENERAL', dueDate: '2030-11-30', completed: false };
  const ofGyms: ByOperation = {
    publishUser: {
      membershipId: 'M-4',
      eMail,
      firstName,
      lastName,
      gender,
      startOfContract: '2024-01-01',
      rfidList: ['0x9F3C71D2'],
    },
    activateProduct: { productId: Number(productId), start: '2030-01-01', end: '2030-12-31' },
    checkIn: visit,
    checkOut: visit,
    createTask: { ...taskOfGym, author: person, target: person },
    updateTask: { ...taskOfGym, author: person, target: person },
  };
  const ofExports: ByOperation = {
    createAsyncExportJob: {
      exportType: 'SMART_STRENGTH_WORKOUTS',
      fileType: 'CSV',
      startDate: dayBefore(40),
      endDate: dayBefore(10),
    },
  };
  return { ofMembers, ofGyms, ofExports };
}

function validQueries({ userId }: PlatformThings) {
  const ofMembers: ByOperation = {
    listAccounts: {
      currentGymOnly: 'false',
      offset: '0',
      limit: '5',
      fromTimestamp: '2026-11-01T00:00:00Z',
      toTimestamp: '2099-11-01T00:00:00Z',
    },
    getCorporateFitnessMemberAccounts: { endDateFrom: '2026-12-01', endDateTo: '2026-12-31' },
    getTasks: { modifiedSince: '2026-11-20T08:00:00Z' },
    getUserRfids: { allSources: 'true' },
    getByRfid: { tagFormat: card.tagFormat },
    getByNfc: issuer,
    getAccountNfcToken: issuer,
    deleteAccountNfcToken: issuer,
  };
  const person = { userId, membershipId: 'M-1' };
  const ofGyms: ByOperation = {
    getProfile: { userId },
    listTasks: { 'modified-since': '2026-11-20T08:00:00Z' },
    listUserProducts: person,
    activateProduct: person,
  };
  const days = { startDate: dayBefore(20), endDate: dayBefore(10) };
  const pages = ['Analytics', 'SmartStrengthWorkouts', 'SmartStrengthAssessments', 'FlexibilityMeasurements'];
  const ofExports: ByOperation = Object.fromEntries(
    [...pages, 'BodyMeasurements'].map((page) => [`get${page}Export`, days]),
  );
  return { ofMembers, ofGyms, ofExports };
}

const card = { rfid: '0x04A2B3C4D5E6F7', tagFormat: 'MIFARE' };
const nfc = 'deadbeef';
const issuer = { passTypeId: 'pass.org.example.gym' };

/** By the parameter names in the URLs. */
export const placesOf = ({ accountId, taskId, productId, webhookId, jobId }: PlatformThings) => ({
  accountId,
  taskId,
  productId,
  jobId,
  id: webhookId,
  membershipId: 'M-1',
  email: hostileMember('M-1').email,
  rfid: card.rfid,
  nfc,
});
