import { useContext, useEffect } from 'react';
import { ReceptionContext } from './reception-context.ts';

/** Has the verdict stand beside a page that takes the place of the check-in, for as long as it does. */
export function useCounterBeside(): void {
  const putBeside = useContext(ReceptionContext)?.putBeside;
  useEffect(() => putBeside?.(), [putBeside]);
}
