/** A key that was pressed before the page was hydrated. */
export interface EarlyKey {
  /** As in `KeyboardEvent.key`; `Command` with Ctrl, Alt or Meta. */
  key: string;
  /** As by `pressedAt`: ms since the page's time origin. */
  at: number;
  isRepeat: boolean;
  focus: Element | null;
  /** The text of the focused field before the key and after it; null where the focus was in no field. */
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
 * An inline script of the document, run before the bundles load. It is inserted as text, so it may use nothing from
 * outside. A reader does not wait for the page: its keys are kept until the scan listener mounts.
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
      // `pressedAt`, which is outside
      const at = event.timeStamp || performance.now();
      keys.push({ key, at, isRepeat: event.repeat, focus, before: text, after: text });
    }
    // a form that is not hydrated yet would submit and reload the page
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

/** Returns the kept keys once and removes the listeners: from now on the scan listener handles keys. */
export function takeEarlyKeys(): readonly EarlyKey[] {
  const { earlyKeys } = window;
  earlyKeys?.stop();
  window.earlyKeys = undefined;
  return earlyKeys?.keys ?? [];
}
