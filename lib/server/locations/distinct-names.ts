import type { Location } from '#lib/server/db/schema/locations.ts';

/** Gyms by names that tell them apart: with the slug where several in the list have the same name. */
export function distinctNames<Gym extends Pick<Location, 'name' | 'slug'>>(gyms: readonly Gym[]): Gym[] {
  const named = Map.groupBy(gyms, ({ name }) => name);
  const isRepeated = ({ name }: Gym) => (named.get(name)?.length ?? 0) > 1;
  return gyms.map((gym) => (isRepeated(gym) ? { ...gym, name: `${gym.name} (${gym.slug})` } : gym));
}
