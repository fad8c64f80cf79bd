import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { MemberAccount } from '#contracts/v2/accounts.ts';
import { callInTime } from '#e2e/base/call-in-time.ts';
import { queryDatabase } from '#e2e/base/databases.ts';
import { expect, test } from '#e2e/base/fixtures.ts';
import { hireStaff } from '#e2e/base/hire-staff.ts';
import { requestSignIn } from '#e2e/base/sign-in-request.ts';
import { untilFound } from '#e2e/base/until-found.ts';
import { builtActions } from '#e2e/security/access/build.ts';
import { callAction } from '#e2e/security/access/call.ts';
import { giveCardsTo } from '#lib/testing/fake-cards.ts';
import { type Answer, FakePlatform } from '#lib/testing/fake-platform.ts';
import { memberPath } from '#lib/wire/member-path.ts';
import { pathAt } from '#lib/wire/path-at.ts';
import { addressOf } from '#lib/wire/reads/address-of.ts';
import { status } from '#lib/wire/reads/counter.ts';
import { directory } from '#lib/wire/reads/lists.ts';
import { cards as cardsOfMember } from '#lib/wire/reads/member.ts';
import type { Read } from '#lib/wire/reads/read.ts';
import { until } from '#shared/testing/until.ts';

const lena: MemberAccount = {
  accountId: 'a/b%2F+c d?e',
  email: 'lena@other.example',
  firstName: 'Lena',
  lastName: 'Sommerfeld',
  membership: { membershipId: 'M-1', membershipType: 'PREMIUM', startOfContract: '2024-01-01' },
};

/** The format of another provider: card numbers in lower case, 200 for 204, and a member without an id. */
function answerInOtherDialect(reply: Answer): Answer {
  const text = JSON.stringify(reply.body) as string | undefined;
  const body = text && JSON.parse(text.replace(/0x[0-9A-F]+/g, (rfid) => rfid.toLowerCase()));
  if (Array.isArray(body?.items)) body.items.push({ firstName: 'Nobody' });
  return { ...reply, status: reply.status === 204 ? 200 : reply.status, body };
}

let platform: FakePlatform;
let cards: ReturnType<typeof giveCardsTo>;

test.beforeAll(async () => {
  platform = await new FakePlatform().start();
  cards = giveCardsTo(platform);
  platform.members.push({ account: lena });
  cards.ours.set(lena.accountId, [{ rfid: '0x04AB12CD' }, { rfid: '0x04AB34EF' }]);
  platform.dialect = answerInOtherDialect;
});
test.afterAll(() => platform.stop());

const email = 'mira.sommer@other.example';

// without a page, which asks the same: only Next decodes the id in its address
test('a member with any id is found, shown and loses a card, whatever format the platform uses for its number', async ({
  playwright,
  stack,
}) => {
  const { id: locationId } = await stack.deskAdmin<{ id: string }>(
    ['add-location', '--name', 'Elsewhere', '--time-zone', 'Europe/Berlin', '--api-url', platform.url],
    platform.apiKey,
  );
  await hireStaff(stack, { email, name: 'Mira Sommer', role: 'manager', locationIds: [locationId] });
  const request = await playwright.request.newContext({ baseURL: stack.deskUrl });
  const given = { email, password: stack.password };
  expect(await requestSignIn(request, stack, { means: 'credentials', given })).toBe('signedIn');
  const { accountId } = lena;
  const read = async <Input extends object, Answer>(asked: Read<Input, Answer>, input: Input): Promise<Answer> => {
    const answer: unknown = await (await request.get(addressOf(asked, locationId, input))).json();
    if (!asked.isAnswer(answer)) throw new Error(`${asked.path}: ${JSON.stringify(answer)}`);
    return answer;
  };

  const staffOf = { text: 'select id from staff where email = $1', values: [email] };
  const [staff] = await queryDatabase<{ id: string }>(stack, 'desk', [staffOf]);
  // again where the first requests of this stack take longer than the counter waits for a platform
  await until(async () => {
    const now = Date.now();
    const tap = { tapId: randomUUID(), tappedAt: now, sentAt: now, locationId, staffId: staff?.id, kind: 'lookUp' };
    const scanned = await request.post(pathAt(locationId, '/api/desk/taps'), {
      headers: { origin: stack.deskUrl },
      data: { ...tap, source: 'scan', value: '0x04AB34EF' },
    });
    expect(await scanned.json()).toMatchObject({ ok: true, value: { kind: 'admitted', member: { accountId } } });
  });
  // by its address, and by a link of another page
  const waysThere: Record<string, string>[] = [{}, { rsc: '1' }];
  for (const headers of waysThere) {
    const profile = await request.get(`/g/elsewhere${memberPath(accountId)}`, { headers });
    expect([profile.status(), await profile.text()]).toEqual([200, expect.stringContaining(lena.email ?? '')]);
  }

  const heldCards = async () => (await read(cardsOfMember, { accountId })).cards.map(({ rfid }) => rfid);
  expect(await until(heldCards)).toEqual(['0x04AB12CD', '0x04AB34EF']);
  const replace = builtActions().find(({ endpoint }) => endpoint.endsWith('/cards-actions.ts replaceCard'));
  if (!replace) throw new Error('The build has no action that takes a lost card.');
  const input = { locationId, accountId, lost: '0x04AB12CD', replacement: null, expectedHolder: null };
  const caller = { request, origin: stack.deskUrl };
  await untilFound('answer about a lost card, and in time the list with which it is compared', async () => {
    const answer = await callInTime(() => callAction(caller, replace, input));
    if (isDeepStrictEqual(answer, { ok: true, value: { kind: 'notConfirmed' } })) return undefined;
    expect(answer).toMatchObject({ ok: true, value: { kind: 'replaced' } });
    return true;
  });
  expect(await until(heldCards)).toEqual(['0x04AB34EF']);
  expect(cards.ours.get(accountId)).toEqual([{ rfid: '0x04AB34EF' }]);

  const unreadable = await untilFound('member that could not be read', async () => {
    const found = (await read(status, {})).unreadable;
    return found.length > 0 ? found : undefined;
  });
  expect(unreadable).toMatchObject([{ list: 'members', count: 1 }]);
  expect((await read(directory, {})).entries).toMatchObject([{ accountId, displayName: 'Lena Sommerfeld' }]);
  await request.dispose();
});
