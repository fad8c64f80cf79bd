import { vi } from 'vitest';
import * as connection from '#shared/database/connection.ts';
import { longestWaitMs } from './limits.ts';

/** A shorter limit is one that a test wants to see reached. */
const shortestOfProgramsMs = 1_000;

/** In database tests a program opens its connections as patiently as a test waits: a slow machine may take longer than a program may wait. */
const patiently = <Needs extends { connectWithinMs: number }>(needs: Needs): Needs => {
  const { connectWithinMs } = needs;
  return connectWithinMs < shortestOfProgramsMs ? needs : { ...needs, connectWithinMs: longestWaitMs };
};

const { connectionTo, openClient } = connection;
// with modules that several files share, this runs for each of them
if (!vi.isMockFunction(connectionTo)) {
  vi.spyOn(connection, 'connectionTo').mockImplementation((url, needs) => connectionTo(url, patiently(needs)));
  vi.spyOn(connection, 'openClient').mockImplementation((url, needs) => openClient(url, patiently(needs)));
}
