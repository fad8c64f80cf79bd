import { runOnce } from '#programs/base/run-command.ts';
import { packageCommand, runNode } from '#programs/base/run-program.ts';

await runOnce(async () => {
  for (const folder of ['platform/db', 'lib/server/db']) {
    const config = `${folder}/drizzle.config.ts`;
    const code = await runNode([packageCommand('drizzle-kit/bin.cjs'), 'generate', '--config', config]);
    if (code !== 0) return code;
  }
  return 0;
});
