import type pg from 'pg';

const ours = `not in ('pg_catalog', 'information_schema', 'pg_toast')`;
const ofRelation = `join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = c.relnamespace and nspname ${ours}`;

/**
 * A query for each kind of database object: the name of each object, and everything about it that pg_dump would write.
 * Names of NOT NULL constraints are left out: they exist since PostgreSQL 18 only, and stay when the column is renamed.
 */
const kinds: Readonly<Record<string, string>> = {
  schema: `select nspname, array[nspowner::regrole::text, nspacl::text] from pg_namespace where nspname ${ours} and nspname not like 'pg_temp%' and nspname not like 'pg_toast%'`,
  relation: `select c.oid::regclass, array[relkind::text, relowner::regrole::text, relpersistence::text, relrowsecurity::text,
      relforcerowsecurity::text, relreplident::text, reloptions::text, relacl::text, pg_get_partkeydef(c.oid), pg_get_expr(relpartbound, c.oid),
      case when relkind in ('v', 'm') then pg_get_viewdef(c.oid) end]
    from pg_class c join pg_namespace n on n.oid = relnamespace where nspname ${ours} and relkind <> 't'`,
  column: `select format('%s.%s', attrelid::regclass, attname), array[(row_number() over (partition by attrelid order by attnum))::text,
      format_type(atttypid, atttypmod), attnotnull::text, attidentity::text, attgenerated::text, attcollation::regcollation::text,
      attstorage::text, attcompression::text, attstattarget::text, attoptions::text, attacl::text, pg_get_expr(adbin, adrelid)]
    from pg_attribute join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where nspname ${ours} and attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v', 'm')`,
  constraint: `select format('%s.%s', conrelid::regclass, conname), array[pg_get_constraintdef(k.oid)] from pg_constraint k ${ofRelation}
    where contype <> 'n'`,
  index: `select indexrelid::regclass, array[pg_get_indexdef(indexrelid), indisclustered::text, indisreplident::text, indisvalid::text]
    from pg_index join pg_class c on c.oid = indexrelid join pg_namespace n on n.oid = relnamespace where nspname ${ours}`,
  sequence: `select format('%I.%I', schemaname, sequencename), array[sequenceowner::text, data_type::text, start_value::text, min_value::text,
      max_value::text, increment_by::text, cycle::text, cache_size::text] from pg_sequences`,
  policy: `select format('%s.%s', tablename, policyname), array[permissive, roles::text, cmd, qual, with_check] from pg_policies`,
  trigger: `select format('%s.%s', tgrelid::regclass, tgname), array[pg_get_triggerdef(oid), tgenabled::text] from pg_trigger where not tgisinternal`,
  rule: `select format('%s.%s', tablename, rulename), array[definition] from pg_rules where schemaname ${ours}`,
  function: `select p.oid::regprocedure, array[pg_get_functiondef(p.oid), proowner::regrole::text, proacl::text]
    from pg_proc p join pg_namespace n on n.oid = pronamespace where nspname ${ours} and prokind <> 'a'`,
  type: `select t.oid::regtype, array[typtype::text, typowner::regrole::text, typacl::text, format_type(typbasetype, typtypmod), (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid)]
    from pg_type t join pg_namespace n on n.oid = typnamespace where nspname ${ours} and typtype in ('e', 'd', 'r')`,
  statistics: `select stxname, array[pg_get_statisticsobjdef(oid), stxstattarget::text] from pg_statistic_ext`,
  defaultPrivileges: `select format('%s.%s', defaclnamespace::regnamespace, defaclobjtype), array[defaclrole::regrole::text, defaclacl::text] from pg_default_acl`,
  extension: `select extname, array[extversion] from pg_extension`,
  comment: `select pg_describe_object(classoid, objoid, objsubid), array[description] from pg_description
    where objoid >= 16384`,
};

/** Describes every object of a database, one line per object. */
export async function describeSchema(client: pg.Client): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, statement] of Object.entries(kinds)) {
    const { rows } = await client.query<{ name: string; facts: (string | null)[] }>(
      `select name::text, facts from (${statement}) as found (name, facts) order by 1, facts::text`,
    );
    lines.push(...rows.map(({ name, facts }) => `${kind} ${name}: ${facts.map((fact) => fact ?? '-').join(' | ')}`));
  }
  return lines;
}
