import { spawn } from 'node:child_process';
import path from 'node:path';
import type { DemoCard } from '#lib/wire/demo-cards.ts';
import { whyEnded } from '#programs/base/child-program.ts';
import { drizzleOnce, root, youngGeneration } from '#programs/base/run-program.ts';

export interface Addresses {
  /** Where the desk reaches the platform. */
  gymUrl: string;
  platformUrl: string;
}

interface Seeding {
  /** @throws ReportedError if it ended after printing its own error, UserError if it was killed */
  seed(addresses: Addresses): Promise<DemoCard[]>;
  giveUp(): Promise<void>;
}

/**
 * Opens the desk's database in a process of its own while the platform starts. It ends once the chain is written, and
 * with it the memory that the commands of both programs need.
 */
export function startSeeding(env: NodeJS.ProcessEnv): Seeding {
  const script = path.join(root, 'programs', 'seeding', 'seed-demo.ts');
  const child = spawn(process.execPath, ['--conditions=react-server', youngGeneration, ...drizzleOnce, script], {
    cwd: root,
    env,
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  child.stdin?.on('error', () => {}); // it has ended and said why
  let cards: DemoCard[] | undefined;
  child.on('message', (said: { cards: DemoCard[] }) => {
    cards = said.cards;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  ended.catch(() => {}); // the platform may still be starting, and nobody waits for this one yet
  return {
    seed: async (addresses) => {
      child.stdin?.end(JSON.stringify(addresses));
      const code = await ended;
      if (!cards) throw whyEnded(script, code, 'the demo was written');
      return cards;
    },
    giveUp: async () => {
      child.stdin?.end();
      await ended.catch(() => {});
    },
  };
}
