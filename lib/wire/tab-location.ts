/** With every request of a tab: the location that it shows. Each tab of a browser has its own. */
export const locationHeader = 'x-location';

/**
 * The location of the tab that was in front last and who was signed in there, their ids with a dot between. It counts for
 * pages that are opened newly, and for nothing else.
 */
export const locationCookie = 'last-location';
