import { startChild } from './base/child-program.ts';
import { keepRunning } from './base/keep-running.ts';
import { type Running, runForeground } from './base/run-command.ts';
import { buildDesk } from './build/build-desk.ts';
import { bundleForStart } from './build/build-programs.ts';
import { startDemo, startPast } from './demo/demo.ts';
import { requireDemoPlace } from './demo/demo-place.ts';
import { describeDemo } from './demo/describe-demo.ts';

async function startWholeDemo(): Promise<Running> {
  requireDemoPlace(process.env);
  await bundleForStart();
  requireDemoPlace(process.env); // a restore may have started meanwhile
  const deskBuilt = buildDesk();
  deskBuilt.catch(() => {}); // reported where it is awaited
  console.log('Starting the platform with the demo chain, and the desk …');
  const starting = startDemo({ env: process.env, deskScript: 'programs/desk.ts', deskBuilt });
  const demo = await starting.catch(async (error: unknown) => {
    await deskBuilt.catch(() => {}); // otherwise it would build beside the next start
    throw error;
  });
  console.log(describeDemo(demo));
  const stopPast = startPast(process.env);
  return {
    stop: async () => {
      await stopPast();
      await demo.stop();
    },
    ended: Promise.race([
      demo.platform.ended.then(() => 'The platform ended; the demo was stopped.'),
      demo.desk.ended.then(() => 'The desk ended; the demo was stopped.'),
    ]),
  };
}

const startGym = (): Promise<Running> =>
  keepRunning({
    name: 'desk',
    start: () => startChild({ script: 'programs/desk.ts', env: process.env }),
    tell: console.error,
  });

const hasPlatform = Boolean(process.env.GYM_API_URL || process.env.GYM_API_KEY);
await runForeground(hasPlatform ? startGym : startWholeDemo);
