import { expect, it } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { admitted, lena, reasonOf, refused, unknown } from '#components/testing/sample-verdicts.ts';
import { EarlierVerdicts } from './earlier-verdicts.tsx';

const named = (displayName: string) => ({ ...lena, displayName });

it('an unseen failure stays above newer verdicts until it is seen', () => {
  const verdicts = [
    { ...admitted, tapId: 'newest', member: named('Omar Haddad') },
    { ...admitted, tapId: 'newer', member: named('Mia Brandt') },
    { ...refused, tapId: 'failure', member: named('Jan Pohl'), reasons: [reasonOf.noGuestProgramme] },
  ];
  const rows = (unseenTapIds: string[]) => {
    const markup = render(
      <EarlierVerdicts verdicts={verdicts} unseenTapIds={unseenTapIds} onChoose={() => {}} timeZone="Europe/Berlin" />,
    );
    return [...markup.matchAll(/<button.*?<\/button>/g)].map(([row]) => textOf(row));
  };
  expect(rows(['failure'])[0]).toMatch(/Jan Pohl not seen yet Refused · This gym does not take part/);
  expect(rows([]).map((row) => /Omar|Mia|Jan/.exec(row)?.[0])).toEqual(['Omar', 'Mia', 'Jan']);
  expect(rows([]).join()).not.toContain('not seen yet');
});

it('an unknown card says that its visit is not counted', () => {
  const reasons = [reasonOf.cardUnknown, reasonOf.visitNotCounted, reasonOf.letInBefore];
  const row = textOf(
    render(
      <EarlierVerdicts
        verdicts={[{ ...unknown, reasons }]}
        unseenTapIds={[]}
        onChoose={() => {}}
        timeZone="Europe/Berlin"
      />,
    ),
  );
  expect(row).toContain('Not known · This card is not known · Visit not counted');
});
