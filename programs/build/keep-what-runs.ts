import fs from 'node:fs';
import path from 'node:path';
import { runOnce } from '#programs/base/run-command.ts';
import { root } from '#programs/base/run-program.ts';
import { tracePackages } from './trace-packages.ts';

/** Removes every file in a folder that is not among these, given relative to the parent of the folder. */
function keepOnly(kept: ReadonlySet<string>, folder: string, name: string): void {
  const place = path.join(folder, name);
  for (const entry of fs.readdirSync(place, { withFileTypes: true })) {
    const inside = path.join(name, entry.name);
    if (entry.isDirectory()) keepOnly(kept, folder, inside);
    else if (!kept.has(inside)) fs.rmSync(path.join(folder, inside));
  }
  if (fs.readdirSync(place).length === 0) fs.rmdirSync(place);
}

// For the image: the programs are built, and nothing is built there again.
await runOnce(async () => {
  keepOnly(await tracePackages(root), root, 'node_modules');
  const build = path.join(root, '.next');
  fs.rmSync(path.join(build, 'cache'), { recursive: true, force: true });
  for (const name of fs.readdirSync(build, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.js.map')) fs.rmSync(path.join(build, name)); // no program asks Node to read them
  }
  return 0;
});
