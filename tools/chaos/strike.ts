import { createRandom, type Random } from '#platform/simulator/random.ts';
import type { FaultContext, Strike, Target } from './fault-context.ts';
import type { FaultName } from './fault-names.ts';
import { gatewayAnswers, pageOf } from './foreign-answers.ts';
import type { Round } from './plan.ts';
import { type DatabaseName, databaseNames } from './programs.ts';
import type { NetworkFault } from './proxy.ts';
import { clockCorrected, clockSet, clockWrong, setClocks } from './strike-clocks.ts';
import { cardsUnknown, heardLate } from './strike-people.ts';

/** Applies the fault of a round, and afterwards repairs what does not recover automatically. */
export function strike(target: Target, { fault, lastsMs, seed }: Round): Promise<void> {
  return strikes[fault]({ ...target, lastsMs, random: createRandom(seed, fault) });
}

/** Undoes whatever a failed fault may have left. */
export async function repairFaults({ programs, windows, toDesk, toPlatform, clocks }: Target): Promise<void> {
  for (const name of databaseNames) clocks.set(name, 0);
  toDesk.setFault(null);
  toPlatform.setFault(null);
  setClocks(windows, 0);
  for (const program of programs.names) programs.resume(program);
  await Promise.allSettled(programs.names.map(programs.start));
}

const strikes: Record<FaultName, Strike> = {
  deskKilled: killed('desk'),
  platformKilled: killed('platform'),
  deskDatabaseKilled: databaseKilled('desk'),
  platformDatabaseKilled: databaseKilled('platform'),
  allKilled,
  deskPaused: paused('desk'),
  platformPaused: paused('platform'),
  deskReset: onTheWay('toDesk', reset),
  platformReset: onTheWay('toPlatform', reset),
  deskAnswerLost: onTheWay('toDesk', answerLost),
  platformAnswerLost: onTheWay('toPlatform', answerLost),
  deskSlow: onTheWay('toDesk', slow),
  platformSlow: onTheWay('toPlatform', slow),
  deskRequestsSlow: onTheWay('toDesk', requestsSlow),
  platformRequestsSlow: onTheWay('toPlatform', requestsSlow),
  deskAnswersSlow: onTheWay('toDesk', answersSlow),
  platformAnswersSlow: onTheWay('toPlatform', answersSlow),
  deskHeld: onTheWay('toDesk', held),
  platformHeld: onTheWay('toPlatform', held),
  deskSilent: onTheWay('toDesk', swallowed),
  platformSilent: onTheWay('toPlatform', swallowed),
  deskHalfOpen: onTheWay('toDesk', halfOpen),
  platformHalfOpen: onTheWay('toPlatform', halfOpen),
  deskPage: onTheWay('toDesk', page),
  platformPage: onTheWay('toPlatform', page),
  deskForeign: onTheWay('toDesk', foreign),
  platformForeign: onTheWay('toPlatform', foreign),
  platformClockSet: clockSet('platform'),
  deskClockSet: clockSet('desk'),
  heardLate,
  cardsUnknown,
  clockWrong,
  clockCorrected,
  windowReloaded,
};

/** A random one, if there are several desks. */
const drawProgram = (name: DatabaseName, { programs, random }: FaultContext) =>
  name === 'desk' ? random.pick(programs.desks) : name;

function killed(name: DatabaseName): Strike {
  return async (context) => {
    const program = drawProgram(name, context);
    await context.programs.kill(program);
    await context.pause(context.lastsMs);
    await context.programs.start(program);
  };
}

function databaseKilled(name: DatabaseName): Strike {
  return async ({ programs, lastsMs, pause }) => {
    const killDatabase = await programs.aimAtDatabase(name);
    killDatabase();
    await Promise.all([programs.awaitComeback(name), pause(lastsMs)]);
  };
}

/** A power cut. The programs come back in random order, except that a second desk needs the database of the first. */
async function allKilled({ programs, lastsMs, random, pause }: FaultContext): Promise<void> {
  const databases = await Promise.all(databaseNames.map(programs.aimAtDatabase));
  for (const killDatabase of databases) killDatabase();
  await Promise.all(programs.names.map(programs.kill));
  await pause(lastsMs);
  for (const program of random.sample(databaseNames, databaseNames.length)) await programs.start(program);
  if (programs.names.includes('otherDesk')) await programs.start('otherDesk');
}

function paused(name: DatabaseName): Strike {
  return async (context) => {
    const program = drawProgram(name, context);
    context.programs.pause(program);
    await context.pause(context.lastsMs);
    context.programs.resume(program);
  };
}

function onTheWay(way: 'toDesk' | 'toPlatform', draw: (random: Random) => NetworkFault): Strike {
  return async ({ [way]: proxy, lastsMs, random, pause }) => {
    proxy.setFault(draw(random));
    await pause(lastsMs);
    proxy.setFault(null);
  };
}

function reset(): NetworkFault {
  return { kind: 'reset' };
}
function answerLost(): NetworkFault {
  return { kind: 'answerLost' };
}
function slow(random: Random): NetworkFault {
  return { kind: 'slow', requestMs: random.integer(2_000, 6_000), answerMs: random.integer(2_000, 6_000) };
}
function requestsSlow(random: Random): NetworkFault {
  return { kind: 'slow', requestMs: random.integer(2_000, 6_000), answerMs: 0 };
}
function answersSlow(random: Random): NetworkFault {
  return { kind: 'slow', requestMs: 0, answerMs: random.integer(2_000, 6_000) };
}
function held(): NetworkFault {
  return { kind: 'held' };
}
function swallowed(): NetworkFault {
  return { kind: 'swallowed' };
}
function halfOpen(): NetworkFault {
  return { kind: 'halfOpen' };
}
function page(random: Random): NetworkFault {
  return { kind: 'foreign', answers: [pageOf(random.pick([200, 502] as const))] };
}
/** One response repeated, as a gateway does, or several in turn. */
function foreign(random: Random): NetworkFault {
  return { kind: 'foreign', answers: random.sample(gatewayAnswers, random.chance(0.6) ? 1 : gatewayAnswers.length) };
}

async function windowReloaded({ windows, toDesk, lastsMs, pause }: FaultContext): Promise<void> {
  toDesk.setFault({ kind: 'reset' });
  await pause(lastsMs);
  await Promise.all(windows.map((window) => window.reload()));
  toDesk.setFault(null);
}
