'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { fetchAfterMs, fetchAgainAfterMs } from './late-code.ts';

type OnDemandProps<Props> = Props & {
  /** Whether to render the component. */
  isWanted: boolean;
  /** Fallback until it is loaded. */
  meanwhile?: ReactNode;
};

/**
 * A lazy component that does not delay the page's start: its code is loaded when wanted, or prefetched later. An outage
 * delays it but causes no error: loading is retried.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: OnDemandProps<Props>) => ReactNode {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const fetchPart = () => {
    loading ??= load()
      .then((part) => {
        loaded = part;
      })
      .catch(() => {
        loading = null;
      });
    return loading;
  };

  return function OnDemand({ isWanted, meanwhile = null, ...rest }) {
    const [Part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (Part) return;
      let isOver = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const fetchNow = async () => {
        await fetchPart();
        if (isOver) return;
        if (loaded) setPart(() => loaded);
        else timer = setTimeout(fetchNow, fetchAgainAfterMs);
      };
      if (isWanted) void fetchNow();
      else timer = setTimeout(fetchNow, fetchAfterMs);
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    }, [Part, isWanted]);
    if (!isWanted || !Part) return meanwhile;
    return <Part {...(rest as unknown as Props)} />; // safe because: the rest are the component's own props
  };
}
