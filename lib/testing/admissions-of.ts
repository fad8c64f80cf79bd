import type { SQL } from 'drizzle-orm';
import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { lookUp } from '#lib/server/arrivals/look-up.ts';
import type { DeskContext } from '#lib/server/base/desk-context.ts';
import { admissions } from '#lib/server/db/schema/admissions.ts';
import { askAdmission } from '#lib/server/lookup/ask-admission.ts';
import { until } from '#shared/testing/until.ts';
import type { Answer, FakeRequest } from './fake-platform.ts';
import { holdAnswer } from './hold-answer.ts';
import { inventMember } from './members.ts';
import { setUpTestDesk } from './set-up-test-desk.ts';
import type { TestLocation } from './test-desk.ts';

type Asked = Parameters<typeof askAdmission>[1];

export const isOfAdmission = ({ path }: FakeRequest): boolean => path.endsWith('/admissions');

/** A desk, and for each test a location with a corporate member. */
export function setUpAdmissions() {
  const testDesk = setUpTestDesk();
  let here: TestLocation;
  let member: ReturnType<typeof inventMember>;
  beforeEach(async () => {
    here = await testDesk.openLocation();
    member = inventMember({ type: 'CORPORATE_FITNESS' });
    here.platform.members.push(member);
  });
  const context = (desk = testDesk.desk) => ({ desk, actor: here.actor });
  const count = () => here.platform.count('/admissions');
  const scan = (tap = here.tap()) => lookUp(context(), { ...tap, source: 'scan', value: member.card });
  const kept = () =>
    testDesk.desk.db
      .select()
      .from(admissions)
      .where(eq(admissions.locationId, here.location.id))
      .orderBy(admissions.at);
  const now = () => new Date(testDesk.clock.now);
  /** Asks about the member: at the counter, about a tap of this moment, unless something else is given. */
  const ask = (asked: Partial<Asked> = {}, desk?: DeskContext) => {
    const { accountId } = member.account;
    const about = { accountId, membershipId: null, tapId: here.tap().tapId, arrivedAt: now(), foundAt: now() };
    return askAdmission(context(desk), { ...about, occasion: 'counter', urgency: 'interactive', ...asked });
  };
  const holdAdmission = (answer: Answer = { status: 200, body: { firstAdmission: false } }) => {
    const held = holdAnswer();
    here.platform.fault = (request) => (isOfAdmission(request) ? { ...answer, after: held.promise } : null);
    return held;
  };
  return {
    testDesk,
    here: () => here,
    accountId: () => member.account.accountId,
    context,
    count,
    scan,
    kept,
    ask,
    /** The same as the ledger does, later. */
    askLater: (asked: Partial<Asked> = {}, desk?: DeskContext) =>
      ask({ occasion: 'later', urgency: 'ledger', ...asked }, desk),
    /** The answer to each request for admission. */
    holdAdmission,
    /** A scan whose admission is granted only when nobody at the counter waits for it any more. */
    scanBeforeAnswer: async (tap: ReturnType<TestLocation['tap']>) => {
      const held = holdAdmission();
      const scanning = scan(tap);
      await until(() => expect(count()).toBe(1));
      held.endPatience();
      expect(await scanning).toMatchObject({ kind: 'unconfirmed' });
      const grant = async () => {
        held.release();
        await until(async () => expect(await kept()).toMatchObject([{ isFirst: false }]));
      };
      return { grant };
    },
    /** Another process, and what it has read of admissions before it waits or asks. */
    watchAnother: () => {
      const desk = testDesk.another();
      const seen: unknown[] = [];
      const execute = async (query: SQL) => {
        const result = await desk.db.execute(query);
        seen.push(...result.rows);
        return result;
      };
      return { desk: { ...desk, db: Object.assign(Object.create(desk.db), { execute }) }, seen };
    },
  };
}
