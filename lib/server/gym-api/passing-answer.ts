import { readBounded } from './read-bounded.ts';

/**
 * A page for people, from something that answers in the platform's place while that is being worked on: nothing was done.
 * The platform has no such answer, whichever it is.
 */
export const isPage = ({ headers }: Response): boolean =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '') && headers.get('content-length') !== '0';

/** Takes a body that says nothing more, so that the connection can be used again. */
export function leaveUnread(response: Response): void {
  void readBounded(response).catch(() => {});
}
