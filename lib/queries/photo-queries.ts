import { queryOptions } from '@tanstack/react-query';
import { readJson } from '#lib/browser/ask-desk.ts';
import { isPhotoPlace } from '#lib/wire/answers/photos.ts';
import { pathAt } from '#lib/wire/path-at.ts';

/** Where the picture of a member is; the picture itself is kept nowhere in the browser. */
export const photoQuery = (locationId: string, accountId: string) =>
  queryOptions({
    queryKey: ['members', locationId, 'photo', accountId],
    queryFn: ({ signal }) =>
      readJson(pathAt(locationId, `/api/desk/photos/${encodeURIComponent(accountId)}/about`), isPhotoPlace, signal),
  });
