import { readBounded } from './read-bounded.ts';

/**
 * Whether a response is an HTML page, such as a gateway's maintenance page: nothing was done then. No platform answers with HTML.
 */
export const isPage = ({ headers }: Response): boolean =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '') && headers.get('content-length') !== '0';

/** Drains a body that is not needed, so that the connection can be reused. */
export function leaveUnread(response: Response): void {
  void readBounded(response).catch(() => {});
}
