import { silentAt, stepBurst } from '#lib/browser/scan/burst.ts';
import type { BurstState, BurstStep } from '#lib/browser/scan/burst-step.ts';

export interface Press {
  key: string;
  /** Milliseconds since the previous key. */
  after: number;
  isRepeat?: boolean;
}

/**
 * A page with only the field for scans: it receives keys, Enter looks up its text, and keys of a recognised burst are
 * undone. The timers of a browser are simulated, including the end of a burst by silence.
 */
export function typeInto(field: string, presses: readonly Press[], began: BurstState) {
  const before = new Map<number, string>();
  const scans = new Map<number, string>();
  const page = { field, sent: 0, tabbed: 0, typing: 0, cut: 0, typed: [] as string[] };
  let state = began;
  let at = 10_000;
  const apply = (step: BurstStep) => {
    state = step.state;
    for (const id of [...step.restoreTo, ...step.doubted]) page.field = before.get(id) ?? 'not remembered';
    if (step.ended?.type === 'scan') scans.set(step.ended.id, step.ended.text);
    if (step.ended?.type === 'typing') page.typing += 1;
    if (step.ended?.type !== 'cut') return;
    page.cut += 1;
    for (const id of step.ended.voids) scans.delete(id);
  };
  const waitUntil = (until: number) => {
    const overAt = silentAt(state);
    if (overAt !== null && overAt < until) apply(stepBurst(state, { type: 'silence', at: overAt + 1 }));
  };
  for (const [id, { key, after, isRepeat }] of presses.entries()) {
    at += after;
    waitUntil(at);
    const step = stepBurst(state, { type: 'key', id, key, at, isRepeat });
    apply(step);
    before.set(id, page.field);
    if (step.isSwallowed) continue;
    if (key === 'Enter') {
      page.sent += 1;
      if (page.field !== '') page.typed.push(page.field);
    } else if (key === 'Tab') page.tabbed += 1;
    else if ([...key].length === 1) page.field += key;
  }
  waitUntil(Number.POSITIVE_INFINITY);
  return { ...page, state, scans: [...scans.values()], lookedUp: [...scans.values(), ...page.typed] };
}
