'use client';

import { useRef } from 'react';
import { SidePanel } from '#components/check-in/side-panel.tsx';
import { BrokenVerdict } from '#components/verdict/broken.tsx';

/** The side panel of a verdict that failed to render. */
export function BrokenPanel({ isReplaced, onClose }: { isReplaced: boolean; onClose(): void }) {
  const panel = useRef<HTMLElement>(null);
  return (
    <SidePanel ref={panel} unseenCount={0} isReplaced={isReplaced} onClose={onClose}>
      <BrokenVerdict />
    </SidePanel>
  );
}
