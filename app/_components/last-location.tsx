'use client';

import { useLayoutEffect } from 'react';
import { showLocation } from '#lib/browser/page/last-location.ts';

/** Stores the location of the visible page in the browser. */
export function LastLocation({ locationId, staffId }: { locationId: string; staffId: string }): null {
  // before any input is possible
  useLayoutEffect(() => showLocation(locationId, staffId), [locationId, staffId]);
  return null;
}
