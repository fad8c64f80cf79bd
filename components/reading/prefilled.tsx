'use client';

import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';

/** When this page first rendered a state, by the clock of its browser, in epoch milliseconds. */
const firstRendered = new WeakMap<DehydratedState, number>();

interface PrefilledProps {
  /** Queries that the server has read for the page. */
  state: DehydratedState;
  children: ReactNode;
}

/**
 * Puts what the server has read into the query cache of the page. The later of two values of a query wins, but the
 * server dates a value by its own clock, and Next's router cache brings the same state again on the way back: by a clock
 * ahead of the browser's it would replace what was saved meanwhile. So no value counts as later than its first rendering.
 */
export function Prefilled({ state, children }: PrefilledProps) {
  const dated = useMemo(() => datedHere(state), [state]);
  return <HydrationBoundary state={dated}>{children}</HydrationBoundary>;
}

function datedHere(state: DehydratedState): DehydratedState {
  const latest = firstRendered.get(state) ?? Date.now();
  firstRendered.set(state, latest);
  const queries = state.queries.map((query) => ({
    ...query,
    state: { ...query.state, dataUpdatedAt: Math.min(query.state.dataUpdatedAt, latest) },
  }));
  return { ...state, queries };
}
