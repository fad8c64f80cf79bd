import { createHmac } from 'node:crypto';
import pg from 'pg';

/** The role of a program on its embedded database: it owns the program's objects, and nothing else. */
const programRole = 'front_desk_program';
/** An arbitrary key for an advisory lock, not used elsewhere. */
const roleLock = 0x46_44_52_4f;

interface EmbeddedDatabase {
  /** As the cluster's superuser. */
  url: string;
  /** Roles that the program switches to with SET ROLE and does not log in as. */
  groups: readonly string[];
}

/**
 * Creates the role that a program logs in as, without superuser or createrole rights, and transfers to it what the
 * superuser owns in the database: everything in a data folder of an earlier version. Idempotent.
 * @returns the URL as that role, the same on every call
 */
export async function prepareProgramRole({ url, groups }: EmbeddedDatabase): Promise<string> {
  const login = new URL(url);
  login.username = programRole;
  // derived, so that every process of the program knows it without a second stored secret
  login.password = createHmac('sha256', decodeURIComponent(new URL(url).password))
    .update(programRole)
    .digest('base64url');

  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // the current statement fails and reports it
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [roleLock]);
    await makeRole(client, decodeURIComponent(login.password));
    for (const group of groups) await joinGroup(client, group);
    await handOver(client, login.pathname.slice(1));
    await client.query('commit');
  } finally {
    await client.end();
  }
  return login.href;
}

async function makeRole(client: pg.Client, password: string): Promise<void> {
  if (await isThere(client, 'select 1 from pg_roles where rolname = $1', programRole)) return;
  await client.query(`create role ${programRole} login password ${pg.escapeLiteral(password)}`);
}

/** NOINHERIT: the program has the group's privileges only after SET ROLE. */
async function joinGroup(client: pg.Client, group: string): Promise<void> {
  const name = pg.escapeIdentifier(group);
  if (!(await isThere(client, 'select 1 from pg_roles where rolname = $1', group))) {
    await client.query(`create role ${name} nologin`);
  }
  await client.query(`grant ${name} to ${programRole} with inherit false, set true`);
}

async function handOver(client: pg.Client, database: string): Promise<void> {
  await client.query(`alter database ${pg.escapeIdentifier(database)} owner to ${programRole}`);
  const { rows: statements } = await client.query<{ statement: string }>(ownedBySuperuser);
  const { rows: grants } = await client.query<{ statement: string }>(defaultGrants);
  for (const { statement } of statements) await client.query(`${statement} owner to ${programRole}`);
  for (const { statement } of grants) await client.query(statement);
}

/**
 * The objects that the superuser created in the program's schemas. Owned sequences, indexes and row types follow their
 * table. PostgreSQL's REASSIGN OWNED does not apply to the bootstrap superuser.
 */
const ownedBySuperuser = `
  with own as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
  select format('alter schema %I', nspname) as statement
    from pg_namespace join own using (oid, nspname) where nspowner = current_user::regrole
  union all
  select format('alter table %s', c.oid::regclass)
    from pg_class c join own on own.oid = relnamespace
   where relowner = current_user::regrole and relkind in ('r', 'p', 'v', 'm', 'S')
     and not (relkind = 'S' and exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype in ('a', 'i')))
  union all
  select format('alter routine %s', p.oid::regprocedure)
    from pg_proc p join own on own.oid = pronamespace where proowner = current_user::regrole
  union all
  select format('alter type %s', t.oid::regtype)
    from pg_type t join own on own.oid = typnamespace left join pg_class c on c.oid = typrelid
   where typowner = current_user::regrole and (typtype in ('e', 'd', 'r') or c.relkind = 'c')`;

/** Copies the superuser's default privileges on tables to those that the program creates from now on. */
const defaultGrants = `
  select format('alter default privileges for role ${programRole} in schema %I grant %s on tables to %I',
                nspname, string_agg(privilege_type, ', '), grantee.rolname) as statement
    from pg_default_acl d join pg_namespace n on n.oid = defaclnamespace
   cross join lateral aclexplode(defaclacl) acl join pg_roles grantee on grantee.oid = acl.grantee
   where defaclrole = current_user::regrole and defaclobjtype = 'r' and acl.grantee <> defaclrole
   group by nspname, grantee.rolname`;

async function isThere(client: pg.Client, statement: string, name: string): Promise<boolean> {
  return ((await client.query(statement, [name])).rowCount ?? 0) > 0;
}
