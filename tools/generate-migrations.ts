import fs from 'node:fs';
import path from 'node:path';
import { runOnce } from '#programs/base/run-command.ts';
import { packageCommand, root, runNode } from '#programs/base/run-program.ts';

await runOnce(async () => {
  for (const folder of ['platform/db', 'lib/server/db']) {
    const config = `${folder}/drizzle.config.ts`;
    const code = await runNode([packageCommand('drizzle-kit/bin.cjs'), 'generate', '--config', config]);
    if (code !== 0) return code;
    removeOlderSnapshots(path.join(root, folder, 'migrations', 'meta'));
  }
  return 0;
});

/** drizzle-kit compares the schema with the last one only. */
function removeOlderSnapshots(meta: string): void {
  const snapshots = fs.readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
  for (const name of snapshots.toSorted().slice(0, -1)) fs.rmSync(path.join(meta, name));
}
