/** Only a page of the console, whatever the query contains (no open redirect). */
export const pageOr = (place: string | undefined): string =>
  place && /^\/console(\/[\w/-]*)?(\?[\w.&=%-]*)?$/.test(place) ? place : '/console';
