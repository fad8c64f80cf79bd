/** A key that was pressed before the page could act on it. */
export interface EarlyKey {
  /** As in `KeyboardEvent.key`; `Command` with Ctrl, Alt or Meta. */
  key: string;
  /** `event.timeStamp`: ms since the page began. */
  at: number;
  isRepeat: boolean;
  focus: Element | null;
  /** The text of the field that had the focus before the key and after it; null where it was none. */
  before: string | null;
  after: string | null;
}

interface EarlyKeys {
  keys: EarlyKey[];
  stop(): void;
}

declare global {
  interface Window {
    earlyKeys?: EarlyKeys;
  }
}

/**
 * Runs in the page before its scripts are there, written into the document as text: it may use nothing from outside.
 * A reader does not wait until a page has loaded; what it sends is kept for whoever listens first.
 */
export function keepEarlyKeys(): void {
  const most = 200;
  const keys: EarlyKey[] = [];
  const keep = (event: KeyboardEvent) => {
    const focus = document.activeElement;
    const isField = focus instanceof HTMLInputElement || focus instanceof HTMLTextAreaElement;
    if (isField && focus.type === 'password') return;
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    const key = isCommand ? 'Command' : event.key;
    const text = isField ? focus.value : null;
    if (keys.length < most) {
      keys.push({ key, at: event.timeStamp, isRepeat: event.repeat, focus, before: text, after: text });
    }
    // a form whose script is not there yet would load the page anew
    if (isField && key === 'Enter') event.preventDefault();
  };
  const keepText = ({ target }: Event) => {
    const last = keys.at(-1);
    const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
    if (isField && last?.focus === target) last.after = target.value;
  };
  addEventListener('keydown', keep, true);
  addEventListener('input', keepText, true);
  const stop = () => {
    removeEventListener('keydown', keep, true);
    removeEventListener('input', keepText, true);
  };
  window.earlyKeys = { keys, stop };
}

/** Hands over what was kept, once: from now on somebody else listens. */
export function takeEarlyKeys(): readonly EarlyKey[] {
  const { earlyKeys } = window;
  earlyKeys?.stop();
  window.earlyKeys = undefined;
  return earlyKeys?.keys ?? [];
}
