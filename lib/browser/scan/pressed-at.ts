/**
 * When a key was pressed, in milliseconds since the page's time origin. It is the event's own time, as a busy page hears of keys late. On
 * iPads before iPadOS 26.2 events of a keyboard have none, but 0 (webkit.org/b/296331): there it is when the page hears of the key.
 */
export const pressedAt = ({ timeStamp }: Pick<Event, 'timeStamp'>): number => timeStamp || performance.now();
