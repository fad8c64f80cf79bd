import { useContext, useEffect } from 'react';
import { ReceptionContext } from './reception-context.ts';

/** While mounted, shows the verdict beside the page that replaces the check-in. */
export function useCounterBeside(): void {
  const putBeside = useContext(ReceptionContext)?.putBeside;
  useEffect(() => putBeside?.(), [putBeside]);
}
