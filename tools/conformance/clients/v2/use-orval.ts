import { type Given, nobody } from './given';
import * as api from './orval/client';

export async function use({ key, name, picture, check }: Given): Promise<void> {
  const options = { headers: { 'x-api-key': key } };
  const member: api.MemberAccountRequest = {
    email: `${name}@example.org`,
    firstName: name,
    lastName: 'Vogt',
    gender: 'FEMALE',
    membership: { membershipId: `M-${name}`, membershipType: 'PREMIUM', startOfContract: '2024-03-01' },
  };
  const published = await api.publishAccount(member, options);
  check('publishAccount', published.status, 201);
  if (published.status !== 201) return;
  const { accountId } = published.data;

  const found = await api.retrieveAccount(accountId, options);
  if (found.status === 200) {
    check('retrieveAccount firstName', found.data.firstName, name);
    check('retrieveAccount membershipType', found.data.membership?.membershipType, 'PREMIUM');
  } else check('retrieveAccount', found.status, 200);
  await api.partialUpdate(accountId, { lastName: 'Keller' }, options);
  const page = await api.listAccounts({ limit: 100 }, options);
  const listed = page.status === 200 ? page.data.items?.find((one) => one.accountId === accountId) : undefined;
  check('listAccounts', listed?.lastName, 'Keller');

  const rfid = `0x${accountId.replaceAll('-', '')}`;
  const card = await api.addRFIDToUser(accountId, { rfid }, options);
  check('addRFIDToUser', card.status === 200 && card.data.rfid?.toLowerCase(), rfid);
  const holder = await api.getByRfid(rfid, undefined, options);
  check('getByRfid', holder.status === 200 && holder.data.accountId, accountId);

  const products = await api.listGymProducts(options);
  const productId = (products.status === 200 && products.data[0]?.productId) || '';
  const booked = await api.productBooking(accountId, { productId, endDate: '2031-12-31' }, options);
  check('productBooking', booked.status === 201 && booked.data.endDate, '2031-12-31');
  check('checkin', (await api.checkin(accountId, { timestamp: Date.now() }, options)).status, 204);

  const task = { name: 'Call', dueDate: '2030-11-30', authorId: accountId, targetId: accountId };
  const created = await api.createTask(task, options);
  const tasks = await api.getTasks(undefined, options);
  const id = created.status === 201 ? created.data.id : undefined;
  const set = tasks.status === 200 ? tasks.data.find((one) => one.id === id) : undefined;
  check('getTasks', set?.name, task.name);

  const file = new Blob([picture], { type: 'image/jpeg' });
  check('uploadImage', (await api.uploadImage(accountId, { file }, options)).status, 204);

  const missing = await api.retrieveAccount(nobody, options);
  check('a missing account', missing.status === 404 && missing.data.errorCode, 'notFound');
  const wrong = await api.publishAccount({ ...member, email: 'no address' }, options);
  check('a wrong address', wrong.status === 400 && wrong.data.fieldErrors?.[0]?.name, 'email');
  check(
    'eraseAccountMembershipData',
    (await api.eraseAccountMembershipData(accountId, undefined, options)).status,
    204,
  );
}
