import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';

/**
 * Gives a program's data folder an empty cluster, as its first start would: creating one (initdb) takes a second of a
 * core.
 * @param home the program's own folder under DATA_DIR
 */
export function copyEmptyCluster(home: string): void {
  fs.mkdirSync(home, { recursive: true });
  // unlike fs.cpSync, keeps the owners of the files
  execFileSync('cp', ['-a', inject('emptyCluster'), path.join(home, 'postgresql')]);
}
