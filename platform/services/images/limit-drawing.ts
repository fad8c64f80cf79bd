import pLimit from 'p-limit';

/** Concurrent image conversions in this process. Each needs memory for its upload and its pixels. */
export const limitDrawing = pLimit(2);
