import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '#platform/simulator/random.ts';
import type { FaultName } from './fault-names.ts';
import type { Round } from './plan.ts';
import { type DatabaseName, databaseNames, type Programs } from './programs.ts';
import type { FaultyProxy, NetworkFault } from './proxy.ts';
import type { DeskWindow } from './window.ts';

/** What a fault is done to. */
interface Target {
  programs: Programs;
  windows: readonly DeskWindow[];
  /** Between the windows and the desk. */
  toDesk: FaultyProxy;
  /** Between the desk and the platform. */
  toPlatform: FaultyProxy;
}

interface Blow extends Target {
  lastsMs: number;
  random: Random;
}
type Strike = (blow: Blow) => Promise<void>;

/** Does what a round is about, and puts right afterwards what does not come right by itself. */
export function strike(target: Target, { fault, lastsMs, seed }: Round): Promise<void> {
  return strikes[fault]({ ...target, lastsMs, random: createRandom(seed, fault) });
}

const strikes: Record<FaultName, Strike> = {
  deskKilled: killed('desk'),
  platformKilled: killed('platform'),
  deskDatabaseKilled: databaseKilled('desk'),
  platformDatabaseKilled: databaseKilled('platform'),
  allKilled,
  deskPaused: paused('desk'),
  platformPaused: paused('platform'),
  ...{ deskReset: onTheWay('toDesk', reset), platformReset: onTheWay('toPlatform', reset) },
  ...{ deskAnswerLost: onTheWay('toDesk', answerLost), platformAnswerLost: onTheWay('toPlatform', answerLost) },
  ...{ deskSlow: onTheWay('toDesk', slow), platformSlow: onTheWay('toPlatform', slow) },
  deskRequestsSlow: onTheWay('toDesk', requestsSlow),
  platformRequestsSlow: onTheWay('toPlatform', requestsSlow),
  ...{ deskAnswersSlow: onTheWay('toDesk', answersSlow), platformAnswersSlow: onTheWay('toPlatform', answersSlow) },
  ...{ deskHeld: onTheWay('toDesk', held), platformHeld: onTheWay('toPlatform', held) },
  ...{ deskSilent: onTheWay('toDesk', swallowed), platformSilent: onTheWay('toPlatform', swallowed) },
  ...{ deskHalfOpen: onTheWay('toDesk', halfOpen), platformHalfOpen: onTheWay('toPlatform', halfOpen) },
  ...{ deskPage: onTheWay('toDesk', page), platformPage: onTheWay('toPlatform', page) },
  clockWrong,
  clockCorrected,
  windowReloaded,
};

/** Where there are several desks, one of them. */
const drawProgram = (name: DatabaseName, { programs, random }: Blow) =>
  name === 'desk' ? random.pick(programs.desks) : name;

function killed(name: DatabaseName): Strike {
  return async (blow) => {
    const program = drawProgram(name, blow);
    await blow.programs.kill(program);
    await sleep(blow.lastsMs);
    await blow.programs.start(program);
  };
}

function databaseKilled(name: DatabaseName): Strike {
  return async ({ programs, lastsMs }) => {
    const killDatabase = await programs.aimAtDatabase(name);
    killDatabase();
    await Promise.all([programs.awaitComeback(name), sleep(lastsMs)]);
  };
}

/** A power cut. What comes back first is a matter of chance, except that a second desk needs the database of the first. */
async function allKilled({ programs, lastsMs, random }: Blow): Promise<void> {
  const databases = await Promise.all(databaseNames.map(programs.aimAtDatabase));
  for (const killDatabase of databases) killDatabase();
  await Promise.all(programs.names.map(programs.kill));
  await sleep(lastsMs);
  for (const program of random.sample(databaseNames, databaseNames.length)) await programs.start(program);
  if (programs.names.includes('otherDesk')) await programs.start('otherDesk');
}

function paused(name: DatabaseName): Strike {
  return async (blow) => {
    const program = drawProgram(name, blow);
    blow.programs.pause(program);
    await sleep(blow.lastsMs);
    blow.programs.resume(program);
  };
}

function onTheWay(way: 'toDesk' | 'toPlatform', draw: (random: Random) => NetworkFault): Strike {
  return async ({ [way]: proxy, lastsMs, random }) => {
    proxy.setFault(draw(random));
    await sleep(lastsMs);
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
  return { kind: 'page', status: random.pick([200, 502] as const) };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Ahead, behind, and a tablet that lost its battery. */
const wrongClocks = [minuteMs, -minuteMs, 3 * hourMs, -3 * hourMs] as const;
const drawWrongClock = (random: Random) =>
  random.chance(0.2) ? Date.parse('2020-01-01T00:00:00Z') - Date.now() : random.pick(wrongClocks);

function setClocks(windows: readonly DeskWindow[], aheadMs: number): void {
  for (const window of windows) window.setClock(aheadMs);
}

/** Set wrong while everything works, and right again. */
async function clockWrong({ windows, lastsMs, random }: Blow): Promise<void> {
  setClocks(windows, drawWrongClock(random));
  await sleep(lastsMs);
  setClocks(windows, 0);
}

/** Taps made by a wrong clock wait for the desk, and the clock is right when they are sent. */
async function clockCorrected({ windows, toDesk, lastsMs, random }: Blow): Promise<void> {
  setClocks(windows, drawWrongClock(random));
  toDesk.setFault({ kind: 'reset' });
  await sleep(lastsMs);
  setClocks(windows, 0);
  toDesk.setFault(null);
}

async function windowReloaded({ windows, toDesk, lastsMs }: Blow): Promise<void> {
  toDesk.setFault({ kind: 'reset' });
  await sleep(lastsMs);
  await Promise.all(windows.map((window) => window.reload()));
  toDesk.setFault(null);
}
