import { Argument, type Command } from 'commander';
import { z } from 'zod';
import { webhookEventTypes } from '#contracts/v2/webhooks.ts';
import { randomIds } from '#platform/base/clock-and-ids.ts';
import { newSecret } from '#platform/services/webhooks/new-secret.ts';
import { askSandbox, type SandboxPlace } from './ask-sandbox.ts';
import { listen } from './listen.ts';
import { readUrl } from './read-url.ts';

interface SandboxSurroundings {
  place: SandboxPlace;
  signal: AbortSignal | undefined;
  write: (text: string) => void;
}

const caused = z.object({ type: z.enum(webhookEventTypes), accountId: z.string().nullable(), webhooks: z.number() });

/** The commands that ask a running sandbox, and need no database. */
export function addSandboxCommands(program: Command, { place, signal, write }: SandboxSurroundings): void {
  const placeAt = (url: string | undefined): SandboxPlace =>
    url === undefined ? place : { ...place, url: new URL(url).origin };

  program
    .command('listen')
    .description(
      'In a sandbox: forwards the events of a gym to an address, and prints each with its status and whether its signature is right, a JSON document per line, until Ctrl-C.',
    )
    .requiredOption('--gym <id>', 'the gym')
    .requiredOption('--forward-to <url>', 'address that receives the events', readUrl)
    .option('--secret <text>', 'secret that signs them; without it one is made, and printed')
    .option('--platform <url>', 'address of the platform; without it the one of this installation', readUrl)
    .action(({ gym, forwardTo, secret = newSecret(randomIds), platform }) =>
      listen(placeAt(platform), { gymId: gym, forwardTo, secret, signal, write }),
    );

  program
    .command('trigger')
    .description('In a sandbox: does what causes an event, such as a check-in.')
    .addArgument(new Argument('<type>', 'the event').choices(webhookEventTypes))
    .requiredOption('--gym <id>', 'the gym')
    .option('--account <id>', 'whom it is about; without it some member, except for a deletion')
    .option('--platform <url>', 'address of the platform; without it the one of this installation', readUrl)
    .action(async (type, { gym, account, platform }) => {
      const body = { type, gymId: gym, ...(account !== undefined && { accountId: account }) };
      const answer = await askSandbox(placeAt(platform), { method: 'POST', path: '/events', body, schema: caused });
      write(`${JSON.stringify(answer, null, 2)}\n`);
    });
}
