import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Section } from './row.ts';

const file = path.join(import.meta.dirname, 'results.json');

/** What was measured together, when and where. */
export interface MeasuredPart {
  measuredOn: string;
  machine: { cores: number; cpu: string; node: string };
  sections: readonly Section[];
}

/** By the title of the part. */
export type Results = Record<string, MeasuredPart>;

export const readResults = (): Results => JSON.parse(fs.readFileSync(file, 'utf8'));

/** Keeps what was measured now, in place of what the same parts had. */
export function keepResults(measured: Readonly<Record<string, readonly Section[]>>): void {
  const machine = { cores: os.cpus().length, cpu: os.cpus()[0]?.model.trim() ?? '', node: process.version };
  const measuredOn = new Date().toISOString().slice(0, 10);
  const parts = Object.entries(measured).map(([title, sections]) => [title, { measuredOn, machine, sections }]);
  const results = { ...readResults(), ...Object.fromEntries(parts) };
  fs.writeFileSync(file, `${JSON.stringify(results, roundNumber, 2)}\n`);
}

function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toFixed(3)) : value;
}
