import { operations as exportOperations } from '#contracts/export/operations.ts';
import { operations as gymOperations } from '#contracts/v1/operations.ts';
import { operations as memberOperations } from '#contracts/v2/operations.ts';
import type { Hostile } from './ask-doors.ts';
import type { Bodies } from './bodies.ts';
import { consoleRequests } from './console-requests.ts';
import { inPlaces, some } from './places.ts';
import { hostileMember, type PlatformThings } from './what-there-is.ts';

export interface PlatformWorld {
  bodies: Bodies;
  things: PlatformThings;
}

type Valid = Record<string, object>;

const hourMs = 3_600_000;
const dayBefore = (days: number) => new Date(Date.now() - days * 24 * hourMs).toISOString().slice(0, 10);

/** What the operations take, of what there is. */
function validBodies({ accountId, productId, userId }: PlatformThings) {
  const seen = { timestamp: Date.now() - hourMs };
  const card = { rfid: '0x04A2B3C4D5E6F7', tagFormat: 'MIFARE' };
  const task = { name: 'a task', type: 'GENERAL', dueDate: '2030-11-30', authorId: accountId, targetId: accountId };
  const webhook = { url: 'http://127.0.0.1:9/events', secret: 'a secret' };
  const message = { text: 'Welcome', deeplink: 'workouts' };
  const ofMembers: Valid = {
    publishAccount: hostileMember('M-3'),
    updateAccount: hostileMember('M-2'),
    partialUpdate: { lastName: 'Vogt', contact: { city: 'Augsburg' }, membership: { membershipId: 'M-2' } },
    assignRoles: { trainer: true },
    updateUsersRfids: { rfids: [card] },
    addRFIDToUser: card,
    assignAccountNfcToken: { token: 'deadbeef', passTypeId: 'pass.org.example.gym' },
    productBooking: { productId, startDate: '2030-01-01', endDate: '2031-12-31' },
    ...{ checkin: seen, checkout: seen, createTask: task, updateTask: { ...task, completed: true } },
    ...{ createWebhook: webhook, updateWebhook: { ...webhook, url: 'http://127.0.0.1:9/changed' } },
    ...{ sendPushNotificationByAccountId: message, sendPushNotificationByMembershipId: message },
  };
  const person = { userId: Number(userId), membershipId: 'M-1' };
  const { firstName, lastName, gender, email: eMail } = hostileMember('M-4');
  const visit = { userId, membershipId: 'M-1', userPresenceTimestamp: seen.timestamp };
  const taskOfGym = { taskName: 'a task', taskType: 'GENERAL', dueDate: '2030-11-30', completed: false };
  const ofGyms: Valid = {
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
    ...{ checkIn: visit, checkOut: visit },
    createTask: { ...taskOfGym, author: person, target: person },
    updateTask: { ...taskOfGym, author: person, target: person },
  };
  const ofExports: Valid = {
    createAsyncExportJob: {
      ...{ exportType: 'SMART_STRENGTH_WORKOUTS', fileType: 'CSV' },
      ...{ startDate: dayBefore(40), endDate: dayBefore(10) },
    },
  };
  return { ofMembers, ofGyms, ofExports };
}

/** Every operation of the three interfaces that takes a body, with a good key, and every form of the console. */
export function platformRequests(origin: string, { bodies, things }: PlatformWorld): Hostile[] {
  const { gym, accountId, changedAccountId, taskId, productId, webhookId, userId } = things;
  const { ofMembers, ofGyms, ofExports } = validBodies(things);
  const gymQuery = `?gymId=${gym.legacyGymId}&userId=${userId}&membershipId=M-1`;
  const ofGym = { 'x-access-token': gym.accessToken };
  const interfaces = [
    ['platform, version 2', '', memberOperations, { 'x-api-key': gym.apiKey }, '', ofMembers],
    ['platform, version 1', '/v1', gymOperations, ofGym, gymQuery, ofGyms],
    ['platform, export', '', exportOperations, { 'x-api-key': gym.apiKey }, '', ofExports],
  ] as const;
  const byName = { accountId, taskId, productId, id: webhookId, membershipId: 'M-1' };
  const written = interfaces.flatMap(([door, base, operations, key, query, valid]) =>
    Object.entries(operations)
      .filter(([, { method }]) => method !== 'GET')
      .flatMap(([operation, { method, path }], at) => {
        const isChanged = operation === 'updateAccount' || operation === 'partialUpdate';
        const named = isChanged ? { accountId: changedAccountId } : byName;
        // what is asked to be deleted is not there, so that the rest finds what is
        const address = inPlaces(path, 'a-1', method === 'DELETE' ? {} : named);
        const ask = (body: string, how: Pick<Hostile, 'isInPieces' | 'isRight'> = {}): Hostile => {
          const headers = { 'content-type': 'application/json', ...key };
          return { door, url: `${origin}${base}${address}${query}`, init: { method, body, headers }, ...how };
        };
        const right = valid[operation];
        const nearly = right ? bodies.nearly(right, Object.keys(right), 4).map((sent) => JSON.stringify(sent)) : [];
        return [
          ...(right ? [ask(JSON.stringify(right), { isRight: true })] : []),
          ...[...some(bodies.jsons, at * 5, right ? 2 : 6), ...nearly].map((body) => ask(body)),
          ask('\ufeff{"a":[', { isInPieces: true }),
        ];
      }),
  );
  return [...written, ...consoleRequests(origin, { bodies, things })];
}
