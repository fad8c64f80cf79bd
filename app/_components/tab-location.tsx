'use client';

import { useLayoutEffect } from 'react';
import { showLocation } from '#lib/browser/page/tab-location.ts';

/** Has the tab ask for the location that its page is of. */
export function TabLocation({ locationId, staffId }: { locationId: string; staffId: string }): null {
  // before anything can be pressed
  useLayoutEffect(() => showLocation(locationId, staffId), [locationId, staffId]);
  return null;
}
