import { afterAll, beforeAll, inject } from 'vitest';
import { leaveStartedDesk } from '#lib/server/base/desk-context.ts';
import { createTestDesk, type TestDesk } from './test-desk.ts';

/** A desk for the tests of a file: created before the first, and closed after the last. */
export function setUpTestDesk(): TestDesk {
  const testDesk = {} as TestDesk; // safe because: it is complete before any later hook or test runs
  beforeAll(async () => {
    Object.assign(testDesk, await createTestDesk(inject('adminDatabaseUrl')));
  });
  afterAll(() => testDesk.close());
  return testDesk;
}

/** The same, registered as the desk of the process, which pages, actions and routes use. */
export function setUpStartedDesk(): TestDesk {
  const testDesk = setUpTestDesk();
  beforeAll(() => leaveStartedDesk({ desk: testDesk.desk, stop: async () => {}, setUpLink: null }));
  return testDesk;
}
