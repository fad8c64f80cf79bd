import { describeDiskTrouble } from './disk-trouble.ts';
import { ReportedError, UserError } from './user-error.ts';

/** How long a program may take to stop, its database included. */
export const longestStopMs = 9_000;

/** A program that runs until it is stopped. */
export interface Running {
  stop(): Promise<void>;
  /** Settles with the reason when it ends unexpectedly. */
  ended?: Promise<string>;
}

/** The file of a system error. A copy names two: its target, made by us, is at fault except where the source may not be read. */
function fileOf(error: Error): unknown {
  const isForbidden = 'code' in error && error.code === 'EACCES';
  if ('dest' in error && !isForbidden) return error.dest;
  return 'path' in error ? error.path : undefined;
}

/** Adds an explanation of disk errors, such as a full disk, for the file in the system error. */
function withDiskTrouble(error: unknown): unknown {
  const file = error instanceof Error ? fileOf(error) : undefined;
  return typeof file === 'string' ? (describeDiskTrouble(error, file) ?? error) : error;
}

/** Prints a user's mistake as one sentence, any other failure with its stack, and exits with code 1. */
export function fail(failure: unknown): never {
  const error = withDiskTrouble(failure);
  const isMendable = error instanceof UserError || (error instanceof Error && error.name === 'EnvironmentError');
  if (!(error instanceof ReportedError)) console.error(isMendable ? error.message : error);
  process.exit(1);
}

/** The reader of stdout or stderr may be gone. That is no failure, and reporting it would fail again. */
function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Runs a command to its end; if it is stopped before, it undoes what it has begun. */
export async function runAbortable(command: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new UserError('Stopped before it was done: nothing of it is left.'));
  for (const signal of stopSignals) process.on(signal, stop);
  process.on('disconnect', stop); // the parent process was killed
  ignoreBrokenPipes();
  try {
    process.exitCode = await command(stopping.signal);
    process.off('disconnect', stop);
    if (process.connected) process.disconnect();
  } catch (error) {
    fail(error);
  }
}

/** Runs a command to its end. */
export async function runOnce(command: () => Promise<number>): Promise<void> {
  const giveUp = () => process.exit(1);
  process.on('disconnect', giveUp); // the parent process was killed
  ignoreBrokenPipes();
  try {
    process.exitCode = await command();
    process.off('disconnect', giveUp);
    if (process.connected) process.disconnect(); // an open IPC channel would keep the process alive
  } catch (error) {
    fail(error);
  }
}

/**
 * Runs a program in the foreground until SIGTERM, Ctrl-C or the end of its parent process, then stops it. The exit code
 * is 0 after a clean stop, and 1 if it could not start, ended unexpectedly or did not stop within 9 s.
 */
export async function runForeground(start: () => Promise<Running>, { stopMs = longestStopMs } = {}): Promise<void> {
  const stopping = Promise.withResolvers<string | undefined>();
  for (const signal of stopSignals) process.on(signal, () => stopping.resolve(undefined));
  process.on('disconnect', () => stopping.resolve(undefined));
  ignoreBrokenPipes();

  const started = start();
  started.then((running) => running.ended?.then(stopping.resolve)).catch(() => stopping.resolve(undefined));
  const reason = await stopping.promise;

  const whyEnded = reason === undefined ? undefined : new UserError(reason);
  setTimeout(() => fail(whyEnded ?? new UserError('It did not stop in time and was ended.')), stopMs).unref();
  try {
    // a stop during the start waits for the start, so that nothing is left running
    await (await started).stop();
  } catch (error) {
    fail(whyEnded ?? error); // errors after the end of its database are only consequences
  }
  if (whyEnded) fail(whyEnded);
  process.exit(0);
}
