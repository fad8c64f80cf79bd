import { readBounded } from './read-bounded.ts';

/**
 * Whether a response is declared as an HTML page, such as a gateway's maintenance page: nothing was done then. No platform answers
 * with HTML, but some declare answers without a body as HTML.
 */
export const isPage = ({ headers, body }: Response): boolean =>
  body !== null && /^text\/html\b/i.test(headers.get('content-type') ?? '') && headers.get('content-length') !== '0';

/** The same for a response whose body was read: a chunked one shows only then that it is empty. */
export const isPageWith = (response: Response, body: string | null): boolean => isPage(response) && body?.trim() !== '';

/** Drains a body that is not needed, so that the connection can be reused. */
export function leaveUnread(response: Response): void {
  void readBounded(response).catch(() => {});
}

/** A page has more, and blank lines less. */
const mostBlankBytes = 1_000;

/** Whether a response whose body is not needed is a page. Reads no more of it than that takes, and drains any other body. */
export async function isUnneededPage(response: Response): Promise<boolean> {
  if (isPage(response)) {
    const body = readBounded(response, mostBlankBytes);
    return body.then(
      (text) => isPageWith(response, text),
      () => true,
    );
  }
  leaveUnread(response);
  return false;
}
