import { queryDatabase } from '#e2e/base/databases.ts';
import { untilFound } from '#e2e/base/until-found.ts';
import type { CreatedGym } from '#platform/services/new-gyms/create.ts';
import { readDemoState } from '#programs/demo/demo-state.ts';
import type { Stack } from '#tools/testing/stack.ts';

/** Existing ids, with which a request gets further than "not found". */
export interface DeskThings {
  locationId: string;
  /** A colleague whose password, badge and sessions no test needs. */
  colleagueId: string;
  managerId: string;
  /** Members, of whom the first has a task. */
  accountIds: string[];
  taskId: string;
  /** The webhook of a location, as registered at its platform. */
  hook: { id: string; secret: string };
}

const one = <Value>([value]: readonly Value[], what: string): Value => {
  if (value === undefined) throw new Error(`The demo has no ${what}.`);
  return value;
};

export async function findDeskThings(stack: Stack): Promise<DeskThings> {
  const locationId = await stack.findLocation();
  const ask = <Row extends Record<string, string>>(text: string, values: string[] = [locationId]) =>
    queryDatabase<Row>(stack, 'desk', [{ text, values }]);
  const task = await untilFound('task of a member', async () => {
    const [found] = await ask<Record<'id' | 'target_id', string>>(
      `select t.id, t.target_id from tasks t join members m on m.location_id = t.location_id and m.account_id = t.target_id
        where t.location_id = $1 order by t.id limit 1`,
    );
    return found;
  });
  const members = await ask<{ account_id: string }>(
    'select account_id from members where location_id = $1 and account_id <> $2 order by account_id limit 9',
    [locationId, task.target_id],
  );
  const staffId = async (role: string) =>
    one(await ask<{ id: string }>('select id from staff where email = $1', [`${role}@demo.example`]), role).id;
  return {
    locationId,
    colleagueId: await staffId('trainer'),
    managerId: await staffId('manager'),
    accountIds: [task.target_id, ...members.map(({ account_id }) => account_id)],
    taskId: task.id,
    hook: await untilFound('webhook of the desk', () => findHook(stack)),
  };
}

/** URL id and secret, as the platform has them. */
export async function findHook({ dataDir, deskUrl, platformUrl }: Stack): Promise<DeskThings['hook'] | undefined> {
  for (const key of Object.values(readDemoState(dataDir)?.apiKeys ?? {})) {
    const answer = await fetch(`${platformUrl}/api/v2/webhooks`, { headers: { 'x-api-key': key } });
    const webhooks: { url: string; secret: string }[] = answer.ok ? await answer.json() : [];
    const ours = webhooks.find(({ url }) => url.startsWith(`${deskUrl}/api/hooks/`));
    if (ours) return { id: ours.url.split('/').at(-1) ?? '', secret: ours.secret };
  }
  return undefined;
}

/** A gym of the platform with one of every object, and its signed-in owner. */
export interface PlatformThings {
  gym: CreatedGym;
  accountId: string;
  /** A member whose profile is overwritten: afterwards they are no longer found by e-mail or membership. */
  changedAccountId: string;
  taskId: string;
  productId: string;
  webhookId: string;
  deliveryId: string;
  userId: string;
  /** The job of a file of the data export. */
  jobId: string;
  downloadUrl: string;
  /** The owner's session at the console. */
  cookie: string;
}

const dayMs = 24 * 3_600_000;
export const dayBefore = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);

/** A valid member for that gym. */
export const hostileMember = (membershipId: string) => ({
  email: `${membershipId}@hostile.example`,
  firstName: 'Lena',
  lastName: 'Vogt',
  gender: 'FEMALE',
  dateOfBirth: '1990-05-04',
  contact: { phone: '+49 89 1234567', street: 'Ringstraße', city: 'München' },
  membership: { membershipId, membershipType: 'BASIC', startOfContract: '2024-01-01' },
});

export async function makePlatformThings(stack: Stack): Promise<PlatformThings> {
  const { deskUrl, platformUrl } = stack;
  const gym = await stack.platformAdmin<CreatedGym>('create-gym', '--name', 'Hostile', '--time-zone', 'Europe/Berlin');
  const ask = async (path: string, body?: object, base = '/api/v2') => {
    const headers = { 'content-type': 'application/json', 'x-api-key': gym.apiKey };
    const method = body ? 'POST' : 'GET';
    const answer = await fetch(`${platformUrl}${base}/${path}`, { method, headers, body: JSON.stringify(body) });
    const said = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${said}`);
    return said === '' ? null : JSON.parse(said);
  };
  const { accountId } = await ask('accounts', hostileMember('M-1'));
  const { accountId: changedAccountId } = await ask('accounts', hostileMember('M-2'));
  const people = { authorId: accountId, targetId: accountId };
  const { id: taskId } = await ask('tasks', { name: 'a task', type: 'GENERAL', dueDate: '2030-11-30', ...people });
  const [{ productId }] = await ask('products');
  // at an unreachable URL, so that its events fail
  const { id: webhookId } = await ask('webhooks', { url: `${deskUrl}/api/hooks/0`, secret: 'a secret' });
  await ask(`webhooks/${webhookId}/trigger`, {});
  const [delivery] = await queryDatabase<{ delivery_id: string }>(stack, 'platform', [
    { text: 'select delivery_id from webhook_deliveries where webhook_id = $1', values: [webhookId] },
  ]);
  const days = { startDate: dayBefore(30), endDate: dayBefore(20) };
  const kind = { exportType: 'SMART_STRENGTH_WORKOUTS', fileType: 'CSV' };
  const { jobId } = await ask('async', { ...kind, ...days }, '/api/v1/data');
  const downloadUrl = await untilFound('file of the data export', async (): Promise<string | undefined> => {
    const { downloadURL } = await ask(`async/jobs/${jobId}`, undefined, '/api/v1/data');
    return downloadURL ?? undefined;
  });
  const profile = await fetch(`${platformUrl}/v1/user/profile?gymId=${gym.legacyGymId}&membershipId=M-1`, {
    headers: { 'x-access-token': gym.accessToken },
  });
  const { userId } = await profile.json();
  return {
    gym,
    accountId,
    changedAccountId,
    taskId: String(taskId),
    productId: String(productId),
    webhookId: String(webhookId),
    deliveryId: one(delivery ? [delivery.delivery_id] : [], 'event of a webhook'),
    userId: String(userId),
    jobId,
    downloadUrl,
    cookie: await signInOwner(stack, gym),
  };
}

async function signInOwner(stack: Stack, { gymId }: CreatedGym): Promise<string> {
  const given = { email: 'owner@hostile.example', password: 'a password of the owner' };
  await stack.platformAdminWithInput(['create-owner', '--gym', gymId, '--email', given.email], given.password);
  const answer = await fetch(`${stack.platformUrl}/console/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: stack.platformUrl },
    body: new URLSearchParams(given),
  });
  if (answer.status !== 303) throw new Error(`The owner was not let in: ${answer.status}`);
  return cookieOf(answer);
}

/** The cookies of a response, as a browser sends them back. */
export const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
