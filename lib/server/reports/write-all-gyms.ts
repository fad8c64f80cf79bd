import 'server-only';
import type { StaffContext } from '#lib/server/auth/load-staff.ts';
import type { Locale } from '#lib/wire/i18n/locale.ts';
import { listReportGyms } from './list-report-gyms.ts';
import { readGymNow } from './read-gym-now.ts';
import { writeNumbers } from './write-numbers.ts';

const columns = ['gym', 'inside', 'capacity', 'arrivals', 'median', 'waiting', 'kept', 'connection'] as const;

interface Words {
  locale: Locale;
  /** Translates a key of the `allGyms.columns` messages. */
  say(
    key:
      | (typeof columns)[number]
      | `states.${'reachable' | 'unreachable' | 'keyRejected' | 'permissionMissing' | 'failed'}`,
  ): string;
}

/**
 * All gyms of a person at this moment, one after the other, so that the file takes no more of the desk than one of them. One that
 * cannot be read hides no other.
 */
export async function writeAllGyms(context: StaffContext, { locale, say }: Words): Promise<AsyncGenerator<string>> {
  const rows: (string | number | null)[][] = [];
  for (const location of await listReportGyms(context)) {
    const now = await readGymNow({ desk: context.desk, actor: { location } }).catch((error: unknown) => {
      context.desk.log.error({ error, locationId: location.id }, 'a gym could not be read for the file of all gyms');
      return null;
    });
    if (!now) {
      rows.push([location.name, ...columns.slice(1, -1).map(() => null), say('states.failed')]);
      continue;
    }
    const { inside, capacity, today, waiting, kept, connection } = now;
    const median = today.usual?.median ?? null;
    rows.push([location.name, inside, capacity, today.arrivals, median, waiting, kept, say(`states.${connection}`)]);
  }
  return writeNumbers(rows, { titles: columns.map(say), locale });
}
