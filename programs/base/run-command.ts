import { describeDiskTrouble } from './disk-trouble.ts';
import { ToldError, UserError } from './user-error.ts';

const longestStopMs = 9_000;

/** Something that runs until it is told to stop. */
export interface Running {
  stop(): Promise<void>;
  /** Settles when it ends by itself, with a sentence saying why. */
  ended?: Promise<string>;
}

/** A system's own error, such as of a disk that is full, names the file it met. */
const withDiskTrouble = (error: unknown): unknown =>
  error instanceof Error && 'path' in error && typeof error.path === 'string'
    ? (describeDiskTrouble(error, error.path) ?? error)
    : error;

/** Prints a mistake a person can mend as one sentence, anything else with its stack, and ends with exit code 1. */
export function fail(failure: unknown): never {
  const error = withDiskTrouble(failure);
  const isMendable = error instanceof UserError || (error instanceof Error && error.name === 'EnvironmentError');
  if (!(error instanceof ToldError)) console.error(isMendable ? error.message : error);
  process.exit(1);
}

/** Whoever read our words may be gone. That is no mistake of ours, and telling of it would only fail again. */
function survivePipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Runs a command that ends by itself, and that takes back what it has begun where it is told to stop before. */
export async function runAbortable(command: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new UserError('Stopped before it was done: nothing of it is left.'));
  for (const signal of stopSignals) process.on(signal, stop);
  process.on('disconnect', stop); // our starter was killed
  survivePipes();
  try {
    process.exitCode = await command(stopping.signal);
    process.off('disconnect', stop);
    if (process.connected) process.disconnect();
  } catch (error) {
    fail(error);
  }
}

/** Runs a command that ends by itself. */
export async function runOnce(command: () => Promise<number>): Promise<void> {
  const giveUp = () => process.exit(1);
  process.on('disconnect', giveUp); // our starter was killed
  survivePipes();
  try {
    process.exitCode = await command();
    process.off('disconnect', giveUp);
    if (process.connected) process.disconnect(); // an open channel would keep the process
  } catch (error) {
    fail(error);
  }
}

/**
 * Runs a program in the foreground until SIGTERM, Ctrl-C or the end of its starter, then stops it.
 * Ends with exit code 0 after a clean stop, 1 when it could not start, ended by itself or did not stop in 9 s.
 */
export async function runForeground(start: () => Promise<Running>): Promise<void> {
  const stopping = Promise.withResolvers<string | undefined>();
  for (const signal of stopSignals) process.on(signal, () => stopping.resolve(undefined));
  process.on('disconnect', () => stopping.resolve(undefined));
  survivePipes();

  const started = start();
  started.then((running) => running.ended?.then(stopping.resolve)).catch(() => stopping.resolve(undefined));
  const reason = await stopping.promise;

  const whyEnded = reason === undefined ? undefined : new UserError(reason);
  setTimeout(() => fail(whyEnded ?? new UserError('It did not stop in time and was ended.')), longestStopMs).unref();
  try {
    // a stop that comes while starting waits for the start, so that nothing is left running
    await (await started).stop();
  } catch (error) {
    fail(whyEnded ?? error); // what fails after the end of its database is no news
  }
  if (whyEnded) fail(whyEnded);
  process.exit(0);
}
