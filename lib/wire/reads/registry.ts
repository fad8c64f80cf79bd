import * as counter from './counter.ts';
import * as lists from './lists.ts';
import * as member from './member.ts';
import * as office from './office.ts';
import * as reports from './reports.ts';
import * as session from './session.ts';
import * as tasks from './tasks.ts';
import { together } from './together.ts';

/**
 * The reads of the desk's screens. The files next to this one define path, permission and response of each, once. The
 * server's half, with the input schemas, is `lib/server/actions/served-reads.ts`. The browser calls `askRead` and
 * `readQuery`, a page calls `prefill`; all of them require the location. Import this registry only on the server and in
 * its tests: a page imports the file it needs, since the responses of some others depend on zod.
 */
export const reads = { ...counter, ...lists, ...member, ...office, ...reports, ...session, ...tasks, together };

export type ReadName = keyof typeof reads;
