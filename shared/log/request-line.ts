/** The log line of a request, with the same fields in both programs. */
interface RequestLine {
  method: string;
  /** The route pattern, never the URL: that may contain a card or an e-mail address. */
  route: string;
  status: number;
  /** Duration in milliseconds with one decimal. */
  ms: number;
}

export const requestMessage = 'request';

/** @param asked.startedAt when the request arrived, by `performance.now()` */
export const requestLineOf = ({
  startedAt,
  ...asked
}: Omit<RequestLine, 'ms'> & { startedAt: number }): RequestLine => ({
  ...asked,
  ms: Math.round((performance.now() - startedAt) * 10) / 10,
});

/** Whether a status means a failure of the server, which is logged as a warning. */
export const isServerFailure = (status: number): boolean => status >= 500;
