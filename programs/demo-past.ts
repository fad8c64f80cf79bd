import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { DemoPortraits } from '#platform/simulator/demo-portraits.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { runOnce } from '#programs/base/run-command.ts';
import { readDemoState, writeDemoState } from './demo/demo-state.ts';
import { runPlatformAdmin } from './demo/run-admin.ts';
import { runDesk } from './seeding/run-desk.ts';

const atATime = 30;
/** A new desk's copy of the members is complete long before that. */
const longestTries = 60;
const pauseMs = 1_000;

/** Draws the portraits of the demo members, those a visitor sees first before the others, and reports its progress. */
async function drawAll(env: NodeJS.ProcessEnv): Promise<void> {
  for (let from = 0; ; from += atATime) {
    const args = ['draw-demo-portraits', '--from', String(from), '--count', String(atATime)];
    const { portraits, isLast } = await runPlatformAdmin<DemoPortraits>(env, args);
    for (let tries = 0; tries < longestTries && (await keep(env, portraits)) > 0; tries += 1) await wait(pauseMs);
    if (isLast) return;
  }
}

/** @returns the number of portraits whose members the desk does not know yet */
async function keep(env: NodeJS.ProcessEnv, portraits: DemoPortraits['portraits']): Promise<number> {
  return (await runDesk<{ unknown: number }>(env, ['keep-demo-portraits'], { portraits })).unknown;
}

/** Gives the desk the visits of the previous days from its platform. */
async function keepVisits(env: NodeJS.ProcessEnv): Promise<void> {
  await runDesk(env, ['keep-demo-visits'], await runPlatformAdmin(env, ['write-demo-past']));
}

await runOnce(async () => {
  const { dataDir } = readLaunchSettings();
  const isDone = (part: 'areVisitsKept' | 'arePortraitsDrawn') => readDemoState(dataDir)?.[part] ?? false;
  const note = (part: 'areVisitsKept' | 'arePortraitsDrawn') => {
    const state = readDemoState(dataDir);
    if (state) writeDemoState(dataDir, { ...state, [part]: true });
  };
  // a background job: nothing at the counter waits for it
  os.setPriority(os.constants.priority.PRIORITY_LOW);
  if (!isDone('areVisitsKept')) {
    await keepVisits(process.env);
    note('areVisitsKept');
  }
  if (!isDone('arePortraitsDrawn')) {
    await drawAll(process.env);
    note('arePortraitsDrawn');
  }
  return 0;
});
