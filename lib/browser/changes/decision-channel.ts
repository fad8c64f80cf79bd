import type { Decision } from './conflicts.ts';

/** Carries decisions about conflicts between the windows of this browser: ids, names of fields and a time, and no text. */
export interface DecisionChannel {
  tell(decision: Decision): void;
  listen(listener: (decision: Decision) => void): void;
}

export function openDecisionChannel(): DecisionChannel {
  const channel = new BroadcastChannel('front-desk decisions');
  return {
    tell: (decision) => channel.postMessage(decision),
    listen: (listener) => {
      channel.onmessage = ({ data }: MessageEvent<Decision>) => listener(data);
    },
  };
}
