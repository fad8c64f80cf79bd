/** Causes of a 429 with `Retry-After`, for the documents and the reference. */
export const bodiesInProgress = 'bodies that are received or worked on hold 16 MB of the gym, or 128 MB of all gyms';
export const picturesInProgress =
  'pictures that are received or wait to be drawn hold 64 MB of the gym, or 512 MB of all gyms';
