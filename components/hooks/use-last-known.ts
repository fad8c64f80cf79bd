import { useState } from 'react';

/** What was read last, also while it is read anew for another person and nothing is known: what is open over it stays. */
export function useLastKnown<T>(read: T | undefined): T | undefined {
  const [last, setLast] = useState(read);
  if (read === undefined) return last;
  if (read !== last) setLast(read);
  return read;
}
