'use client';

import { BrokenPage, type BrokenPageProps } from '#app/_components/broken-page.tsx';

/** A page that breaks leaves the rest of the window as it is: scans go on. */
export default function ErrorPage(props: BrokenPageProps) {
  return <BrokenPage {...props} />;
}
