import { CloudOff } from 'lucide-react';
import { expect, it } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { Banner } from '#components/ui/banner.tsx';
import { CheckInLayout } from './check-in-layout.tsx';

it('screen readers announce neither lists nor buttons of a banner when a number changes', () => {
  const notices = (
    <Banner tone="warning" icon={CloudOff} title="Two scans wait" action={<button type="button">Try now</button>}>
      <ul>
        <li>09:41 Lena Vogt</li>
      </ul>
    </Banner>
  );
  const markup = render(
    <CheckInLayout searchBox={null} verdict={null} earlier={null} inTheGym={null} notices={notices} />,
  );
  const [region] = /<div role="status"[^>]*>.*?<\/div>/.exec(markup) ?? [];
  expect(textOf(markup)).toContain('09:41 Lena Vogt');
  expect(textOf(region ?? 'none')).toBe('');
});
