import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { ReceptionContext, type ReceptionView } from '#app/g/[gym]/(desk)/_components/reception-context.ts';
import { untouchedReception } from '#lib/browser/taps/reception-state.ts';
import type { LocationView } from '#lib/wire/locations.ts';
import { defaultReaderProfile } from '#lib/wire/reader/reader-profile.ts';
import type { StaffView } from '#lib/wire/staff.ts';

/** The location of these tests. */
export const here = '5f0c1c0e-3d0a-4c4e-9d1a-0b7d3f4a2c11';

export const ana: StaffView = {
  id: '2d7f6c52-8f0b-4f4e-9a77-6f0a4d1f2b33',
  displayName: 'Ana Keller',
  initials: 'AK',
  role: 'reception',
};

export const munichWest: LocationView = {
  id: here,
  slug: 'munich-west',
  name: 'München West',
  timeZone: 'Europe/Berlin',
  capacity: 120,
  checkInOnScan: true,
  keepsScreenAwake: false,
  readerProfiles: [defaultReaderProfile],
};

/** Provides the counter's state with nothing scanned yet. */
export function AtCounter({ children, ...given }: Partial<ReceptionView> & { children: ReactNode }) {
  const view: ReceptionView = {
    ...untouchedReception,
    location: munichWest,
    staff: ana,
    today: '2026-11-25',
    isConnected: true,
    searchBox: { current: null },
    lookUp: vi.fn(),
    lookUpMember: vi.fn(),
    press: vi.fn(),
    newTap: vi.fn(),
    showAnswer: vi.fn(),
    undo: vi.fn(),
    lookAt: vi.fn(),
    retryNow: vi.fn(),
    removeUnreadable: vi.fn(),
    putBeside: () => () => {},
    assign: vi.fn(),
    ...given,
  };
  return <ReceptionContext value={view}>{children}</ReceptionContext>;
}
