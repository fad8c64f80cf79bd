import fs from 'node:fs';
import path from 'node:path';
import { isAlive } from '#programs/base/is-alive.ts';

/** Removes the folders that killed processes left: their names are the prefix followed by the id of the process. */
export function removeAbandoned(parent: string, prefix: string): void {
  for (const name of fs.readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const [pid] = /^\d+(?=$|-)/.exec(name.slice(prefix.length)) ?? [];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      fs.rmSync(path.join(parent, name), { recursive: true, force: true });
    } catch {
      // of another user
    }
  }
}
