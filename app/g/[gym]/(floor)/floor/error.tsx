'use client';

import { BrokenPage, type BrokenPageProps } from '#app/_components/broken-page.tsx';

/** Trainers have no check-in to go to. */
export default function ErrorPage(props: BrokenPageProps) {
  return <BrokenPage {...props} way="floor" />;
}
