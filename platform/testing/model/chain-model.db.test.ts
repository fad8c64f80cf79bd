import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestPlatform, type TestGym } from '#platform/testing/platform.ts';
import { seed } from '#shared/testing/seed.ts';
import { type ChainCommand, chainCommands, type Real } from './commands.ts';
import { emptyChain, type ModelChain } from './members.ts';

const platform = startTestPlatform();

const visitsIn = async ({ chainId }: TestGym) =>
  (
    await platform.rows<{ visit: string }>(
      `SELECT account_id || ' ' || kind || ' ' || (extract(epoch FROM occurred_at) * 1000)::bigint AS visit
       FROM visits WHERE chain_id = $1`,
      [chainId],
    )
  ).map(({ visit }) => visit);
const cardsIn = async ({ chainId }: TestGym) =>
  (
    await platform.rows<{ card: string }>("SELECT rfid || ' ' || account_id AS card FROM rfids WHERE chain_id = $1", [
      chainId,
    ])
  ).map(({ card }) => card);

async function runAgainstModel(commands: Iterable<ChainCommand>): Promise<void> {
  platform.logged.length = 0;
  const gym = await platform.newGym();
  const model: ModelChain = emptyChain();
  const passSecond = () => {
    platform.time.now = new Date(platform.time.now.getTime() + 1000);
  };
  const real: Real = { gym, run: randomUUID(), passSecond };
  await fc.asyncModelRun(() => ({ model, real }), commands);
  expect((await visitsIn(gym)).toSorted()).toEqual([...model.visits].toSorted());
  const cards = [...model.cards].map(([card, { accountId }]) => `${card} ${accountId}`);
  expect((await cardsIn(gym)).toSorted()).toEqual(cards.toSorted());
}

/** This many concurrent runs keep both the platform and PostgreSQL busy. */
const lanes = 4;
const runs = 100;

test(`accounts, cards and visits follow the model after any sequence of operations (TEST_SEED=${seed})`, async () => {
  const commands = fc.commands(chainCommands, { maxCommands: 40 });
  await Promise.all(
    Array.from({ length: lanes }, (_, lane) =>
      fc.assert(fc.asyncProperty(commands, runAgainstModel), { numRuns: runs / lanes, seed: seed + lane }),
    ),
  );
});
