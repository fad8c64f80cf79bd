import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzleOnce } from '#programs/base/run-program.ts';
import { UserError } from '#programs/base/user-error.ts';
import { readDemoState } from '#programs/demo/demo-state.ts';
import { openProgramDatabase } from '#programs/postgresql/program-database.ts';
import type { MadeTap } from '#tools/chaos/compare.ts';
import { type Conclusion, concludeRun } from '#tools/chaos/conclude.ts';
import { signIn } from '#tools/chaos/sign-in.ts';
import { type Stop, untilFirstTap } from '#tools/chaos/stop.ts';
import { ownSurroundings } from '#tools/testing/own-surroundings.ts';
import { type Stack, startStack } from '#tools/testing/stack.ts';
import { untilMembersAreRead } from '#tools/testing/until-members-are-read.ts';
import { databasesOf, type InDatabase } from '#tools/testing/with-database.ts';
import type { HerdStaff, LocationsOrder } from './add-locations.ts';
import { type HerdGym, makeGyms } from './gyms.ts';
import type { AskedKind, FromHerd, HerdOrder, HerdWindow } from './messages.ts';
import { type ProcessorS, unknownS, watchProcessor } from './processor.ts';

interface HerdOptions {
  windows: number;
  /** How long the desk is away once all windows have lost it. */
  outageMs: number;
  /** The timeout for the last window to recover. */
  longestMs: number;
  longestSettlementMs: number;
  tell: (line: string) => void;
  stop: Stop;
  /** Receives the result, before anything is stopped. */
  report: (result: HerdResult) => void;
}

interface NarrowOptions extends HerdOptions {
  /** Whether the desk limits requests so tightly that it is full on any machine. */
  isNarrow: boolean;
}

/** Milliseconds since the desk served again. */
export type SinceMs = number;

export interface HerdResult extends Conclusion {
  windows: number;
  gyms: number;
  /** The results of requests since the desk served again. */
  asked: readonly { kind: AskedKind; status: number | null; at: SinceMs }[];
  answeredAt: readonly SinceMs[];
  /** When each window had recovered; fewer entries than windows if some never did. */
  recoveredAt: readonly SinceMs[];
  /** From the desk's return until the last window had recovered; NaN where the system does not tell. */
  processorS: ProcessorS;
}

const windowsOfGym = 4;
const processes = 2;

/**
 * Makes many windows lose the desk, each with taps in its outbox, and reconnect at the same time once it serves again.
 */
export async function runHerd(options: NarrowOptions): Promise<void> {
  const stack = await untilFirstTap(options.stop, () =>
    startStack(options.isNarrow ? { deskScript: 'tools/chaos/herd/narrow-desk.ts' } : {}),
  );
  await loseDesk(stack, options).finally(stack.stop);
}

/** The same with programs that run already. */
export async function loseDesk(stack: Stack, options: HerdOptions): Promise<void> {
  const { stop, tell } = options;
  const children: ChildProcess[] = [];
  try {
    const inDatabase = databasesOf(stack);
    const gyms = await untilFirstTap(stop, () => openGyms(stack, inDatabase, options));
    const windows = windowsAt(gyms, options.windows);
    for (let index = 0; index < processes; index += 1) {
      const script = path.join(import.meta.dirname, 'windows-process.ts');
      children.push(fork(script, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }));
    }
    tell(`${options.windows} windows at ${gyms.length} gyms lose the desk …`);
    await outliveOutage({ stack, inDatabase, windows, children, gyms: gyms.length }, options);
  } finally {
    for (const child of children) if (child.connected) child.disconnect();
  }
}

interface Scene {
  stack: Stack;
  inDatabase: InDatabase;
  windows: readonly HerdWindow[];
  gyms: number;
  children: readonly ChildProcess[];
}

async function outliveOutage(scene: Scene, options: HerdOptions): Promise<void> {
  const { stack, inDatabase, windows, gyms, children } = scene;
  const { outageMs, longestMs, longestSettlementMs, tell, stop, report } = options;
  const taps = new Map<string, MadeTap>();
  const heard: FromHerd[] = [];
  let ready = 0;
  let recovered = 0;
  for (const child of children) {
    child.on('message', (message: FromHerd) => {
      heard.push(message);
      if (message.tell === 'ready') ready += 1;
      if (message.tell === 'recovered') recovered += 1;
      if (message.tell === 'made') taps.set(message.tapId, { ...message, fault: 'herd', answer: { kind: 'waiting' } });
      if (message.tell !== 'answered') return;
      const tap = taps.get(message.tapId);
      const { refusal } = message;
      if (tap) tap.answer = refusal === null ? { kind: 'acknowledged' } : { kind: 'refused', reason: refusal };
    });
  }
  const since = new Date();
  let processorS: ProcessorS = unknownS;
  let servedAgainAt = Number.POSITIVE_INFINITY;
  const conclusion = await concludeRun({
    inDatabase,
    since,
    longestSettlementMs,
    tell,
    signal: stop.signal,
    load: { end: async () => {}, taps: () => [...taps.values()] },
    rounds: async () => {
      await stack.killDesk();
      for (const [index, child] of children.entries()) {
        const own = windows.filter((_, place) => place % children.length === index);
        child.send({ deskUrl: stack.deskUrl, windows: own } satisfies HerdOrder);
      }
      while (ready < children.length) {
        if (children.some(hasEnded)) throw new UserError('A process with windows has ended before they were open.');
        await stop.orStopped(sleep(100));
      }
      await stop.pause(outageMs);
      await stack.startDesk();
      servedAgainAt = Date.now();
      const processor = watchProcessor(
        stack,
        children.map(({ pid = 0 }) => pid),
      );
      tell('The desk serves again.');
      for (const deadline = servedAgainAt + longestMs; recovered < windows.length; await stop.orStopped(sleep(500))) {
        if (Date.now() > deadline) throw new UserError(`${windows.length - recovered} windows are not served.`);
      }
      processorS = processor.read();
    },
  });
  const since0 = (at: number) => at - servedAgainAt;
  report({
    ...conclusion,
    windows: windows.length,
    gyms,
    processorS,
    asked: heard.flatMap((one) =>
      one.tell === 'asked' && one.at >= servedAgainAt
        ? [{ kind: one.kind, status: one.status, at: since0(one.at) }]
        : [],
    ),
    answeredAt: heard.flatMap((one) => (one.tell === 'answered' ? [since0(one.at)] : [])),
    recoveredAt: heard.flatMap((one) => (one.tell === 'recovered' ? [since0(one.at)] : [])),
  });
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** A gym that the desk knows, and its staff member. */
interface OpenGym extends HerdGym {
  staffId: string;
  cookie: string;
}

/** Gyms that the desk knows, with all their members. */
async function openGyms(stack: Stack, inDatabase: InDatabase, { windows, tell }: HerdOptions): Promise<OpenGym[]> {
  const count = Math.ceil(windows / windowsOfGym);
  tell(`Making ${count} gyms …`);
  const gyms = await makeGyms(stack, inDatabase, { count, members: windowsOfGym });
  const database = await openProgramDatabase('desk', stack.dataDir, 'share', ownSurroundings());
  let staff: HerdStaff;
  try {
    const script = path.join(import.meta.dirname, 'add-locations.ts');
    const adding = fork(script, { execArgv: ['--conditions=react-server', ...drizzleOnce] });
    adding.send({
      databaseUrl: database.url,
      secret: readDemoState(stack.dataDir)?.deskSecret ?? '',
      platformUrl: stack.gymUrl,
      password: stack.password,
      gyms: gyms.map(({ gymId, name, apiKey }) => ({ gymId, name, apiKey })),
    } satisfies LocationsOrder);
    const told = once(adding, 'message');
    const [code] = await once(adding, 'exit');
    if (code !== 0) throw new Error('The gyms could not be added to the desk.');
    [staff] = (await told) as [HerdStaff]; // safe because: it sends nothing else
  } finally {
    await database.stop();
  }
  tell('Waiting until the desk has read their members …');
  await untilMembersAreRead(inDatabase);
  tell('Signing in at each …');
  const opened: OpenGym[] = [];
  for (const gym of gyms) {
    const person = staff[gym.gymId];
    if (!person) throw new Error(`No staff member works at ${gym.name}.`);
    const cookie = await signIn(stack.deskUrl, person.email, stack.password);
    opened.push({ ...gym, staffId: person.staffId, cookie });
  }
  return opened;
}

/**
 * One member comes at each window; at every second one they have left before the desk is back.
 * @throws if the gyms have members for fewer windows
 */
export function windowsAt(
  gyms: readonly Pick<OpenGym, 'gymId' | 'staffId' | 'cookie' | 'members'>[],
  count: number,
): HerdWindow[] {
  const windows = gyms
    .flatMap(({ gymId: locationId, staffId, cookie, members }) =>
      members.map((comes) => ({ place: { locationId, staffId }, cookie, comes })),
    )
    .slice(0, count)
    .map((window, index) => ({ ...window, leaves: index % 2 === 1 }));
  if (windows.length < count) throw new Error(`Only ${windows.length} of ${count} windows have a member who comes.`);
  return windows;
}
