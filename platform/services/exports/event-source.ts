import type { EventItem, ExportType } from '#contracts/export/events.ts';

type FieldsOf<Type extends ExportType> = Record<keyof EventItem<Type>, string>;

interface EventSource<Type extends ExportType> {
  /** Partitioned by `occurred_at`, with the key (chain_id, gym_id, occurred_at, event_id). */
  table: string;
  /** The fields of an item in the order of its schema, and their SQL expressions. */
  fields: FieldsOf<Type>;
}

const instant = `to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const person = { firstName: 'p.first_name', lastName: 'p.last_name', email: 'p.email' };

/** The source of each export's events. Aliases: `e` event, `p` profile, `m` membership, `n` chain. */
export const eventSources: { readonly [Type in ExportType]: EventSource<Type> } = {
  SMART_STRENGTH_WORKOUTS: {
    table: 'strength_workouts',
    fields: {
      eventTimestamp: instant,
      externalAccountId: 'e.account_id',
      mmsMembershipId: 'm.membership_id',
      isGuestUser: 'e.is_guest',
      ...person,
      machineType: 'e.machine_type',
      trainingMethod: 'e.training_method',
      operationMode: 'e.operation_mode',
      trainingVisualization: 'e.training_visualization',
    },
  },
  SMART_STRENGTH_ASSESSMENTS: {
    table: 'strength_assessments',
    fields: {
      eventTimestamp: instant,
      bodyRegion: 'e.body_region',
      typeId: 'e.type_id',
      activityName: 'e.activity_name',
      measurementCompleted: 'e.is_measurement_completed',
      chainName: 'n.name',
      ...person,
      externalAccountId: 'e.account_id',
      mmsMembershipId: 'm.membership_id',
    },
  },
  FLEXIBILITY_MEASUREMENTS: {
    table: 'flexibility_measurements',
    fields: {
      externalAccountId: 'e.account_id',
      mmsMembershipId: 'm.membership_id',
      eventTimestamp: instant,
      measurementType: 'e.measurement_type',
      isStaff: 'e.is_staff',
      measurementCompleted: 'e.is_measurement_completed',
      chainName: 'n.name',
      ...person,
    },
  },
  BODY_MEASUREMENTS: {
    table: 'body_measurements',
    fields: {
      externalAccountId: 'e.account_id',
      mmsMembershipId: 'm.membership_id',
      eventTimestamp: instant,
      measurementSource: 'e.measurement_source',
      isStaff: 'e.is_staff',
      measurementCompleted: 'e.is_measurement_completed',
      chainName: 'n.name',
      ...person,
    },
  },
};

/**
 * Events of a gym with their people, limited to members who share data. This is the only place that decides who is in
 * an export. `$1` is the chain, `$2` the gym, `$3` the first instant of the range (inclusive), `$4` its end
 * (exclusive).
 */
export const sharedEvents = (type: ExportType): string => `
  FROM ${eventSources[type].table} e
  JOIN chain_profiles p ON p.chain_id = e.chain_id AND p.account_id = e.account_id AND p.shares_data
  LEFT JOIN memberships m ON m.chain_id = e.chain_id AND m.account_id = e.account_id
  JOIN chains n ON n.chain_id = e.chain_id
  WHERE e.chain_id = $1 AND e.gym_id = $2 AND e.occurred_at >= $3 AND e.occurred_at < $4`;
