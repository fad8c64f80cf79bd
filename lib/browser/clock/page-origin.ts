/**
 * `performance.timeOrigin`, read once. Safari recomputes it from the wall clock at each read, so that it moves when the
 * clock is set or the device has slept.
 */
export const pageOrigin = performance.timeOrigin;
