import { z } from 'zod';

/** Below that, the matches say nothing. */
export const shortestSearch = 2;

export const searchInput = z.object({ q: z.string().trim().min(shortestSearch).max(100) });
