import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fail } from '#scripts/run-command.ts';
import { type Stack, startStack } from '#scripts/testing/stack.ts';
import { UserError } from '#scripts/user-error.ts';
import { measureBadgeSwitch } from './badge-switch.ts';
import { measureExportFiles } from './export-files.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureManyLocations } from './many-locations.ts';
import { measureMigration } from './migration.ts';
import { measureAnalytics } from './nightly-analytics.ts';
import { measurePlatform } from './platform-load.ts';
import { isWithinBudget, type Section } from './row.ts';
import { measureScans } from './scan-to-verdict.ts';
import { measureSearches } from './search.ts';
import { measureStrangers } from './sign-in-strangers.ts';
import { measureSimulatedTraining } from './simulated-training.ts';
import { formatTable } from './table.ts';
import { measureTyping } from './typing.ts';

/** How long each load lasts. */
const durationS = Number(process.env.BENCH_SECONDS || 3);

try {
  const sections = await measureAll();
  console.log(formatTable(sections));
  const machine = { cores: os.cpus().length, cpu: os.cpus()[0]?.model.trim(), node: process.version };
  const rows = sections.flatMap(({ title, rows }) =>
    rows.map((row) => ({ section: title, ...row, isWithinBudget: isWithinBudget(row) ?? undefined })),
  );
  const results = { measuredOn: new Date().toISOString().slice(0, 10), machine, rows };
  fs.writeFileSync(path.join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, roundNumber, 2)}\n`);
} catch (error) {
  fail(error);
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(3)) : value;
}

async function measureAll(): Promise<Section[]> {
  const stack = await startStack();
  try {
    return [
      await measure('The first load of the check-in page', measureFirstLoad, stack),
      await measure('The scans', measureScans, stack),
      await measure('The search', measureSearches, stack),
      await measure('Typing', measureTyping, stack),
      await measure('The staff badge', measureBadgeSwitch, stack),
      await measure('Strangers at the sign-in', measureStrangers, stack),
      await measure('Members of version 1', measureMigration, stack),
      await measure('A desk with many locations', measureManyLocations, stack),
      await measure('Files of the export', measureExportFiles, stack),
      await measure('Simulated training', measureSimulatedTraining, stack),
      await measure('The weekly analytics', measureAnalytics, stack),
      ...(await measure('The platform', (stack) => measurePlatform(stack, durationS), stack)),
    ];
  } finally {
    await stack.stop();
  }
}

async function measure<T>(part: string, work: (stack: Stack) => Promise<T>, stack: Stack): Promise<T> {
  console.error(`Measuring: ${part} …`);
  try {
    return await work(stack);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${part} could not be measured. ${reason}`, { cause });
  }
}
