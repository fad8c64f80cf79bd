import type { Results } from '#tools/bench/results.ts';
import { isGoalMet, type Row } from '#tools/bench/row.ts';

/** A goal that the page on performance explains. Its bound is the `budget` or `least` of the row, in the file of the part. */
interface Goal {
  what: string;
  part: string;
  /** The first row of the part with this name, and with these connections or this size if they are given. */
  row: string;
  connections?: number;
  size?: number;
  /** What was tried, and what is left, in Markdown. */
  tried: string;
}

const start = 'The start';
const cold = 'A fresh clone with cold caches';
const load = 'The first load of the check-in page';
const scans = 'The scans';
const limited = 'A limited key';
const files = 'Files of the export';
const platform = 'The platform';
const peers = 'json-server and Prism';
const gyms = 'Scale: gyms';
const search = 'The search';

const ofBare = (operation: string) => `${operation}: requests a second, of those of the bare server`;
const named = (where: string) => `scan of a known card → name painted, ${where}`;
const scanned = 'at once by [the search in the desk’s own directory](decisions/verdicts.md)';
const batches = '[batches](decisions/platform-speed.md#why-do-simultaneous-requests-share-a-statement)';

const goals: readonly Goal[] = [
  {
    what: 'scan of a known card → name painted',
    part: scans,
    row: named('platform on loopback'),
    tried: `${scanned}, beside the request to the platform`,
  },
  {
    what: 'the same, the platform 150 ms away',
    part: scans,
    row: named('platform 150 ms away'),
    tried: 'the name waits for no answer of the platform',
  },
  {
    what: 'the same, the platform silent',
    part: scans,
    row: named('platform that does not answer'),
    tried: 'the name waits for no answer of the platform',
  },
  {
    what: 'scan → confirmed verdict painted',
    part: scans,
    row: 'scan → confirmed verdict painted, platform on loopback',
    tried:
      '[fewer statements of a scan](decisions/overload-and-backoff.md#what-does-a-window-that-comes-back-cost), composed once',
  },
  {
    what: 'JavaScript until the check-in page is usable',
    part: load,
    row: 'JavaScript transferred until it is usable',
    tried:
      'Brotli at build time, no zod, chunks of 150 kB; left: 114 kB are Next with React, and [what an outage needs cannot come later](decisions/user-interface.md#why-is-the-check-in-page-held-small)',
  },
  {
    what: 'first visit of the check-in page → usable',
    part: load,
    row: 'navigation → usable: search box has the focus, list is there',
    tried: 'the page has its first data with it',
  },
  {
    what: 'key stroke of a name → answer, 10,000 members',
    part: search,
    row: 'key stroke of a name → answer',
    tried: 'names are stored as they are compared',
  },
  {
    what: 'who is in, at one of 2,000 gyms of a desk',
    part: gyms,
    row: 'beside the background work of all',
    size: 2_000,
    tried: '[eight lanes of due work](decisions/background-work.md) on connections that no request uses',
  },
  {
    what: '3 scans a second at a key of 6 requests a second: not confirmed',
    part: limited,
    row: '3 scans a second: not confirmed',
    tried: 'people before all other requests',
  },
  {
    what: '8 scans a second at a key of 6 requests a second: not confirmed',
    part: limited,
    row: '8 scans a second: not confirmed',
    tried:
      'a quarter of the key is [the ledger’s](decisions/visits.md#how-does-the-ledger-share-the-rate-limit-with-people), so 4.5 look-ups a second are left for 8; [the directory](decisions/verdicts.md#when-does-the-directory-decide-in-place-of-the-platform) admits whom it knows well enough, and its reading of changes goes before the visits',
  },
  {
    what: 'a look-up alone',
    part: platform,
    row: 'look-up by RFID',
    connections: 1,
    tried: `two exchanges with PostgreSQL; left: [one would need the chain before the key is known](decisions/platform-speed.md)`,
  },
  ...[10, 50].map((connections) => ({
    what: `a look-up, of a bare \`SELECT\`, ${connections} connections`,
    part: platform,
    connections,
    row: ofBare('look-up by RFID'),
    tried: `${batches}, headers before the handler, columns only if they are needed`,
  })),
  {
    what: 'a look-up, of json-server, 10 connections',
    part: peers,
    connections: 10,
    row: 'look-up by RFID: requests a second, of those of json-server',
    tried: 'it finds the same 100,000 members by id',
  },
  {
    what: 'a look-up, of Prism, 10 connections',
    part: peers,
    connections: 10,
    row: 'look-up by RFID: requests a second, of those of Prism',
    tried: 'it invents its answer',
  },
  {
    what: 'a check-in, of a bare `INSERT`, 50 connections',
    part: platform,
    row: ofBare('check-in'),
    connections: 50,
    tried: batches,
  },
  {
    what: 'a new member, of three bare `INSERT`s, 50 connections',
    part: platform,
    row: ofBare('create'),
    connections: 50,
    tried: '[one statement](decisions/platform-speed.md#why-does-a-new-member-need-one-statement)',
  },
  {
    what: 'the first 100 of 100,000 members, of a bare `SELECT`',
    part: platform,
    connections: 10,
    row: ofBare('list, page 1'),
    tried: 'prepared, with [kept totals](decisions/platform-data.md#how-is-the-total-of-a-list-known-without-counting)',
  },
  {
    what: 'the last 100 of 100,000 members, of a bare `SELECT`',
    part: platform,
    connections: 10,
    row: ofBare('list, page 1000'),
    tried: 'the same, read from the end; the total is asked first, to know which end is nearer',
  },
  {
    what: 'a file of 5 million workouts, time as a multiple of `\\copy`',
    part: files,
    row: 'CSV, time as a multiple of psql \\copy, median of 3 pairs',
    tried: 'PostgreSQL writes the lines, the worker passes them on',
  },
  {
    what: 'memory of the process that writes it',
    part: files,
    row: 'most memory of the platform meanwhile',
    tried:
      'a stream from the database to the file; [little room for new objects](decisions/node-and-dependencies.md#how-much-memory-do-the-programs-take)',
  },
  {
    what: 'start of the platform → ready',
    part: start,
    row: 'process → ready',
    tried: '[a bundle](decisions/node-and-dependencies.md#why-is-the-platform-bundled-if-its-sources-run-as-they-are)',
  },
  {
    what: 'fresh clone, all caches cold → sign-in page',
    part: cold,
    row: 'until the sign-in page is answered',
    tried:
      'packages of running alone, the platform and the demo beside the build; left: [npm is one thread, the build fills two cores](decisions/node-and-dependencies.md#what-happens-at-the-first-start)',
  },
  {
    what: '`npm start` at rest (PSS)',
    part: cold,
    row: 'memory at rest',
    tried:
      '[settings as built, processes that end, 32 MB of shared buffers](decisions/node-and-dependencies.md#how-much-memory-do-the-programs-take)',
  },
  {
    what: 'growth of the desk under load, 95 % certain',
    part: 'A soak',
    row: 'the desk: growth that is certain (95 %)',
    tried: 'measured by [what a collection leaves](decisions/node-and-dependencies.md#does-the-memory-grow-under-load)',
  },
  {
    what: 'growth of the platform under load, 95 % certain',
    part: 'A soak',
    row: 'the platform: growth that is certain (95 %)',
    tried: 'the same',
  },
];

/** The goals whose parts have been measured, each with its row. */
export const measuredGoals = (results: Results): { goal: Goal; row: Row }[] =>
  goals.flatMap((goal) => (results[goal.part] ? [{ goal, row: rowOf(goal, results) }] : []));

/** @throws where the results have no such row, or it has no goal or figure */
function rowOf({ part, row, connections, size }: Goal, results: Results): Row {
  const found = results[part]?.sections
    .flatMap(({ rows }) => rows)
    .find(
      (one) =>
        one.name === row &&
        (connections === undefined || one.connections === connections) &&
        (size === undefined || one.size === size),
    );
  if (!found || isGoalMet(found) === null) throw new Error(`${part} has no row “${row}” with a goal.`);
  return found;
}
