import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, date, pgPolicy, pgRole, timestamp } from 'drizzle-orm/pg-core';

/** Role of the running platform. It sees the rows of one chain at a time: the chain in `app.chain_id`. */
const platformRole = pgRole('front_desk_platform').existing();
/** Role of the operator's commands, and of the few functions that read across chains. */
const operatorRole = pgRole('front_desk_operator').existing();

const ofCurrentChain = sql`chain_id = nullif(current_setting('app.chain_id', true), '')::uuid`;
export const chainPolicies = () => [
  pgPolicy('rows_of_current_chain', { to: platformRole, using: ofCurrentChain, withCheck: ofCurrentChain }),
  pgPolicy('rows_of_every_chain', { to: operatorRole, using: sql`true`, withCheck: sql`true` }),
];

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
export const day = () => date({ mode: 'string' });
export const number = () => bigint({ mode: 'number' });

export type ColumnOf<Table extends string> = AnyPgColumn<{ tableName: Table }>;
