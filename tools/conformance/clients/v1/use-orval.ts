import type { Given } from './given';
import * as api from './orval/client';

export async function use({ key, gymId, name, check }: Given): Promise<void> {
  const options = { headers: { 'X-ACCESS-TOKEN': key } };
  const member: api.MemberToPublish = {
    eMail: `${name}@gym.example`,
    membershipId: `M-${name}`,
    firstName: name,
    lastName: 'Vogt',
    gender: 'FEMALE',
    rfidList: [],
  };
  const published = await api.publishUser(member, { gymId }, options);
  check('publishUser', published.status, 200);
  if (published.status !== 200) return;
  const userId = Number(published.data.userId);

  const profile = await api.getProfile({ gymId, userId }, options);
  check('getProfile', profile.status === 200 && [profile.data.firstName, profile.data.userId], [name, userId]);
  const products = await api.listProducts({ gymId }, options);
  const productId = (products.status === 200 && products.data[0]?.productId) || 0;
  const booking = { productId, start: '2027-01-01', end: '2027-12-31' };
  const booked = await api.activateProduct(booking, { gymId, userId }, options);
  check('activateProduct', booked.status === 200 && booked.data.end, booking.end);
  const bookings = await api.listUserProducts({ gymId, userId }, options);
  check('listUserProducts', bookings.status === 200 && bookings.data[0]?.productId, productId);
  const visit = await api.checkIn({ userId, userPresenceTimestamp: Date.now() }, { gymId }, options);
  check('checkIn', visit.status, 204);

  const task = { taskName: 'Call', dueDate: '2030-11-30', author: { userId }, target: { userId } };
  const created = await api.createTask(task, { gymId }, options);
  const set = created.status === 200 ? await api.getTask(created.data.taskId, { gymId }, options) : undefined;
  check('getTask', set?.status === 200 && [set.data.taskName, set.data.target.userId], [task.taskName, userId]);
  check('alive', (await api.alive({ gymId }, options)).status, 204);

  const missing = await api.getProfile({ gymId, userId: 1 }, options);
  check('a missing user', missing.status !== 200 && missing.data.error, 404);
}
