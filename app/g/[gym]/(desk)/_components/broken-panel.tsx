'use client';

import { useRef } from 'react';
import { SidePanel } from '#components/check-in/side-panel.tsx';
import { BrokenVerdict } from '#components/verdict/broken.tsx';

/** In the place of a verdict that could not be drawn beside a page. */
export function BrokenPanel({ isReplaced, onClose }: { isReplaced: boolean; onClose(): void }) {
  const panel = useRef<HTMLElement>(null);
  return (
    <SidePanel ref={panel} unseenCount={0} isReplaced={isReplaced} onClose={onClose}>
      <BrokenVerdict />
    </SidePanel>
  );
}
