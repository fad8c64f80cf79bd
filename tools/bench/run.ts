import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
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
import { measurePlatform } from './platform-load.ts';
import { measureReports } from './reports.ts';
import { isWithinBudget, type Section } from './row.ts';
import { measureScans } from './scan-to-verdict.ts';
import { measureSearches } from './search.ts';
import { measureStrangers } from './sign-in-strangers.ts';
import { measureSimulatedTraining } from './simulated-training.ts';
import { measureStart } from './start-of-platform.ts';
import { formatTable } from './table.ts';
import { measureTyping } from './typing.ts';

/** How long each load lasts. */
const durationS = Number(process.env.BENCH_SECONDS || 3);

/**
 * Selects parts whose title contains one of these words: `npm run bench -- scans search`. Without words all parts run,
 * and the results are saved.
 */
const named = process.argv.slice(2).map((word) => word.toLowerCase());

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
  { title: 'A desk with many locations', run: measureManyLocations },
  { title: 'A long inbox', run: measureLongInbox },
  { title: 'Reports about visits', run: measureReports },
  { title: 'Reports of a large gym, and of a chain', run: measureLargeGym },
  { title: 'A limited key', run: measureLimitedKey },
  { title: 'Files of the export', run: measureExportFiles },
  { title: 'Simulated training', run: measureSimulatedTraining },
  { title: 'The weekly analytics', run: measureAnalytics },
  { title: 'The platform', run: (stack) => measurePlatform(stack, durationS) },
];

try {
  const wanted = parts.filter(
    ({ title }) => named.length === 0 || named.some((word) => title.toLowerCase().includes(word)),
  );
  if (wanted.length === 0) throw new UserError(`Nothing measured is called that. There is: ${titles()}.`);
  const sections = await measureAll(wanted);
  console.log(formatTable(sections));
  if (named.length === 0) keep(sections);
} catch (error) {
  fail(error);
}

function titles(): string {
  return parts.map(({ title }) => title).join(', ');
}

function keep(sections: readonly Section[]): void {
  const machine = { cores: os.cpus().length, cpu: os.cpus()[0]?.model.trim(), node: process.version };
  const rows = sections.flatMap(({ title, rows }) =>
    rows.map((row) => ({ section: title, ...row, isWithinBudget: isWithinBudget(row) ?? undefined })),
  );
  const results = { measuredOn: new Date().toISOString().slice(0, 10), machine, rows };
  fs.writeFileSync(path.join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, roundNumber, 2)}\n`);
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(3)) : value;
}

async function measureAll(wanted: readonly Part[]): Promise<Section[]> {
  const stack = await startStack();
  try {
    const sections: Section[] = [];
    for (const part of wanted) sections.push(...(await measure(part, stack)));
    return sections;
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
