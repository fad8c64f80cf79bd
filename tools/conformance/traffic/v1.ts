import { type Stage, unknownToken } from './stage.ts';

const rfid = '0x04A2B3C4D5E6F7';

export async function driveV1(stage: Stage): Promise<void> {
  const person = await driveMembers(stage);
  await driveProducts(stage, person);
  await driveVisits(stage, person);
  await driveTasks(stage, person);
  await stage.ask.good('alive');
  await stage.ask.bad('alive', 401, { headers: unknownToken });
}

interface Person {
  /** As a string: so the document defines it for visits and bookings. */
  userId: string;
  membershipId: string;
}

async function driveMembers({ ask }: Stage): Promise<Person> {
  const member = {
    membershipId: 'M-1',
    eMail: 'lena@gym.example',
    firstName: 'Lena',
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
    rfidList: [rfid],
    userMotiveList: ['HEALTH'],
    trainingFrequency: 2,
    trainingDuration: 60,
    height: 171.5,
    barcode: '4006381',
  };
  const { userId } = await ask.good('publishUser', { body: member });
  await ask.good('publishUser', { body: { ...member, userId: Number(userId), lastName: 'Vogt-Keller' } });
  await ask.bad('publishUser', 400, { body: { ...member, eMail: 'no address' } });
  await ask.bad('publishUser', 401, { body: member, headers: unknownToken });
  await ask.good('getProfile', { query: { userId } });
  await ask.good('getProfile', { query: { rfid } });
  await ask.good('getProfile', { query: { email: member.eMail } });
  await ask.good('getProfile', { query: { membershipId: member.membershipId } });
  await ask.bad('getProfile', 404, { query: { userId: 1 } });
  await ask.bad('getProfile', 400);
  return { userId, membershipId: member.membershipId };
}

async function driveProducts({ ask }: Stage, { userId, membershipId }: Person): Promise<void> {
  const query = { userId, membershipId };
  const [{ productId }] = await ask.good('listProducts');
  await ask.bad('listProducts', 401, { headers: unknownToken });
  await ask.good('getProduct', { path: { productId } });
  await ask.bad('getProduct', 404, { path: { productId: 0 } });
  const body = { productId, start: '2027-01-01', end: '2027-12-31' };
  await ask.good('activateProduct', { query, body });
  await ask.bad('activateProduct', 400, { query, body: { ...body, start: 'next year' } });
  await ask.bad('activateProduct', 404, { query, body: { ...body, productId: 0 } });
  await ask.good('listUserProducts', { query });
  await ask.bad('listUserProducts', 404, { query: { userId: '1' } });
}

async function driveVisits({ ask }: Stage, { userId, membershipId }: Person): Promise<void> {
  const body = { userId, membershipId, eMail: 'lena@gym.example', rfidId: rfid, userPresenceTimestamp: Date.now() };
  await ask.good('checkIn', { body });
  await ask.good('checkIn', { body: { userId } });
  await ask.bad('checkIn', 404, { body: { userId: '1' } });
  await ask.bad('checkIn', 400, { body: { ...body, userPresenceTimestamp: 'now' } });
  await ask.good('checkOut', { body });
  await ask.bad('checkOut', 404, { body: { userId: '1' } });
}

async function driveTasks({ ask }: Stage, { userId, membershipId }: Person): Promise<void> {
  const person = { userId: Number(userId), membershipId };
  const task = { taskName: 'Explain the leg press', taskType: 'GENERAL', dueDate: '2030-11-30', completed: false };
  const body = { ...task, author: person, target: person };
  const { taskId } = await ask.good('createTask', { body });
  await ask.bad('createTask', 400, { body: { ...body, taskType: 'YOGA' } });
  await ask.good('getTask', { path: { taskId } });
  await ask.bad('getTask', 404, { path: { taskId: 0 } });
  await ask.good('updateTask', { path: { taskId }, body: { ...body, completed: true, completer: person } });
  await ask.bad('updateTask', 404, { path: { taskId: 0 }, body });
  await ask.good('listTasks');
  await ask.good('listTasks', { query: { 'modified-since': '2026-01-01' } });
  await ask.bad('listTasks', 400, { query: { 'modified-since': 'yesterday' } });
}
