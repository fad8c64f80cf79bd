import createClient from 'openapi-fetch';
import { type Given, nobody } from './given';
import type { components, paths } from './schema';

type NewMember = components['schemas']['MemberAccountRequest'];

export async function use({ url, key, name, picture, check }: Given): Promise<void> {
  const client = createClient<paths>({ baseUrl: url, headers: { 'x-api-key': key } });
  const member: NewMember = {
    email: `${name}@example.org`,
    firstName: name,
    lastName: 'Vogt',
    gender: 'FEMALE',
    membership: { membershipId: `M-${name}`, membershipType: 'PREMIUM', startOfContract: '2024-03-01' },
  };
  const published = await client.POST('/api/v2/accounts', { body: member });
  check('publishAccount', published.response.status, 201);
  const accountId = published.data?.accountId ?? '';
  const params = { path: { accountId } };

  const { data: found } = await client.GET('/api/v2/accounts/{accountId}', { params });
  check('retrieveAccount firstName', found?.firstName, name);
  check('retrieveAccount membershipType', found?.membership?.membershipType, 'PREMIUM');
  await client.PATCH('/api/v2/accounts/{accountId}', { params, body: { lastName: 'Keller' } });
  const { data: page } = await client.GET('/api/v2/accounts', { params: { query: { limit: 100 } } });
  check('listAccounts', page?.items?.find((one) => one.accountId === accountId)?.lastName, 'Keller');

  const rfid = `0x${accountId.replaceAll('-', '')}`;
  const { data: card } = await client.POST('/api/v2/accounts/{accountId}/rfids', { params, body: { rfid } });
  check('addRFIDToUser', card?.rfid?.toLowerCase(), rfid);
  const { data: holder } = await client.GET('/api/v2/accounts/rfid/{rfid}', { params: { path: { rfid } } });
  check('getByRfid', holder?.accountId, accountId);

  const { data: products } = await client.GET('/api/v2/products');
  const productId = products?.[0]?.productId ?? '';
  const booking = { productId, endDate: '2031-12-31' };
  const booked = await client.PUT('/api/v2/accounts/{accountId}/products', { params, body: booking });
  check('productBooking', booked.data?.endDate, booking.endDate);
  const visit = await client.POST('/api/v2/accounts/{accountId}/checkins', { params, body: { timestamp: Date.now() } });
  check('checkin', visit.response.status, 204);

  const task = { name: 'Call', dueDate: '2030-11-30', authorId: accountId, targetId: accountId };
  const { data: created } = await client.POST('/api/v2/tasks', { body: task });
  const { data: tasks } = await client.GET('/api/v2/tasks');
  check('getTasks', tasks?.find(({ id }) => id === created?.id)?.name, task.name);

  const upload = await client.PUT('/api/v2/accounts/{accountId}/images', {
    params,
    body: { file: '' },
    bodySerializer: () => {
      const form = new FormData();
      form.set('file', new Blob([picture], { type: 'image/jpeg' }), 'picture.jpg');
      return form;
    },
  });
  check('uploadImage', upload.response.status, 204);

  const missing = await client.GET('/api/v2/accounts/{accountId}', { params: { path: { accountId: nobody } } });
  check('a missing account', [missing.response.status, missing.error?.errorCode], [404, 'notFound']);
  const wrong = await client.POST('/api/v2/accounts', { body: { ...member, email: 'no address' } });
  check('a wrong address', wrong.error?.fieldErrors?.[0]?.name, 'email');
  const erased = await client.DELETE('/api/v2/accounts/{accountId}', { params });
  check('eraseAccountMembershipData', erased.response.status, 204);
}
