'use client';

import { BrokenPage, type BrokenPageProps } from './_components/broken-page.tsx';

export default function ErrorPage(props: BrokenPageProps) {
  return <BrokenPage {...props} />;
}
