'use client';

import { useLayoutEffect } from 'react';
import { showLocation } from '#lib/browser/page/last-location.ts';

/** Has the browser remember the location of the page that is in front. */
export function LastLocation({ locationId, staffId }: { locationId: string; staffId: string }): null {
  // before anything can be pressed
  useLayoutEffect(() => showLocation(locationId, staffId), [locationId, staffId]);
  return null;
}
