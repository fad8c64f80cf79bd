import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { errorStatus } from '#contracts/v2/errors.ts';
import { isOfAdmission, setUpAdmissions } from '#lib/testing/admissions-of.ts';
import { until } from '#shared/testing/until.ts';

const { testDesk, here, count, scan, kept, ask, askLater, holdAdmission, watchAnother } = setUpAdmissions();
const minute = 60_000;
const granted = { kind: 'granted' };
const ago = (ms: number) => new Date(testDesk.clock.now - ms);

test('two taps of a member while the platform is asked are one admission, whatever it answers', async () => {
  const tapId = randomUUID();
  expect(await Promise.all([ask({ tapId }), ask()])).toMatchObject([granted, granted]);
  expect(await kept()).toMatchObject([{ tapId, isFirst: false }]);
  testDesk.clock.now += 3 * minute;
  here().platform.fault = (request) => (isOfAdmission(request) ? { status: 504, body: {} } : null);
  await Promise.all([ask(), ask(), ask()]);
  expect(count()).toBe(2);
});

describe('two taps at two processes', () => {
  const [first, second] = [randomUUID(), randomUUID()];
  async function askTwice(held: ReturnType<typeof holdAdmission>) {
    const asked = ask({ tapId: first });
    await until(() => expect(count()).toBe(1));
    const { desk, seen } = watchAnother();
    const sharing = ask({ tapId: second }, desk);
    await until(() => expect(seen).toContainEqual({ isFirst: null, isUnderWay: true, admissionId: null }));
    return { held, both: Promise.all([asked, sharing]) };
  }

  test('are one admission', async () => {
    const { held, both } = await askTwice(holdAdmission());
    held.release();
    expect(await both).toMatchObject([granted, granted]);
    expect(await kept()).toMatchObject([{ tapId: first, isFirst: false }]);
    expect(count()).toBe(1);
  });

  test('are both refused where the platform refuses', async () => {
    const errorCode = 'corporateFitnessMembershipExpired';
    const { held, both } = await askTwice(
      holdAdmission({ status: errorStatus[errorCode], body: { errorCode, requestId: 'r', metadata: {} } }),
    );
    held.release();
    expect(await both).toMatchObject([{ kind: 'refused' }, { kind: 'refused' }]);
    expect(await kept()).toEqual([]);
  });

  test('are one admission also where the answer comes late, which is that of the visit that is confirmed then', async () => {
    const { held, both } = await askTwice(holdAdmission());
    held.endPatience();
    expect(await both).toMatchObject([{ kind: 'unavailable' }, { kind: 'unavailable' }]);
    expect(await askLater({ tapId: second }, testDesk.another())).toMatchObject({ kind: 'unavailable' });
    held.release();
    await until(async () => expect(await kept()).toMatchObject([{ tapId: first, isFirst: false }]));
    expect(await askLater({ tapId: second }, testDesk.another())).toMatchObject(granted);
    expect(count()).toBe(1);
  });
});

test('each of two taps that wait for one answer gets it also where it comes late', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  const held = holdAdmission();
  const both = Promise.all([ask({ tapId: first }), ask({ tapId: second })]);
  await until(() => expect(count()).toBe(1));
  held.endPatience();
  expect(await both).toMatchObject([{ kind: 'unavailable' }, { kind: 'unavailable' }]);
  const confirming = Promise.all([askLater({ tapId: first }), askLater({ tapId: second })]);
  held.release();
  expect(await confirming).toMatchObject([granted, granted]);
  expect(await kept()).toMatchObject([{ tapId: first, isFirst: false }]);
  expect(count()).toBe(1);
});

test('a tap whose member was found before another one recorded the visit is not asked about either', async () => {
  const foundAt = ago(0);
  testDesk.clock.now += 300;
  await scan();
  expect(await ask({ foundAt })).toMatchObject(granted);
  expect(count()).toBe(1);
});

test('nor is one that waited in a browser for a minute, and is the same arrival', async () => {
  const foundAt = ago(0);
  testDesk.clock.now += 300;
  await scan();
  const waited = { foundAt, arrivedAt: ago(70_000), occasion: 'later' } as const;
  expect(await ask(waited)).toMatchObject(granted);
  expect(await ask(waited, testDesk.another())).toMatchObject(granted);
  expect(count()).toBe(1);
});

test('the next visit has an admission of its own', async () => {
  await scan();
  expect(await ask()).toMatchObject(granted);
  expect(count()).toBe(2);
});

describe.each([
  ['in the same process', () => testDesk.desk],
  ['in another process', () => testDesk.another()],
])('an earlier visit about which it is asked %s', (_, process) => {
  /** An earlier visit, about which the ledger asks, or the browser in which its scan has waited. */
  const earlier = (urgency: 'ledger' | 'interactive') =>
    ({ tapId: randomUUID(), arrivedAt: ago(10 * minute), occasion: 'later', urgency }) as const;

  test.each(['ledger', 'interactive'] as const)(
    'has an admission of its own beside a tap at the counter that is asked about just then: %s',
    async (urgency) => {
      const held = holdAdmission();
      const atCounter = ask();
      await until(() => expect(count()).toBe(1));
      const before = ask(earlier(urgency), process());
      await until(() => expect(count()).toBe(2));
      held.release();
      expect(await Promise.all([atCounter, before])).toMatchObject([granted, granted]);
      expect(await kept()).toHaveLength(2);
    },
  );

  test.each(['ledger', 'interactive'] as const)(
    'has one also where that tap has been admitted, and its visit is still being recorded: %s',
    async (urgency) => {
      const foundAt = ago(1_000);
      await ask({ foundAt });
      expect(await ask({ ...earlier(urgency), foundAt }, process())).toMatchObject(granted);
      expect(count()).toBe(2);
    },
  );

  test('leaves one to a tap at the counter that comes meanwhile', async () => {
    const held = holdAdmission();
    const waited = ask(earlier('interactive'), process());
    await until(() => expect(count()).toBe(1));
    const atCounter = ask();
    await until(() => expect(count()).toBe(2));
    held.release();
    expect(await Promise.all([waited, atCounter])).toMatchObject([granted, granted]);
    expect(await kept()).toHaveLength(2);
  });
});

test('a scan that waited in a browser, and one at the counter, are asked about as the arrivals that they are', async () => {
  const held = holdAdmission();
  const atCounter = scan();
  await until(() => expect(count()).toBe(1));
  const waited = scan({ ...here().tap(), tappedAt: testDesk.clock.now - 10 * minute });
  await until(() => expect(count()).toBe(2));
  held.release();
  await Promise.all([atCounter, waited]);
  expect((await kept()).map(({ occasion }) => occasion).sort()).toEqual(['counter', 'later']);
});

test('so is a visit that the ledger asks about when its member comes again', async () => {
  here().platform.fault = (request) => (isOfAdmission(request) ? { status: 503 } : null);
  const { tapId } = await scan();
  testDesk.clock.now += 10 * minute;
  const held = holdAdmission();
  const before = count();
  const atCounter = ask();
  await until(() => expect(count()).toBe(before + 1));
  const sending = here().pass(0);
  await until(() => expect(count()).toBe(before + 2));
  held.release();
  await Promise.all([atCounter, sending]);
  expect((await here().ledger())[0]).toMatchObject({ tapId, state: 'sent' });
});
