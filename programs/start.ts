import { startChild } from './base/child-program.ts';
import { keepRunning } from './base/keep-running.ts';
import { type Running, runForeground } from './base/run-command.ts';
import { buildForStart } from './build/build-programs.ts';
import { startDemo, startPast } from './demo/demo.ts';
import { requireDemoPlace } from './demo/demo-place.ts';
import { demoStaff } from './demo/demo-staff.ts';

async function startWholeDemo(): Promise<Running> {
  requireDemoPlace(process.env);
  await buildForStart();
  requireDemoPlace(process.env); // a build takes minutes, during which a restore may have started
  console.log('Starting the platform with the demo chain, and the desk …');
  const demo = await startDemo({ env: process.env, deskScript: 'programs/desk.ts' });
  console.log(
    [
      '',
      `Front Desk is open: ${demo.desk.address}`,
      '',
      'Sign in as',
      ...demoStaff.map(({ email, role }) => `  ${email.padEnd(26)} ${role}`),
      `  password: ${demo.password}`,
      '',
      `Owner’s console, signs in once: ${demo.platform.ownerLink}`,
      `Platform: ${demo.platform.address}   reference: ${demo.platform.address}/reference`,
      'Stop with Ctrl-C.',
    ].join('\n'),
  );
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
