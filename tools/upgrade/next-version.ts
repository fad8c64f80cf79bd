import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { SchemaKeeper } from '#shared/database/schema-keeper.ts';

interface Journal {
  entries: { idx: number; when: number; tag: string }[];
}

/** Runs `work` as the next version of the program, which has one more migration: it creates the table `next_version`. */
export async function asNextVersion(keeper: SchemaKeeper, work: () => Promise<void>): Promise<void> {
  const folder = keeper.migrationsFolder;
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'front-desk-next-version-'));
  try {
    fs.cpSync(folder, copy, { recursive: true });
    const file = path.join(copy, 'meta', '_journal.json');
    const journal = JSON.parse(fs.readFileSync(file, 'utf8')) as Journal; // safe because: drizzle-kit writes it
    const last = journal.entries.at(-1);
    if (!last) throw new Error('There are no migrations.');
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: 'next_version' });
    fs.writeFileSync(file, JSON.stringify(journal));
    fs.writeFileSync(path.join(copy, 'next_version.sql'), 'create table next_version ()');
    keeper.migrationsFolder = copy;
    await work();
  } finally {
    keeper.migrationsFolder = folder;
    fs.rmSync(copy, { recursive: true });
  }
}
