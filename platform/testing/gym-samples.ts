import { type OperationId, operations } from '#contracts/v1/operations.ts';
import type { Asked } from './client.ts';
import { createMember, newMember, userIdOf } from './members.ts';
import type { TestGym, TestPlatform } from './platform.ts';

export const gymOperationIds = Object.keys(operations) as OperationId[]; // safe because: operations is a closed literal

export interface GymSamples {
  gym: TestGym;
  accountId: string;
  /** A valid request for each operation, about the same member, task and product. */
  requests: Record<OperationId, Asked>;
}

const rfid = '0x04A2B3C4D5E6F7';

/** A gym with a member, a booking and a task, and valid requests for them. */
export async function sampleGym(
  platform: Pick<TestPlatform, 'newGym' | 'rows'>,
  options: Parameters<TestPlatform['newGym']>[0] = {},
): Promise<GymSamples> {
  const gym = await platform.newGym(options);
  const request = newMember({ dateOfBirth: '1990-05-04' });
  const accountId = await createMember(gym, request);
  const userId = await userIdOf(platform, accountId);
  const { email: eMail, firstName, lastName, membership } = request;
  const { membershipId } = membership;
  const [{ productId }] = (await gym.askV1('listProducts')).body;
  await gym.ask('addRFIDToUser', { path: { accountId }, body: { rfid } });
  const person = { userId, membershipId };
  const task = { taskName: 'Explain the leg press', taskType: 'GENERAL', dueDate: '2027-11-30', completed: false };
  const people = { author: person, target: person, completer: person };
  const { taskId } = (await gym.askV1('createTask', { body: { ...task, ...people } })).body;
  const booking = { query: person, body: { productId, start: '2027-01-01', end: '2027-12-31' } };
  await gym.askV1('activateProduct', booking);
  const presence = { ...person, eMail, rfidId: rfid, userPresenceTimestamp: Date.UTC(2026, 10, 20) };
  return {
    gym,
    accountId,
    requests: {
      publishUser: {
        body: {
          userId,
          membershipId,
          eMail,
          firstName,
          lastName,
          gender: 'FEMALE',
          dateOfBirth: '1990-05-04',
          membershipStatus: 'BASIC',
          prospect: false,
          activeStatus: true,
          dayGuest: false,
          trainer: false,
          startOfContract: '2024-01-01',
          endOfContract: '2030-12-31',
          rfidList: [rfid],
          userMotiveList: ['HEALTH'],
          trainingFrequency: 2,
          trainingDuration: 60,
          height: 171.5,
          city: 'Berlin',
          phone: '1',
          barcode: 'b',
        },
      },
      getProfile: { query: { userId } },
      listUserProducts: { query: person },
      activateProduct: booking,
      checkIn: { body: presence },
      checkOut: { body: presence },
      listProducts: {},
      getProduct: { path: { productId } },
      alive: {},
      listTasks: { query: { 'modified-since': '2026-01-01' } },
      createTask: { body: { ...task, ...people } },
      getTask: { path: { taskId } },
      updateTask: { path: { taskId }, body: { ...task, ...people } },
    },
  };
}
