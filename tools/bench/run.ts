import { fail } from '#programs/base/run-command.ts';
import { UserError } from '#programs/base/user-error.ts';
import { type Stack, startStack } from '#tools/testing/stack.ts';
import { measureBadgeSwitch } from './badge-switch.ts';
import { measureColdStart } from './cold-start.ts';
import { measureExportFiles } from './export-files.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureLargeGym } from './large-gym-reports.ts';
import { measureLimitedKey } from './limited-key.ts';
import { measureLongInbox } from './long-inbox.ts';
import { measureManyLocations } from './many-locations.ts';
import { measureMigration } from './migration.ts';
import { measureAnalytics } from './nightly-analytics.ts';
import { measurePeers, measurePlatform } from './platform-load.ts';
import { measureReports } from './reports.ts';
import { keepResults } from './results.ts';
import type { Section } from './row.ts';
import { measureScale } from './scale.ts';
import { measureScans } from './scan-to-verdict.ts';
import { measureSearches } from './search.ts';
import { measureStrangers } from './sign-in-strangers.ts';
import { measureSimulatedTraining } from './simulated-training.ts';
import { measureSoak } from './soak.ts';
import { measureStart } from './start-of-platform.ts';
import { formatTable } from './table.ts';
import { measureTyping } from './typing.ts';

/** How long each load lasts. */
const durationS = Number(process.env.BENCH_SECONDS || 3);

/**
 * Selects parts whose title contains one of these words: `npm run bench -- scans search`. Without words all parts run.
 * The results are kept then, or with `--keep`.
 */
const words = process.argv.slice(2).filter((word) => word !== '--keep');
const named = words.map((word) => word.toLowerCase());
const isKept = named.length === 0 || process.argv.includes('--keep');

interface Part {
  title: string;
  run(stack: Stack): Promise<Section | Section[]>;
}

const parts: Part[] = [
  { title: 'The start', run: measureStart },
  { title: 'A fresh clone with cold caches', run: measureColdStart },
  { title: 'The first load of the check-in page', run: measureFirstLoad },
  { title: 'The scans', run: measureScans },
  { title: 'The search', run: measureSearches },
  { title: 'Typing', run: measureTyping },
  { title: 'The staff badge', run: measureBadgeSwitch },
  { title: 'Strangers at the sign-in', run: measureStrangers },
  { title: 'Members of version 1', run: measureMigration },
  { title: 'A long inbox', run: measureLongInbox },
  { title: 'Reports about visits', run: measureReports },
  { title: 'Reports of a large gym, and of a chain', run: measureLargeGym },
  { title: 'A limited key', run: measureLimitedKey },
  { title: 'Files of the export', run: measureExportFiles },
  { title: 'Simulated training', run: measureSimulatedTraining },
  { title: 'The weekly analytics', run: measureAnalytics },
  { title: 'The platform', run: () => measurePlatform(durationS) },
  { title: 'json-server and Prism', run: () => measurePeers(durationS) },
  { title: 'Scale: members and connections', run: () => measureScale(durationS) },
  { title: 'Scale: gyms', run: measureManyLocations },
  { title: 'A soak', run: measureSoak },
];

try {
  const wanted = parts.filter(
    ({ title }) => named.length === 0 || named.some((word) => title.toLowerCase().includes(word)),
  );
  if (wanted.length === 0) throw new UserError(`Nothing measured is called that. There is: ${titles()}.`);
  await measureAll(wanted);
} catch (error) {
  fail(error);
}

function titles(): string {
  return parts.map(({ title }) => title).join(', ');
}

async function measureAll(wanted: readonly Part[]): Promise<void> {
  const stack = await startStack();
  try {
    for (const part of wanted) {
      const sections = await measure(part, stack);
      console.log(`${formatTable(sections)}\n`);
      if (isKept) keepResults({ [part.title]: sections });
    }
  } finally {
    await stack.stop();
  }
}

async function measure({ title, run }: Part, stack: Stack): Promise<Section[]> {
  console.error(`Measuring: ${title} …`);
  try {
    return [await run(stack)].flat();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${title} could not be measured. ${reason}`, { cause });
  }
}
