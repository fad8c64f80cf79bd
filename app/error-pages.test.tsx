import { PathnameContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime.js';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { render, textOf } from '#components/testing/render.tsx';
import { WayOn } from './_components/way-on.tsx';
import RootError from './error.tsx';
import DeskError from './g/[gym]/(desk)/error.tsx';
import FloorError from './g/[gym]/(floor)/floor/error.tsx';
import OfficeError from './g/[gym]/(office)/office/error.tsx';
import GlobalError from './global-error.tsx';

const broken = { error: Object.assign(new Error('broken'), { digest: '4711' }), retry: () => {} };

test.each([
  ['of the desk', DeskError, '/'],
  ['of the office', OfficeError, '/'],
  ['of the training floor', FloorError, '/floor'],
  ['around them', RootError, '/'],
])('the error page %s shows the error number and links to a page that its users may open', (_, Page, way) => {
  for (const locale of ['en', 'de'] as const) {
    const markup = render(<Page {...broken} />, locale);
    expect(textOf(markup)).toContain('4711');
    expect([...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([way]);
    expect(markup).toContain('<button type="button"');
    // the office's layout has the landmark
    expect(markup.includes('<main')).toBe(Page !== OfficeError);
  }
  expect(textOf(render(<Page {...broken} />))).toMatch(/Something went wrong here.*Try again/);
});

test('error and not-found pages of a gym link to a page of the same gym', () => {
  const hrefs = (page: ReactNode) =>
    [
      ...render(<PathnameContext value="/g/studio-ost/nowhere">{page}</PathnameContext>).matchAll(/href="([^"]*)"/g),
    ].map(([, href]) => href);
  expect(hrefs(<DeskError {...broken} />)).toEqual(['/g/studio-ost']);
  expect(hrefs(<FloorError {...broken} />)).toEqual(['/g/studio-ost/floor']);
  const way = (
    <WayOn page="/" className="">
      Check-in
    </WayOn>
  );
  expect(hrefs(way)).toEqual(['/g/studio-ost']);
});

test('the global error page is in both languages and has a retry and a link', () => {
  const markup = renderToStaticMarkup(<GlobalError />);
  expect(textOf(markup)).toMatch(/Something went wrong here.*Hier ist etwas schiefgegangen.*Try again · Noch einmal/);
  expect(markup).toContain('lang="de"');
  expect(markup).toContain('href="/"');
});
