import pLimit from 'p-limit';

/** Pictures being drawn at a time in this process: each takes memory for its upload and its pixels. */
export const limitDrawing = pLimit(2);
