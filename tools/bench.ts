import { runOnce } from '#programs/base/run-command.ts';
import { runNode } from '#programs/base/run-program.ts';
import { buildPrograms } from '#programs/build/build-programs.ts';
import { installBrowser } from './find-browser.ts';

await runOnce(async () => {
  await buildPrograms();
  return runNode(['tools/bench/run.ts', ...process.argv.slice(2)], {
    env: { ...process.env, CHROMIUM_PATH: installBrowser() },
  });
});
