'use client';

import { BrokenPage, type BrokenPageProps } from '#app/_components/broken-page.tsx';
import { useCounterBeside } from './_components/use-counter-beside.ts';

/** A page that fails leaves the rest of the window: scans go on, with their verdicts beside the error page. */
export default function ErrorPage(props: BrokenPageProps) {
  useCounterBeside();
  return <BrokenPage {...props} />;
}
