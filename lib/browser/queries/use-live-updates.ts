import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { liveConnectionOf } from './live-connection.ts';

/**
 * Keeps the queries of a location current. All components share one connection to the desk.
 * @returns whether the desk is reachable right now
 */
export function useLiveUpdates(locationId: string, onReconnect?: () => void): boolean {
  const connection = liveConnectionOf(useQueryClient());
  const reconnected = useEffectEvent(() => onReconnect?.());
  useEffect(() => connection.listen(locationId, () => reconnected()), [connection, locationId]);
  return useSyncExternalStore(connection.subscribe, connection.isOpen, () => true);
}

/** Whether the desk is reachable right now, for components that do not subscribe to a location. */
export function useIsDeskHeard(): boolean {
  const connection = liveConnectionOf(useQueryClient());
  return useSyncExternalStore(connection.subscribe, connection.isOpen, () => true);
}

/** @returns the function to call when the desk did not respond to a request */
export const useDeskDoubt = (): (() => void) => liveConnectionOf(useQueryClient()).doubt;

/** The build of the desk that this page heard of last; null before the first connection. */
export function useDeskVersion(): string | null {
  const connection = liveConnectionOf(useQueryClient());
  return useSyncExternalStore(connection.subscribe, connection.version, () => null);
}
