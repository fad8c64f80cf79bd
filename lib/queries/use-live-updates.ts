import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { liveEventNames } from '#lib/desk/view.ts';
import { queryKeyOf } from './desk-queries.ts';

const reopenAfterMs = 2_000;

/**
 * Reads again whatever the desk says has changed, and everything after a gap in the connection.
 * @returns whether the desk can be heard right now
 */
export function useLiveUpdates(onReconnect?: () => void): boolean {
  const queryClient = useQueryClient();
  const [isConnected, setIsConnected] = useState(true);

  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const open = () => {
      source = new EventSource('/api/live');
      source.onopen = () => {
        setIsConnected(true);
        void queryClient.invalidateQueries();
        onReconnect?.();
      };
      source.onerror = () => {
        setIsConnected(false);
        // the browser reopens by itself, except after an answer that was no stream
        if (source.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, reopenAfterMs);
      };
      for (const name of liveEventNames) {
        source.addEventListener(name, () => void queryClient.invalidateQueries({ queryKey: queryKeyOf(name) }));
      }
    };
    open();
    return () => {
      clearTimeout(timer);
      source.close();
    };
  }, [queryClient, onReconnect]);

  return isConnected;
}
