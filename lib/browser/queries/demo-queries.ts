import { demo } from '#lib/wire/reads/counter.ts';
import { readQuery } from './read-query.ts';

export const demoQuery = (locationId: string) => readQuery(demo, locationId, {});
