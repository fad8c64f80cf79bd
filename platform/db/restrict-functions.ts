import type pg from 'pg';

/** The functions of the operator that requests call. */
const calledByRequests = ['profiles_of_other_chains(text)', 'forget_account(uuid)', 'lock_new_email(text)'];

const ofOperator = "pronamespace = 'public'::regnamespace AND proowner = 'front_desk_operator'::regrole";

/**
 * Restores the rights of functions that run as the operator and so see every chain. The login that runs `pg_restore` does
 * not inherit the operator's rights and cannot set them: the restored functions have PostgreSQL's default, by which every
 * login may call them.
 * @param client in a transaction, on a migrated database
 */
export async function restrictFunctions(client: pg.Client): Promise<void> {
  const { rows: open } = await client.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc WHERE ${ofOperator} AND has_function_privilege('public', oid, 'execute')`,
  );
  await client.query('SET LOCAL ROLE front_desk_operator');
  for (const { name } of open) await client.query(`REVOKE ALL ON FUNCTION ${name} FROM PUBLIC`);
  const { rows: closed } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) name WHERE NOT has_function_privilege('front_desk_platform', name, 'execute')`,
    [calledByRequests],
  );
  for (const { name } of closed) await client.query(`GRANT EXECUTE ON FUNCTION ${name} TO front_desk_platform`);
  await client.query('RESET ROLE');
}
