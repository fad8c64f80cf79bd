import 'server-only';
import type { Log } from '#shared/log/log.ts';

/**
 * Next prints an error of a request with its message, which may quote what the client sent. From now on, only its type and
 * stack go to the log. Plain messages are printed as they are.
 */
export function quietErrors(log: Pick<Log, 'error'>, output: Pick<Console, 'error'> = console): void {
  const print = output.error.bind(output);
  output.error = (...parts: unknown[]) => {
    const error = parts.find((part) => part instanceof Error);
    if (error) log.error({ error, ...digestOf(error) }, 'a request failed');
    else print(...parts);
  };
}

/** The digest that Next sends to the page in place of the error. */
const digestOf = (error: Error): { digest?: string } =>
  'digest' in error && typeof error.digest === 'string' ? { digest: error.digest } : {};
