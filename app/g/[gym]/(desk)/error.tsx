'use client';

import { BrokenPage, type BrokenPageProps } from '#app/_components/broken-page.tsx';
import { useCounterBeside } from './_components/use-counter-beside.ts';

/** A page that breaks leaves the rest of the window as it is: scans go on, and are answered beside it. */
export default function ErrorPage(props: BrokenPageProps) {
  useCounterBeside();
  return <BrokenPage {...props} />;
}
