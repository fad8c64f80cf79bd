import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { presenceQuery, statusQuery } from '#lib/browser/queries/desk-queries.ts';
import { directoryQuery } from '#lib/browser/queries/list-queries.ts';
import { memberVisitsQuery, notesQuery } from '#lib/browser/queries/member-queries.ts';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import { browserRequest, signIn } from '#lib/testing/browser.ts';
import { inventMember } from '#lib/testing/members.ts';
import { contextOf } from '#lib/testing/sessions.ts';
import { setUpStartedDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestLocation } from '#lib/testing/test-desk.ts';
import { addressOf } from '#lib/wire/reads/address-of.ts';
import { type ReadName, reads } from '#lib/wire/reads/registry.ts';
import type { StaffRole } from '#lib/wire/staff.ts';
import { answerRead } from './answer-read.ts';
import { prefill, prefillFirstPage, prefillMoment } from './prefill.ts';

const testDesk = setUpStartedDesk();
let here: TestLocation;
let queryClient: QueryClient;
const lena = inventMember();
const { accountId } = lena.account;

beforeEach(async () => {
  here = await testDesk.openLocation();
  queryClient = new QueryClient();
  here.platform.members.push(lena);
  await lookUp({ desk: testDesk.desk, actor: here.actor }, { ...here.tap(), source: 'scan', value: lena.card });
});

async function open(role: StaffRole): Promise<StaffContext> {
  const staffId = await signIn(testDesk, role, here);
  return contextOf(testDesk.desk, staffId, here.location.id);
}

/** The answer that the browser of the signed-in person gets. */
async function asked(name: ReadName, input: object): Promise<unknown> {
  const request = await browserRequest(`http://desk${addressOf(reads[name], here.location.id, input)}`);
  return (await answerRead(request)).json();
}

test('prefilled data is under the query key of its screen, and equals the answer that the browser would get', async () => {
  const context = await open('manager');
  const { id } = here.location;
  await prefillMoment(queryClient, context, { name: 'presence', input: {} });
  await prefillMoment(queryClient, context, { name: 'status', input: {} });
  await prefill(queryClient, context, { name: 'notes', input: { accountId } });
  expect(queryClient.getQueryData(presenceQuery(id).queryKey)).toMatchObject({ entries: [{ accountId }] });
  expect(queryClient.getQueryData(presenceQuery(id).queryKey)).toEqual(await asked('presence', {}));
  expect(queryClient.getQueryData(statusQuery(id).queryKey)).toEqual(await asked('status', {}));
  expect(queryClient.getQueryData(notesQuery(id, accountId).queryKey)).toEqual(await asked('notes', { accountId }));
});

test('data of the moment does not replace what the browser read since, and is left out where the read fails', async () => {
  const context = await open('reception');
  const { queryKey } = presenceQuery(here.location.id);
  await prefillMoment(queryClient, context, { name: 'presence', input: {} });
  expect(queryClient.getQueryState(queryKey)).toMatchObject({ dataUpdatedAt: 1, status: 'success' });
  const broken = { ...context, desk: { ...context.desk, db: null as never } }; // safe because: it stands for an unreachable database
  await prefillMoment(queryClient, broken, { name: 'status', input: {} });
  expect(queryClient.getQueryData(statusQuery(here.location.id).queryKey)).toBeUndefined();
});

test('data of the moment cannot be prefilled as if it lasted', async () => {
  const context = await open('manager');
  // @ts-expect-error: a page that prefills the status like other data does not compile
  await prefill(queryClient, context, { name: 'status', input: {} });
});

test('of an infinite query, the first page is prefilled', async () => {
  const context = await open('reception');
  const { id } = here.location;
  const filters = { q: 'Vogt' };
  await prefillFirstPage(queryClient, context, { name: 'directory', input: filters });
  await prefillFirstPage(queryClient, context, { name: 'memberVisits', input: { accountId } });
  const firstOf = async (name: ReadName, input: object) => ({ pages: [await asked(name, input)], pageParams: [null] });
  expect(queryClient.getQueryData(directoryQuery(id, filters).queryKey)).toEqual(await firstOf('directory', filters));
  expect(queryClient.getQueryData(memberVisitsQuery(id, accountId).queryKey)).toEqual(
    await firstOf('memberVisits', { accountId }),
  );
});

test('nothing is read without the permission, or with input that the schema rejects', async () => {
  const context = await open('trainer');
  await expect(prefill(queryClient, context, { name: 'notes', input: { accountId } })).rejects.toMatchObject({
    code: 'notAllowed',
  });
  const ofNobody = prefill(queryClient, await open('manager'), { name: 'notes', input: { accountId: '' } });
  await expect(ofNobody).rejects.toMatchObject({ name: 'ZodError' });
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});
