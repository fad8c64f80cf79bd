import { CommanderError } from 'commander';
import { randomIds, systemClock } from '#platform/base/clock-and-ids.ts';
import { createPlatformSeal } from '#platform/base/seal.ts';
import { openOperatorDatabase } from '#platform/db/client.ts';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { requireSchema } from '#platform/db/require-schema.ts';
import { skipNumbersAt } from '#platform/db/skip-numbers.ts';
import { OperatorMistake } from '#platform/services/operator.ts';
import { buildCommands, type RunCommand } from './commands.ts';
import { addPostmanCommand } from './postman.ts';
import type { SandboxPlace } from './sandbox/ask-sandbox.ts';
import { addSandboxCommands } from './sandbox/commands.ts';

export interface AdminOptions {
  databaseUrl: string;
  /** PLATFORM_SECRET and PLATFORM_SECRET_PREVIOUS, for the command that needs them. */
  readSecrets?: () => { secret: string; previousSecret?: string | undefined };
  /** All of standard input, for the command that reads a password from it. */
  readInput?: () => Promise<string>;
  /** Where a sandbox of this installation listens, for the commands that ask one. */
  sandbox?: SandboxPlace;
  /** Ends the command that runs until it is stopped. */
  signal?: AbortSignal;
  /** Receives the command's result, one JSON document. */
  write: (text: string) => void;
  /** Receives one sentence about a mistake. */
  writeError?: (text: string) => void;
}

/**
 * Runs one operator's command.
 * @param argv the arguments after the program's name
 * @returns the exit code: 0, or 1 after a mistake that was explained on stderr
 */
export async function runAdmin(argv: string[], options: AdminOptions): Promise<number> {
  const { databaseUrl, readSecrets, readInput, write, writeError = (text) => console.error(text.trimEnd()) } = options;
  const { sandbox = { url: 'http://127.0.0.1:4010' }, signal } = options;
  const run: RunCommand = async (command) => {
    await requireSchema(databaseUrl);
    const database = openOperatorDatabase({ url: databaseUrl });
    try {
      const openSeal = () => {
        const { secret, previousSecret } = readSecrets?.() ?? { secret: '' };
        if (secret.length < 32) throw new OperatorMistake('PLATFORM_SECRET is missing or too short: set it.');
        return createPlatformSeal(secret, previousSecret);
      };
      const readPassword = async () => ((await readInput?.()) ?? '').replace(/\r?\n$/, '');
      const answer = await command({ database, clock: systemClock, ids: randomIds, openSeal, readPassword });
      write(`${JSON.stringify(answer, null, 2)}\n`);
    } finally {
      await database.close();
    }
  };
  const upgradeDatabase = async () => {
    await migrateDatabase(databaseUrl);
    write(`${JSON.stringify({ database: 'upToDate' }, null, 2)}\n`);
  };
  const skipNumbers = async () => {
    await requireSchema(databaseUrl);
    await skipNumbersAt(databaseUrl, systemClock());
    write(`${JSON.stringify({ numbers: 'skipped' }, null, 2)}\n`);
  };
  try {
    const program = buildCommands(run, { write, writeError, upgradeDatabase, skipNumbers });
    addSandboxCommands(program, { place: sandbox, signal, write });
    addPostmanCommand(program, { url: sandbox.url, write });
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    if (!(error instanceof OperatorMistake)) throw error;
    writeError(`${error.message}\n`);
    return 1;
  }
}
