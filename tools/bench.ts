import { runOnce } from '#programs/base/run-command.ts';
import { runNode } from '#programs/base/run-program.ts';
import { buildPrograms } from '#programs/build/build-programs.ts';
import { writeFiles } from './bench/report/files.ts';
import { installBrowser } from './find-browser.ts';

await runOnce(async () => {
  if (process.argv[2] === 'draw') {
    writeFiles();
    return 0;
  }
  await buildPrograms();
  const code = await runNode(['tools/bench/run.ts', ...process.argv.slice(2)], {
    env: { ...process.env, CHROMIUM_PATH: installBrowser() },
  });
  writeFiles();
  return code;
});
