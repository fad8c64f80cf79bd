import { z } from 'zod';
import { longestSearch, shortestSearch } from '#lib/names/search-text.ts';

export const searchInput = z.object({ q: z.string().trim().min(shortestSearch).max(longestSearch) });
