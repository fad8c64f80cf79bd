import { expect, it } from 'vitest';
import { render } from '#components/testing/render.tsx';
import { TryItPanel } from './try-it-panel.tsx';

const markupWith = (sandboxUrl: string | null) =>
  render(
    <TryItPanel
      demo={{ cards: [], isPlatformAway: false, sandboxUrl }}
      reading={null}
      isSwitching={false}
      onSwitch={() => {}}
      onScan={() => {}}
      onClose={() => {}}
    />,
  );

it('links to the sandbox of the location in a new tab, where there is one', () => {
  expect(markupWith('http://127.0.0.1:4010/sandbox')).toMatch(
    /<a href="http:\/\/127\.0\.0\.1:4010\/sandbox" target="_blank" rel="noreferrer"[^>]*>What Front Desk sends/,
  );
  expect(markupWith(null)).not.toContain('<a ');
});
