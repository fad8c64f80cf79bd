'use client';

import { useLinkStatus } from 'next/link';

/** The pending indicator of a pressed link: with a slow server nothing else would move. It takes up no space. */
export function LinkSign() {
  return <ComingSign isComing={useLinkStatus().pending} />;
}

/** The same for navigation without a link. The parent must be `relative`. */
export function ComingSign({ isComing }: { isComing: boolean }) {
  return isComing && <span aria-hidden data-coming className="coming" />;
}
