import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AtCounter, ana, here } from '#app/_testing/at-counter.tsx';
import { inTheGym, memberNamed, nobodysCard, openCounter, presentOf, region } from '#app/_testing/counter.tsx';
import { expectAccessible } from '#components/testing/browser/expect-accessible.ts';
import { holdAppearing, takesPress } from '#components/testing/browser/hold-appearing.ts';
import { openScreen } from '#components/testing/browser/open-screen.tsx';
import { scan } from '#components/testing/browser/scan.ts';
import { watchSettling } from '#components/testing/browser/watch-settling.ts';
import { admitted, attention, lena, reasonOf, refused, visit } from '#components/testing/sample-verdicts.ts';
import { type ReceptionState, untouchedReception } from '#lib/browser/taps/reception-state.ts';
import type { TapRequest } from '#lib/browser/taps/tap-request.ts';
import { emptyHistory } from '#lib/browser/taps/verdict-history.ts';
import { locales } from '#lib/wire/i18n/locale.ts';
import type { MemberTasksView, TaskView } from '#lib/wire/tasks.ts';
import type { Verdict } from '#lib/wire/verdict.ts';
import { CurrentVerdict } from './current-verdict.tsx';

const corporate = (name: string) => ({ ...memberNamed(name), membershipType: 'CORPORATE_FITNESS' });

/** The verdicts of the demo's cards and other frequent ones. */
const says: Record<string, Verdict> = {
  '0x04B81D5A2F6C80': admitted,
  '0x04C7E2914A3B80': { ...attention, member: memberNamed('Mia Brandt'), reasons: [reasonOf.contractEndsSoon] },
  '0x9F3C71D2': { ...attention, member: memberNamed('Johanna Weiß'), reasons: [reasonOf.contractEnded] },
  '0x046F90B3D81E80': {
    ...attention,
    member: { ...memberNamed('Paul Lindner'), membershipType: 'PROSPECT' },
    reasons: [reasonOf.prospect],
  },
  '0x04E51A7C99D380': { ...admitted, member: memberNamed('Nele Krüger'), reasons: [reasonOf.birthday] },
  '0x04D94E6B20A780': {
    ...attention,
    member: corporate('Omar Haddad'),
    reasons: [reasonOf.firstAdmission, { ...reasonOf.openTasks, count: 1 }],
  },
  '0x5C08E6A4': { ...refused, member: corporate('Jan Pohl'), reasons: [reasonOf.corporateMembershipEnded] },
  '0x0437C5F18B6280': {
    ...refused,
    member: corporate('Aylin Bauer'),
    reasons: [reasonOf.corporateMembershipNotStarted],
  },
  '0x04811FD3467A80': { ...refused, member: corporate('Giulia Moretti'), reasons: [reasonOf.noGuestProgramme] },
  '7c1f4be2905d43a8b6e0d2f7519ac384': {
    ...admitted,
    member: memberNamed('Tarik Şahin'),
    scanned: { kind: 'nfc', text: '7c1f4be2905d43a8b6e0d2f7519ac384' },
  },
  '0x04590BAA7DE480': { ...admitted, member: memberNamed('Linh Nguyễn'), homeGym: 'München Ost' },
  '0x0455AC91D03E80': { ...admitted, member: memberNamed('Ida Roth'), reasons: [reasonOf.fromDirectory] },
  '0x04F26083CE5580': { ...refused, member: corporate('Jan Pohl'), reasons: [reasonOf.gymNotInNetwork] },
};
const tasks: MemberTasksView = {
  asOf: '2026-11-25T08:00:00Z',
  staleBecause: null,
  isLinked: true,
  today: '2026-11-25',
  tasks: [],
};
const widths = [1280, 768, 390];

afterEach(async () => {
  vi.useRealTimers();
  delete document.documentElement.dataset.theme;
  await page.viewport(1280, 900);
});

test.each(locales)('every verdict fits the reserved height, so that nothing below it moves (%s)', async (locale) => {
  // longer than any wait, since without Undo each would fit
  const { taps } = await openCounter({ says, locale, undoMs: 999_000, reads: { '/api/desk/tasks': tasks } });
  const verdict = page.elementLocator(found());
  const heightAt = async (width: number) => {
    await page.viewport(width, 900);
    return verdict.element().getBoundingClientRect().height;
  };
  const idle: number[] = [];
  for (const width of widths) idle.push(await heightAt(width));
  for (const value of [...Object.keys(says), nobodysCard]) {
    await scan(value);
    await expect.poll(() => taps.at(-1)).toMatchObject({ value });
    await expect.element(verdict).toHaveAttribute('data-tap-id', taps.at(-1)?.tapId);
    await expect.element(verdict).toHaveAttribute('aria-busy', 'false');
    if (value === '0x04D94E6B20A780') {
      await expect.poll(() => verdict.getByRole('listitem').elements()).toHaveLength(2);
      await expect.element(verdict.getByRole('listitem').getByRole('button')).toBeVisible();
    }
    for (const [index, width] of widths.entries()) {
      // actions are loaded on demand
      await expect.poll(() => heightAt(width), { message: `${value} at ${width} px` }).toBe(idle[index]);
    }
  }
});

test('a first admission offers an introduction task, which is created once, with the id of its tap', async () => {
  const first = '0x04D94E6B20A780';
  const task: TaskView = {
    id: '',
    name: 'Introduction',
    type: 'GENERAL',
    dueDate: tasks.today,
    isCompleted: false,
    completedAt: null,
    author: { name: 'Ana Keller', isMe: true },
    completer: null,
    sending: 'sent',
  };
  let view = tasks;
  const sent: unknown[] = [];
  const { taps, setPresent } = await openCounter({
    says,
    reads: {
      '/api/desk/tasks': (_, { method, body }) => {
        if (method === 'GET') return view;
        sent.push(body);
        view = { ...tasks, tasks: [{ ...task, id: taps.at(-1)?.tapId ?? '' }] };
        return { ok: true, value: { kind: 'recorded' } };
      },
    },
  });
  await scan(first);
  await region.getByRole('button', { name: 'Create introduction task' }).click();
  await expect.element(region).toHaveTextContent('Introduction task created');
  const { accountId } = memberNamed('Omar Haddad');
  const what = { template: 'introduction' };
  expect(sent).toMatchObject([
    { kind: 'create', changeId: taps[0]?.tapId, accountId, what, dueDate: tasks.today, staffId: ana.id },
  ]);
  setPresent([{ ...presentOf(memberNamed('Omar Haddad')), openTasks: 2 }]);
  await expect.element(inTheGym).toHaveTextContent(/Omar Haddad.*2 tasks/);
});

test('the offer of an introduction task takes no press in its first moment, nor do the buttons that it moves', async () => {
  const answer = Promise.withResolvers<MemberTasksView>();
  const { release } = holdAppearing();
  await openCounter({ says, reads: { '/api/desk/tasks': () => answer.promise } });
  await scan('0x04D94E6B20A780');
  await expect.element(region.getByRole('button', { name: 'Check out' })).toBeVisible();
  const settling = watchSettling();
  answer.resolve(tasks);
  const offer = region.getByRole('button', { name: 'Create introduction task' });
  await expect.element(offer).toBeVisible();
  expect(takesPress(offer)).toBe(false);
  await expect.poll(settling).toContainEqual(expect.stringContaining('Check out'));
  release();
  await expect.poll(() => takesPress(offer)).toBe(true);
});

const otherGym = '5f0c1c0e-3d0a-4c4e-9d1a-0b7d3f4a2c12';
const omar = memberNamed('Omar Haddad');
const pressOf = ({ accountId }: { accountId: string }, locationId = here): TapRequest => ({
  kind: 'checkIn',
  accountId,
  locationId,
  tapId: 'press',
  staffId: ana.id,
  tappedAt: 0,
});
const sending = (...taps: TapRequest[]) => ({ taps: { ...untouchedReception.taps, sending: taps } });

/** The counter with a verdict that offers a check-in of Omar Haddad. @returns the button, and the recorded presses */
async function openVerdict(state: Partial<ReceptionState>) {
  const verdict: Verdict = { ...admitted, tapId: 'scan', member: omar, visit, offers: ['checkIn'] };
  const history = { ...emptyHistory, verdicts: [verdict], shownTapId: 'scan' };
  const press = vi.fn();
  await openScreen(
    <AtCounter history={history} press={press} {...state}>
      <CurrentVerdict />
    </AtCounter>,
  );
  return { press, checkIn: region.getByRole('button', { name: 'Check in' }) };
}

const undoable = { ...admitted, visit: { ...visit, undoUntil: '2999-01-01T00:00:00Z' }, offers: [] };
const toCheckIn: Verdict = { ...admitted, visit: null, offers: ['checkIn'] };

test.each<[string, string, Verdict, Verdict]>([
  ['“Check in” of another member', 'Check in', toCheckIn, { ...toCheckIn, member: omar }],
  ['“Undo” of another visit', 'Undo', undoable, { ...undoable, visit: { ...undoable.visit, tapId: 'another' } }],
])('%s in the same place of the same verdict takes no press in its first moment', async (_, name, before, after) => {
  // the time to undo does not pass
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { hold, release } = holdAppearing();
  release();
  let become = (_verdict: Verdict) => {};
  function Changing() {
    const [verdict, setVerdict] = useState(before);
    become = setVerdict;
    return (
      <AtCounter history={{ ...emptyHistory, verdicts: [verdict], shownTapId: verdict.tapId }}>
        <CurrentVerdict />
      </AtCounter>
    );
  }
  await openScreen(<Changing />);
  const button = region.getByRole('button', { name });
  await expect.element(button).toBeVisible();
  await expect.poll(() => takesPress(button)).toBe(true);
  hold();
  become(after);
  await expect.poll(() => takesPress(button)).toBe(false);
  release();
  await expect.poll(() => takesPress(button)).toBe(true);
});

test.each<[string, Partial<ReceptionState>]>([
  ['a check-in of another member', sending(pressOf(omar, otherGym), pressOf(lena))],
  ['one of the same member at another gym', sending(pressOf(lena), pressOf(omar, otherGym))],
  ['an undo of another visit', { undoingTapIds: ['of another visit'] }],
])('%s in flight leaves the buttons of the shown verdict usable', async (_, state) => {
  const { press, checkIn } = await openVerdict(state);
  await expect.element(checkIn).toHaveAttribute('aria-disabled', 'false');
  await checkIn.click();
  expect(press.mock.calls).toEqual([[{ kind: 'checkIn', accountId: omar.accountId, scanTapId: 'scan' }]]);
});

test.each<[string, Partial<ReceptionState>]>([
  ['a check-in of this member', sending(pressOf(omar), pressOf(lena))],
  ['an undo of the shown visit', { undoingTapIds: [visit.tapId, 'of another visit'] }],
])('control: %s in flight disables them', async (_, state) => {
  const { press, checkIn } = await openVerdict(state);
  await expect.element(checkIn).toHaveAttribute('aria-disabled', 'true');
  (checkIn.element() as HTMLElement).click();
  expect(press).not.toHaveBeenCalled();
});

test('no kind of verdict has axe violations, in light and dark colours', async () => {
  const { taps } = await openCounter({ says, undoMs: 60_000 });
  const verdict = page.elementLocator(found());
  const kinds = { '0x04B81D5A2F6C80': 'admitted', '0x04C7E2914A3B80': 'attention', '0x5C08E6A4': 'refused' };
  for (const [value, kind] of Object.entries({ ...kinds, [nobodysCard]: 'unknown' })) {
    await scan(value);
    await expect.poll(() => taps.at(-1)).toMatchObject({ value });
    await expect.element(verdict).toHaveAttribute('data-verdict', kind);
    await expect.element(verdict).toHaveAttribute('aria-busy', 'false');
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme;
      await expectAccessible(found());
    }
  }
});

function found(): Element {
  const verdict = document.getElementById('verdict');
  if (!verdict) throw new Error('No verdict is there.');
  return verdict;
}
