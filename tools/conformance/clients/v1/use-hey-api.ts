import type { Given } from './given';
import * as api from './hey-api';
import { client } from './hey-api/client.gen';

export async function use({ url, key, gymId, name, check }: Given): Promise<void> {
  client.setConfig({ baseUrl: `${url}/v1`, auth: () => key });
  const query = { gymId };
  const body: api.MemberToPublish = {
    eMail: `${name}@gym.example`,
    membershipId: `M-${name}`,
    firstName: name,
    lastName: 'Vogt',
    gender: 'FEMALE',
    rfidList: [],
  };
  const published = await api.publishUser({ query, body });
  check('publishUser', published.response?.status, 200);
  const userId = Number(published.data?.userId);

  const { data: profile } = await api.getProfile({ query: { gymId, userId } });
  check('getProfile', [profile?.firstName, profile?.userId], [name, userId]);
  const { data: products } = await api.listProducts({ query });
  const productId = products?.[0]?.productId ?? 0;
  const booking = { productId, start: '2027-01-01', end: '2027-12-31' };
  const { data: booked } = await api.activateProduct({ query: { gymId, userId }, body: booking });
  check('activateProduct', booked?.end, booking.end);
  const { data: bookings } = await api.listUserProducts({ query: { gymId, userId } });
  check('listUserProducts', bookings?.[0]?.productId, productId);
  const visit = await api.checkIn({ query, body: { userId, userPresenceTimestamp: Date.now() } });
  check('checkIn', visit.response?.status, 204);

  const task = { taskName: 'Call', dueDate: '2030-11-30', author: { userId }, target: { userId } };
  const { data: created } = await api.createTask({ query, body: task });
  const { data: set } = await api.getTask({ query, path: { taskId: created?.taskId ?? 0 } });
  check('getTask', [set?.taskName, set?.target.userId], [task.taskName, userId]);
  check('alive', (await api.alive({ query })).response?.status, 204);

  const missing = await api.getProfile({ query: { gymId, userId: 1 } });
  check('a missing user', missing.error?.error, 404);
}
