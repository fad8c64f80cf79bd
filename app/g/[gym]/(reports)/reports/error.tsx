'use client';

import { BrokenPage, type BrokenPageProps } from '#app/_components/broken-page.tsx';

/** A page that fails leaves the rest of the window: scans go on. */
export default function ErrorPage(props: BrokenPageProps) {
  return <BrokenPage {...props} isInMain />;
}
