import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startStack } from '#scripts/testing/stack.ts';
import { measureLookUps } from './look-ups.ts';
import { printTable, type Row } from './row.ts';
import { measureScans } from './scan-to-verdict.ts';

const stack = await startStack();
try {
  const rows: Row[] = [...(await measureScans(stack)), ...(await measureLookUps(stack))];
  printTable(rows);
  const machine = { cores: os.cpus().length, cpu: os.cpus()[0]?.model.trim(), node: process.version };
  const results = { measuredOn: new Date().toISOString().slice(0, 10), machine, rows };
  fs.writeFileSync(path.join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await stack.stop();
}
