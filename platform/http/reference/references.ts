import { utcDayOf } from '#shared/calendar/days.ts';
import { exportReference } from './export-reference.ts';
import { gymReference } from './gym-reference.ts';
import { membershipReference } from './membership-reference.ts';
import type { InterfaceName, Reference } from './reference.ts';

/** Creates what contains examples, which change with the day. */
export function onceADay<T>(create: (now: Date) => T): (now: Date) => T {
  let created: { day: string; value: T } | undefined;
  return (now) => {
    const day = utcDayOf(now.getTime());
    if (created?.day !== day) created = { day, value: create(now) };
    return created.value;
  };
}

/** The interfaces. Each document is generated when it is first asked for, and anew on another day. */
export const references: Readonly<Record<InterfaceName, (now: Date) => Reference>> = {
  v2: onceADay(membershipReference),
  v1: onceADay(gymReference),
  export: onceADay(exportReference),
};
