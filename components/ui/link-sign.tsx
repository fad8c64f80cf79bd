'use client';

import { useLinkStatus } from 'next/link';

/** Says in a link that was pressed that its page is coming: of a slow server, nothing else moves. It takes no room. */
export function LinkSign() {
  return <ComingSign isComing={useLinkStatus().pending} />;
}

/** The same for what leads to a page and is no link. What it lies in has to be `relative`. */
export function ComingSign({ isComing }: { isComing: boolean }) {
  return isComing && <span aria-hidden data-coming className="coming" />;
}
