import { useState } from 'react';
import { expect, test } from 'vitest';
import { elementsOf } from '#components/testing/elements.ts';
import { render } from '#components/testing/render.tsx';
import { admitted } from '#components/testing/sample-verdicts.ts';
import { untouchedReception } from '#lib/browser/taps/reception-state.ts';
import type { Verdict, VerdictKind } from '#lib/wire/verdict.ts';
import { BrokenPanel } from './broken-panel.tsx';
import { CounterPanel } from './counter-panel.tsx';
import { ReceptionContext, type ReceptionView } from './reception-context.ts';

/** Whether the broken panel is shown: at first, after closing, and after the later verdict of the scan. */
function tellsOf(first: VerdictKind, later: VerdictKind): boolean[] {
  const tells: boolean[] = [];
  const view = {
    ...untouchedReception,
    get history() {
      const kind = tells.length < 2 ? first : later;
      const verdict = { ...admitted, kind } as Verdict; // safe because: nothing is drawn of it
      return { ...untouchedReception.history, verdicts: [verdict], shownTapId: verdict.tapId };
    },
  } as unknown as ReceptionView; // safe because: the boundary looks at nothing else
  function Counter() {
    const [hasDecided, decide] = useState(false);
    const { props } = CounterPanel({ seen: { current: undefined }, isReplaced: false });
    const [panel] = elementsOf(BrokenPanel, props.fallback);
    tells.push(panel !== undefined);
    if (tells.length === 1) panel?.props.onClose();
    else if (!hasDecided) decide(true);
    return null;
  }
  render(
    <ReceptionContext value={view}>
      <Counter />
    </ReceptionContext>,
  );
  return tells;
}

test('a closed panel opens again when the verdict of the same scan changes', () => {
  expect(tellsOf('unconfirmed', 'refused')).toEqual([true, false, true]);
  // control: the same verdict stays closed
  expect(tellsOf('unconfirmed', 'unconfirmed')).toEqual([true, false, false]);
});
