import { afterAll, beforeAll, inject } from 'vitest';
import { leaveStartedDesk } from '#lib/server/base/desk-context.ts';
import { createTestDesk, type TestDesk } from './test-desk.ts';

/** A desk for the tests of a file: it is there before the first, and gone after the last. */
export function setUpTestDesk(): TestDesk {
  const testDesk = {} as TestDesk; // safe because: it is whole before any hook or test that comes later
  beforeAll(async () => {
    Object.assign(testDesk, await createTestDesk(inject('adminDatabaseUrl')));
  });
  afterAll(() => testDesk.close());
  return testDesk;
}

/** The same, where pages, actions and routes look for the desk of their process. */
export function setUpStartedDesk(): TestDesk {
  const testDesk = setUpTestDesk();
  beforeAll(() => leaveStartedDesk({ desk: testDesk.desk, stop: async () => {}, setUpLink: null }));
  return testDesk;
}
