import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { untouchedReception } from '#lib/browser/taps/reception-state.ts';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import { ReceptionContext, type ReceptionView } from './reception-context.ts';
import { listedOf, VerdictPanel } from './verdict-panel.tsx';

const [gym, person] = ['west', 'ana'];
const tapOf = (tapId: string, where: Partial<TapRequest> = {}) =>
  ({
    tapId,
    locationId: gym,
    staffId: person,
    tappedAt: 0,
    kind: 'lookUp',
    source: 'scan',
    value: tapId,
    ...where,
  }) as TapRequest; // safe because: no part of it depends on another

function panelOf(...waiting: TapRequest[]): string {
  const view = {
    ...untouchedReception,
    taps: { ...untouchedReception.taps, waiting },
    location: { id: gym, timeZone: 'UTC' },
    staff: { id: person },
  } as unknown as ReceptionView; // safe because: the panel looks at nothing else
  return textOf(
    render(
      <ReceptionContext value={view}>
        <VerdictPanel seen={{ current: undefined }} isReplaced={false} />
      </ReceptionContext>,
    ),
  );
}

test('own waiting taps of this gym are listed beside the page', () => {
  expect(panelOf(tapOf('0x04A2'), tapOf('0x04B8'))).toMatch(/2 scans wait.*0x04A2.*0x04B8/);
});

test('waiting taps of other users and other gyms are neither shown nor listed', () => {
  const others = [tapOf('0x04FF', { staffId: 'ben' }), tapOf('0x04FE', { locationId: 'east' })];
  expect(panelOf(...others)).toBe('');
  expect(panelOf(tapOf('0x04A2'), ...others)).not.toMatch(/0x04F|2 scans/);
});

test('a closed panel opens again when a waiting tap is refused', () => {
  const closed = new Set(listedOf([tapOf('a'), tapOf('b')], [], []));
  const brings = (listed: string[]) => listed.filter((each) => !closed.has(each));
  expect(brings(listedOf([tapOf('b')], ['a'], []))).toHaveLength(1);
  // control: a tap that keeps waiting does not
  expect(brings(listedOf([tapOf('b')], [], []))).toEqual([]);
});
