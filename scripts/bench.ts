import { buildDesk } from './build-desk.ts';
import { installBrowser } from './find-browser.ts';
import { runOnce } from './run-command.ts';
import { runNode } from './run-program.ts';

await runOnce(async () => {
  await buildDesk();
  return runNode(['bench/run.ts', ...process.argv.slice(2)], {
    env: { ...process.env, CHROMIUM_PATH: installBrowser() },
  });
});
