import fs from 'node:fs';
import path from 'node:path';
import { type Running, runForeground } from './base/run-command.ts';
import { root } from './base/run-program.ts';
import { startDemo, startPast, startPlatform } from './demo/demo.ts';
import { requireDemoPlace } from './demo/demo-place.ts';
import { demoStaff } from './demo/demo-staff.ts';

await runForeground(async (): Promise<Running> => {
  requireDemoPlace(process.env);
  const demo = await startDemo({ env: process.env, deskScript: 'programs/desk/desk-dev.ts' });
  console.log(`Desk ${demo.desk.address}, platform ${demo.platform.address}, both with reload.`);
  console.log(`Sign in as ${demoStaff.map(({ email }) => email).join(', ')} with the password ${demo.password}`);
  const tellOwner = () => console.log(`Owner’s console, signs in once: ${platform.ownerLink}`);

  const stopPast = startPast(process.env);
  let platform = demo.platform;
  tellOwner();
  let reloading = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const reload = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      reloading = reloading.then(async () => {
        await platform.stop();
        platform = await startPlatform(process.env);
        console.log('Platform reloaded.');
        tellOwner();
      });
      // a mistake in the sources is reported already; the next save retries
      reloading = reloading.catch(() => {});
    }, 200);
  };
  const watchers = ['platform', 'contracts', 'shared'].map((folder) =>
    fs.watch(path.join(root, folder), { recursive: true }, reload),
  );
  return {
    stop: async () => {
      for (const watcher of watchers) watcher.close();
      await stopPast();
      await reloading;
      await demo.desk.stop();
      await platform.stop();
    },
    ended: demo.desk.ended.then(() => 'The desk ended.'),
  };
});
