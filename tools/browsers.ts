import { runOnce } from '#programs/base/run-command.ts';
import { UserError } from '#programs/base/user-error.ts';
import { buildPrograms } from '#programs/build/build-programs.ts';
import { otherBrowsers, runInOtherBrowsers } from './browsers/run.ts';

await runOnce(async () => {
  const browsers = otherBrowsers();
  if (!browsers.some(({ start }) => start)) {
    const packages = browsers.map((browser) => browser.packages).join(' ');
    throw new UserError(`Neither Firefox nor WebKit is here: apt-get install ${packages}, then run again.`);
  }
  await buildPrograms();
  const { passed, failed } = await runInOtherBrowsers((line) => console.log(line));
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
