import os from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { DemoPortraits } from '#platform/simulator/demo-portraits.ts';
import { readLaunchSettings } from '#programs/base/launch-settings.ts';
import { runOnce } from '#programs/base/run-command.ts';
import { runDeskCommand } from '#programs/desk/desk-commands.ts';
import { readDemoState, writeDemoState } from './demo/demo-state.ts';
import { runPlatformAdmin } from './demo/run-admin.ts';

const atATime = 30;
/** The mirror of a new desk has read the demo's members long before. */
const longestTries = 60;
const pauseMs = 1_000;

/** Draws the members of the demo, the ones a visitor meets first before all others, and says where it has come to. */
async function drawAll(env: NodeJS.ProcessEnv): Promise<void> {
  for (let from = 0; ; from += atATime) {
    const args = ['draw-demo-portraits', '--from', String(from), '--count', String(atATime)];
    const { portraits, isLast } = await runPlatformAdmin<DemoPortraits>(env, args);
    for (let tries = 0; tries < longestTries && (await keep(env, portraits)) > 0; tries += 1) await wait(pauseMs);
    if (isLast) return;
  }
}

/** @returns how many of them the desk does not know yet */
async function keep(env: NodeJS.ProcessEnv, portraits: DemoPortraits['portraits']): Promise<number> {
  return (await runDesk<{ unknown: number }>(env, 'keep-demo-portraits', { portraits })).unknown;
}

/** Lets the desk have seen the visits that its platform has of the days before. */
async function keepVisits(env: NodeJS.ProcessEnv): Promise<void> {
  await runDesk(env, 'keep-demo-visits', await runPlatformAdmin(env, ['write-demo-past']));
}

async function runDesk<T>(env: NodeJS.ProcessEnv, command: string, input: unknown): Promise<T> {
  let answer = '';
  let mistake = '';
  const code = await runDeskCommand([command], {
    env,
    readInput: async () => JSON.stringify(input),
    print: (text) => {
      answer += text;
    },
    tell: (text) => {
      mistake += text;
    },
  });
  if (code !== 0) throw new Error(mistake.trimEnd());
  return JSON.parse(answer) as T; // safe because: our own commands print these shapes
}

await runOnce(async () => {
  const { dataDir } = readLaunchSettings();
  const isDone = (part: 'areVisitsKept' | 'arePortraitsDrawn') => readDemoState(dataDir)?.[part] ?? false;
  const note = (part: 'areVisitsKept' | 'arePortraitsDrawn') => {
    const state = readDemoState(dataDir);
    if (state) writeDemoState(dataDir, { ...state, [part]: true });
  };
  // nobody at the counter waits for it
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
