import { InvalidArgumentError } from 'commander';
import pg from 'pg';

/** The roles that requests and workers switch to. They belong to the database cluster, not to one database. */
const roles = ['front_desk_platform', 'front_desk_operator'] as const;

/** @throws InvalidArgumentError for a name that PostgreSQL would truncate */
export function readRoleName(text: string): string {
  if (text === '' || Buffer.byteLength(text) > 63) throw new InvalidArgumentError('give a name of 1 to 63 bytes.');
  return text;
}

/**
 * SQL that a PostgreSQL administrator runs once, so that `login` needs no right to create roles: it creates the two
 * roles and allows the login to switch to them. Idempotent. Plain SQL, without psql commands.
 */
export function rolesSql(login: string): string {
  const name = pg.escapeIdentifier(login);
  const made = roles.map(
    (role) => `  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
    BEGIN
      CREATE ROLE ${role} NOLOGIN;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- another database of the cluster has created it just now
    END;
  END IF;`,
  );
  return `-- The roles that the platform works as (docs/operate.md). ${'`'}npm run -s platform:admin -- print-roles-sql${'`'} prints this.
DO $roles$
BEGIN
${made.join('\n')}
  -- able to become them, but not seeing with their eyes before doing so
  IF current_setting('server_version_num')::int >= 160000 THEN
    EXECUTE 'GRANT ${roles.join(', ')} TO ' || quote_ident(${pg.escapeLiteral(login)}) || ' WITH INHERIT FALSE, SET TRUE';
  ELSE
    GRANT ${roles.join(', ')} TO ${name};
  END IF;
END
$roles$;
`;
}
