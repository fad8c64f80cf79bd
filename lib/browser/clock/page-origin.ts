/**
 * `performance.timeOrigin`, read once. Safari computes it anew from the wall clock at each read, so that it moves when the
 * clock is set or the device has slept.
 */
export const pageOrigin = performance.timeOrigin;
