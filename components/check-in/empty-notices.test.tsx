import { expect, test } from 'vitest';
import { UnreadableNotice } from '#components/away/unreadable-notice.tsx';
import { render } from '#components/testing/render.tsx';
import { statusOf } from '#lib/testing/platform-status.ts';
import { PlatformBanner } from './platform-banner.tsx';
import { WaitingTaps } from './waiting-taps.tsx';

const nothing = () => {};
/** Only managers are told of these. */
const absent = { count: 3, of: 40, since: '2026-11-20T08:12:00.000Z' };
const status = statusOf({ clockAheadS: 300, visitsInDoubt: 2, absent });
const ofReception = { status, role: 'reception', timeZone: 'UTC' } as const;

test.each([
  ['taps that wait', <WaitingTaps key="1" taps={[]} onRetry={nothing} timeZone="UTC" />],
  ['unreadable taps', <UnreadableNotice key="2" of="scans" count={0} onRemove={nothing} />],
  ['a status that reception is not told of', <PlatformBanner key="3" {...ofReception} />],
])('without anything to say, the notice of %s renders no element', (_, notice) => {
  expect(render(notice)).toBe('');
});
