import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Section } from './row.ts';

const file = path.join(import.meta.dirname, 'results.json');

/** What was measured together, when and where. */
export interface MeasuredPart {
  measuredOn: string;
  machine: {
    cores: number;
    cpu: string;
    node: string;
    /** Microseconds for the first use of a page of memory; absent in parts that were measured before it was. */
    pageUs?: number;
  };
  sections: readonly Section[];
}

/** By the title of the part. */
export type Results = Record<string, MeasuredPart>;

export const readResults = (): Results => JSON.parse(fs.readFileSync(file, 'utf8'));

/** Keeps what was measured now, in place of what the same parts had. */
export function keepResults(measured: Readonly<Record<string, readonly Section[]>>): void {
  const machine = {
    cores: os.cpus().length,
    cpu: os.cpus()[0]?.model.trim() ?? '',
    node: process.version,
    pageUs: Math.min(timePages(), timePages(), timePages()),
  };
  const measuredOn = new Date().toISOString().slice(0, 10);
  const parts = Object.entries(measured).map(([title, sections]) => [title, { measuredOn, machine, sections }]);
  const results = { ...readResults(), ...Object.fromEntries(parts) };
  fs.writeFileSync(file, `${JSON.stringify(results, roundNumber, 2)}\n`);
}

/** On some virtual machines it takes twenty times as long as on others: programs start there three times as slowly. */
function timePages(): number {
  const pageBytes = 4096;
  const memory = Buffer.allocUnsafeSlow(64 * 1024 * 1024);
  const before = performance.now();
  for (let at = 0; at < memory.length; at += pageBytes) memory[at] = 1;
  return (1_000 * (performance.now() - before)) / (memory.length / pageBytes);
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(3)) : value;
}
