import createClient from 'openapi-fetch';
import type { Given } from './given';
import type { components, paths } from './schema';

type NewMember = components['schemas']['MemberToPublish'];

export async function use({ url, key, gymId, name, check }: Given): Promise<void> {
  const client = createClient<paths>({ baseUrl: `${url}/v1`, headers: { 'X-ACCESS-TOKEN': key } });
  const params = { query: { gymId } };
  const member: NewMember = {
    eMail: `${name}@gym.example`,
    membershipId: `M-${name}`,
    firstName: name,
    lastName: 'Vogt',
    gender: 'FEMALE',
    rfidList: [],
  };
  const published = await client.POST('/user/publish', { params, body: member });
  check('publishUser', published.response.status, 200);
  const userId = Number(published.data?.userId);

  const { data: profile } = await client.GET('/user/profile', { params: { query: { gymId, userId } } });
  check('getProfile', [profile?.firstName, profile?.userId], [name, userId]);
  const { data: products } = await client.GET('/gym/product', { params });
  const productId = products?.[0]?.productId ?? 0;
  const booking = { productId, start: '2027-01-01', end: '2027-12-31' };
  const booked = await client.PUT('/user/product', { params: { query: { gymId, userId } }, body: booking });
  check('activateProduct', booked.data?.end, booking.end);
  const { data: bookings } = await client.GET('/user/product', { params: { query: { gymId, userId } } });
  check('listUserProducts', bookings?.[0]?.productId, productId);
  const visit = await client.POST('/user/checkin', { params, body: { userId, userPresenceTimestamp: Date.now() } });
  check('checkIn', visit.response.status, 204);

  const task = { taskName: 'Call', dueDate: '2030-11-30', author: { userId }, target: { userId } };
  const { data: created } = await client.POST('/task', { params, body: task });
  const taskId = created?.taskId ?? 0;
  const { data: set } = await client.GET('/task/{taskId}', { params: { path: { taskId }, query: { gymId } } });
  check('getTask', [set?.taskName, set?.target?.userId], [task.taskName, userId]);
  check('alive', (await client.POST('/alive', { params })).response.status, 204);

  const missing = await client.GET('/user/profile', { params: { query: { gymId, userId: 1 } } });
  check('a missing user', missing.error?.error, 404);
}
