'use client';

import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** Once a page has been of use for so long, its other parts are fetched too: the next outage must not miss them. */
const fetchAfterMs = 2_000;
const fetchAgainAfterMs = 2_000;

type OnDemandProps<Props> = Props & {
  /** Whether the part is to be on the page. */
  isWanted: boolean;
  /** Stands in its place until then. */
  meanwhile?: ReactNode;
};

/**
 * A part of a page whose code is not in the way of the page's first second: it is fetched when it is wanted, or a
 * little later by itself. An outage delays it and breaks nothing.
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
    return <Part {...(rest as unknown as Props)} />; // safe because: what is left are the props of the part
  };
}
