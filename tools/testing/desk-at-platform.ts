import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Actor } from '#lib/server/base/actor.ts';
import type { Location } from '#lib/server/db/schema/locations.ts';
import { mirrorDirectory } from '#lib/server/directory/mirror.ts';
import { setLocation } from '#lib/server/locations/set-location.ts';
import { setUpTestDesk } from '#lib/testing/set-up-test-desk.ts';
import type { TestDesk, TestLocation } from '#lib/testing/test-desk.ts';
import { createLog } from '#platform/base/log.ts';
import { faultHeader } from '#platform/http/sandbox/apply-faults.ts';
import type { NewGym } from '#platform/services/new-gyms/create.ts';
import { createMember } from '#platform/testing/members.ts';
import { openProcess } from '#platform/testing/open-process.ts';
import { startTestPlatform, type TestGym, type TestPlatform } from '#platform/testing/platform.ts';
import { startValidatingProxy, type ValidatingProxy } from './validating-proxy.ts';

/** The dialects of the platform's responses to the desk: our own, and one that differs wherever the contract allows it. */
export const waysToSpeak = ['own', 'other'] as const;
type WayToSpeak = (typeof waysToSpeak)[number];

/** A gym of the platform, and the desk at its counter. */
export interface GymOfBoth extends Pick<TestLocation, 'tap' | 'ledger' | 'confirm' | 'pass'> {
  /** The gym at the platform. Requests by this property get responses in our own dialect, whatever the desk gets. */
  gym: TestGym;
  actor: Actor;
  location: Location;
  /** The same user, with a platform that refuses connections. */
  whileAway: Actor;
  /** Creates a member at the platform. @returns the account id */
  enrol: (
    ...overrides: Parameters<typeof createMember> extends [unknown, ...infer Rest] ? Rest : never
  ) => Promise<string>;
  /** Has the desk read the members of the gym. */
  readMembers(): Promise<void>;
}

interface DeskAtPlatform {
  testDesk: TestDesk;
  platform: TestPlatform;
  openGym(way: WayToSpeak, gym?: Partial<NewGym>): Promise<GymOfBoth>;
  /** The platform handles the next such request, and its response is lost. */
  loseAnswerOf(isMeant: (request: Request) => boolean): void;
}

/** A desk and a platform, each with its own database. The HTTP between them is validated against the published document. */
export function setUpDeskAtPlatform(): DeskAtPlatform {
  const testDesk = setUpTestDesk();
  const platform = startTestPlatform();
  const proxies = new Map<WayToSpeak, ValidatingProxy>();
  const closes: (() => Promise<unknown>)[] = [];
  let isLost: ((request: Request) => boolean) | null = null;

  const answering = (app: TestPlatform['app']): TestPlatform['app']['fetch'] => {
    return async (request, env) => {
      if (!isLost?.(request)) return app.fetch(request, env);
      isLost = null;
      await app.fetch(request, env);
      return new Response(null, { status: 502, headers: { [faultHeader]: '1' } });
    };
  };

  beforeAll(async () => {
    // one clock for both
    Object.defineProperty(platform.time, 'now', { get: () => new Date(testDesk.clock.now) });
    for (const way of waysToSpeak) {
      const app = way === 'own' ? platform.app : answerInOtherDialect(platform);
      const server = createAdaptorServer({ fetch: answering(app), autoCleanupIncoming: false });
      server.prependListener('request', (_, response) => response.setHeader('date', platform.time.now.toUTCString()));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo; // safe because: it listens on TCP
      const proxy = await startValidatingProxy({ platformPort: port, checksAnswers: way === 'own' });
      proxies.set(way, proxy);
      closes.push(proxy.stop, () => new Promise((resolve) => server.close(resolve)));
    }
  });
  afterEach(() => {
    const violations = [...proxies.values()].flatMap((proxy) => proxy.takeViolations());
    expect(violations, 'what the published document does not allow').toEqual([]);
    expect(isLost, 'an answer that was to be lost and never came').toBeNull();
  });
  afterAll(async () => {
    for (const close of closes) await close();
  });

  return {
    testDesk,
    platform,
    openGym: async (way, asked) => {
      const { desk } = testDesk;
      const gym = await platform.newGym(asked);
      const here = await testDesk.openLocation();
      // a separate key: requests of the test do not count towards the desk's rate limit
      const connection = { apiUrl: proxies.get(way)?.url, apiKey: await platform.newKey(gym) };
      const location = await setLocation(desk, { locationId: here.location.id, change: connection, by: null });
      return {
        ...here,
        gym,
        location,
        actor: { ...here.actor, location },
        whileAway: { ...here.actor, location: { ...location, apiUrl: 'http://127.0.0.1:9' } },
        enrol: (overrides) => createMember(gym, overrides),
        readMembers: async () => void (await mirrorDirectory({ desk, actor: { location } })),
      };
    },
    loseAnswerOf: (isMeant) => {
      isLost = isMeant;
    },
  };
}

/** A second process of the same platform, on the same database. */
const answerInOtherDialect = (platform: TestPlatform) =>
  openProcess(platform, { log: createLog('error'), dialect: 'other' });
