'use client';

import { BrokenPage, type BrokenPageProps } from '#app/_components/broken-page.tsx';

/** Trainers have no check-in page: the link leads to the floor. */
export default function ErrorPage(props: BrokenPageProps) {
  return <BrokenPage {...props} way="floor" />;
}
