/** What is told of every request that was answered, in both programs by these names. */
interface RequestLine {
  method: string;
  /** As the router has it, never the address: that may hold a card or an e-mail. */
  route: string;
  status: number;
  /** How long it took, in milliseconds with one decimal. */
  ms: number;
}

export const requestMessage = 'request';

/** @param asked.startedAt when the request came, by `performance.now()` */
export const requestLineOf = ({
  startedAt,
  ...asked
}: Omit<RequestLine, 'ms'> & { startedAt: number }): RequestLine => ({
  ...asked,
  ms: Math.round((performance.now() - startedAt) * 10) / 10,
});

/** Whether an answer says that its server broke: such a line is a warning. */
export const isServerFailure = (status: number): boolean => status >= 500;
