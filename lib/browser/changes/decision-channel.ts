import { isNumber, isText, listOf, objectOf, wordOf } from '#lib/wire/answers/shape.ts';
import { contentFields } from '#lib/wire/task-content.ts';
import type { Decision } from './conflicts.ts';

/** Another window may be of another version. */
const isDecision = objectOf<Decision>({
  staffId: isText,
  taskId: isText,
  fields: listOf(wordOf(contentFields)),
  until: isNumber,
});

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
      const hear = ({ data }: MessageEvent<unknown>) => isDecision(data) && listener(data);
      channel.addEventListener('message', hear);
    },
  };
}
