/** Characters of a message to the phone, and of the feature of the app that it opens. */
export const longestMessage = 500;
export const longestDeeplink = 100;
/** Characters of a note for reception: as many as are read at a glance. */
export const longestNote = 280;
