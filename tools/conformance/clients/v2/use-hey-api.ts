import { type Given, nobody } from './given';
import * as api from './hey-api';
import { client } from './hey-api/client.gen';

export async function use({ url, key, name, picture, check }: Given): Promise<void> {
  client.setConfig({ baseUrl: url, auth: () => key });
  const body: api.MemberAccountRequest = {
    email: `${name}@example.org`,
    firstName: name,
    lastName: 'Vogt',
    gender: 'FEMALE',
    membership: { membershipId: `M-${name}`, membershipType: 'PREMIUM', startOfContract: '2024-03-01' },
  };
  const published = await api.publishAccount({ body });
  check('publishAccount', published.response?.status, 201);
  const accountId = published.data?.accountId ?? '';
  const path = { accountId };

  const { data: found } = await api.retrieveAccount({ path });
  check('retrieveAccount firstName', found?.firstName, name);
  check('retrieveAccount membershipType', found?.membership?.membershipType, 'PREMIUM');
  await api.partialUpdate({ path, body: { lastName: 'Keller' } });
  const { data: page } = await api.listAccounts({ query: { limit: 100 } });
  check('listAccounts', page?.items?.find((one) => one.accountId === accountId)?.lastName, 'Keller');

  const rfid = `0x${accountId.replaceAll('-', '')}`;
  const { data: card } = await api.addRfidToUser({ path, body: { rfid } });
  check('addRFIDToUser', card?.rfid?.toLowerCase(), rfid);
  const { data: holder } = await api.getByRfid({ path: { rfid } });
  check('getByRfid', holder?.accountId, accountId);

  const { data: products } = await api.listGymProducts();
  const productId = products?.[0]?.productId ?? '';
  const { data: booked } = await api.productBooking({ path, body: { productId, endDate: '2031-12-31' } });
  check('productBooking', booked?.endDate, '2031-12-31');
  const visit = await api.checkin({ path, body: { timestamp: Date.now() } });
  check('checkin', visit.response?.status, 204);

  const task = { name: 'Call', dueDate: '2030-11-30', authorId: accountId, targetId: accountId };
  const { data: created } = await api.createTask({ body: task });
  const { data: tasks } = await api.getTasks();
  check('getTasks', tasks?.find(({ id }) => id === created?.id)?.name, task.name);

  const upload = await api.uploadImage({ path, body: { file: new Blob([picture], { type: 'image/jpeg' }) } });
  check('uploadImage', upload.response?.status, 204);

  const missing = await api.retrieveAccount({ path: { accountId: nobody } });
  check('a missing account', [missing.response?.status, missing.error?.errorCode], [404, 'notFound']);
  const wrong = await api.publishAccount({ body: { ...body, email: 'no address' } });
  check('a wrong address', wrong.error?.fieldErrors?.[0]?.name, 'email');
  const erased = await api.eraseAccountMembershipData({ path });
  check('eraseAccountMembershipData', erased.response?.status, 204);
}
