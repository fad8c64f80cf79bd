import { useEffect, useState } from 'react';

/** Whole seconds until an instant (epoch ms of this browser's clock), counted down; 0 once it is over. */
export function useSecondsLeft(until: number): number {
  const [seconds, setSeconds] = useState(() => secondsTo(until));
  useEffect(() => {
    const update = () => setSeconds(secondsTo(until));
    update();
    const timer = setInterval(() => {
      update();
      if (secondsTo(until) === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

function secondsTo(until: number): number {
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
