import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { liveConnectionOf } from './live-connection.ts';

/**
 * Keeps what a page has read of its location current. However many parts of it ask, the desk is listened to once.
 * @returns whether the desk can be heard right now
 */
export function useLiveUpdates(locationId: string, onReconnect?: () => void): boolean {
  const connection = liveConnectionOf(useQueryClient());
  const reconnected = useEffectEvent(() => onReconnect?.());
  useEffect(() => connection.listen(locationId, () => reconnected()), [connection, locationId]);
  return useSyncExternalStore(connection.subscribe, connection.isOpen, () => true);
}

/** Whether the desk can be heard right now, for what does not read from it. */
export function useIsDeskHeard(): boolean {
  const connection = liveConnectionOf(useQueryClient());
  return useSyncExternalStore(connection.subscribe, connection.isOpen, () => true);
}

/** @returns what a part calls whose question the desk did not answer */
export const useDeskDoubt = (): (() => void) => liveConnectionOf(useQueryClient()).doubt;

/** Of which build the desk is that this page is connected to; null before it is. */
export function useDeskVersion(): string | null {
  const connection = liveConnectionOf(useQueryClient());
  return useSyncExternalStore(connection.subscribe, connection.version, () => null);
}
