import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { heapFolderVariable, heapSignal } from './heap-signal.ts';

// Loaded before the file of a program that is measured.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // safe because: the flag defines it
const folder = process.env[heapFolderVariable] ?? '';

process.on(heapSignal, async () => {
  // the first collection calls finalizers, whose objects the second one collects
  for (let round = 0; round < 2; round += 1) {
    collect();
    await nextTurn();
  }
  const { heapUsed, external } = process.memoryUsage();
  const file = path.join(folder, String(process.pid));
  fs.writeFileSync(`${file}.new`, String(heapUsed + external));
  fs.renameSync(`${file}.new`, file);
});
