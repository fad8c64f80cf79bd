import * as counter from './counter.ts';
import * as lists from './lists.ts';
import * as member from './member.ts';
import * as office from './office.ts';
import * as tasks from './tasks.ts';

/**
 * What screens read of the desk: path, permission and answer of each are said once, in the files beside. The server's half,
 * with the schema of what is asked for, is `lib/server/actions/served-reads.ts`; the browser asks by `askRead` and `readQuery`,
 * a page by `prefill`. All see to it that every read names its location. For the server and its tests: a page takes the file it needs, since the
 * answers of some others bring zod along.
 */
export const reads = { ...counter, ...lists, ...member, ...office, ...tasks };

export type ReadName = keyof typeof reads;
