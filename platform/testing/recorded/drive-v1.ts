import type { DemoMember } from '#platform/simulator/demo-member.ts';
import type { AskRecorded } from './recorder.ts';

const person = {
  membershipId: 'M-v1',
  eMail: 'person@gym.example',
  firstName: 'Zoë',
  lastName: 'Vogt',
  gender: 'FEMALE',
  membershipStatus: 'BASIC',
  activeStatus: true,
  startOfContract: '2024-01-01',
  endOfContract: '2030-12-31',
  dateOfBirth: '1990-05-04',
  phone: '+49 89 1234567',
  street: 'Ringstraße',
  streetNumber: '7',
  zipCode: '80331',
  city: 'München',
  country: 'DE',
  rfidList: ['0x04A2B3C4D5E6F7'],
  userMotiveList: ['HEALTH'],
  trainingFrequency: 2,
  trainingDuration: 60,
  height: 171.5,
  barcode: '4006381',
};

/** Asks version 1 about the members, and about a person whom it publishes. */
export async function driveV1(ask: AskRecorded, members: readonly DemoMember[], legacyGymId: number): Promise<void> {
  const at = (path: string, query = '') => `/v1${path}?gymId=${legacyGymId}${query && `&${query}`}`;
  const users: string[] = [];
  for (const { membershipId, email, cards } of members) {
    const { userId } = await ask(`GET ${at('/user/profile', `membershipId=${membershipId}`)}`);
    users.push(`userId=${userId}&membershipId=${membershipId}`);
    await ask(`GET ${at('/user/profile', `email=${encodeURIComponent(email)}`)}`);
    if (cards[0]) await ask(`GET ${at('/user/profile', `rfid=${cards[0].rfid}`)}`);
    await ask(`GET ${at('/user/product', users.at(-1))}`);
  }
  for (const query of ['userId=102001', 'userId=1', 'userId=x', 'rfid=0x0000', 'email=nobody', ''])
    await ask(`GET ${at('/user/profile', query)}`);
  await publish(ask, at);
  await book(ask, at, users[0]);
  await changeTasks(ask, at);
  await ask(`POST ${at('/alive')}`);
  await ask(`GET ${at('/nothing')}`);
  await ask(`POST ${at('/alive')}`, undefined, { 'x-access-token': 'unknown' });
  await ask('POST /v1/alive?gymId=0');
}

type At = (path: string, query?: string) => string;

async function publish(ask: AskRecorded, at: At) {
  const { userId } = await ask(`POST ${at('/user/publish')}`, person);
  await ask(`POST ${at('/user/publish')}`, { ...person, userId: Number(userId), lastName: 'Vogt-Keller' });
  for (const change of [{ eMail: 'no address' }, { gender: 'UNKNOWN' }, { rfidList: ['card'] }, { height: 'tall' }])
    await ask(`POST ${at('/user/publish')}`, { ...person, ...change });
  for (const body of [{}, '{', []]) await ask(`POST ${at('/user/publish')}`, body);
  await ask(`GET ${at('/user/profile', `userId=${userId}`)}`);
  for (const verb of ['checkin', 'checkout']) {
    await ask(`POST ${at(`/user/${verb}`)}`, { userId });
    await ask(`POST ${at(`/user/${verb}`)}`, { userId, userPresenceTimestamp: 1_795_254_000_000 });
    await ask(`POST ${at(`/user/${verb}`)}`, { userId: '1' });
    await ask(`POST ${at(`/user/${verb}`)}`, { userId, userPresenceTimestamp: 'now' });
  }
}

async function book(ask: AskRecorded, at: At, user = '') {
  const products = await ask(`GET ${at('/gym/product')}`);
  for (const { productId } of products) await ask(`GET ${at(`/gym/product/${productId}`)}`);
  await ask(`GET ${at('/gym/product/0')}`);
  const booking = { productId: products[0].productId, start: '2027-01-01', end: '2027-12-31' };
  for (const change of [{}, { start: 'next year' }, { productId: 0 }, { end: '2026-01-01' }])
    await ask(`PUT ${at('/user/product', user)}`, { ...booking, ...change });
  await ask(`GET ${at('/user/product', user)}`);
  await ask(`GET ${at('/user/product', 'userId=1')}`);
}

async function changeTasks(ask: AskRecorded, at: At) {
  const tasks = await ask(`GET ${at('/task')}`);
  for (const { taskId } of tasks.slice(0, 3)) await ask(`GET ${at(`/task/${taskId}`)}`);
  for (const since of ['2026-11-20', '2030-01-01', 'yesterday'])
    await ask(`GET ${at('/task', `modified-since=${since}`)}`);
  const [{ author, target }] = tasks;
  const task = { taskName: 'Explain the leg press', taskType: 'GENERAL', dueDate: '2030-11-30', completed: false };
  const body = { ...task, author, target };
  const { taskId } = await ask(`POST ${at('/task')}`, body);
  await ask(`POST ${at('/task')}`, { ...body, taskType: 'YOGA' });
  await ask(`PUT ${at(`/task/${taskId}`)}`, { ...body, completed: true, completer: author });
  await ask(`PUT ${at('/task/0')}`, body);
  await ask(`GET ${at(`/task/${taskId}`)}`);
}
