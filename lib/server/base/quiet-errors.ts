import 'server-only';
import type { Log } from '#shared/log/log.ts';

/**
 * Next prints what a request threw with its message, which may quote what was sent: from now on the log tells where it came
 * from, and no more. Sentences are printed as they are.
 */
export function quietErrors(log: Pick<Log, 'error'>, output: Pick<Console, 'error'> = console): void {
  const print = output.error.bind(output);
  output.error = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    if (error) log.error({ error, ...digestOf(error) }, 'a request failed');
    else print(...parts);
  };
}

/** What the page is told in place of the error, which Next has given it. */
const digestOf = (error: Error): { digest?: string } =>
  'digest' in error && typeof error.digest === 'string' ? { digest: error.digest } : {};
