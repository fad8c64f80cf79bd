-- A dump reads every partition by its own name, as the operator (docs/operate.md): it has to see all rows there, too. To
-- chains a partition stays closed.
CREATE OR REPLACE FUNCTION ensure_training_partitions(first_day date, last_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC'
AS $$
DECLARE
  month date := date_trunc('month', first_day)::date;
  parent text;
  partition text;
BEGIN
  WHILE month <= last_day LOOP
    FOREACH parent IN ARRAY ARRAY['strength_workouts', 'strength_assessments', 'flexibility_measurements', 'body_measurements'] LOOP
      partition := format('%s_%s', parent, to_char(month, 'YYYY_MM'));
      CONTINUE WHEN to_regclass(partition) IS NOT NULL;
      PERFORM pg_advisory_xact_lock(40104);
      -- asked of the catalog itself: by name it would be remembered as missing
      CONTINUE WHEN EXISTS (SELECT FROM pg_class WHERE relname = partition AND relnamespace = 'public'::regnamespace);
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', partition, parent);
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', partition);
      EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', partition);
      EXECUTE format('REVOKE ALL ON %I FROM front_desk_platform, front_desk_operator', partition);
      EXECUTE format('GRANT SELECT ON %I TO front_desk_operator', partition);
      EXECUTE format('CREATE POLICY "rows_of_every_chain" ON %I FOR SELECT TO front_desk_operator USING (true)', partition);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        parent, partition, month::timestamptz, (month + interval '1 month')::timestamptz);
    END LOOP;
    month := (month + interval '1 month')::date;
  END LOOP;
END
$$;
--> statement-breakpoint
DO $$
DECLARE
  partition text;
BEGIN
  FOR partition IN
    SELECT c.relname FROM pg_inherits i
      JOIN pg_class p ON p.oid = i.inhparent AND p.relnamespace = 'public'::regnamespace
        AND p.relname IN ('strength_workouts', 'strength_assessments', 'flexibility_measurements', 'body_measurements')
      JOIN pg_class c ON c.oid = i.inhrelid AND c.relkind = 'r'
  LOOP
    EXECUTE format('GRANT SELECT ON %I TO front_desk_operator', partition);
    EXECUTE format('CREATE POLICY "rows_of_every_chain" ON %I FOR SELECT TO front_desk_operator USING (true)', partition);
  END LOOP;
END
$$;
