import { expect, test } from 'vitest';
import { giveCardsTo } from '#lib/testing/fake-cards.ts';
import type { FakeRequest } from '#lib/testing/fake-platform.ts';
import { holdAnswer } from '#lib/testing/hold-answer.ts';
import { inventMember } from '#lib/testing/members.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import { openWaitingProcess } from '#lib/testing/waiting-process.ts';
import { until } from '#shared/testing/until.ts';
import { replaceCard } from './replace-card.ts';

const testDesk = setUpTestDesk();

/** Almost the deadline of a request. The holder of a free card is asked for twice within one, and each list is read twice at a time. */
function durationOf({ method, path }: FakeRequest): number {
  if (method !== 'GET') return 4_900;
  return path.includes('/accounts/rfid/') ? 1_450 : 700;
}

test('a lost card of two forms is replaced before another change of its member begins, however slow the platform is', async () => {
  const here = await testDesk.openLocation();
  const fake = giveCardsTo(here.platform);
  const member = inventMember();
  here.platform.members.push(member);
  const { accountId } = member.account;
  // of a format that the interface does not name: each card is removed singly
  fake.ours.set(accountId, [{ rfid: '0x04AB' }, { rfid: '0x0004AB' }, { rfid: '0x04CD', tagFormat: 'DESFIRE' }]);
  const assigned = holdAnswer();
  const answer = here.platform.fault;
  here.platform.fault = async (request) => {
    testDesk.clock.now += durationOf(request);
    if (request.method === 'POST') await assigned.promise;
    return answer(request);
  };
  const other = openWaitingProcess(testDesk);
  const lose = (desk: typeof other.desk, lost: string, replacement: string | null) =>
    replaceCard({ desk, actor: here.actor }, { accountId, lost, replacement, expectedHolder: null });
  const first = lose(testDesk.desk, '0x04AB', '0x04EF');
  await until(() => expect(here.platform.requests.at(-1)?.method).toBe('POST'));
  const requests = here.platform.requests.length;
  const second = lose(other.desk, '0x04CD', null);
  await Promise.race([other.untilItWaits(), second]);
  expect(here.platform.requests).toHaveLength(requests);
  assigned.release();
  expect(await first).toMatchObject({ kind: 'replaced' });
  expect(await second).toMatchObject({ kind: 'replaced' });
  expect(fake.ours.get(accountId)).toMatchObject([{ rfid: '0x04EF' }]);
});
