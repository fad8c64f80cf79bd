import { useState } from 'react';

/** Keeps the last value while the query has none, as after a change of user: an open dialog stays mounted. */
export function useLastKnown<T>(read: T | undefined): T | undefined {
  const [last, setLast] = useState(read);
  if (read === undefined) return last;
  if (read !== last) setLast(read);
  return read;
}
